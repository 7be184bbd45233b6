# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Python interface of NVSHMEM: one-sided communication between processing elements (PEs). Start with `import nvshmem.core`."""
import os

from nvshmem.version import __version__, __version_tuple__, version

__package_name__ = os.environ.get("PACKAGE_NAME", "nvshmem4py")
__all__ = ["__version__", "__version_tuple__", "version"]
