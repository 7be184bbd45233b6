# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The raw device interface for cute."""
from nvshmem.core.device import missing

raise missing(__name__, "cute")
