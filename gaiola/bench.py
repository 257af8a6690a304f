"""How fast a game is played, recorded and analysed on this machine: warm, including writing, median of five."""

from __future__ import annotations

import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import gaiola
import strategies
from gaiola.resolve import CHUNK, POOL, resolve
from gaiola.study import Study
from simcore import plan
from simcore.bots import Bot
from simcore.engine import Ledgers, load_kernel, make_table, play_batches, play_run
from simcore.game import Game
from simcore.manifest import RunSpec
from simcore.plan import MIXED, seating
from simcore.registry import find_game

REPEATS = 5
PLAYERS = 4  # the count that figures are quoted for, if the game has it
FORKED = 10  # a run with forks has a tenth of the games
SEED = 1755
WORKERS = (1, 2)
Row = dict[str, Any]


def bench(name: str, games: int) -> list[Row]:
    """Measure a game with four players, or its most.

    Args:
        name: of the game.
        games: of a measurement.

    Returns:
        One row a measurement: ``what, game, players, policy, jobs, games, seconds, games_per_second,
        decisions_per_second, peak_mib`` (the process's peak so far); no decisions a second where none are taken.

    Raises:
        InputError: no such game.
    """
    game = find_game(name)
    load_kernel(game)
    bots = strategies.shipped(name)
    pools = {"archetypes (mixed)": POOL, "random": ("random",), "reference": ("reference",)}
    teams = {policy: [bot for bot in bots if bot.level in levels] for policy, levels in pools.items()}
    rows = [_kernel(game, policy, team, games) for policy, team in teams.items() if team]
    return [*rows, *_runs(game, games)]


def _players(game: Game) -> int:
    return PLAYERS if PLAYERS in game.players else game.players[-1]


def _median(action: Callable[[], int]) -> tuple[float, int]:
    """Return the median wall time of an action after a first one, and what it returns."""
    decisions, seconds = action(), []
    for _ in range(REPEATS):
        began = time.perf_counter()
        action()
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds), decisions


def _row(what: str, game: Game, policy: str, jobs: int, games: int, measured: tuple[float, int]) -> Row:
    seconds, decisions = measured
    return {
        "what": what,
        "game": game.name,
        "players": _players(game),
        "policy": policy,
        "jobs": jobs,
        "games": games,
        "seconds": round(seconds, 4),
        "games_per_second": round(games / seconds),
        "decisions_per_second": round(decisions / seconds) if decisions else None,
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10,
    }


def _kernel(game: Game, policy: str, bots: Sequence[Bot], games: int) -> Row:
    """Measure play alone, on one core, chunk by chunk as in a run."""
    kernel, players = game.kernel(), _players(game)
    design = plan.design(SEED, [(MIXED, range(len(bots)))], [players], games, [], sample=0.0)
    table = make_table(game, kernel, game.rulebook(), players, bots, False)

    def play() -> int:
        decisions = 0
        for chunk in design.chunks(CHUNK):
            seats = seating(design, chunk.stratum, chunk.first_block, chunk.blocks)
            for batch in play_batches(table, kernel, players, seats, Ledgers(kernel, 0)):
                decisions += int(batch.headers["decisions"].sum(dtype="i8"))
        return decisions

    return _row("kernel", game, policy, 1, design.games, _median(play))


def _runs(game: Game, games: int) -> list[Row]:
    """Measure recorded runs, the analysis and report of the last one, and runs with forks."""
    spec = _spec(game, games)
    rows: list[Row] = []
    policy = "archetypes (mixed)"
    with tempfile.TemporaryDirectory(prefix="gaiola-bench-") as place:
        folders = iter(Path(place) / str(i) for i in range(100))

        def play(spec: RunSpec, jobs: int) -> Callable[[], int]:
            return lambda: int(play_run(spec, next(folders), jobs, progress=False).manifest["decisions"])

        rows += [
            _row("recorded run", game, policy, jobs, spec.design.games, _median(play(spec, jobs))) for jobs in WORKERS
        ]
        run = play_run(spec, next(folders), progress=False)

        def report() -> int:
            gaiola.report(run)
            return 0

        rows.append(_row("analysis and report", game, policy, 1, spec.design.games, _median(report)))
        if game.moments:
            forked = _spec(game, games // FORKED, effects={"moment": game.moments[0].name})
            played = _median(play(forked, WORKERS[-1]))
            rows.append(_row("run with forks", game, policy, WORKERS[-1], forked.design.games, played))
    return rows


def _spec(game: Game, games: int, **more: Any) -> RunSpec:
    """Return the run of a study of all shipped archetypes."""
    asked = {"game": game.name, "players": [_players(game)], "games": games, "seed": SEED, "skill_marks": False}
    return resolve(Study.model_validate(asked | more), "gaiola bench", max(1, min(CHUNK, games // 8)))


def table(rows: Sequence[Row]) -> str:
    """Return the measurements as lines of text."""
    head = f"{'what':<20} {'policy':<19} {'jobs':>4} {'games':>9} {'seconds':>8} {'games/s':>9} {'decisions/s':>12}"
    return "\n".join([head, *map(_line, rows)])


def _line(r: Row) -> str:
    decisions = f"{r['decisions_per_second']:>12,}" if r["decisions_per_second"] else ""
    return (
        f"{r['what']:<20} {r['policy']:<19} {r['jobs']:>4} {r['games']:>9,} {r['seconds']:>8.2f} "
        f"{r['games_per_second']:>9,} {decisions}"
    ).rstrip()
