"""Component tables for designers: export for editing, and what an edited copy changes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from simcore.components import Row, TableSpec, Value
from simcore.errors import InputError
from simcore.game import Game
from simcore.registry import games
from simcore.runs import write_whole

COUNTS = ("count", "customers")  # beginnings of the names of columns that count pieces


def export(game: Game, folder: Path) -> list[Path]:
    """Copy the shipped tables of a game to a folder and return the copies.

    Raises:
        InputError: a file is there already; nothing is written.
    """
    copies = [folder / f"{spec.name}.csv" for spec in game.tables]
    for path in copies:
        if os.path.lexists(path):
            raise InputError(f"{path}: exists already; nothing was overwritten")
    folder.mkdir(parents=True, exist_ok=True)
    for path in copies:
        write_whole(path, (game.components / path.name).read_bytes())
    return copies


def guess(folder: Path) -> Game:
    """Return the game whose tables lie in a folder.

    Raises:
        InputError: the file names fit no game, or several.
    """
    names = {path.stem for path in folder.iterdir() if path.suffix.lower() == ".csv"}
    if not names:
        raise InputError(f"{folder}: no component tables (*.csv) there")
    known = {game.name: len(names & {spec.name for spec in game.tables}) for game in games().values()}
    fitting = [game for game in games().values() if known[game.name] == max(known.values())]
    if len(fitting) != 1:
        raise InputError(f"{folder}: which game do these tables belong to? Say it with --game")
    return fitting[0]


def differences(game: Game, folder: Path) -> list[str]:
    """Validate edited tables; return a line for every cell that differs from the shipped ones, then for every total.

    Raises:
        InputError: a table is wrong, or contradicts the rules.
    """
    shipped, edited = game.rulebook(), game.rulebook(components=folder)
    for players in game.players:
        game.make_rules(edited, players)
    pairs = [(s, shipped.tables[s.name], edited.tables[s.name]) for s in game.tables if s.name in edited.edited]
    cells = [line for pair in pairs for line in _compare(*pair)]
    return [*cells, *(line for pair in pairs for line in _totals(*pair)), *_provenance(pairs)]


def _compare(spec: TableSpec, old: list[Row], new: list[Row]) -> Iterator[str]:
    before, after = _by_key(spec, old), _by_key(spec, new)
    for key in dict.fromkeys([*before, *after]):
        if key not in after:
            yield f"{spec.name}, {key}: row removed"
        elif key not in before:
            yield f"{spec.name}, {key}: row added"
        else:
            for name, value in after[key].items():
                if value != before[key][name]:
                    yield f"{spec.name}, {key}, {name}: {before[key][name]} -> {value}"


def _totals(spec: TableSpec, old: Sequence[Row], new: Sequence[Row]) -> Iterator[str]:
    """Yield what changes in all: rows, and the sums of columns that count pieces."""
    if len(old) != len(new):
        yield f"{spec.name}: {len(old)} -> {len(new)} rows"
    for column in spec.columns:
        if column.name.startswith(COUNTS) and isinstance(column.values, range):
            before, after = (sum(int(row[column.name]) for row in rows) for rows in (old, new))
            if before != after:
                yield f"{spec.name}.{column.name}: {before} -> {after} in all"


def _provenance(pairs: Sequence[tuple[TableSpec, list[Row], list[Row]]]) -> Iterator[str]:
    """Yield how many rows claim another provenance than the shipped ones."""
    changes: Counter[tuple[Value, Value]] = Counter()
    for spec, old, new in pairs:
        before, after = _by_key(spec, old), _by_key(spec, new)
        changes.update((before[k]["provenance"], after[k]["provenance"]) for k in before if k in after)
    for (was, now), rows in changes.items():
        if was != now:
            yield f"provenance: {rows} row{'s' if rows > 1 else ''} {was} -> {now}"


def _by_key(spec: TableSpec, rows: Sequence[Row]) -> dict[str, Row]:
    """Return the rows of a table by the words that name them."""
    keys = [column.name for column in spec.columns if column.key]
    return {", ".join(f"{name} {row[name]}" for name in keys) or f"row {i + 1}": row for i, row in enumerate(rows)}
