# The packages that are headers alone, for a compiler that must not see the machine's other headers: each package is a
# folder of the build tree that holds one link.
function(broadside_headers_of target package folder)
  find_path(${package}_headers ${folder} PATHS /usr/include /usr/include/eigen3 /usr/local/include
    NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(${package}_headers)
  if(NOT ${package}_headers)
    message(FATAL_ERROR "the headers of ${package} (${folder}/) are not installed")
  endif()
  set(visible ${PROJECT_BINARY_DIR}/packages/${package})
  file(MAKE_DIRECTORY ${visible})
  file(CREATE_LINK ${${package}_headers}/${folder} ${visible}/${folder} SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} INTERFACE ${visible})
endfunction()

broadside_headers_of(Boost::headers boost boost)
broadside_headers_of(Eigen3::Eigen eigen Eigen)
broadside_headers_of(nlohmann_json::nlohmann_json nlohmann-json nlohmann)
broadside_headers_of(fmt::fmt-header-only fmt fmt)
# Neither locales nor files: a megabyte that nobody asks for. Nor numbers of kinds that nobody prints.
target_compile_definitions(fmt::fmt-header-only INTERFACE FMT_HEADER_ONLY FMT_STATIC_THOUSANDS_SEPARATOR=','
  FMT_USE_FLOAT=0 FMT_USE_LONG_DOUBLE=0 FMT_USE_INT128=0 FMT_USE_FULL_CACHE_DRAGONBOX=0)
set(broadside_fmt fmt::fmt-header-only)
add_library(broadside_no_threads INTERFACE)
set(broadside_threads broadside_no_threads)

# For size, beside -Oz. Functions that come out alike are kept once; a module never ends, so nothing is registered for its
# end. What is smaller than so much is worth a copy: calls of it would compress less well (15 and 60 are both worse).
add_compile_options("SHELL:-mllvm -inline-threshold=30" "SHELL:-Xclang -fmerge-functions" -fno-threadsafe-statics "SHELL:-Xclang -fno-c++-static-destructors"
  "SHELL:-include ${CMAKE_CURRENT_LIST_DIR}/small_sort.hpp")
