#!/usr/bin/env python3
# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes the Rust bindings from the tables in api/ and the public headers of a source tree.

Usage: generate.py [--source ROOT] OUT FILE...     FILE is one of the names in FILES

A file that would not change keeps its time stamp.
"""
import argparse
from pathlib import Path

import device
import elements
import host
from tables import Source

FILES = {"nvshmem_host.rs": host.render_host, "nvshmem_host_api.rs": host.render_api, "elements.rs": elements.render,
         "nvshmem_device_cuda_oxide.rs": device.render}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--source", type=Path, default=Path(__file__).resolve().parents[3])
    options.add_argument("out", type=Path)
    options.add_argument("files", nargs="+", choices=FILES)
    arguments = options.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    source = Source(arguments.source.resolve())
    for name in arguments.files:
        write(arguments.out / name, FILES[name](source))


def write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


if __name__ == "__main__":
    main()
