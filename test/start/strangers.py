# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""A process of another user beside a job: strangers.py WHAT ARGUMENT... does it until it is killed, or prints what it could get."""
import os
import random
import select
import socket
import sys
import time

STRANGER = 65533


def own_sockets(pid: int) -> set:
    links = []
    for descriptor in os.listdir(f"/proc/{pid}/fd"):
        try:
            links.append(os.readlink(f"/proc/{pid}/fd/{descriptor}"))
        except OSError:
            pass
    return {link[8:-1] for link in links if link.startswith("socket:[")}


def ports_of(pid: int) -> list:
    """Where this process listens."""
    sockets, ports = own_sockets(pid), []
    for table in ["tcp", "tcp6"]:
        with open(f"/proc/{pid}/net/{table}", "rb") as file:
            for line in list(file)[1:]:
                words = line.decode().split()
                if words[3] == "0A" and words[9] in sockets:
                    ports.append(int(words[1].split(":")[1], 16))
    return ports


def names_in_use() -> list:
    """Abstract names of the library, which all users see."""
    with open("/proc/net/unix", "rb") as file:
        return sorted({line.split()[-1][1:].decode() for line in file if b"@omnishmem-" in line})


def connection(port: int) -> socket.socket:
    made = socket.socket()
    made.settimeout(0.5)
    made.connect(("127.0.0.1", port))
    return made


def connect_in_silence(port: str, count: str) -> None:
    """So many connections at once, each made anew as soon as it ends."""
    silent = {}
    while True:
        try:
            while len(silent) < int(count):
                made = connection(int(port))
                silent[made.fileno()] = made
        except OSError:
            pass
        if not silent:
            time.sleep(0.01)
            continue
        for end in select.select(list(silent), [], [], 0.01)[0][:]:
            try:
                over = not silent[end].recv(4096)
            except OSError:
                over = True
            if over:
                silent.pop(end).close()


def talk_nonsense(port: str) -> None:
    chance = random.Random(3)
    while True:
        try:
            with connection(int(port)) as made:
                made.sendall(chance.randbytes(chance.randrange(1, 3000)))
        except OSError:
            time.sleep(0.001)


def speak_slowly(port: str) -> None:
    """The beginning of a message, one byte after the other."""
    while True:
        try:
            with connection(int(port)) as made:
                begin = made.recv(40)
                for byte in begin:
                    made.sendall(bytes([byte]))
                    time.sleep(0.05)
        except OSError:
            time.sleep(0.01)


def fill_inboxes() -> None:
    """Connects to every abstract name of the library again and again."""
    held = []
    while True:
        for name in names_in_use():
            made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
            try:
                made.connect(b"\0" + name.encode())
                held.append(made)
            except OSError:
                made.close()
        held = held[-500:]


def hold(name: str) -> None:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    made.bind(b"\0" + name.encode())
    made.listen()
    print("holds", flush=True)
    while True:
        made.accept()


def look_at(*pids: str) -> None:
    """Prints what of these processes it could open."""
    for pid in pids:
        for path in [f"/proc/{pid}/{name}" for name in ["mem", "environ", "map_files"]] + \
                    [f"/proc/{pid}/fd/{number}" for number in range(64)]:
            try:
                os.listdir(path) if path.endswith("map_files") else os.close(os.open(path, os.O_RDONLY))
                print(path)
            except OSError:
                pass


if __name__ == "__main__":
    if os.geteuid() == 0:
        os.setresgid(STRANGER, STRANGER, STRANGER)
        os.setresuid(STRANGER, STRANGER, STRANGER)
    WAYS = {"silence": connect_in_silence, "nonsense": talk_nonsense, "slow": speak_slowly, "inboxes": fill_inboxes, "hold": hold,
            "look": look_at}
    WAYS[sys.argv[1]](*sys.argv[2:])
