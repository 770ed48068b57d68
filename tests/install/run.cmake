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

# The manual and the completions come with it and work.
find_program(bash bash REQUIRED)
find_program(man man)
find_program(zsh zsh)
find_program(fish fish)
run(${bash} ${CMAKE_CURRENT_LIST_DIR}/completions.sh
  ${prefix}/share/bash-completion/completions/broadside)
if(man)
  run(${man} --warnings -l ${prefix}/share/man/man1/broadside.1)
endif()
if(zsh)
  run(${zsh} -n ${prefix}/share/zsh/site-functions/_broadside)
endif()
if(fish)
  run(${fish} -n ${prefix}/share/fish/vendor_completions.d/broadside.fish)
endif()
foreach(file share/man/man1/broadside.1 share/zsh/site-functions/_broadside
    share/fish/vendor_completions.d/broadside.fish)
  file(READ ${prefix}/${file} text)
  if(NOT text MATCHES "compare" OR NOT text MATCHES "precision")
    message(FATAL_ERROR "${file} does not tell the commands and options")
  endif()
endforeach()
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${consumer_build} -G ${generator}
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${compiler}
  -D CMAKE_BUILD_TYPE=${config} -D "CMAKE_CXX_FLAGS=${flags}")
run(${CMAKE_COMMAND} --build ${consumer_build} --config ${config})
run(${consumer_build}/consumer)
run(${consumer_build}/readme)
