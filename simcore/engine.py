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
from simcore.game import Game
from simcore.manifest import RunSpec
from simcore.plan import MIXED, Chunk, Design, Seating, Stratum
from simcore.play import BROKEN, ENDLESS, ILLEGAL, POLICY_SLOTS, TAMPERED, Fault, Table, compiled_loop
from simcore.progress import Progress
from simcore.recorder import Recorder
from simcore.records import Kernel
from simcore.runs import Run, begin

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
        sys.stderr.write(f"compiling {game.name}: once, about 20 s ...\n")
        sys.stderr.flush()
    kernel = game.kernel()
    compiled_loop(kernel, POLICY_SLOTS[0])
    return kernel


def make_table(game: Game, kernel: Kernel, book: RuleBook, players: int, bots: Sequence[Bot], checked: bool) -> Table:
    """Return a thread's place to play a game with these rules and bots."""
    options, policies = options_record(kernel, bots)
    rules = game.make_rules(book, players)
    return Table(kernel, rules, policies, options, game.max_decisions, checked)


def seat(batch: Any, players: int, seats: Seating, games: slice) -> None:
    """Set the headers of games to come: seats, players, keys of the random streams; no ledger."""
    batch.view(np.uint8)[:] = 0
    batch["key"] = seats.keys[games]
    batch["bot"], batch["player"] = seats.bot[games], seats.player[games]
    batch["players"], batch["ledger"] = players, -1


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
    """

    def __init__(self, game: int, state: Any, fault: Fault | Exception) -> None:
        super().__init__(game)
        self.game, self.state, self.fault = game, state, fault


def play_batches(table: Table, kernel: Kernel, players: int, seats: Seating, keep: Ledgers) -> Iterator[Batch]:
    """Play games batch by batch.

    Args:
        table: to play at.
        kernel: the game's records.
        players: number of players.
        seats: the games.
        keep: where ledgers of sampled games go.

    Raises:
        GameStoppedError: a game could not be played to its end.
    """
    headers = np.zeros(min(BATCH, len(seats.game)), kernel.header)
    for first in range(0, len(seats.game), BATCH):
        games = slice(first, min(first + BATCH, len(seats.game)))
        batch = headers[: games.stop - first]
        seat(batch, players, seats, games)
        books = keep.assign(batch, seats, games)
        try:
            fault: Fault | Exception | None = table.play(batch, books)
        except Exception as error:  # a policy is the user's code: whatever it raises is reported with its game
            fault = error
        if fault:
            stopped = fault.game if isinstance(fault, Fault) else int(np.argmax(batch["over"] == 0))
            raise GameStoppedError(first + stopped, table.state.copy(), fault)
        yield Batch(first, batch)


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
    kernel = spec.game.kernel()
    table = make_table(spec.game, kernel, spec.arms[stratum.arm], stratum.players, spec.bots, spec.checked)
    seats = plans.seating(spec.design, stratum, chunk.first_block, chunk.blocks)
    recorder = Recorder(spec.game, stratum, seats)
    ledgers = Ledgers(kernel, min(BATCH, int(seats.sampled.sum())), recorder)
    decisions = 0
    try:
        for batch in play_batches(table, kernel, stratum.players, seats, ledgers):
            recorder.add(batch.first, batch.headers)
            decisions += int(batch.headers["decisions"].sum(dtype=np.int64))
    except GameStoppedError as mishap:
        raise explain(mishap, spec.bots, int(seats.game[mishap.game]), str(run.path)) from None
    ledgers.empty()
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
    decision = int(mishap.state["decisions"])
    if isinstance(fault, Fault) and fault.kind == TAMPERED and mishap.state["over"]:
        own = [b.name for b in bots if b.level == "user"] or [b.name for b in bots]
        return StrategyError(
            f"strategy {' or '.join(map(repr, own))} wrote into the rules or another strategy's weights, which it may "
            f"only read, in game {game} or one shortly before"
        )
    if isinstance(fault, Exception):
        what = f"raised {type(fault).__name__}: {fault}"
    elif fault.kind == BROKEN:
        return RunError(f"game {game}, decision {decision}: invariant {fault.answer} of the rules is broken{replay}")
    elif fault.kind == ENDLESS:
        what = f"still plays after {decision} decisions: the game does not end"
    elif fault.kind == TAMPERED:
        what = "writes into the game, which it may only read"
    elif fault.kind == ILLEGAL:
        what = f"answered {fault.answer}, which is not a legal action"
    else:
        what = "looks at what it must not see: its choice changes when hidden things do"
    return StrategyError(f"{who} in game {game}, decision {decision}: {what}{replay}")


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
    _compile(spec)
    run = begin(folder, manifest.build(spec, _now()), resume)
    todo = run.pending()
    if todo:
        _play_all(spec, run, todo, jobs, backend, progress)
        run.finish(_now())
    return run


def _compile(spec: RunSpec) -> None:
    """Compile all that is needed in one process, before anything is written."""
    stratum = spec.design.strata[0]
    make_table(spec.game, load_kernel(spec.game), spec.arms[stratum.arm], stratum.players, spec.bots, spec.checked)


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
    game.check_players(players)
    kernel = load_kernel(game)
    plan = plans.design(seed, [(MIXED, range(len(bots)))], [players], games, [], lineups, sample=sample)
    (stratum,) = plan.strata
    table = make_table(game, kernel, game.rulebook(rules, components), players, bots, checked)
    return _play_stratum(table, kernel, plan, stratum, bots)


def _play_stratum(
    table: Table, kernel: Kernel, plan: Design, stratum: Stratum, bots: Sequence[Bot]
) -> tuple[NDArray[Any], NDArray[Any]]:
    seats = plans.seating(plan, stratum, 0, stratum.blocks)
    headers = np.zeros(stratum.games, kernel.header)
    kept = Ledgers(kernel, int(seats.sampled.sum()))
    try:
        for batch in play_batches(table, kernel, stratum.players, seats, kept):
            headers[batch.first : batch.first + len(batch.headers)] = batch.headers
    except GameStoppedError as mishap:
        raise explain(mishap, bots, int(seats.game[mishap.game])) from None
    return headers, kept.books[: kept.used]
