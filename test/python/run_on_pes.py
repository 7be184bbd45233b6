# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs Python unittest files on every PE of a job; each PE writes a JUnit file of its own, `.pe<K>` before `.xml`.

Usage: nvshmrun -n N python run_on_pes.py RESULTS.xml TEST_FILE.py...
"""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/support"))
import run_unittest  # noqa: E402

import nvshmem.core  # noqa: E402


def main() -> int:
    nvshmem.core.init()
    results = Path(sys.argv[1]).with_suffix(f".pe{nvshmem.core.my_pe()}.xml")
    status = run_unittest.run(results, [Path(file) for file in sys.argv[2:]])
    if status == 0:
        nvshmem.core.finalize()
    return status


if __name__ == "__main__":
    sys.exit(main())
