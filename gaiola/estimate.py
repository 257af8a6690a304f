"""What a run would cost: games, time, disk."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from joblib import cpu_count

from simcore.engine import compile_run, recorded_batches
from simcore.manifest import RunSpec
from simcore.plan import Stratum, seating
from simcore.recorder import Recorder, parquet_bytes

PROBE = 4000  # games that are played to measure
REPORT, ANALYSIS = 8.0, 8e-6  # seconds of any report, and of every game in it, as measured on one core


@dataclass(frozen=True)
class Cost:
    """Cost of games on one core.

    Attributes:
        seconds: wall time.
        size: bytes on disk.
    """

    seconds: float
    size: float


def measure(spec: RunSpec, stratum: Stratum) -> Cost:
    """Play and record some games of a stratum in memory; return the cost of all of them.

    With forks, two probes with one and two rollouts say what a rollout costs.
    """
    if spec.forks is None:
        return _probe(spec, stratum)
    first, second = (_probe(replace(spec, forks=replace(spec.forks, rollouts=n)), stratum) for n in (1, 2))
    rollout = max(0.0, second.seconds - first.seconds)
    return Cost(first.seconds + rollout * (spec.forks.rollouts - 1), first.size)


def _probe(spec: RunSpec, stratum: Stratum) -> Cost:
    blocks = min(stratum.blocks, PROBE // stratum.players)
    seats = seating(spec.design, stratum, 0, blocks)
    recorder = Recorder(spec.game, stratum, seats, spec.forks is not None)
    began = time.perf_counter()
    for _ in recorded_batches(spec, stratum, seats, recorder, spec.checked):
        pass
    size = sum(parquet_bytes(t).size for t in recorder.tables().values())
    scale = stratum.blocks / blocks
    return Cost((time.perf_counter() - began) * scale, size * scale)


def estimate(spec: RunSpec, jobs: int | None) -> str:
    """Return a line with the games of a run, the time to play and to analyse them, and their size on disk."""
    workers = jobs or cpu_count()
    compile_run(spec)
    costs = [measure(spec, stratum) for stratum in spec.design.strata]
    seconds, size = sum(c.seconds for c in costs) / workers, sum(c.size for c in costs)
    return (
        f"{spec.design.games:,} games in {len(spec.design.strata)} strata; "
        f"about {_duration(seconds)} to play with {workers} workers, {size / 1e6:,.0f} MB on disk; "
        f"analysis and report come on top (about {_duration(REPORT + ANALYSIS * spec.design.games)})"
    )


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
