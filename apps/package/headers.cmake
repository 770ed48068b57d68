# Makes the headers of the C++ package: <broadside/engine.hpp> and what they need, under names that cannot collide with
# the user's own.
#
#   cmake -D source_dir=... -D out=.../include -D version=0.2.0 -P headers.cmake
#
# What a user includes are short names (below) for headers of the project; these are copied with all that they include,
# "core/game.hpp" becoming <broadside/core/game.hpp>. What must not be behind them is checked here: the kernel, and
# libraries that a user need not have.
cmake_minimum_required(VERSION 3.22)
set(public
  engine=sim/engine.hpp scenario=core/scenario/scenario.hpp report=sim/report.hpp compare=sim/compare.hpp
  best=sim/best.hpp vary=sim/vary.hpp need=sim/need.hpp fleets=sim/fleets.hpp result=core/scenario/result.hpp
  shortcut=sim/shortcut.hpp counts=core/kernel/flat_counts.hpp)
set(forbidden "core/kernel/(kernel|lanes|vector|scalar)" "^(Eigen|tbb|nlohmann|fmt|boost|CLI)/")

file(MAKE_DIRECTORY ${out}/broadside)
function(write_if_new path text)  # an unchanged header must not make everybody build again
  set(old)
  if(EXISTS ${path})
    file(READ ${path} old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE ${path} "${text}")
  endif()
endfunction()

set(open)
foreach(pair IN LISTS public)
  string(REGEX MATCH "^(.*)=(.*)$" _ ${pair})
  set(name ${CMAKE_MATCH_1})
  set(header ${CMAKE_MATCH_2})
  list(APPEND open ${header})
  write_if_new(${out}/broadside/${name}.hpp "#pragma once\n#include <broadside/${header}>\n")
endforeach()
list(APPEND open sim/version.hpp)
write_if_new(${out}/broadside/version.hpp
"#pragma once
// The version of these headers; broadside::version() is that of the library.
#define BROADSIDE_VERSION \"${version}\"
#include <broadside/sim/version.hpp>
")

set(done)
while(open)
  list(POP_FRONT open header)
  if(header IN_LIST done)
    continue()
  endif()
  list(APPEND done ${header})
  file(READ ${source_dir}/${header} text)
  string(REGEX MATCHALL "#include [\"<][^\">]+[\">]" includes "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "#include [\"<]([^\">]+)[\">]" "\\1" included "${include}")
    foreach(pattern IN LISTS forbidden)
      if(included MATCHES "${pattern}")
        message(SEND_ERROR "${header} includes ${included}, which no user of the package may need")
      endif()
    endforeach()
    if(included MATCHES "^(core|stats|sim)/")
      list(APPEND open ${included})
    endif()
  endforeach()
  string(REGEX REPLACE "#include \"((core|stats|sim)/[^\"]+)\"" "#include <broadside/\\1>" text "${text}")
  get_filename_component(folder ${out}/broadside/${header} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  write_if_new(${out}/broadside/${header} "${text}")
endwhile()
