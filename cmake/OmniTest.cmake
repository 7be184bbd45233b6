# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
#
# How a test is added. Each function makes CTest entries whose programs write one verdict a case to
# results/<entry>.xml, which `./dev test` counts.
#
#   omni_unit_test(NAME SOURCES a.cpp ...)           googletest, one process, linked with the library's parts
#   omni_pe_test(NAME SOURCES a.cpp ...              googletest over PEs, linked with the shared library; runs at every
#                [PES n ...] [MODES m ...])          point of the matrix, or at those of its points that are named here
#   omni_python_test(NAME SCRIPT [SUITE s]           a Python unittest file; plain builds only, daily unless told
#                    [INTERPRETER python]            otherwise
#                    [ENVIRONMENT A=b])
#   omni_python_pe_test(NAME SCRIPT...)              Python unittest files over PEs, on the package nvshmem, in one job
#   omni_command_test(NAME [PES n] COMMAND ...)      one case: passes when the command ends with status 0;
#                                                    not in thread sanitizer builds, which see one process alone, nor in
#                                                    builds for another processor
#
# The first two also take LIBRARIES, the last two ENVIRONMENT. The target suite-<suite> builds what the runs of a suite need.
include_guard()
include(TestMatrix)
include(NvshmemProgram)
if(CMAKE_CROSSCOMPILING)
    # Debian has googletest for the machine itself, and its sources, whose warnings are not ours.
    set(warning_as_error ${CMAKE_COMPILE_WARNING_AS_ERROR})
    set(CMAKE_COMPILE_WARNING_AS_ERROR OFF)
    add_subdirectory(/usr/src/googletest ${CMAKE_BINARY_DIR}/googletest EXCLUDE_FROM_ALL)
    set(CMAKE_COMPILE_WARNING_AS_ERROR ${warning_as_error})
else()
    find_package(GTest REQUIRED)
endif()
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

set(OMNI_TEST_RESULTS ${CMAKE_BINARY_DIR}/results)
set(OMNI_TEST_KIND plain)
set(OMNI_LAUNCHER ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/nvshmrun)
if(OMNISHMEM_SANITIZER)
    set(OMNI_TEST_KIND ${OMNISHMEM_SANITIZER})
elseif(CMAKE_CROSSCOMPILING)
    set(OMNI_TEST_KIND cross)
    # qemu-user refuses the guardian of the launcher, a process whose end sends no signal, so a launcher of this machine starts
    # the PEs: the control segment is the same for both processors.
    set(OMNI_LAUNCHER ${OMNISHMEM_NATIVE_LAUNCHER})
endif()
set(OMNI_SANITIZER_ENVIRONMENT
    "ASAN_OPTIONS=detect_stack_use_after_return=1" "UBSAN_OPTIONS=print_stacktrace=1" "TSAN_OPTIONS=halt_on_error=1")
cmake_host_system_information(RESULT OMNI_CPUS QUERY NUMBER_OF_LOGICAL_CORES)

# What a mode is to processes.
set(OMNI_ENVIRONMENT_shm NVSHMEM_DISABLE_P2P=1)

function(omni_unit_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
    omni_add_test_program(${name} SOURCES ${arg_SOURCES} LIBRARIES omni_core GTest::gtest_main ${arg_LIBRARIES})
    omni_add_run(${name} SUITE ${OMNI_UNIT_SUITE_${OMNI_TEST_KIND}} NEEDS ${name}_test
                 COMMAND $<TARGET_FILE:${name}_test> --gtest_output=xml:${OMNI_TEST_RESULTS}/${name}.xml)
endfunction()

function(omni_pe_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;PES;MODES;LIBRARIES")
    omni_add_test_program(${name} SOURCES ${arg_SOURCES} LIBRARIES omni_pe_test_main ${arg_LIBRARIES})
    foreach(row IN LISTS OMNI_MATRIX_${OMNI_TEST_KIND})
        separate_arguments(row UNIX_COMMAND "${row}")
        list(POP_FRONT row suite mode)
        foreach(pes IN LISTS row)
            if((NOT arg_PES OR pes IN_LIST arg_PES) AND (NOT arg_MODES OR mode IN_LIST arg_MODES))
                omni_add_pe_run(${name} ${suite} ${mode} ${pes})
            endif()
        endforeach()
    endforeach()
endfunction()

function(omni_python_test name script)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "SUITE;INTERPRETER" "ENVIRONMENT")
    if(NOT arg_SUITE)
        set(arg_SUITE daily)
    endif()
    if(NOT arg_INTERPRETER)
        set(arg_INTERPRETER ${Python3_EXECUTABLE})
    endif()
    if(OMNI_TEST_KIND STREQUAL plain)
        omni_add_run(${name} SUITE ${arg_SUITE} ENVIRONMENT ${arg_ENVIRONMENT}
                     COMMAND ${arg_INTERPRETER} -B ${PROJECT_SOURCE_DIR}/test/support/run_unittest.py
                             ${OMNI_TEST_RESULTS}/${name}.xml ${CMAKE_CURRENT_SOURCE_DIR}/${script})
    endif()
endfunction()

function(omni_python_pe_test name)
    list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE scripts)
    foreach(row IN LISTS OMNI_MATRIX_python)
        separate_arguments(row UNIX_COMMAND "${row}")
        list(POP_FRONT row suite mode)
        foreach(pes IN LISTS row)
            set(run ${name}.${mode}.${pes})
            omni_add_run(${run} SUITE ${suite} PES ${pes} ENVIRONMENT ${OMNI_ENVIRONMENT_${mode}} NVSHMEM_WAIT_TIMEOUT=30
                         PYTHONPATH=${CMAKE_BINARY_DIR}/python PYTHONDONTWRITEBYTECODE=1
                         COMMAND ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/nvshmrun -n ${pes} ${Python_EXECUTABLE}
                                 ${PROJECT_SOURCE_DIR}/test/python/run_on_pes.py ${OMNI_TEST_RESULTS}/${run}.xml ${scripts})
        endforeach()
    endforeach()
endfunction()

function(omni_command_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "PES" "COMMAND;ENVIRONMENT")
    if(NOT OMNI_TEST_KIND MATCHES "^(thread|cross)$")
        omni_add_run(${name} SUITE ${OMNI_UNIT_SUITE_${OMNI_TEST_KIND}} PES ${arg_PES} ENVIRONMENT ${arg_ENVIRONMENT}
                     COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/test/support/run_command.py
                             ${OMNI_TEST_RESULTS}/${name}.xml ${name} ${arg_COMMAND})
    endif()
endfunction()

# --- what the four share

function(omni_add_test_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
    add_executable(${name}_test ${arg_SOURCES})
    target_link_libraries(${name}_test PRIVATE ${arg_LIBRARIES})
    if(arg_SOURCES MATCHES "\\.cu(;|$)")
        target_link_libraries(${name}_test PRIVATE nvshmem::nvshmem_vcuda)
        nvshmem_device_sources(${name}_test ${arg_SOURCES})
    endif()
    set_target_properties(${name}_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin/test)
endfunction()

# One PE run. A process PE inserts `.pe<K>` before `.xml`; see test/support.
function(omni_add_pe_run name suite mode pes)
    set(run ${name}.${mode}.${pes})
    set(program $<TARGET_FILE:${name}_test> --gtest_output=xml:${OMNI_TEST_RESULTS}/${run}.xml)
    set(environment ${OMNI_ENVIRONMENT_${mode}})
    if(mode MATCHES "fault([0-9]+)$")
        set(environment OMNISHMEM_FAULT=${CMAKE_MATCH_1})
    endif()
    if(mode MATCHES "^threads")
        omni_add_run(${run} SUITE ${suite} PES ${pes} NEEDS ${name}_test COMMAND ${program}
                     ENVIRONMENT OMNISHMEM_TEST_THREADS=${pes} ${environment})
    else()
        omni_add_run(${run} NATIVE SUITE ${suite} PES ${pes} NEEDS ${name}_test nvshmrun
                     COMMAND ${OMNI_LAUNCHER} -n ${pes} ${CMAKE_CROSSCOMPILING_EMULATOR} ${program}
                     ENVIRONMENT ${environment})
    endif()
endfunction()

# One CTest entry. Where the build is for another processor its command runs under the emulator, unless it is NATIVE. A run takes
# as many CPUs as it has PEs, so that runs share the machine only where they fit. NEEDS names the targets that the suite builds
# for it.
function(omni_add_run run)
    cmake_parse_arguments(PARSE_ARGV 1 arg "NATIVE" "SUITE;PES" "COMMAND;ENVIRONMENT;NEEDS")
    set(emulator ${CMAKE_CROSSCOMPILING_EMULATOR})
    if(arg_NATIVE)
        set(emulator)
    endif()
    set(cpus 1)
    if(arg_PES)
        set(cpus ${arg_PES})
    endif()
    if(cpus GREATER OMNI_CPUS)
        set(cpus ${OMNI_CPUS})
    endif()
    set(suites ${arg_SUITE})
    if(run IN_LIST OMNI_CI_RUNS_${OMNI_TEST_KIND})
        list(APPEND suites ci)
    endif()
    add_test(NAME ${run} COMMAND ${emulator} ${arg_COMMAND})
    set_tests_properties(${run} PROPERTIES LABELS "${suites}" PROCESSORS ${cpus}
                         ENVIRONMENT "${OMNI_SANITIZER_ENVIRONMENT};${arg_ENVIRONMENT}")
    foreach(suite IN LISTS suites)
        if(NOT TARGET suite-${suite})
            add_custom_target(suite-${suite})
        endif()
        if(arg_NEEDS)
            add_dependencies(suite-${suite} ${arg_NEEDS})
        endif()
    endforeach()
endfunction()
