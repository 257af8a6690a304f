"""Plays a run: cuts its design into chunks and plays them in parallel.

A worker plays a whole chunk in batches that fit the processor's cache, and writes its parts and the commit
record itself; only a small record comes back. So memory stays flat, and no result depends on who played what.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numba
import numpy as np
from joblib import Parallel, delayed, effective_n_jobs
from numpy.typing import NDArray

from simcore import cache, manifest
from simcore import plan as plans
from simcore.bots import Bot, options_record
from simcore.components import RuleBook
from simcore.errors import GaiolaError, InputError, RunError, StrategyError
from simcore.forks import EFFECT, Effects, Forks
from simcore.game import Game
from simcore.manifest import RunSpec
from simcore.plan import MIXED, Chunk, Design, Seating, Stratum
from simcore.play import POLICY_SLOTS, Fault, Table, compiled_loop
from simcore.progress import Progress
from simcore.recorder import Recorder
from simcore.records import Kernel
from simcore.runs import Run, begin
from simcore.steps import BROKEN, CROWDED, ENDLESS, ILLEGAL, TAMPERED

BATCH = 12_500  # games a call of the loop: enough to forget the cost of the call
BACKENDS = {"threads": "threading", "processes": "loky"}


def require_compiler() -> None:
    """Raise InputError if Numba is told not to compile."""
    if numba.config.DISABLE_JIT:
        raise InputError("unset NUMBA_DISABLE_JIT: games are compiled code")


def load_kernel(game: Game) -> Kernel:
    """Return a game's compiled functions; says so if they must be compiled first."""
    require_compiler()
    if cache.is_empty(game.package):
        sys.stderr.write(f"compiling {game.name}: once, up to a minute ...\n")
        sys.stderr.flush()
    kernel = game.kernel()
    compiled_loop(kernel, POLICY_SLOTS[0])
    return kernel


def make_table(
    game: Game, kernel: Kernel, book: RuleBook, players: int, bots: Sequence[Bot], checked: bool, forking: bool = False
) -> Table:
    """Return a thread's place to play a game with these rules and bots, with or without forks."""
    options, policies = options_record(kernel, bots)
    rules = game.make_rules(book, players)
    return Table(kernel, rules, policies, options, game.max_decisions, checked, forking)


def seat(batch: Any, players: int, seats: Seating, games: slice) -> None:
    """Set the headers of games to come: seats, players, keys of the random streams; no ledger."""
    batch.view(np.uint8)[:] = 0
    batch["key"] = seats.keys[games]
    batch["bot"], batch["player"] = seats.bot[games], seats.player[games]
    batch["players"], batch["ledger"], batch["fork"] = players, -1, seats.forked[games]


@dataclass(frozen=True)
class Batch:
    """Finished games.

    Attributes:
        first: index of the first one among those asked for.
        headers: what came out of each game; the array is used again for the next batch.
    """

    first: int
    headers: Any


class GameStoppedError(Exception):
    """A game of a batch could not be played to its end.

    Attributes:
        game: its index among those asked for.
        state: its record when it stopped.
        fault: what the loop found, or the exception a policy raised.
        forked_at: the decision at which the fork was made that stopped, or None if it was the main line.
    """

    def __init__(self, game: int, state: Any, fault: Fault | Exception, forked_at: int | None = None) -> None:
        super().__init__(game)
        self.game, self.state, self.fault, self.forked_at = game, state, fault, forked_at


def cut(forked: NDArray[np.bool_], most: int) -> Iterator[slice]:
    """Cut games into batches with at most so many forked ones."""
    first = 0
    while first < len(forked):
        counted = np.cumsum(forked[first : first + BATCH])
        games = slice(first, first + int(np.searchsorted(counted, most, side="right")))
        yield games
        first = games.stop


def play_batches(
    table: Table, kernel: Kernel, players: int, seats: Seating, keep: Ledgers, effects: Effects | None = None
) -> Iterator[Batch]:
    """Play games batch by batch.

    Args:
        table: to play at.
        kernel: the game's records.
        players: number of players.
        seats: the games.
        keep: where ledgers of sampled games go.
        effects: where effects go, if the table forks games.

    Raises:
        GameStoppedError: a game could not be played to its end.
    """
    headers = np.zeros(min(BATCH, len(seats.game)), kernel.header)
    for games in cut(seats.forked, effects.games if effects else BATCH):
        batch = headers[: games.stop - games.start]
        seat(batch, players, seats, games)
        books = keep.assign(batch, seats, games)
        try:
            fault: Fault | Exception | None = table.play(batch, books, effects)
        except Exception as error:  # a policy is the user's code: whatever it raises is reported with its game
            fault = error
        if fault:
            stopped = fault.game if isinstance(fault, Fault) else int(np.argmax(batch["over"] == 0))
            raise GameStoppedError(games.start + stopped, table.state.copy(), fault, table.forked_at)
        if effects:
            effects.empty(seats.game[games])
        yield Batch(games.start, batch)


class Ledgers:
    """A buffer of ledgers; a recorder empties it whenever the next batch might not fit.

    Args:
        kernel: the game's records.
        room: how many ledgers it holds.
        recorder: takes the rows; without one, the room must be enough for all.
    """

    def __init__(self, kernel: Kernel, room: int, recorder: Recorder | None = None) -> None:
        self.books = np.zeros(max(room, 1), kernel.ledger)
        self.used = 0
        self._games = np.zeros(len(self.books), np.int64)
        self._recorder = recorder

    def assign(self, batch: Any, seats: Seating, games: slice) -> Any:
        """Give every sampled game of a batch a ledger; return the array of ledgers."""
        sampled = np.flatnonzero(seats.sampled[games])
        if self.used + len(sampled) > len(self.books):
            self.empty()
        here = np.arange(self.used, self.used + len(sampled))
        batch["ledger"][sampled] = here
        self._games[here] = seats.game[games][sampled]
        self.used += len(sampled)
        return self.books

    def empty(self) -> None:
        """Hand over all ledgers to the recorder."""
        if self._recorder:
            self._recorder.add_ledgers(self._games[: self.used], self.books[: self.used])
        self.books[: self.used].view(np.uint8)[:] = 0
        self.used = 0


def recorded_batches(
    spec: RunSpec, stratum: Stratum, seats: Seating, recorder: Recorder, checked: bool
) -> Iterator[Batch]:
    """Play games of a stratum as a run does, and hand all that comes out of them to a recorder.

    Raises:
        GameStoppedError: a game could not be played to its end.
    """
    kernel = spec.game.kernel()
    forks = spec.forks if seats.forked.any() else None  # most tables of equal skill have none
    book = spec.arms[stratum.arm]
    table = make_table(spec.game, kernel, book, stratum.players, spec.bots, checked, forks is not None)
    ledgers = Ledgers(kernel, min(BATCH, int(seats.sampled.sum())), recorder)
    effects = Effects(spec.game, forks, recorder.add_effects) if forks else None
    for batch in play_batches(table, kernel, stratum.players, seats, ledgers, effects):
        recorder.add(batch.first, batch.headers)
        yield batch
    ledgers.empty()


def play_chunk(spec: RunSpec, run: Run, chunk: Chunk) -> dict[str, Any]:
    """Play a chunk and write its parts and commit record.

    Returns:
        The commit record.

    Raises:
        StrategyError: a strategy misbehaved.
        RunError: a rule's invariant broke, or the disk is full.
    """
    began = time.monotonic()
    stratum = chunk.stratum
    seats = plans.seating(spec.design, stratum, chunk.first_block, chunk.blocks)
    recorder = Recorder(spec.game, stratum, seats, spec.forks is not None)
    decisions = 0
    try:
        for batch in recorded_batches(spec, stratum, seats, recorder, spec.checked):
            decisions += int(batch.headers["decisions"].sum(dtype=np.int64))
    except GameStoppedError as mishap:
        raise explain(mishap, spec.bots, int(seats.game[mishap.game]), str(run.path)) from None
    return run.commit(chunk, recorder.tables(), decisions, time.monotonic() - began)


def explain(mishap: GameStoppedError, bots: Sequence[Bot], game: int, folder: str = "") -> GaiolaError:
    """Return the error that names the strategy, the game and the replay command.

    Args:
        mishap: what happened.
        bots: the run's strategies.
        game: id of the game.
        folder: of the run, if there is one.
    """
    fault = mishap.fault
    bot = bots[int(mishap.state["bot"][mishap.state["cur"]])]
    who = f"strategy {bot.name!r}{f' ({bot.source})' if bot.source else ''}"
    replay = f"\nSee it with: gaiola replay {folder} {game}" if folder else ""
    where = f"game {game}, decision {mishap.state['decisions']}"
    if mishap.forked_at is not None:
        where += f" of a fork at decision {mishap.forked_at}"
        replay = replay.replace("See it", "See the game without its forks")
    if isinstance(fault, Fault) and fault.kind == TAMPERED and mishap.state["over"]:
        own = [b.name for b in bots if b.level == "user"] or [b.name for b in bots]
        return StrategyError(
            f"strategy {' or '.join(map(repr, own))} wrote into the rules or another strategy's weights, which it may "
            f"only read, in game {game} or one shortly before"
        )
    if isinstance(fault, Exception):
        what = f"raised {type(fault).__name__}: {fault}"
    elif fault.kind == BROKEN:
        return RunError(f"{where}: invariant {fault.answer} of the rules is broken{replay}")
    elif fault.kind == CROWDED:
        return RunError(f"{where}: the game has more moments than it declares (Moment.most)")
    elif fault.kind == ENDLESS:
        what = f"still plays after {mishap.state['decisions']} decisions: the game does not end"
    elif fault.kind == TAMPERED:
        what = "writes into the game, which it may only read"
    elif fault.kind == ILLEGAL:
        what = f"answered {fault.answer}, which is not a legal action"
    else:
        what = "looks at what it must not see: its choice changes when hidden things do"
    return StrategyError(f"{who} in {where}: {what}{replay}")


def play_run(
    spec: RunSpec, folder: Path, jobs: int = 1, backend: str = "threads", resume: bool = False, progress: bool = True
) -> Run:
    """Play all that is not done yet of a run.

    Args:
        spec: the run.
        folder: where it lies or will lie.
        jobs: workers, -1 for one a core.
        backend: one of `BACKENDS`.
        resume: go on with an unfinished run.
        progress: show a bar where a terminal is.

    Returns:
        The finished run.

    Raises:
        InputError: the folder cannot be used, or a strategy misbehaved.
        RunError: the run failed; finished chunks are kept.
    """
    if backend not in BACKENDS:
        raise InputError(f"--backend {backend}: choose {' or '.join(BACKENDS)}")
    compile_run(spec)
    run = begin(folder, manifest.build(spec, _now()), resume)
    todo = run.pending()
    if todo:
        _play_all(spec, run, todo, jobs, backend, progress)
        run.finish(_now())
    return run


def compile_run(spec: RunSpec) -> None:
    """Compile all that is needed in one process, before anything is written."""
    stratum, kernel = spec.design.strata[0], load_kernel(spec.game)
    for forking in (False, True) if spec.forks else (False,):
        book = spec.arms[stratum.arm]
        make_table(spec.game, kernel, book, stratum.players, spec.bots, spec.checked, forking)


def _play_all(spec: RunSpec, run: Run, todo: Sequence[Chunk], jobs: int, backend: str, progress: bool) -> None:
    parallel = Parallel(n_jobs=jobs, backend=BACKENDS[backend], return_as="generator_unordered")
    tasks = (delayed(play_chunk)(spec, run, chunk) for chunk in todo)
    workers = min(effective_n_jobs(jobs), len(todo))
    with Progress(sum(c.games for c in todo), spec.game.name, len(todo), workers, progress) as bar:
        try:
            for record in parallel(tasks):
                bar.advance(record["games"])
        except BrokenProcessPool:
            raise RunError(
                f"{run.path}: a worker process died (out of memory, or a strategy crashed it); finished chunks are "
                "kept: repeat the command with --resume"
            ) from None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def simulate(
    game: Game,
    bots: Sequence[Bot],
    players: int,
    games: int,
    seed: int,
    rules: Mapping[str, object] | None = None,
    components: Path | None = None,
    checked: bool = False,
    sample: float = 0.0,
    lineups: Sequence[Sequence[int]] = (),
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Play games in memory: for tests, notebooks and the tuning of strategies.

    Args:
        game: the descriptor.
        bots: the pool.
        players: number of players.
        games: rounded up to whole blocks.
        seed: of the design.
        rules: parameters to override.
        components: folder of edited tables.
        checked: test invariants and peeking after every action.
        sample: share of blocks whose games keep a ledger.
        lineups: line-ups by hand, as indices of bots; empty for all of the pool.

    Returns:
        Headers (games,) and ledgers (sampled games,); ``header["ledger"]`` is the index of a game's ledger.

    Raises:
        StrategyError: a strategy misbehaved.
        RunError: a rule's invariant broke.
    """
    plan = plans.design(seed, [(MIXED, range(len(bots)))], [players], games, [], lineups, sample=sample)
    headers, ledgers, _ = _simulate(game, bots, game.rulebook(rules, components), plan, checked)
    return headers, ledgers


def simulate_forks(
    game: Game,
    bots: Sequence[Bot],
    players: int,
    games: int,
    seed: int,
    forks: Forks,
    rules: Mapping[str, object] | None = None,
    components: Path | None = None,
    checked: bool = False,
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Play games in memory and fork all of them: for tests and notebooks.

    Args:
        game: the descriptor.
        bots: the pool.
        players: number of players.
        games: rounded up to whole blocks.
        seed: of the design.
        forks: what is asked of forks.
        rules: parameters to override.
        components: folder of edited tables.
        checked: test invariants after every action, and in the main line peeking.

    Returns:
        Headers (games,) and effects (moments times branches,), records of `EFFECT`.

    Raises:
        StrategyError: a strategy misbehaved.
        RunError: a rule's invariant broke.
    """
    plan = plans.design(seed, [(MIXED, range(len(bots)))], [players], games, [], sample=0.0, fork=1.0)
    headers, _, effects = _simulate(game, bots, game.rulebook(rules, components), plan, checked, forks)
    return headers, effects


def _simulate(
    game: Game, bots: Sequence[Bot], book: RuleBook, plan: Design, checked: bool, forks: Forks | None = None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Play a plan of one stratum; return headers, ledgers and effects."""
    (stratum,) = plan.strata
    game.check_players(stratum.players)
    kernel = load_kernel(game)
    table = make_table(game, kernel, book, stratum.players, bots, checked, forks is not None)
    seats = plans.seating(plan, stratum, 0, stratum.blocks)
    headers = np.zeros(stratum.games, kernel.header)
    kept = Ledgers(kernel, int(seats.sampled.sum()))
    taken = [np.zeros(0, EFFECT)]
    effects = Effects(game, forks, lambda played: taken.append(played.copy())) if forks else None
    try:
        for batch in play_batches(table, kernel, stratum.players, seats, kept, effects):
            headers[batch.first : batch.first + len(batch.headers)] = batch.headers
    except GameStoppedError as mishap:
        raise explain(mishap, bots, int(seats.game[mishap.game])) from None
    return headers, kept.books[: kept.used], np.concatenate(taken)
