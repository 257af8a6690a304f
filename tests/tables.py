"""Component tables of any game, shipped or edited."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

Rows = list[dict[str, str]]
Change = Callable[[Rows], Rows]


def read(folder: Path, table: str) -> Rows:
    """Read a table."""
    with (folder / f"{table}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(folder: Path, table: str, lines: Sequence[Mapping[str, Any]]) -> Path:
    """Write a table; return its folder."""
    with (folder / f"{table}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(lines[0]))
        writer.writeheader()
        writer.writerows(lines)
    return folder


def cell(row: int, column: str, value: str) -> Change:
    """Another value in a cell."""
    return lambda lines: [{**line, column: value} if i == row else line for i, line in enumerate(lines)]


def without(row: int) -> Change:
    """A row is missing."""
    return lambda lines: lines[:row] + lines[row + 1 :]
