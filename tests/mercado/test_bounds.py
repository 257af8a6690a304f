"""No array is read or written outside its bounds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from simcore.engine import simulate
from simcore.games.mercado.describe import GAME
from tests.mercado.bots_in_use import LINEAR, RANDOM, by_chance
from tests.mercado.rules_in_use import pairs

bots = [RANDOM, LINEAR, by_chance(1, 20.0)]
for players in (2, 3, 4):
    simulate(GAME, bots, players, 300, 1, checked=True, sample=0.2)
for players, rules in pairs():
    simulate(GAME, bots, players, 20, 2, rules, checked=True, sample=0.2)
print("within bounds")
"""


@pytest.mark.soak
def test_no_access_is_out_of_bounds(tmp_path: Path) -> None:
    """Compiled with bounds checks, in a process of its own."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "GAIOLA_CACHE": str(tmp_path)}
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, cwd=root, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stderr
    assert "within bounds" in done.stdout
