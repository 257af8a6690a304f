from __future__ import annotations

import pytest

import analysis
from tests.analysis.synthetic import FakeRun, Truth, write_run

PLANTED = Truth(
    seats=(0.0, 4.0, 0.0, 0.0, 0.0),
    strategies=(0.0, 5.0, 2.0),
    items=(6.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    arms={"rule": 5.0},
    no_result=0.01,
)
MARKS = (("random", 0), ("greedy", 1))


@pytest.fixture(scope="session")
def planted_run(tmp_path_factory: pytest.TempPathFactory) -> FakeRun:
    """The 2nd seat, the strategies, an item and a rule matter."""
    folder = tmp_path_factory.mktemp("planted")
    arms = ("base", "rule")
    rules = {"base": {"bonus": 0}, "rule": {"bonus": 5}}
    return write_run(
        folder, PLANTED, games=9000, players=(2, 3), chunk=2500, arms=arms, marks=MARKS, forks=0.2, rules=rules
    )


@pytest.fixture(scope="session")
def planted(planted_run: FakeRun) -> analysis.Tables:
    return analysis.analyse(planted_run)


@pytest.fixture(scope="session")
def fair(tmp_path_factory: pytest.TempPathFactory) -> analysis.Tables:
    """Nothing matters."""
    folder = tmp_path_factory.mktemp("fair")
    return analysis.analyse(write_run(folder, Truth(luck=2), games=60_000, players=(2, 3), chunk=10_000, marks=MARKS))
