// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is set, and where: the environment and the configuration files, which win over it.
#pragma once

#include <map>
#include <string>

namespace omni {

struct Setting {
    std::string value;
    std::string origin;  ///< "the environment", or the path of a file
};

/// Everything that is set under a name that begins with NVSHMEM_ or OMNISHMEM_, by name.
using Settings = std::map<std::string, Setting>;

/// Reads the environment, then /etc/nvshmem.conf, ~/.nvshmem.conf and the file that NVSHMEM_CONF_FILE names:
/// the last one that has a name counts. A file that is not there is no error.
Settings read_settings();

}  // namespace omni
