# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""House rules that a machine can check: licence heads, own words only, no promises, the format of the sources."""
import re
import shutil
import subprocess
import unittest

from repository import ROOT, name, tracked

HEAD = re.compile(r"SPDX-FileCopyrightText: OmniSHMEM contributors[ */]*\n\W*SPDX-License-Identifier: Apache-2.0[ */]*\n")
WITH_HEAD = {".c", ".cc", ".cpp", ".cu", ".cuh", ".h", ".hpp", ".py", ".rs", ".cmake", ".def", ".in", ".map", ".sh"}
NAMED_WITH_HEAD = {"dev", "run", "CMakeLists.txt", ".clang-tidy", ".clang-format", ".pre-commit-config.yaml"}

# Written so that this file does not match itself.
STRAY = re.compile(r"/wor[k]/|/roo[t]/|/home/\w+/|/tmp/[h]/|\bissues? #?[0-9]+\b|\bFIX[M]E\b|\bTO[D]O\b|\bXX[X]\b|"
                   r"not (yet )?implement[e]d|\bwork[p]lace\b|\bsub-?agen[t]s?\b", re.IGNORECASE)
QUOTES_OTHERS = re.compile(r"^(LICENSE$|api/reference/)")  # texts and tables whose words are not ours


class Style(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.files = tracked()
        if not cls.files:
            raise unittest.SkipTest("no git here, so no list of the project's own files")

    def test_every_source_opens_with_the_licence_head(self):
        without = [name(file) for file in self.files
                   if (file.suffix in WITH_HEAD or file.name in NAMED_WITH_HEAD)
                   and not HEAD.search("\n".join(file.read_text(errors="replace").split("\n")[:6]) + "\n")]
        self.assertEqual([], without)

    def test_no_stray_words(self):
        found = [f"{name(file)}:{number}: {match[0]}" for file in self.files if not QUOTES_OTHERS.match(name(file))
                 for number, line in enumerate(file.read_text(errors="replace").split("\n"), 1)
                 if (match := STRAY.search(line))]
        self.assertEqual([], found)

    def test_no_tabs_or_trailing_blanks(self):
        found = [f"{name(file)}:{number}" for file in self.files
                 if not QUOTES_OTHERS.match(name(file)) and file.suffix != ".tsv"
                 for number, line in enumerate(file.read_text(errors="replace").split("\n"), 1)
                 if line != line.rstrip() or "\t" in line]
        self.assertEqual([], found)


class Format(unittest.TestCase):
    @unittest.skipUnless(shutil.which("clang-format-19"), "clang-format-19 is not installed")
    def test_sources_are_formatted(self):
        done = subprocess.run([str(ROOT / "dev"), "format", "--check"], capture_output=True, text=True, check=False)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
