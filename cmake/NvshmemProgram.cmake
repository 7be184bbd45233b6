# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
#
# nvshmem_add_program(NAME SOURCES a.cu b.cpp ... [LIBRARIES ...] [DEVICE cpu|cuda])
#
# A program with CUDA kernels that uses NVSHMEM. DEVICE cpu, the default, runs them on the virtual device: each .cu file is
# compiled by the project's C++ compiler, with the source step before it. DEVICE cuda compiles by nvcc for a GPU.
#
# nvshmem_device_sources(TARGET a.cu ...)   the source step for some sources of a target of your own
include_guard()

if(NOT DEFINED NVSHMEM_SOURCE_STEP)
    get_filename_component(NVSHMEM_SOURCE_STEP ${CMAKE_CURRENT_LIST_DIR}/../tools/vgpu_source ABSOLUTE)
    get_filename_component(NVSHMEM_DEVICE_HEADERS ${CMAKE_CURRENT_LIST_DIR}/../include/vgpu ABSOLUTE)
endif()

function(nvshmem_add_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "DEVICE" "SOURCES;LIBRARIES")
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE nvshmem::nvshmem_host ${arg_LIBRARIES})
    if(arg_DEVICE STREQUAL cuda)
        enable_language(CUDA)
        find_package(CUDAToolkit REQUIRED)
        target_link_libraries(${name} PRIVATE CUDA::cudart CUDA::cuda_driver)
    else()
        target_link_libraries(${name} PRIVATE nvshmem::nvshmem_vcuda)
        nvshmem_device_sources(${name} ${arg_SOURCES})
    endif()
endfunction()

function(nvshmem_device_sources target)
    find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
    list(FILTER ARGN INCLUDE REGEX "\\.cu$")
    file(GLOB scripts CONFIGURE_DEPENDS ${NVSHMEM_SOURCE_STEP}/*.py)
    set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CXX OBJECT_DEPENDS "${scripts}")
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND};-E;env;VGPU_INCLUDE=${NVSHMEM_DEVICE_HEADERS};${Python3_EXECUTABLE};-S;${NVSHMEM_SOURCE_STEP}/compile.py;${CMAKE_CXX_COMPILER_LAUNCHER}")
endfunction()
