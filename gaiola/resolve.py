"""From a study to everything the engine needs: game, rule books, bots, design."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import strategies
from gaiola.study import Arm, Effects, Study, parse
from simcore import manifest, plan
from simcore.bots import Bot
from simcore.components import RuleBook
from simcore.engine import load_kernel, require_compiler
from simcore.errors import InputError, one_of
from simcore.forks import Forks
from simcore.game import Game, Moment
from simcore.manifest import RunSpec
from simcore.registry import find_game
from simcore.runs import Run

CHUNK = 50_000  # games a chunk
MARKS = ("random", "greedy", "balanced")  # levels of skill that are played by themselves
POOL = ("archetype", "balanced")  # levels that are played if a study names no strategies
BASELINES = ("base", "original")  # names of arms that others are compared with, wherever they stand


def resolve(study: Study, command: str, chunk: int = CHUNK, where: str = "study") -> RunSpec:
    """Return all that is to be played.

    Args:
        study: what is asked.
        command: that reproduces the run.
        chunk: games a chunk.
        where: file name for error messages.

    Raises:
        InputError: the study asks for something that does not exist.
    """
    require_compiler()
    with _within(where):
        return _resolve(study, command, chunk)


@contextmanager
def _within(where: str) -> Iterator[None]:
    """Say of errors inside where they are; nothing if that is empty."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{where}: {error}" if where else str(error)) from None


def _resolve(study: Study, command: str, chunk: int) -> RunSpec:
    game = find_game(study.game)
    players = _players(study, game)
    arms = _arms(study)
    books = {name: _rulebook(study, name, arm, game) for name, arm in arms.items()}
    forks = _forks(study.effects, game) if study.effects else None
    load_kernel(game)
    bench = _Bench(game)
    pools = {name: _pool(study, name, arm, bench) for name, arm in arms.items()}
    lineups = [[bench.number(name) for name in lineup.seats] for lineup in study.lineups]
    marks = _marks(bench) if study.skill_marks else []
    design = plan.design(
        study.seed, list(pools.items()), players, study.games, marks, lineups, _rotate(study), study.share,
        study.effects.games if study.effects else 0.0,
    )  # fmt: skip
    asked = _explicit(study, players, bench)
    return RunSpec(
        game, study.title or f"How is {game.title} balanced?", books, tuple(bench.bots), design, chunk, study.check,
        asked.model_dump(mode="json", exclude_none=True), command, forks,
    )  # fmt: skip


def again(run: Run) -> RunSpec:
    """Resolve the study of a run anew, to replay its games.

    Tables of weights play as they did, whatever their files say now.

    Raises:
        InputError: what was played is not here any more: the game, a strategy or a table has changed.
    """
    said = run.manifest
    where = str(run.path / "manifest.json")
    spec = resolve(parse(said["study"], where), said["command"], said["plan"]["chunk"], where)
    tables = {s["name"]: s for s in said["strategies"] if manifest.is_table(s)}
    with _within(where):
        bots = tuple(_as_played(bot, tables[bot.name], spec.game) if bot.name in tables else bot for bot in spec.bots)
    spec = replace(spec, bots=bots)
    changed = manifest.differences(said, manifest.build(spec, ""))
    if changed:
        raise InputError(f"{run.path}: cannot be replayed, for this has changed since: {changed[0]}")
    return spec


def _as_played(bot: Bot, said: Mapping[str, Any], game: Game) -> Bot:
    """Return a table of weights as a manifest describes it."""
    return replace(
        bot,
        weights=strategies.weight_vector(said["weights"], game),
        temperature=strategies.number("temperature", said["temperature"], 0),
        takes_first=said["ties"] == "first",
        recipe=None,
    )


class _Bench:
    """The strategies of a run, numbered in the order in which they are first asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.bots: list[Bot] = []
        self._numbers: dict[str, int] = {}

    def shipped(self, levels: Sequence[str]) -> list[str]:
        """Return the names of the shipped strategies of some levels."""
        return [bot.name for bot in strategies.shipped(self.game.name) if bot.level in levels]

    def number(self, name: str) -> int:
        """Return the number of a strategy, given by name or by file; load it at first."""
        if name not in self._numbers:
            bot = strategies.load(self.game.name, name)
            if bot.name in {b.name for b in self.bots}:
                raise InputError(f"strategies: two strategies are called {bot.name!r} ({name} is one of them)")
            self._numbers[name] = len(self.bots)
            self.bots.append(bot)
        return self._numbers[name]


def _players(study: Study, game: Game) -> list[int]:
    """Return the player counts: as asked, or as the line-ups by hand need, or all."""
    fitting = {len(lineup.seats) for lineup in study.lineups}
    players = sorted(set(study.players or fitting or game.players))
    for n in players:
        game.check_players(n)
        if fitting and n not in fitting:
            raise InputError(f"players = {n}: no [[lineups]] has {n} seats")
    return players


def _arms(study: Study) -> dict[str, Arm]:
    """Return the arms, the baseline first."""
    arms = dict(study.arms)
    if all(arm.changes for arm in arms.values()) and "base" not in arms:
        arms = {"base": Arm(), **arms}
    first = next((name for name in BASELINES if name in arms), next(iter(arms)))
    return {first: arms.pop(first), **arms}


def _rulebook(study: Study, name: str, arm: Arm, game: Game) -> RuleBook:
    folder = arm.components or study.components
    with _within(f"arms.{name}" if arm.rules or arm.components else ""):
        return game.rulebook(study.rules | arm.rules, Path(folder) if folder else None)


def _pool(study: Study, name: str, arm: Arm, bench: _Bench) -> tuple[int, ...]:
    """Return the numbers of an arm's strategies."""
    if study.lineups and (study.strategies or arm.strategies):
        raise InputError("give either strategies or [[lineups]], not both")
    by_hand = [name for lineup in study.lineups for name in lineup.seats]
    names = by_hand or arm.strategies or study.strategies or bench.shipped(POOL)
    with _within(f"arms.{name}" if arm.strategies else ""):
        return tuple(dict.fromkeys(bench.number(name) for name in names))


def _marks(bench: _Bench) -> list[tuple[str, int]]:
    return [(level, bench.number(name)) for level in MARKS for name in bench.shipped([level])[:1]]


def _forks(asked: Effects, game: Game) -> Forks:
    """Return what is asked of forks, by number."""
    known = [moment.name for moment in game.moments]
    for name in asked.moment:
        if name not in known:
            raise InputError(f"effects.moment: {one_of(f'moment of {game.name}', name, known)}")
    if asked.branches and len(set(asked.moment)) > 1:
        raise InputError(f"effects.branches = {asked.branches}: only with one moment; leave them out")
    branches = (_branches(asked, m) if m.name in asked.moment else () for m in game.moments)
    return Forks(tuple(branches), asked.moments, asked.rollouts)


def _branches(asked: Effects, moment: Moment) -> tuple[int, ...]:
    """Return the numbers of the branches to play: those asked for, or all that are compared."""
    known = [branch.name for branch in moment.branches]
    wanted = asked.branches or {name for c in moment.contrasts for name in (c.branch, c.against)}
    for name in wanted:
        if name not in known:
            raise InputError(f"effects.branches: {one_of(f'branch of {moment.name}', name, known)}")
    return tuple(i for i, name in enumerate(known) if name in wanted)


def _rotate(study: Study) -> bool:
    said = {lineup.rotate for lineup in study.lineups} or {True}
    if len(said) > 1:
        raise InputError("lineups: rotate must be the same for all line-ups")
    return said.pop()


def _explicit(study: Study, players: Sequence[int], bench: _Bench) -> Study:
    """Return the study with defaults that may change later written out."""
    names = None if study.lineups else study.strategies or bench.shipped(POOL)
    known = {"players": list(players), "strategies": names, "sample": study.share}
    return study.model_copy(update=known)


def override(study: Study, changes: Mapping[str, Any], rules: Sequence[str], added: Sequence[str]) -> Study:
    """Return a study with the changes of a command line.

    Args:
        study: as its file says it.
        changes: study keys with new values, None for those that stay.
        rules: ``KEY=VALUE`` for the rules of all arms.
        added: strategies to add to the pool.

    Raises:
        InputError: a change is wrong.
    """
    data = study.model_dump(exclude_none=True) | {k: v for k, v in changes.items() if v is not None}
    data["rules"] = study.rules | dict(_setting(text) for text in rules)
    if added:
        pool = study.strategies or _Bench(find_game(study.game)).shipped(POOL)
        data["strategies"] = [*pool, *added]
    return parse(data, "command line")


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not (key and equals):
        raise InputError(f"--set {text}: say KEY=VALUE")
    return key, value


def warnings(spec: RunSpec) -> Iterator[str]:
    """Yield what a user should know of a design before it is played."""
    yield from _twins(spec)
    for stratum in plan.uncovered(spec.design):
        yield (
            f"{stratum.players} players, arm {stratum.arm}: {stratum.blocks} of {stratum.all_lineups} line-ups are "
            "played, some combinations of strategies never meet; play more games or choose fewer strategies"
        )


def _twins(spec: RunSpec) -> Iterator[str]:
    """Yield a line for every arm that is played like one before it."""
    seen: dict[tuple[str, frozenset[int]], str] = {}
    pools = {s.arm: frozenset(s.bots) for s in spec.design.strata if s.pool == plan.MIXED}
    for name, book in spec.arms.items():
        first = seen.setdefault((book.fingerprint(), pools[name]), name)
        if first != name:
            yield f"arm {name} is the same game as {first}"
