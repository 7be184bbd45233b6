// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Which types take part in which operations: one trait a family of types of the interface.
#![allow(clippy::missing_safety_doc, clippy::too_many_arguments)]

include!(concat!(env!("OUT_DIR"), "/elements.rs"));
