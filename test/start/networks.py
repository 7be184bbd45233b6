# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Hosts made of network name spaces of this machine, and cables between them. A host lives as long as the process that holds it."""
import os
import shutil
import subprocess
import time
import unittest
from pathlib import Path


def may(*words: str) -> bool:
    """Whether this command works here; name spaces need rights that not every system gives."""
    return bool(shutil.which(words[0])) and subprocess.run(words, capture_output=True, check=False).returncode == 0


def must(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(words)}: {done.stderr}")


class Host:
    """A network name space with loopback. `boot`: a boot number of its own, as another machine has it."""

    def __init__(self, test: unittest.TestCase, boot: str = ""):
        spaces = ["-n", "-m"] if boot else ["-n"]
        if not may("unshare", *spaces, "ip", "link", "add", "net1", "type", "veth"):
            test.skipTest("no network name spaces here")
        self.holder = subprocess.Popen(["unshare", *spaces, "sleep", "1000"])
        test.addCleanup(self.holder.wait)
        test.addCleanup(self.holder.kill)
        self.enter = ["nsenter", "-t", str(self.holder.pid), *spaces]
        mine = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{self.holder.pid}/ns/net") == mine:
            time.sleep(0.005)
        self.ip("link", "set", "lo", "up")
        if boot:
            self.pretend_to_be(test, boot)

    def pretend_to_be(self, test: unittest.TestCase, boot: str):
        number = Path("/proc/sys/kernel/random/boot_id")
        if not may(*self.enter, "sh", "-c", f"mount -t tmpfs none /mnt && echo {boot} > /mnt/boot && mount --bind /mnt/boot {number}"):
            test.skipTest("no mounts here")

    def ip(self, *words: str) -> None:
        must(*self.enter, "ip", *words)

    def add(self, interface: str, *addresses: str) -> None:
        """An interface that is up, whose cable ends nowhere."""
        self.ip("link", "add", interface, "type", "veth", "peer", "name", "loose")
        self.ip("link", "set", "loose", "name", f"end-{interface}"[:15])
        self.ip("link", "set", f"end-{interface}"[:15], "up")
        self.furnish(interface, *addresses)

    def furnish(self, interface: str, *addresses: str) -> None:
        for address in addresses:
            self.ip("addr", "add", address, "dev", interface, *(["nodad"] if ":" in address else []))
        self.ip("link", "set", interface, "up")


def connect(a: Host, b: Host, interface: str) -> None:
    """A cable between two interfaces of this name, which are still to be furnished."""
    a.ip("link", "add", interface, "type", "veth", "peer", "name", interface, "netns", str(b.holder.pid))
