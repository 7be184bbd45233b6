# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Tables as perftests print them are read and drawn."""
import re
import sys
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "perftest"))
from chart import svg  # noqa: E402
from results import read_rows  # noqa: E402

BASIC = """\
Note: a test uses only the options that concern it.
mype: 0 mype_node: 0 device name: Virtual CUDA device bus id: 1
#shmem_put_latency
size(B)     scope     latency (us)
1024        Thread    1.250000
2048        Thread    2.500000
1024        Block     0.750000
"""
COLLECTIVE = """\
#device_reduction
size(B)     count     type      redop     scope     latency(us)       algbw(GB/s)   busbw(GB/s)
8           2         int32     sum       t         0.500000          0.016         0.016
16          4         int32     sum       t         0.600000          0.027         0.027
"""
MACHINE = """\
shmem_put_latency
&&&& PERF shmem_put_latency___Thread___size__1024___latency 1.250000 -us
"""


class Results(unittest.TestCase):
    def test_basic_tables(self):
        rows = read_rows(BASIC)
        self.assertEqual([("shmem_put_latency", "Thread", 1024), ("shmem_put_latency", "Thread", 2048), ("shmem_put_latency", "Block", 1024)],
                         [(row.job, row.series, row.bytes) for row in rows])
        self.assertEqual({"latency (us)": 2.5}, rows[1].values)

    def test_collective_tables(self):
        row = read_rows(COLLECTIVE)[1]
        self.assertEqual(("device_reduction", "int32-sum-t", 16), (row.job, row.series, row.bytes))
        self.assertEqual({"count": 4, "latency(us)": 0.6, "algbw(GB/s)": 0.027, "busbw(GB/s)": 0.027}, row.values)

    def test_lines_for_machines(self):
        row, = read_rows(MACHINE)
        self.assertEqual(("shmem_put_latency", "Thread", 1024, {"latency (us)": 1.25}), (row.job, row.series, row.bytes, row.values))

    def test_a_row_that_does_not_fit_its_header_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "2 cells under 3 columns"):
            read_rows(BASIC + "4096        1.0\n")

    def test_a_picture_has_a_panel_for_each_job_and_a_line_for_each_series(self):
        picture = svg(read_rows(BASIC + COLLECTIVE))
        root = xml.fromstring(picture)
        titles = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text") if node.get("class") == "title"]
        self.assertEqual(["shmem_put_latency", "device_reduction"], titles)
        self.assertEqual(3, len(re.findall("<polyline", picture)))
        width, height = float(root.get("width")), float(root.get("height"))
        for circle in root.iter("{http://www.w3.org/2000/svg}circle"):
            self.assertTrue(0 < float(circle.get("cx")) < width and 0 < float(circle.get("cy")) < height)


if __name__ == "__main__":
    unittest.main()
