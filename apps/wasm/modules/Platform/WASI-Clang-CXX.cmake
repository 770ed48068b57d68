# Code that may lie anywhere costs a detour at every call here, and nothing is shared.
set(CMAKE_CXX_COMPILE_OPTIONS_PIC "")
