# What an installation holds besides the program (apps/CMakeLists.txt): the libraries, their headers, and what CMake and
# pkg-config ask for. Reports, questions and benchmarks belong to the program, which needs them where they are shared.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Broadside)
install(TARGETS broadside_core broadside_stats broadside_sim broadside_package EXPORT BroadsideTargets
  LIBRARY COMPONENT library NAMELINK_COMPONENT dev ARCHIVE COMPONENT dev)
if(BUILD_SHARED_LIBS AND TARGET broadside_report)
  install(TARGETS broadside_report broadside_ask broadside_serve broadside_bench LIBRARY COMPONENT library NAMELINK_SKIP)
endif()
install(DIRECTORY ${package_headers}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev FILES_MATCHING PATTERN *.hpp)
install(EXPORT BroadsideTargets NAMESPACE broadside:: DESTINATION ${package_dir} COMPONENT dev)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/BroadsideConfig.cmake @ONLY CONTENT [[
include(CMakeFindDependencyMacro)
find_dependency(@threads_package@)
find_dependency(fmt)
include("${CMAKE_CURRENT_LIST_DIR}/BroadsideTargets.cmake")
]])
write_basic_package_version_file(${PROJECT_BINARY_DIR}/BroadsideConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/BroadsideConfig.cmake ${PROJECT_BINARY_DIR}/BroadsideConfigVersion.cmake
  DESTINATION ${package_dir} COMPONENT dev)
configure_file(${CMAKE_CURRENT_LIST_DIR}/broadside.pc.in ${PROJECT_BINARY_DIR}/broadside.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/broadside.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
# The page, where it was built (./broadside page, ./broadside serve, ./broadside package).
set(BROADSIDE_PAGE ${PROJECT_SOURCE_DIR}/build/page CACHE PATH "The built page, to be installed with the program")
install(DIRECTORY ${BROADSIDE_PAGE}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/broadside/page COMPONENT program OPTIONAL)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/broadside COMPONENT program)
if(PROJECT_IS_TOP_LEVEL AND BROADSIDE_APPS)
  include(${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
endif()
