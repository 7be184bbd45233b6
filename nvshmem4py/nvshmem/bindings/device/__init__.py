# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Raw device interfaces by compiler; see nvshmem.core.device."""
