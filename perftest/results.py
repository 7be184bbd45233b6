# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""Reads what a perftest printed: its tables, or the lines that NVSHMEM_MACHINE_READABLE_OUTPUT=1 gives."""
import re
from dataclasses import dataclass

MACHINE_ROW = re.compile(r"^&&&& PERF (?P<job>\S+?)___(?P<series>.*)___size__(?P<bytes>\d+)___(?P<quantity>\S+) (?P<value>\S+) [+-](?P<unit>\S+)$")
COLUMNS = re.compile(r"\s{2,}")
IS_TEXT = ("type", "redop", "scope")


@dataclass
class Row:
    """One line of a table. `series` is what tells apart rows of the same size; `values`: column name to number."""

    job: str
    series: str
    bytes: int
    values: dict


def read_rows(text: str) -> list:
    """All rows of all tables, in their order."""
    rows, job, header = [], "", []
    for line in text.splitlines():
        machine = MACHINE_ROW.match(line)
        if machine:
            rows.append(Row(machine["job"], machine["series"], int(machine["bytes"]),
                            {f"{machine['quantity']} ({machine['unit']})": float(machine["value"])}))
        elif line.startswith("#"):
            job, header = line[1:].strip(), []
        elif line.startswith("size(B)"):
            header = COLUMNS.split(line.strip())
        elif header and re.match(r"\d+\s{2,}", line):
            rows.append(table_row(job, header, COLUMNS.split(line.strip())))
    return rows


def table_row(job: str, header: list, cells: list) -> Row:
    if len(cells) != len(header):
        raise ValueError(f"table {job}: {len(cells)} cells under {len(header)} columns: {cells}")
    row = dict(zip(header, cells))
    size = int(row.pop("size(B)"))
    series = "-".join(row.pop(name) for name in IS_TEXT if name in row)
    return Row(job, series, size, {name: float(value) for name, value in row.items()})
