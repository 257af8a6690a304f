"""Component tables and rule parameters as data, each value with its provenance.

A game ships its tables as CSV files in ``components/``: one value a cell, a ``provenance`` a row.
``parameters.csv`` and ``parameter_values.csv`` declare the rule parameters. A designer's folder may hold
edited copies; files that are absent keep their defaults.
"""

from __future__ import annotations

import csv
import hashlib
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from simcore.errors import InputError, one_of

PROVENANCES = ("official", "secondary", "inferred", "assumed")
Value = int | str
Row = dict[str, Value]
SHOWN = 80  # characters of a wrong value that are shown


def shown(value: object) -> str:
    """Return a wrong value as text that fits a line."""
    text = str(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


@dataclass(frozen=True)
class Column:
    """A column of a component table.

    Attributes:
        name: its heading.
        values: allowed words, or a range of integers, or None for free text.
        key: whether the value identifies the row, together with the other key columns.
    """

    name: str
    values: range | tuple[str, ...] | None = None
    key: bool = False

    def read(self, text: str, where: str) -> Value:
        """Return the value of a cell.

        Raises:
            InputError: the text is not allowed here.
        """
        if self.values is None:
            return text
        if isinstance(self.values, range):
            try:
                number = int(text)
            except ValueError:
                raise InputError(f"{where}: {self.name} = {shown(text)!r} is not a whole number") from None
            if number not in self.values:
                raise InputError(
                    f"{where}: {self.name} = {number} is out of range ({self.values[0]} to {self.values[-1]})"
                )
            return number
        if text not in self.values:
            raise InputError(f"{where}: {one_of(self.name, shown(text), self.values)}")
        return text


@dataclass(frozen=True)
class TableSpec:
    """The declared form of a component table.

    Attributes:
        name: file name without ``.csv``.
        columns: its columns, without ``provenance``, which every table has.
    """

    name: str
    columns: tuple[Column, ...]

    def read(self, path: Path) -> list[Row]:
        """Read and validate a file.

        Raises:
            InputError: the file cannot be read, or breaks the declared form.
        """
        columns = (*self.columns, Column("provenance", PROVENANCES))
        raw = _read_csv(path)
        _check_heading(path, raw[0] if raw else [], [c.name for c in columns])
        rows: list[Row] = []
        seen: dict[tuple[Value, ...], int] = {}
        for line, cells in enumerate(raw[1:], start=2):
            where = f"{path}, line {line}"
            if len(cells) != len(raw[0]):
                raise InputError(f"{where}: {len(cells)} cells, expected {len(raw[0])}")
            named = dict(zip(raw[0], cells, strict=True))
            row = {c.name: c.read(named[c.name].strip(), where) for c in columns}
            key = tuple(row[c.name] for c in self.columns if c.key)
            if key and key in seen:
                names = ", ".join(f"{c.name} {row[c.name]}" for c in self.columns if c.key)
                raise InputError(f"{where}: {names} stands already in line {seen[key]}")
            seen[key] = line
            rows.append(row)
        return rows


def _read_csv(path: Path) -> list[list[str]]:
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            return [cells for cells in csv.reader(file) if any(c.strip() for c in cells)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: cannot be read as CSV ({error})") from None


def _check_heading(path: Path, given: Sequence[str], wanted: Sequence[str]) -> None:
    missing = [name for name in wanted if name not in given]
    if missing:
        raise InputError(f"{path}: column {missing[0]!r} is missing (columns: {', '.join(wanted)})")
    for name in given:
        if name not in wanted:
            raise InputError(f"{path}: {one_of('column', name, wanted)}")
        if given.count(name) > 1:
            raise InputError(f"{path}: column {name!r} occurs twice")


@dataclass(frozen=True)
class Parameter:
    """A rule switch of a game.

    Attributes:
        name: as the game's specification calls it.
        default: the value of the game as described.
        values: all admissible values, the default included.
        provenance: provenance of each admissible value.
        note: what it means.
    """

    name: str
    default: Value
    values: tuple[Value, ...]
    provenance: Mapping[Value, str]
    note: str

    def read(self, given: object) -> Value:
        """Return the admissible value that was given, as a number or as text.

        Raises:
            InputError: it is not admissible.
        """
        for value in self.values:
            if not isinstance(given, bool) and str(given) == str(value):
                return value
        raise InputError(f"rule {self.name}: {one_of('value', shown(given), self.values)}")


def read_parameters(folder: Path) -> dict[str, Parameter]:
    """Read ``parameters.csv`` and ``parameter_values.csv`` of a game's component folder."""
    rows = [dict(zip(h, c, strict=True)) for h, *rest in [_read_csv(folder / "parameters.csv")] for c in rest]
    values = [dict(zip(h, c, strict=True)) for h, *rest in [_read_csv(folder / "parameter_values.csv")] for c in rest]
    parameters = {}
    for row in rows:
        mine = {_number(v["value"]): v["provenance"] for v in values if v["name"] == row["name"]}
        parameters[row["name"]] = Parameter(row["name"], _number(row["default"]), tuple(mine), mine, row["note"])
    return parameters


def _number(text: str) -> Value:
    return int(text) if text.lstrip("-").isdigit() else text


@dataclass(frozen=True)
class RuleBook:
    """Everything that decides how a game is played: its parameters and component tables.

    Attributes:
        parameters: value of every parameter.
        tables: rows of every component table.
        overridden: parameters that differ from their default.
        edited: tables that differ from the shipped ones, with the file each came from.
        provenance: how many values in play have which provenance.
    """

    parameters: Mapping[str, Value]
    tables: Mapping[str, list[Row]]
    overridden: Mapping[str, Value] = field(default_factory=dict)
    edited: Mapping[str, str] = field(default_factory=dict)
    provenance: Mapping[str, int] = field(default_factory=dict)

    def fingerprint(self) -> str:
        """Return a hash of all values."""
        return hashlib.sha256(repr((sorted(self.parameters.items()), sorted(self.tables.items()))).encode()).hexdigest()


def read_rulebook(
    folder: Path,
    specs: Sequence[TableSpec],
    rules: Mapping[str, object] | None = None,
    components: Path | None = None,
) -> RuleBook:
    """Build a rule book from a game's shipped data, overrides and a folder of edited tables.

    Args:
        folder: the game's ``components`` folder.
        specs: its declared tables.
        rules: parameters to override.
        components: folder with edited tables, if any.

    Raises:
        InputError: an override or a table is wrong.
    """
    parameters = read_parameters(folder)
    chosen = {name: p.default for name, p in parameters.items()}
    for name, given in (rules or {}).items():
        if name not in parameters:
            raise InputError(f"rules: {one_of('rule', shown(name), parameters)}")
        chosen[name] = parameters[name].read(given)
    tables = {spec.name: spec.read(folder / f"{spec.name}.csv") for spec in specs}
    edited: dict[str, str] = {}
    if components:
        _check_folder(components, specs, folder.parent.name)
        for spec in specs:
            path = components / f"{spec.name}.csv"
            if os.path.lexists(path) and (rows := spec.read(path)) != tables[spec.name]:
                tables[spec.name], edited[spec.name] = rows, str(path)
    counts = Counter(parameters[name].provenance[value] for name, value in chosen.items())
    counts.update(str(row["provenance"]) for rows in tables.values() for row in rows)
    overridden = {n: v for n, v in chosen.items() if v != parameters[n].default}
    return RuleBook(chosen, tables, overridden, edited, {p: counts[p] for p in PROVENANCES})


def _check_folder(components: Path, specs: Sequence[TableSpec], game: str) -> None:
    """Refuse a folder that does not exist, holds no table, or holds one that the game does not know."""
    if not components.is_dir():
        raise InputError(f"{components}: no such folder (of component tables)")
    known = [f"{spec.name}.csv" for spec in specs]
    given = sorted(path.name for path in components.iterdir() if path.suffix.lower() == ".csv")
    for name in given:
        if name not in known:
            raise InputError(f"{components / name}: {one_of('table', name, known)}")
    if not given:
        raise InputError(f"{components}: holds no table of {game} (known: {', '.join(known)})")
