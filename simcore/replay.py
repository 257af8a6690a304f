"""One game again, action by action, and the check of recorded games against games played again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simcore.bots import options_record
from simcore.engine import GameStoppedError, explain, load_kernel, recorded_batches, seat
from simcore.errors import InputError
from simcore.manifest import RunSpec
from simcore.options import KIND_SHIFT, expand
from simcore.plan import Chunk, Stratum, seating
from simcore.play import Fault
from simcore.recorder import Recorder
from simcore.runs import Run
from simcore.schema import EFFECTS
from simcore.steps import BROKEN, ENDLESS, ILLEGAL, PEEKED
from simcore.streams import start, start_streams

VERIFY = 1003  # purpose of the draw of blocks that are played again
BLOCKS = 20  # blocks of a stratum that are played again


@dataclass(frozen=True)
class Line:
    """A line of a replay: the set-up, an action, or the fault that ended the game.

    Attributes:
        words: for people.
        json: for machines (docs/replay.schema.json).
        picture: of the state after it, for people.
    """

    words: str
    json: Mapping[str, Any]
    picture: str = ""


class Playback:
    """A game that is played in Python through its compiled functions.

    Arrays of one record each are kept here, because compiled code does not keep them alive.

    Args:
        spec: the run.
        game: id of the game.

    Raises:
        InputError: the run has no such game.
    """

    def __init__(self, spec: RunSpec, game: int) -> None:
        self.spec, self.game = spec, game
        self._stratum, block = spec.design.locate(game)
        self._kernel = load_kernel(spec.game)
        self._seats = seating(spec.design, self._stratum, block, 1)
        self._s: Any = np.zeros(1, self._kernel.state)
        seat(self._s, self._stratum.players, self._seats, self._here)
        self._r = spec.game.make_rules(spec.arms[self._stratum.arm], self._stratum.players)
        self._o, self._policies = options_record(self._kernel, spec.bots)

    @property
    def _here(self) -> slice:
        """Where the game stands in its block."""
        position = int(self.game - self._seats.game[0])
        return slice(position, position + 1)

    def lines(self) -> Iterator[Line]:
        """Play the game and yield its lines."""
        start_streams(self._s[0])
        self._call("deal")
        yield self._setup()
        while not self._s["over"][0]:
            self._call("legal", self._o[0])
            line, fault = self._decide()
            if line:
                yield line
            if fault:
                error = explain(GameStoppedError(self.game, self._s[0], fault), self.spec.bots, self.game)
                yield Line(str(error), {"n": int(self._s["decisions"][0]), "fault": str(error)})
                return
        yield self._result()

    def _call(self, name: str, *more: Any) -> Any:
        return self._kernel.functions[name](self._s[0], self._r[0], *more)

    def _setup(self) -> Line:
        stratum, here, game = self._stratum, self._here.start, self.spec.game
        book = self.spec.arms[stratum.arm]
        names = [self.spec.bots[b].name for b in self._seats.bot[here][: stratum.players]]
        self._told = game.state_json(self._s[0], self._r[0])
        json = {
            "game": self.game,
            "arm": stratum.arm,
            "pool": stratum.pool,
            "players": stratum.players,
            "block": int(self._seats.block[here]),
            "deal": int(self._seats.deal[here]),
            "rotation": int(self._seats.rotation[here]),
            "seats": names,
            "rules": dict(book.parameters),
            "components": dict(book.tables),
            "state": self._told,
        }
        people = ", ".join(f"seat {i} {name}" for i, name in enumerate(names))
        words = (
            f"game {self.game} ({game.title}, arm {stratum.arm}, {stratum.players} players): {people}\n{game.legend}"
        )
        return Line(words, json, self._picture())

    def _picture(self) -> str:
        return self.spec.game.describe_state(self._s[0], self._r[0])

    def _decide(self) -> tuple[Line | None, Fault | Exception | None]:
        """Let the acting seat decide, as the compiled loop does; return its line and what stops the game."""
        before = self._s.copy()
        s, options = self._s[0], expand(self._o[0])
        try:
            action = int(self._policy(s)(s, self._r[0], self._o[0]))
        except Exception as error:  # a policy is the user's code: whatever it raises is shown
            return None, error
        if action not in options:
            return None, Fault(0, ILLEGAL, action)
        if self.spec.checked and self._peeks(before.copy(), action):
            return None, Fault(0, PEEKED, action)
        self._s["decisions"] += 1
        self._s["acts"][0, s["cur"], action >> KIND_SHIFT] += 1
        self._kernel.functions["apply"](s, self._r[0], action)
        if s["over"]:
            self._s["rounds"] += s["rounds"] == before["rounds"][0]  # a partial last round counts
            self._call("finish")
        return self._line(before[0], len(options), action), self._after()

    def _policy(self, s: Any) -> Any:
        return self._policies[self._o["policy"][0, s["bot"][s["cur"]]]]

    def _peeks(self, twin: Any, action: int) -> bool:
        """Tell whether the choice changes when hidden things do."""
        self._kernel.functions["redeal"](twin[0], self._r[0], int(twin["cur"][0]))
        self._kernel.functions["legal"](twin[0], self._r[0], self._o[0])
        return int(self._policy(twin[0])(twin[0], self._r[0], self._o[0])) != action

    def _after(self) -> Fault | None:
        s, rounds = self._s[0], self._kernel.ledger["standing"].shape[0]
        if not s["over"] and (s["decisions"] >= self.spec.game.max_decisions or s["rounds"] >= rounds):
            return Fault(0, ENDLESS, 0)
        broken = self._call("check") if self.spec.checked else 0
        return Fault(0, BROKEN, broken) if broken else None

    def _line(self, before: Any, options: int, action: int) -> Line:
        game, rules = self.spec.game, self._r[0]
        who, point = int(before["cur"]), game.points[int(before["point"])]
        chance = dict(game.chance_json(before, self._s[0], rules))
        was, self._told = self._told, game.state_json(self._s[0], rules)
        kind = {"kind": game.kinds[action >> KIND_SHIFT].name}
        json = {
            "n": int(before["decisions"]),
            "seat": who,
            "decision": point.name,
            "options": options,
            "action": kind | dict(game.action_arguments(before, rules, action)),
            "chance": chance,
            "state": self._told,
        }
        doing = game.describe_action(before, rules, action)
        choice = "no choice" if options == 1 else f"{options} options"
        words = f"{json['n']:>4}  seat {who}, {point.label} ({choice}): {doing}"
        words += _turned_up(chance) + _changes(was, self._told)
        return Line(words, json, self._picture() if self._s[0]["turns"] != before["turns"] else "")

    def _result(self) -> Line:
        n = self._stratum.players
        score, tie, rank, win60 = (self._s[name][0, :n].tolist() for name in ("score", "tie", "rank", "win60"))
        reason = self.spec.game.end_reasons[int(self._s["end_reason"][0])]
        result = {"end_reason": reason.name, "score": score, "tie": tie, "rank": rank, "win60": win60}
        points = {c.name: self._s["points"][0, :n, k].tolist() for k, c in enumerate(self.spec.game.categories)}
        json = {"result": result | {"no_result": bool(self._s["no_result"][0]), "points": points}}
        places = ", ".join(f"seat {i} {score[i]} (rank {rank[i]}, {win60[i] / 60:.0%} of the win)" for i in range(n))
        return Line(f"the end: {reason.label}; {self.spec.game.unit}: {places}", json, self._breakdown(points))

    def _breakdown(self, points: Mapping[str, list[int]]) -> str:
        """Return where every seat's points came from, a line a category."""
        labels = {c.name: c.label for c in self.spec.game.categories}
        rows = {labels[name]: cells for name, cells in points.items() if any(cells)}
        width = max((len(label) for label in rows), default=0)
        return "\n".join(f" {label:<{width}}" + "".join(f"{n:>5}" for n in cells) for label, cells in rows.items())


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Return what every seat has more or less of than before, in words."""
    pairs = enumerate(zip(before.get("players", ()), after.get("players", ()), strict=True))
    told = [f"seat {p} {', '.join(changed)}" for p, (old, new) in pairs if (changed := list(_differences(old, new)))]
    return f" -> {'; '.join(told)}" if told else ""


def _differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """Yield the numbers that changed; of a group of numbers together."""
    for name, new in after.items():
        old = before.get(name)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            if inner := list(_differences(old, new)):
                yield f"{name} {' '.join(inner)}"
        elif type(old) is type(new) is int and new != old:
            yield f"{new - old:+d} {name}"


def _turned_up(chance: Mapping[str, Any]) -> str:
    """Return what chance turned up, in words."""
    return "".join(f"; {name} {_listed(what)}" for name, what in chance.items())


def _listed(what: Any) -> str:
    if isinstance(what, Mapping):
        return ", ".join(f"{key} {value}" for key, value in what.items())
    return ", ".join(map(str, what)) if isinstance(what, list) else str(what)


def verify(run: Run, spec: RunSpec) -> list[str]:
    """Check all checksums, and play a sample of blocks of every stratum again.

    Args:
        run: its folder.
        spec: the same run, resolved anew.

    Returns:
        What is wrong, one line each.

    Raises:
        InputError: the run is not finished.
    """
    if not run.is_complete:
        raise InputError(f"{run.path}: the run is not finished; repeat its command with --resume")
    damaged = {c.index: run.damaged(c.index) for c in run.chunks}
    problems = [_damage(path) for paths in damaged.values() for path in paths]
    whole = [c for c in run.chunks if not damaged[c.index]]
    for stratum in spec.design.strata:
        draws = start(spec.design.seed, VERIFY, stratum.index, np.arange(BLOCKS)) % np.uint64(stratum.blocks)
        for block in sorted({int(b) for b in draws}):
            parts = [run.part("seats", c.index) for c in whole if _holds(c, stratum, block)]
            if parts and not _agrees(spec, stratum, block, parts[0]):
                problems.append(f"{parts[0]}: block {block} of stratum {stratum.index} plays otherwise now")
    return problems


def _damage(path: Path) -> str:
    is_record = path.suffix == ".json"
    return f"{path}: {'cannot be read, or tells of other games' if is_record else 'differs from its checksum'}"


def agrees(run: Run, spec: RunSpec, game: int) -> bool:
    """Tell whether a game is played now as it was recorded, or was not recorded yet.

    Args:
        run: its folder.
        spec: the same run, resolved anew.
        game: id of the game.
    """
    stratum, block = spec.design.locate(game)
    chunk = next(c for c in run.chunks if _holds(c, stratum, block))
    return bool(run.damaged(chunk.index)) or _agrees(spec, stratum, block, run.part("seats", chunk.index))


def _holds(chunk: Chunk, stratum: Stratum, block: int) -> bool:
    here = range(chunk.first_block, chunk.first_block + chunk.blocks)
    return chunk.stratum.index == stratum.index and block in here


def _agrees(spec: RunSpec, stratum: Stratum, block: int, part: Path) -> bool:
    """Play a block again and compare its seats, and its effects if games are forked, with the recorded ones.

    Args:
        spec: the run.
        stratum: of the block.
        block: in the stratum.
        part: of the seats of the block's chunk; other parts lie beside it.
    """
    seats = seating(spec.design, stratum, block, 1)
    recorder = Recorder(spec.game, stratum, seats, spec.forks is not None)
    try:
        for _ in recorded_batches(spec, stratum, seats, recorder, checked=False):
            pass
    except GameStoppedError:
        return False
    again = recorder.tables()
    first, last = int(seats.game[0]), int(seats.game[-1])
    for name in ("seats", *((EFFECTS,) if EFFECTS in again else ())):
        path = part.parents[1] / name / part.name
        recorded = pl.scan_parquet(path).filter(pl.col("game").is_between(first, last)).collect()
        if not recorded.equals(pl.DataFrame(pl.from_arrow(again[name]))):
            return False
    return True
