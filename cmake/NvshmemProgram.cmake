# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
#
# nvshmem_add_program(NAME SOURCES a.cu b.cpp ... [LIBRARIES ...])
#
# A program whose kernels run on the virtual CUDA device. Each .cu file is compiled by the project's C++ compiler, with the
# source step before it.
include_guard()
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

if(NOT DEFINED NVSHMEM_SOURCE_STEP)
    get_filename_component(NVSHMEM_SOURCE_STEP ${CMAKE_CURRENT_LIST_DIR}/../tools/vgpu_source ABSOLUTE)
    get_filename_component(NVSHMEM_DEVICE_HEADERS ${CMAKE_CURRENT_LIST_DIR}/../include/vgpu ABSOLUTE)
endif()

function(nvshmem_add_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE nvshmem::nvshmem_vcuda ${arg_LIBRARIES})
    nvshmem_device_sources(${name} ${arg_SOURCES})
endfunction()

# The .cu files among the sources of a target go through the source step.
function(nvshmem_device_sources target)
    list(FILTER ARGN INCLUDE REGEX "\\.cu$")
    set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CXX)
    file(GLOB scripts CONFIGURE_DEPENDS ${NVSHMEM_SOURCE_STEP}/*.py)
    set_source_files_properties(${ARGN} PROPERTIES OBJECT_DEPENDS "${scripts}")
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND};-E;env;VGPU_INCLUDE=${NVSHMEM_DEVICE_HEADERS};${Python3_EXECUTABLE};-S;${NVSHMEM_SOURCE_STEP}/compile.py;${CMAKE_CXX_COMPILER_LAUNCHER}")
endfunction()
