"""Component tables for designers: export for editing, and what an edited copy changes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from simcore.components import Row, TableSpec
from simcore.errors import InputError
from simcore.game import Game
from simcore.registry import games


def export(game: Game, folder: Path) -> list[Path]:
    """Copy the shipped tables of a game to a folder and return the copies.

    Raises:
        InputError: a file is there already; nothing is written.
    """
    copies = [folder / f"{spec.name}.csv" for spec in game.tables]
    for path in copies:
        if path.exists():
            raise InputError(f"{path}: exists already; nothing was overwritten")
    folder.mkdir(parents=True, exist_ok=True)
    for path in copies:
        shutil.copyfile(game.components / path.name, path)
    return copies


def guess(folder: Path) -> Game:
    """Return the game whose tables lie in a folder.

    Raises:
        InputError: the file names fit no game, or several.
    """
    names = {path.stem for path in folder.glob("*.csv")}
    if not names:
        raise InputError(f"{folder}: no component tables (*.csv) there")
    fitting = [game for game in games().values() if names & {spec.name for spec in game.tables}]
    if len(fitting) != 1:
        raise InputError(f"{folder}: which game do these tables belong to? Say it with --game")
    return fitting[0]


def differences(game: Game, folder: Path) -> list[str]:
    """Validate edited tables and return one line for every cell that differs from the shipped ones.

    Raises:
        InputError: a table is wrong, or contradicts the rules.
    """
    shipped, edited = game.rulebook(), game.rulebook(components=folder)
    for players in game.players:
        game.make_rules(edited, players)
    lines: list[str] = []
    for spec in game.tables:
        if spec.name in edited.edited:
            lines += _compare(spec, shipped.tables[spec.name], edited.tables[spec.name])
    return lines


def _compare(spec: TableSpec, old: list[Row], new: list[Row]) -> Iterator[str]:
    keys = [column.name for column in spec.columns if column.key]
    before, after = ({_key(row, keys, i): row for i, row in enumerate(rows)} for rows in (old, new))
    for key in dict.fromkeys([*before, *after]):
        if key not in after:
            yield f"{spec.name}, {key}: row removed"
        elif key not in before:
            yield f"{spec.name}, {key}: row added"
        else:
            for name, value in after[key].items():
                if value != before[key][name]:
                    yield f"{spec.name}, {key}, {name}: {before[key][name]} -> {value}"


def _key(row: Row, keys: list[str], index: int) -> str:
    return ", ".join(f"{name} {row[name]}" for name in keys) or f"row {index + 1}"
