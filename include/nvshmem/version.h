// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Versions: of the interface (the OpenSHMEM level, the NVSHMEM level) and of this library.
#pragma once

#include "detail/export.h"

// The level of the OpenSHMEM specification that nvshmem_info_get_version answers.
#define NVSHMEM_MAJOR_VERSION 1
#define NVSHMEM_MINOR_VERSION 3

// The level of the NVSHMEM interface that this library implements.
#define NVSHMEM_VENDOR_MAJOR_VERSION 3
#define NVSHMEM_VENDOR_MINOR_VERSION 8
#define NVSHMEM_VENDOR_PATCH_VERSION 0
#define NVSHMEM_VENDOR_PACKAGE_VERSION 0
#define NVSHMEM_VENDOR_VERSION 30800  // major * 10000 + minor * 100 + patch
#define NVSHMEM_VENDOR_STRING "NVSHMEM v3.8.0"
#define NVSHMEM_MAX_NAME_LEN 256  // bytes that nvshmem_info_get_name may write, the final 0 included

#define NVSHMEM_VENDOR_BASE_VERSION_STRING "3.8.0"
#define NVSHMEM_VENDOR_NUMERIC_VERSION_STRING "3.8.0.0"
#define NVSHMEM_VENDOR_ARTIFACT_VERSION_STRING "3.8.0"
#define NVSHMEM_VENDOR_PACKAGE_VERSION_STRING "3.8.0"
#define NVSHMEM_VENDOR_PACKAGE_RELEASE_STRING "0"
#define NVSHMEM_VENDOR_RPM_PACKAGE_VERSION_STRING "3.8.0"
#define NVSHMEM_VENDOR_RPM_PACKAGE_RELEASE_STRING "0"
#define NVSHMEM_VENDOR_VERSION_STAGE "release"
#define NVSHMEM_VENDOR_VERSION_STAGE_NUMBER ""
#define NVSHMEM_BUILD_VARS "NVSHMEM_ARTIFACT_VERSION=3.8.0"

// The levels of the plugin interfaces.
#define NVSHMEM_TRANSPORT_PLUGIN_MAJOR_VERSION 7
#define NVSHMEM_TRANSPORT_PLUGIN_MINOR_VERSION 0
#define NVSHMEM_TRANSPORT_PLUGIN_PATCH_VERSION 0
#define NVSHMEM_BOOTSTRAP_PLUGIN_MAJOR_VERSION 3
#define NVSHMEM_BOOTSTRAP_PLUGIN_MINOR_VERSION 0
#define NVSHMEM_BOOTSTRAP_PLUGIN_PATCH_VERSION 0

// This library's own release.
#define OMNISHMEM_VERSION_MAJOR 0
#define OMNISHMEM_VERSION_MINOR 1
#define OMNISHMEM_VERSION_PATCH 0
#define OMNISHMEM_VERSION 100  // major * 10000 + minor * 100 + patch
#define OMNISHMEM_VERSION_STRING "0.1.0"

NVSHMEM_BEGIN_C

// The release of the library that is loaded, as OMNISHMEM_VERSION_STRING is of the header. Callable at any
// time.
NVSHMEM_API const char* nvshmemx_omnishmem_version(void);

NVSHMEM_END_C
