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
  run(${zsh} ${CMAKE_CURRENT_LIST_DIR}/completions.zsh ${prefix}/share/zsh/site-functions/_broadside)
endif()
if(fish)
  run(${fish} ${CMAKE_CURRENT_LIST_DIR}/completions.fish
    ${prefix}/share/fish/vendor_completions.d/broadside.fish)
endif()
foreach(file share/man/man1/broadside.1 share/zsh/site-functions/_broadside
    share/fish/vendor_completions.d/broadside.fish)
  file(READ ${prefix}/${file} text)
  if(NOT text MATCHES "compare" OR NOT text MATCHES "precision")
    message(FATAL_ERROR "${file} does not tell the commands and options")
  endif()
endforeach()
# A stranger's program, built against what was installed.
set(common -G ${generator} -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_BUILD_TYPE=${config}
  -D "CMAKE_CXX_FLAGS=${flags}" -D EXAMPLES=${source_dir}/apps/examples)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${consumer_build} ${common}
  -D CMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${consumer_build} --config ${config})
run(${consumer_build}/consumer)
run(${consumer_build}/readme)
run(${consumer_build}/odds)
run(${consumer_build}/scan)

# The same by pkg-config, from C++ and from C, the C library found by its own name. No semicolon: CMake would
# end the argument there.
find_program(pkg_config NAMES pkg-config pkgconf)
if(pkg_config AND NOT flags MATCHES "-fsanitize")  # a plain program cannot load a sanitised library
  file(GLOB_RECURSE pc ${prefix}/*.pc)
  list(GET pc 0 pc)
  get_filename_component(pc_dir ${pc} DIRECTORY)
  get_filename_component(lib_dir ${pc_dir} DIRECTORY)
  run(${bash} -c "set -e
    export PKG_CONFIG_PATH=${pc_dir}
    pc() {
      ${pkg_config} --define-variable=prefix=${prefix} \"$@\"
    }
    ${compiler} -std=c++20 ${flags} ${CMAKE_CURRENT_LIST_DIR}/consumer/readme.cpp -o ${scratch_dir}/by_pkg_config \
      $(pc --cflags --libs broadside)
    ${scratch_dir}/by_pkg_config
    for clang in clang++-19 clang++
    do
      command -v $clang >/dev/null || continue
      # Whoever links the library need not use the compiler that made it.
      $clang -std=c++20 ${CMAKE_CURRENT_LIST_DIR}/consumer/readme.cpp -o ${scratch_dir}/by_clang \
        $(pc --cflags --libs broadside)
      ${scratch_dir}/by_clang
      break
    done
    cc -std=c99 -Wall -Wextra -Werror -pedantic ${source_dir}/apps/examples/odds.c -o ${scratch_dir}/odds_c \
      $(pc --cflags --libs broadside-c) -Wl,-rpath,${lib_dir}
    ${scratch_dir}/odds_c")
endif()
