# Debian packages, by `cpack -G DEB` in a build folder that was configured for /usr (preset package): the program with its
# manual and completions, the C library, all that a programmer needs, and the Python module over the C library.
set(package_names program=broadside library=libbroadside${broadside_abi} dev=libbroadside-dev python=python3-broadside)

# What only a package holds: an ordinary installation leaves Python's folders alone.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/apps/python/broadside DESTINATION lib/python3/dist-packages
  COMPONENT python EXCLUDE_FROM_ALL FILES_MATCHING PATTERN *.py PATTERN py.typed PATTERN __pycache__ EXCLUDE)
foreach(pair IN LISTS package_names)
  string(REGEX MATCH "^(.*)=(.*)$" _ ${pair})
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CMAKE_MATCH_2} RENAME copyright
    COMPONENT ${CMAKE_MATCH_1} EXCLUDE_FROM_ALL)
endforeach()

set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME broadside)
set(CPACK_PACKAGE_VENDOR "the Broadside project")
set(CPACK_PACKAGE_CONTACT "the Broadside project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Odds of board-game combat")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL program library dev python)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
foreach(pair IN LISTS package_names)
  string(REGEX MATCH "^(.*)=(.*)$" _ ${pair})
  string(TOUPPER ${CMAKE_MATCH_1} component)
  set(CPACK_DEBIAN_${component}_PACKAGE_NAME ${CMAKE_MATCH_2})
endforeach()

set(games "Twilight Imperium 4, Star Wars: Rebellion, Arcane Legions and Risk")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "What happens if you attack in ${games}:
sampled millions of times a second and, where it can be, solved exactly.")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "C library: one question as JSON in, one answer as JSON out.")
set(CPACK_COMPONENT_DEV_DESCRIPTION "Headers, static libraries and what CMake and pkg-config need, for C and C++.")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Python module: import broadside; broadside.odds(\"2 dn, 4 ff\", \"ws, 3 ff\")")

set(same_library "libbroadside${broadside_abi} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${same_library}, libtbb-dev, libfmt-dev")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${same_library}, python3 (>= 3.9)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
  ${CMAKE_CURRENT_LIST_DIR}/debian/postinst ${CMAKE_CURRENT_LIST_DIR}/debian/prerm)
include(CPack)
