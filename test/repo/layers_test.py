# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""The layer rule holds in this tree, and the checker sees each way of breaking it."""
import sys
import tempfile
import unittest
from pathlib import Path

from repository import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import check_layers  # noqa: E402


def tree(files: dict) -> Path:
    root = Path(tempfile.mkdtemp(prefix="layers-"))
    for file, text in files.items():
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(text)
    return root


class Layers(unittest.TestCase):
    def test_this_tree(self):
        self.assertEqual([], check_layers.layer_faults(ROOT) + check_layers.client_faults(ROOT))

    def test_leftward_and_public_includes_pass(self):
        root = tree({"src/ops/rma.cpp": '#include "heap/heap.h"\n#include "nvshmem.h"\n#include <vector>\n'})
        self.assertEqual([], check_layers.layer_faults(root))

    def test_rightward_include_is_named_with_its_line(self):
        root = tree({"src/heap/heap.cpp": '#include "base/log.h"\n#include "team/team.h"\n'})
        faults = check_layers.layer_faults(root)
        self.assertEqual(1, len(faults))
        self.assertIn("src/heap/heap.cpp:2:", faults[0])

    def test_the_virtual_device_stands_apart(self):
        root = tree({"src/vgpu/engine/ok.cpp": '#include "os/memory.h"\n#include "vgpu/engine/x.h"\n',
                     "include/vgpu/vgpu/hooks.h": "", "src/device/ok.cpp": '#include "vgpu/hooks.h"\n',
                     "src/vgpu/engine/bad.cpp": '#include "control/wait.h"\n',
                     "src/device/bad.cpp": '#include "vgpu/engine/launch.h"\n'})
        faults = check_layers.layer_faults(root)
        self.assertEqual(["src/device/bad.cpp:1", "src/vgpu/engine/bad.cpp:1"], sorted(fault.rsplit(": ", 1)[0] for fault in faults))

    def test_folder_without_a_place_is_refused(self):
        self.assertEqual(1, len(check_layers.layer_faults(tree({"src/misc/x.h": "\n"}))))

    def test_clients_see_public_headers_alone(self):
        root = tree({"include/nvshmem.h": "", "include/nvshmem/detail/expand.h": "", "src/heap/heap.h": "",
                     "perftest/driver/options.h": "",
                     "perftest/host/ok.cpp": '#include "nvshmem.h"\n#include "driver/options.h"\n',
                     "perftest/host/bad.cpp": '#include "heap/heap.h"\n#include "../../src/heap/heap.h"\n',
                     "examples/bad.cpp": '#include "nvshmem/detail/expand.h"\n'})
        faults = check_layers.client_faults(root)
        self.assertEqual(3, len(faults), faults)


if __name__ == "__main__":
    unittest.main()
