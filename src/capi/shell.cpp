// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The rare part of the shells.
#include "capi/shell.h"

#include "base/log.h"

namespace omni::capi {

int answer_failure(const char* call, const Status& status) {
    log::warn("%s: %s", call, status.text());
    return record(call, status);
}

}  // namespace omni::capi
