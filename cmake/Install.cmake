# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
#
# The installed tree: library, headers and forwarders for older header paths, launcher, CMake package, pkg-config file,
# sources of the examples. Nothing in it names its own place, so it can be moved.
include(CMakePackageConfigHelpers)

set(NVSHMEM_RELEASE ${NVSHMEM_VERSION_MAJOR}.${NVSHMEM_VERSION_MINOR}.${NVSHMEM_VERSION_PATCH})
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/nvshmem)

# --- library, programs
set_target_properties(nvshmem_host nvshmem_vcuda PROPERTIES INSTALL_RPATH "$ORIGIN")
install(TARGETS nvshmem_host nvshmem_vcuda EXPORT NVSHMEMTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# Installs each program of a source folder; `origin` leads from the program's folder to the prefix. More arguments are for
# install(TARGETS).
function(omni_install_programs folder destination origin)
    get_property(targets DIRECTORY ${PROJECT_SOURCE_DIR}/${folder} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
        get_target_property(type ${target} TYPE)
        if(type STREQUAL EXECUTABLE)
            set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/${origin}/${CMAKE_INSTALL_LIBDIR}")
            install(TARGETS ${target} ${ARGN} RUNTIME DESTINATION ${destination})
        endif()
    endforeach()
endfunction()
omni_install_programs(tools ${CMAKE_INSTALL_BINDIR} .. EXPORT NVSHMEMTargets)
install(EXPORT NVSHMEMTargets NAMESPACE nvshmem:: DESTINATION ${package_folder})
if(NVSHMEM_BUILD_TESTS)
    omni_install_programs(perftest/host ${CMAKE_INSTALL_BINDIR} ..)
    if(NOT OMNISHMEM_SANITIZER AND NOT CMAKE_CROSSCOMPILING)
        omni_install_programs(perftest/vgpu ${CMAKE_INSTALL_BINDIR} ..)
    endif()
    install(DIRECTORY perftest/ DESTINATION ${CMAKE_INSTALL_DATADIR}/src/perftest)
endif()
if(NVSHMEM_BUILD_EXAMPLES)
    omni_install_programs(examples ${CMAKE_INSTALL_BINDIR}/examples ../..)
    if(TARGET example_jacobi)
        omni_install_programs(examples/device ${CMAKE_INSTALL_BINDIR}/examples ../..)
    endif()
endif()

# --- CUDA programs on the virtual device: the names that they link by, compiler driver, source step, CMake function
install(DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/vcuda DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(PROGRAMS tools/nvshmcc DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY tools/vgpu_source DESTINATION ${CMAKE_INSTALL_DATADIR}/nvshmem FILES_MATCHING PATTERN "*.py")
install(FILES cmake/NvshmemProgram.cmake DESTINATION ${package_folder})

# --- headers, and one-line forwarders for the paths that existing programs include
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.def"
        PATTERN "*.hpp" PATTERN "*.cuh")
file(STRINGS cmake/forwarders.txt rows REGEX "^[^#]")
foreach(row IN LISTS rows)
    separate_arguments(row UNIX_COMMAND "${row}")
    list(GET row 0 FORWARDER)
    list(GET row 1 TARGET)
    get_filename_component(folder ${FORWARDER} DIRECTORY)
    file(RELATIVE_PATH TARGET /${folder} /${TARGET})
    configure_file(cmake/forwarder.h.in ${PROJECT_BINARY_DIR}/forwarders/${FORWARDER} @ONLY)
endforeach()
install(DIRECTORY ${PROJECT_BINARY_DIR}/forwarders/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# --- CMake package: find_package(NVSHMEM), with or without a version; NVSHMEMVersion.cmake is the older file name
configure_package_config_file(cmake/NVSHMEMConfig.cmake.in ${PROJECT_BINARY_DIR}/package/NVSHMEMConfig.cmake
                              INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO
                              PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR
                              CMAKE_INSTALL_DATADIR)
foreach(name NVSHMEMConfigVersion NVSHMEMVersion)
    write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/${name}.cmake COMPATIBILITY SameMajorVersion)
endforeach()
install(DIRECTORY ${PROJECT_BINARY_DIR}/package/ DESTINATION ${package_folder})

# --- pkg-config
file(RELATIVE_PATH PKG_CONFIG_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" PKG_CONFIG_TO_PREFIX ${PKG_CONFIG_TO_PREFIX})
configure_file(cmake/nvshmem.pc.in ${PROJECT_BINARY_DIR}/nvshmem.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/nvshmem.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# --- texts and example sources
file(WRITE ${PROJECT_BINARY_DIR}/version.txt "${NVSHMEM_RELEASE}\n")
install(FILES LICENSE DESTINATION . RENAME License.txt)
install(FILES CHANGELOG.md DESTINATION . RENAME changelog)
install(FILES ${PROJECT_BINARY_DIR}/version.txt DESTINATION .)
install(CODE "set(source [[${PROJECT_SOURCE_DIR}]])")
install(SCRIPT cmake/WriteGitCommit.cmake)
install(DIRECTORY examples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/src/examples)
