# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""What the documents say is so: commands and files exist, versions agree, the program of the README prints its output.

OMNI_BUILD_DIR names the build folder whose library and launcher the program uses.
"""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from repository import ROOT, name, tracked

BUILD = Path(os.environ.get("OMNI_BUILD_DIR", ROOT / "build/release"))
DOCUMENTS = [file for file in tracked() if file.suffix == ".md"]
CODE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)  # in which kernel[grid](arguments) is no link
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")
DEV = re.compile(r"\./dev +([a-z]+)((?: +--[a-z]+)*)")
BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)


def run(*command, **keywords) -> str:
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=60, check=False, **keywords)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout


class Documents(unittest.TestCase):
    def test_dev_commands_and_options_exist(self):
        for file in DOCUMENTS:
            for command, options in set(DEV.findall(file.read_text())):
                with self.subTest(document=name(file), command=command):
                    known = run(ROOT / "dev", command, "--help")
                    self.assertEqual([], [option for option in options.split() if option not in known])

    def test_links_lead_to_files(self):
        dead = [f"{name(file)}: {target}" for file in DOCUMENTS for target in LINK.findall(CODE.sub("", file.read_text()))
                if not (file.parent / target).exists()]
        self.assertEqual([], dead)

    def test_named_files_exist(self):
        """Paths in backticks that begin with a folder of the repository."""
        folders = {file.name for file in ROOT.iterdir() if file.is_dir()} - {"build", ".git"}
        missing = [f"{name(file)}: {path}" for file in DOCUMENTS for path in re.findall(r"`([\w.-]+/[\w./-]*)`", file.read_text())
                   if path.split("/")[0] in folders and not (ROOT / path).exists()]
        self.assertEqual([], missing)

    def test_the_index_lists_every_page(self):
        listed = set(LINK.findall((ROOT / "docs/README.md").read_text()))
        pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"}
        self.assertEqual(set(), pages - listed)

    def test_versions_agree(self):
        header = (ROOT / "include/nvshmem/version.h").read_text()
        macros = dict(re.findall(r'#define (\w+_VERSION\w*) "?([\d.]+)"?', header))
        release = (ROOT / "VERSION").read_text().strip()
        major, minor, patch = map(int, release.split("."))
        self.assertEqual(release, macros["OMNISHMEM_VERSION_STRING"])
        self.assertEqual(str(major * 10000 + minor * 100 + patch), macros["OMNISHMEM_VERSION"])
        self.assertEqual(release, re.search(r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1])
        level = re.search(r"project\(NVSHMEM VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertEqual(level, macros["NVSHMEM_VENDOR_NUMERIC_VERSION_STRING"])

    def test_the_readme_program_prints_the_readme_output(self):
        blocks = BLOCK.findall((ROOT / "README.md").read_text())
        program = next(text for language, text in blocks if language == "cuda")
        expected = next(text for _, text in blocks if "$ nvshmcc" in text).splitlines()
        folder = Path(tempfile.mkdtemp(prefix="readme-"))
        (folder / "ring.cu").write_text(program)
        run(ROOT / "tools/nvshmcc", "-Wall", "-Wextra", "-Werror", folder / "ring.cu", "-o", folder / "ring", f"-L{BUILD}/lib",
            f"-Wl,-rpath,{BUILD}/lib")
        printed = run(BUILD / "bin/nvshmrun", "-n", "4", folder / "ring").splitlines()
        self.assertEqual([line for line in expected if not line.startswith("$")], sorted(printed))


if __name__ == "__main__":
    unittest.main()
