"""What a run is asked to play: for the engine as objects, in the run folder as plain JSON."""

from __future__ import annotations

import os
import platform
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from simcore.bots import Bot
from simcore.components import PROVENANCES, Parameter, Row, RuleBook
from simcore.game import Game, Named
from simcore.plan import Design, Stratum

FORMAT = 1
LIBRARIES = ("numpy", "numba", "llvmlite", "polars", "pyarrow", "joblib", "scipy", "statsmodels")
LISTS = ("kinds", "points", "categories", "stocks", "item_kinds", "end_reasons")
ASKED = ("games", "players", "seed", "sample", "check")  # keys of a study whose change is said in its own words


@dataclass(frozen=True, eq=False)
class RunSpec:
    """Everything the engine needs to play a run.

    Attributes:
        game: the descriptor.
        title: the question, as a sentence.
        arms: rule book of every arm, the baseline first.
        bots: strategies, in the order of their numbers.
        design: what is played.
        chunk: games a chunk.
        checked: test invariants and peeking after every action.
        study: the resolved study as plain JSON.
        command: the exact command that reproduces the run.
    """

    game: Game
    title: str
    arms: Mapping[str, RuleBook]
    bots: tuple[Bot, ...]
    design: Design
    chunk: int
    checked: bool
    study: Mapping[str, Any]
    command: str


def build(spec: RunSpec, created: str) -> dict[str, Any]:
    """Return the manifest of a run that is to be played.

    Args:
        spec: the run.
        created: date and time, ISO 8601.
    """
    return {
        "format": FORMAT,
        "title": spec.title,
        "game": _game(spec),
        "gaiola_version": version("gaiola"),
        "study": dict(spec.study),
        "arms": {name: _arm(spec.game, book) for name, book in spec.arms.items()},
        "strategies": [bot.describe() for bot in spec.bots],
        "plan": _plan(spec.design, spec.chunk),
        "checked": spec.checked,
        "command": spec.command,
        "machine": machine(),
        "versions": {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}},
        "created": created,
        "finished": None,
        "seconds": None,
        "games": None,
        "decisions": None,
    }


def _game(spec: RunSpec) -> dict[str, Any]:
    game = spec.game
    book = next(iter(spec.arms.values()))
    said = {name: getattr(game, name) for name in ("name", "title", "version", "unit", "seat_word")}
    lists = {name: [_named(n) for n in getattr(game, name)] for name in LISTS}
    return {**said, **lists, "items": [asdict(item) for item in game.items(book)]}


def _named(named: Named) -> dict[str, str]:
    return {"name": named.name, "label": named.label, "meaning": named.meaning}


def _arm(game: Game, book: RuleBook) -> dict[str, Any]:
    parameters = game.parameters()
    return {
        "rules": dict(book.parameters),
        "overridden": dict(book.overridden),
        "defaults": {name: parameters[name].default for name in book.overridden},
        "tables": _tables(book, parameters),
        "edited": {table: book.tables[table] for table in book.edited},
        "provenance": dict(book.provenance),
        "fingerprint": book.fingerprint(),
        "assumed": list(_assumed(book, parameters)),
    }


def _tables(book: RuleBook, parameters: Mapping[str, Parameter]) -> dict[str, dict[str, dict[str, int]]]:
    """Count the rows of every component table by provenance: all, and those that the chosen rules use."""
    return {
        table: {"provenance": _counts(rows), "in_play": _counts(_in_play(table, book, parameters))}
        for table, rows in book.tables.items()
    }


def _counts(rows: Sequence[Row]) -> dict[str, int]:
    found = Counter(str(row["provenance"]) for row in rows)
    return {kind: found[kind] for kind in PROVENANCES}


def _in_play(table: str, book: RuleBook, parameters: Mapping[str, Parameter]) -> list[Row]:
    """Return the rows that the chosen rules use, as far as names say.

    Of tables STEM_VALUE, named by the values of a parameter, the chosen one is in play; of a table with a column
    COLUMN and a parameter TABLE_COLUMN, the rows with the chosen value.
    """
    stem, _, value = table.rpartition("_")
    for name, parameter in parameters.items():
        chosen = str(book.parameters[name])
        if value in map(str, parameter.values) and value != chosen and f"{stem}_{chosen}" in book.tables:
            return []
    wanted = {
        column: book.parameters[f"{table}_{column}"]
        for column in (book.tables[table] or [{}])[0]
        if f"{table}_{column}" in book.parameters
    }
    return [row for row in book.tables[table] if all(row[c] == v for c, v in wanted.items())]


def _assumed(book: RuleBook, parameters: Mapping[str, Parameter]) -> Iterator[dict[str, Any]]:
    """The parameters in play whose value is not official."""
    for name, parameter in parameters.items():
        value = book.parameters[name]
        if (provenance := parameter.provenance[value]) != "official":
            others = [v for v in parameter.values if v != value]
            yield {
                "what": name, "value": value, "provenance": provenance, "alternatives": others, "note": parameter.note,
            }  # fmt: skip


def _plan(design: Design, chunk: int) -> dict[str, Any]:
    strata = [{**asdict(s), "bots": list(s.bots), "lineups": [list(line) for line in s.lineups]} for s in design.strata]
    return {"seed": design.seed, "sample": design.sample, "chunk": chunk, "strata": strata}


def read_plan(plan: Mapping[str, Any]) -> Design:
    """Return the design that a manifest's plan describes."""
    strata = []
    for given in plan["strata"]:
        lineups = tuple(tuple(line) for line in given["lineups"])
        strata.append(Stratum(**{**given, "bots": tuple(given["bots"]), "lineups": lineups}))
    return Design(plan["seed"], tuple(strata), plan["sample"])


def machine() -> dict[str, Any]:
    """Return what is known of this machine: processor, cores, memory in MiB, operating system."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.is_file() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
    return {
        "cpu": models[0] if models else platform.processor() or platform.machine(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "memory": pages >> 20,
        "os": platform.platform(terse=True),
    }


def _flat(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the leaves of a JSON value with their dotted keys."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _flat(inner, f"{key}.{name}" if key else str(name))
    elif isinstance(value, list) and any(isinstance(inner, Mapping) for inner in value):
        for i, inner in enumerate(value):
            yield from _flat(inner, f"{key}[{i}]")
    else:
        yield key, value


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Return what makes two manifests different runs, one line a key.

    What changes no game does not count: titles, report settings, the chunk size, paths, the machine, versions of
    libraries.
    """
    left, right = (dict(_identity(m)) for m in (old, new))
    keys: Sequence[str] = list(dict.fromkeys([*right, *left]))
    return [f"{k}: {left.get(k, '-')} -> {right.get(k, '-')}" for k in keys if left.get(k, "-") != right.get(k, "-")]


def _identity(manifest: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    game, plan = manifest["game"], manifest["plan"]
    arms = {name: {k: v for k, v in arm.items() if k in ("rules", "edited")} for name, arm in manifest["arms"].items()}
    strategies = {s["name"]: {k: s[k] for k in ("weights", "temperature", "sha256")} for s in manifest["strategies"]}
    kept = {
        "study": {key: manifest["study"].get(key) for key in ASKED},
        "game": {"name": game["name"], "version": game["version"]},
        "arms": arms,
        "strategies": strategies,
        "plan": {k: v for k, v in plan.items() if k != "chunk"},
    }
    yield from _flat(kept)
