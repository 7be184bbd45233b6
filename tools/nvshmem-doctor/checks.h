// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The looks at this machine, one function a section, in the order of the report.
#pragma once

#include "finding.h"

namespace omni::doctor {

Section look_at_machine();
Section look_at_settings();
Section look_at_memory();
Section look_at_processes();
Section look_at_limits();
Section look_at_network();
Section look_at_libraries();
Section look_at_programs();
/// A job of two PEs. It gets `limit_s`, its launcher as much again.
Section try_job(double limit_s);

/// What each PE of the tried job does; the exit status.
int be_pe();

}  // namespace omni::doctor
