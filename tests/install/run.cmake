set(prefix ${scratch_dir}/prefix)
set(consumer_build ${scratch_dir}/consumer)
file(REMOVE_RECURSE ${prefix} ${consumer_build})

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\nended with ${code}:\n${output}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${build_dir} --config ${config} --prefix ${prefix})
run(${prefix}/bin/broadside --version)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${consumer_build} -G ${generator}
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${compiler}
  -D CMAKE_BUILD_TYPE=${config} -D "CMAKE_CXX_FLAGS=${flags}")
run(${CMAKE_COMMAND} --build ${consumer_build} --config ${config})
run(${consumer_build}/consumer)
