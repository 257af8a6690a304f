"""Play Mercado side by side with benchmarks/mercado_limit.cpp, and print the ratio of their speeds.

    .venv/bin/python benchmarks/against_limit.py [--repeats 7]

Both play four players under default rules on one core. They take turns, so that a noisy machine slows both; each ratio
is of CPU seconds measured one after the other. Needs g++ and a processor with AVX-512 (the C++ program's own limit).
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import strategies
from simcore import plan
from simcore.engine import BATCH, Ledgers, load_kernel, make_table, play_batches
from simcore.plan import MIXED, seating
from simcore.registry import find_game

SOURCE = Path(__file__).with_name("mercado_limit.cpp")
PLAYERS, GAMES, LIMIT_GAMES = 4, 8 * BATCH, 300_000


def build(folder: Path) -> Path:
    """Compile the C++ program."""
    program = folder / "mercado_limit"
    subprocess.run(["g++", "-O3", "-march=native", "-std=c++20", "-o", program, SOURCE], check=True)
    return program


def limit(program: Path, policy: str) -> float:
    """Return the C++ program's games per CPU second."""
    command = [program, str(PLAYERS), str(LIMIT_GAMES), policy, "1"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(re.search(r"per CPU second: (\d+) games", told)[1])


def ours(strategy: str) -> Callable[[], float]:
    """Return a function that measures our games per CPU second: seating, play and headers, as in a run."""
    game = find_game("mercado")
    kernel, bots = load_kernel(game), [strategies.load("mercado", strategy)]
    design = plan.design(12, [(MIXED, [0])], [PLAYERS], GAMES, [], sample=0.0)
    table = make_table(game, kernel, game.rulebook(), PLAYERS, bots, False)
    (stratum,) = design.strata

    def measure() -> float:
        began = time.process_time()
        seats = seating(design, stratum, 0, stratum.blocks)
        games = sum(len(b.headers) for b in play_batches(table, kernel, PLAYERS, seats, Ledgers(kernel, 0)))
        return games / (time.process_time() - began)

    measure()
    return measure


def compare(program: Path, policy: str, strategy: str, repeats: int) -> dict[str, float | str]:
    """Measure in pairs; return medians."""
    measure = ours(strategy)
    pairs = np.array([(limit(program, policy), measure()) for _ in range(repeats)])
    theirs, mine = np.median(pairs, axis=0)
    ratio = statistics.median(pairs[:, 0] / pairs[:, 1])
    return {"policy": policy, "limit_games_per_cpu_second": theirs, "games_per_cpu_second": mine, "ratio": ratio}


def main() -> None:
    """Print one line of JSON a policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    repeats = parser.parse_args().repeats
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        for policy, strategy in (("linear", "reference"), ("random", "random")):
            json.dump(compare(program, policy, strategy, repeats), sys.stdout)
            print(flush=True)


if __name__ == "__main__":
    main()
