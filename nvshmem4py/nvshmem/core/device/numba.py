# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The device interface for numba."""
from nvshmem.core.device import missing

raise missing(__name__, "numba")
