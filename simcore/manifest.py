"""What a run is asked to play: for the engine as objects, in the run folder as plain JSON."""

from __future__ import annotations

import os
import platform
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from types import NoneType
from typing import Any

from simcore.bots import Bot
from simcore.components import PROVENANCES, Parameter, Row, RuleBook
from simcore.forks import Forks
from simcore.game import Game, Named
from simcore.plan import MIXED, Design, Stratum

FORMAT = 1
LIBRARIES = ("numpy", "numba", "llvmlite", "polars", "pyarrow", "joblib", "scipy", "statsmodels")
LISTS = ("kinds", "points", "categories", "stocks", "item_kinds", "end_reasons")
ASKED = ("games", "players", "seed", "sample", "check", "skill_marks")  # keys of a study that decide what is played
NAMED = [{"name": str, "label": str, "meaning": str}]
MOMENT = {
    **dict.fromkeys(("name", "label", "item_kind", "part"), str),
    "branches": NAMED,
    "contrasts": [dict.fromkeys(("name", "label", "branch", "against"), str)],
}
SHAPE = {
    "format": int,
    "title": str,
    "game": {
        **dict.fromkeys(("name", "title", "version", "unit", "seat_word"), str),
        **dict.fromkeys(LISTS, NAMED),
        "items": [dict.fromkeys(("name", "kind", "label"), str)],
    },
    "study": {
        **dict.fromkeys(("games", "seed"), int),
        "game": str,
        "players": [int],
        "sample": (int, float),
        "arms": {str: {"title": str}},
        "report": {"title": str},
    },
    "arms": {
        str: {
            **dict.fromkeys(("rules", "overridden", "defaults", "tables", "edited", "provenance"), dict),
            "assumed": [{"what": str, "value": (int, str), "provenance": str, "alternatives": list, "note": str}],
        }
    },
    "strategies": [
        {
            **dict.fromkeys(("name", "level", "line", "ties", "source", "sha256"), str),
            "temperature": (int, float),
            "weights": dict,
        }
    ],
    "plan": {
        "seed": int,
        "sample": (int, float),
        "chunk": int,
        "strata": [
            {
                **dict.fromkeys(("index", "players", "first_game", "blocks"), int),
                **dict.fromkeys(("arm", "pool"), str),
                "bots": [int],
                "lineups": [[int]],
                "rotate": bool,
            }
        ],
    },
    "machine": {"cpu": str, "cores": (int, NoneType), "memory": int, "os": str},
    "versions": {str: str},
    **dict.fromkeys(("gaiola_version", "command", "created"), str),
    "finished": (str, NoneType),
    "seconds": (int, float, NoneType),
    **dict.fromkeys(("games", "decisions"), (int, NoneType)),
}
OPTIONAL = {
    "effects": {
        "moment": [str],
        "branches": {str: [str]},
        **dict.fromkeys(("games", "moments"), (int, float)),
        "rollouts": int,
    },
    "game.item_facts": NAMED,
    "game.moments": [MOMENT],
    "game.rates": [dict.fromkeys(("name", "label", "kind", "point"), str)],
    "game.seat_parameters": NAMED,
    "plan.fork": (int, float),
}  # what not every run has
OR = " or "  # between what items are called in different arms
TOLD = ("name", "level", "line", "source")  # keys of a strategy that change no game


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
        forks: what is asked of forks, if anything.
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
    forks: Forks | None = None


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
        "strategies": [_strategy(bot, spec.game) for bot in spec.bots],
        "plan": _plan(spec.design, spec.chunk),
        "effects": _effects(spec),
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
    said = {name: getattr(game, name) for name in ("name", "title", "version", "unit", "seat_word")}
    lists = {name: [_named(n) for n in getattr(game, name)] for name in (*LISTS, "item_facts", "seat_parameters")}
    more = {name: [asdict(n) for n in getattr(game, name)] for name in ("rates", "moments")}
    return {**said, **lists, **more, "items": _items(spec)}


def _items(spec: RunSpec) -> list[dict[str, Any]]:
    """Describe the items of all arms, each once; where arms print different words, all of them are said."""
    found: dict[str, dict[str, Any]] = {}
    for book in spec.arms.values():
        for item in spec.game.items(book):
            known = found.setdefault(item.name, asdict(item))
            if item.label not in known["label"].split(OR):
                known["label"] += OR + item.label
                known["short"] = ""  # what is short can no longer say both
    return list(found.values())


def _effects(spec: RunSpec) -> dict[str, Any] | None:
    """Say what is asked of forks, by name."""
    if spec.forks is None:
        return None
    asked = zip(spec.game.moments, spec.forks.branches, strict=True)
    branches = {m.name: [m.branches[b].name for b in numbers] for m, numbers in asked if numbers}
    shares = {"games": spec.design.fork, "moments": spec.forks.moments}
    return {"moment": list(branches), "branches": branches, **shares, "rollouts": spec.forks.rollouts}


def _strategy(bot: Bot, game: Game) -> dict[str, Any]:
    """Describe a bot with its weights by feature, those of nothing left out."""
    named = zip(game.features, (float(str(w)) for w in bot.weights), strict=True)  # 0.2, not 0.20000000298
    return bot.describe() | {"weights": {f.name: int(w) if w.is_integer() else w for f, w in named if w}}


def _named(named: Named) -> dict[str, str]:
    said = {"name": named.name, "label": named.label, "meaning": named.meaning}
    return said | ({"role": named.role} if named.role else {})


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
        "items": [item.name for item in game.items(book)],  # by their numbers in recorded tables
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
    return {"seed": design.seed, "sample": design.sample, "fork": design.fork, "chunk": chunk, "strata": strata}


def read_plan(plan: Mapping[str, Any]) -> Design:
    """Return the design that a manifest's plan describes."""
    strata = []
    for given in plan["strata"]:
        lineups = tuple(tuple(line) for line in given["lineups"])
        strata.append(Stratum(**{**given, "bots": tuple(given["bots"]), "lineups": lineups}))
    return Design(plan["seed"], tuple(strata), plan["sample"], plan.get("fork", 0.0))


def misfit(value: Any, shape: Any, key: str = "it") -> str:
    """Return what of a JSON value does not have a shape, "" if all does.

    Args:
        value: to be looked at.
        shape: a type or several; a mapping with the shapes of keys that must be there, or of any key under `str`; or a
            list with the shape of all elements.
        key: of the value, for the answer.
    """
    if isinstance(shape, Mapping):
        if not isinstance(value, dict):
            return f"{key} is no table of keys"
        wanted = dict.fromkeys(value, shape[str]) if str in shape else shape
        inner = [(f"{key}.{name}".removeprefix("it."), name, form) for name, form in wanted.items()]
        absent = next((where for where, name, _ in inner if name not in value), "")
        if absent:
            return f"{absent} is missing"
        return next(filter(None, (misfit(value[name], form, where) for where, name, form in inner)), "")
    if isinstance(shape, list):
        if not isinstance(value, list):
            return f"{key} is no list"
        return next(filter(None, (misfit(v, shape[0], f"{key}.{i}") for i, v in enumerate(value))), "")
    fits = isinstance(value, shape) and isinstance(value, bool) == (shape is bool)
    return "" if fits else f"{key} = {str(value)[:80]!r} is of another kind"


def problem(manifest: Any) -> str:
    """Return what makes a manifest unusable: its shape, or a plan that contradicts itself or the study; "" if nothing.

    Args:
        manifest: as read from its file.
    """
    if isinstance(manifest, dict) and manifest.get("format", FORMAT) != FORMAT:
        return f"format = {str(manifest['format'])[:80]}, not {FORMAT}"
    return misfit(manifest, SHAPE) or next(chain(_odd_extras(manifest), _contradictions(manifest)), "")


def _odd_extras(manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with keys that a manifest need not have."""
    for key, shape in OPTIONAL.items():
        holder, _, name = key.rpartition(".")
        value = (manifest[holder] if holder else manifest).get(name)
        if value is not None and (odd := misfit(value, shape, key)):
            yield odd


def _contradictions(manifest: Mapping[str, Any]) -> Iterator[str]:
    plan, study = manifest["plan"], manifest["study"]
    bots, first = range(len(manifest["strategies"])), 0
    if plan["chunk"] < 1:
        yield f"plan.chunk = {plan['chunk']}, at least 1"
    for key in ("seed", "sample"):
        if plan[key] != study[key]:
            yield f"plan.{key} = {plan[key]}, but study.{key} = {study[key]}"
    forked = (manifest.get("effects") or {"games": 0})["games"]
    if plan.get("fork", 0) != forked:
        yield f"plan.fork = {plan['fork']}, but effects.games = {forked}"
    if not plan["strata"]:
        yield "plan.strata is empty"
    for i, s in enumerate(plan["strata"]):
        key, n = f"plan.strata.{i}", s["players"]
        games = study["games"] if s["pool"] == MIXED else -(-study["games"] // 10)
        if (s["index"], s["first_game"]) != (i, first):
            yield f"{key}: index and first_game do not follow the stratum before"
        if n not in study["players"] or n < 1 or s["blocks"] != -(-games // n) or s["blocks"] < 1:
            yield f"{key}: {s['blocks']} blocks of {n} players are not what the study asks for"
        if s["arm"] not in manifest["arms"]:
            yield f"{key}.arm = {s['arm']!r} is no arm"
        if not s["bots"] or any(bot not in bots for line in (s["bots"], *s["lineups"]) for bot in line):
            yield f"{key}: a strategy is missing"
        if any(len(line) != n for line in s["lineups"]):
            yield f"{key}.lineups: a line-up is not of {n} seats"
        first += s["blocks"] * n


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


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Return what makes two manifests different runs, one line a key.

    What changes no game does not count: titles, report settings, the chunk size, paths, the machine, versions of
    libraries. What only follows from another difference is left out.
    """
    left, right = _identity(old), _identity(new)
    for name in left["strategies"].keys() ^ right["strategies"].keys():  # told by pools and skill marks
        left["strategies"].pop(name, None), right["strategies"].pop(name, None)
    for name, said in left["strategies"].items():
        _drop_checksums(said, right["strategies"][name])
    if left["study"] != right["study"] or _pools(left) != _pools(right):
        del left["plan"], right["plan"]
    return list(_compare(left, right))


def _identity(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return all of a manifest that decides what is played."""
    game, strategies, strata = manifest["game"], manifest["strategies"], manifest["plan"]["strata"]
    names = [s["name"] for s in strategies]
    return {
        "study": {key: manifest["study"].get(key) for key in ASKED},
        **({"effects": asked} if (asked := manifest.get("effects")) else {}),
        "game": {"name": game["name"], "version": game["version"]},
        "arms": {
            s["arm"]: {"rules": arm["rules"], "edited": arm["edited"], "strategies": [names[b] for b in s["bots"]]}
            for s in strata
            if s["pool"] == MIXED and (arm := manifest["arms"][s["arm"]])
        },
        "strategies": {s["name"]: _deciding(s) for s in strategies},
        "plan": {s["index"]: {**s, "lineups": [[names[b] for b in line] for line in s["lineups"]]} for s in strata},
    }


def _deciding(strategy: Mapping[str, Any]) -> dict[str, Any]:
    """Return what decides how a strategy plays; of a table of weights all is said, so its file does not matter."""
    told = (*TOLD, "sha256") if is_table(strategy) else TOLD
    return {key: value for key, value in strategy.items() if key not in told}


def is_table(strategy: Mapping[str, Any]) -> bool:
    """Tell whether a strategy, as a manifest describes it, is a table of weights."""
    return str(strategy["source"]).endswith(".toml")


def _pools(identity: Mapping[str, Any]) -> dict[str, list[str]]:
    return {name: arm["strategies"] for name, arm in identity["arms"].items()}


def _drop_checksums(left: dict[str, Any], right: dict[str, Any]) -> None:
    """Leave out the checksums of a strategy's file if something of it that can be read differs."""
    sums = [said.pop("sha256", "") for said in (left, right)]
    if left == right:
        left["sha256"], right["sha256"] = sums


def _compare(old: Any, new: Any, key: str = "") -> Iterator[str]:
    """Yield a line for every value that differs, under its dotted key."""
    old, new = _branches(old), _branches(new)
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for name in dict.fromkeys([*new, *old]):
            yield from _compare(old.get(name, "-"), new.get(name, "-"), f"{key}.{name}" if key else str(name))
    elif old != new:
        yield f"{key}: {_short(old)} -> {_short(new)}"


def _branches(value: Any) -> Any:
    """Return a list of mappings as a mapping by position, anything else as it is."""
    if isinstance(value, list) and any(isinstance(inner, Mapping) for inner in value):
        return dict(enumerate(value))
    return value


def _short(value: Any) -> str:
    return "present" if isinstance(value, Mapping) else str(value)
