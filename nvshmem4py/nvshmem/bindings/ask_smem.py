# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""How much dynamic shared memory a kernel should lend to device transfers. Asks the library, as nvshmemx_ask_smem does."""
from nvshmem import bindings


def ask_smem(amount: int) -> int:
    return bindings.raw("ask_smem")(int(amount))
