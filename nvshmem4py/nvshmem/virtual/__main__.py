# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""python -m nvshmem.virtual script.py [arguments]"""
import os
import runpy
import sys

from nvshmem import virtual


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print("usage: python -m nvshmem.virtual script.py [arguments]\n\n" + virtual.__doc__)
        sys.exit(0 if len(sys.argv) > 1 else 2)
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    virtual.install()
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
