// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Everything of the bootstrap that hears others, as functions that take whatever bytes come. They return when
// the reader has decided; a crash or a hang is the fault to find.
#pragma once

#include <cstddef>
#include <string>

namespace omni::bootstrap {

/// The dialogue of a launcher that answers as it should, one text for the whole of it.
std::string good_launcher();
/// The client of PMI-1 hears `bytes` from its launcher, then the end of the connection.
void hear_launcher(const std::string& bytes);

/// An entry as the root gets it, for number `rank` of a job of four.
std::string good_entry(int rank);
/// The reader of messages, in each of its places.
void hear_message(const std::string& bytes);

std::string good_id();
void hear_id(const std::string& bytes);

}  // namespace omni::bootstrap
