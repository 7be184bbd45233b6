# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The version of the Python interface. That of this package's release is in its metadata, that of the library in get_version()."""
__version__ = version = "0.4.1"
__version_tuple__ = version_tuple = (0, 4, 1)
__commit_id__ = commit_id = None
