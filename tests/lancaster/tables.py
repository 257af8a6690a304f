"""Edited component tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simcore.games.lancaster.describe import GAME

from ..tables import write
from .slow_position import rows


def with_rules(folder: Path, table: str, rules: Sequence[str]) -> Path:
    """Write a shipped table with other rules, from its first row on."""
    lines = rows(table)
    for line, rule in zip(lines, rules, strict=False):
        line["rule"] = rule
    return write(folder, table, lines)


def book(folder: Path, **rules: Any) -> Any:
    """Return the rules with a folder of edited tables."""
    return GAME.rulebook(rules, folder)
