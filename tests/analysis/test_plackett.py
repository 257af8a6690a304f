"""Plackett-Luce finds planted strengths and seats, and its errors are honest."""

from __future__ import annotations

import math
from itertools import pairwise, permutations

import numpy as np
import pytest

from analysis import plackett


def play(
    rng: np.random.Generator, strength: np.ndarray, seats: np.ndarray, blocks: int, shared: float = 0.0
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play blocks of n rotations: exponential clocks finish in Plackett-Luce order."""
    n, k = len(seats), len(strength)
    lineup = rng.integers(0, k, (blocks, n))
    strategy = np.stack([np.roll(lineup, turn, axis=1) for turn in range(n)], axis=1).reshape(-1, n)
    luck = rng.gumbel(size=(blocks, n, n))
    same = rng.random((blocks, 1, 1)) < shared
    luck = np.where(same, luck[:, :1], luck).reshape(-1, n)
    worth = strength[strategy] + seats + luck
    rank = 1 + (worth[:, None, :] > worth[:, :, None]).sum(axis=2)
    return strategy, rank, np.repeat(np.arange(blocks), n)


STRENGTH = np.array([-0.5, 0.1, 0.4])
SEATS = np.array([0.3, 0.0, -0.1, -0.2])


def test_planted_strengths_and_seats_are_found() -> None:
    fit = plackett.fit(*play(np.random.default_rng(1), STRENGTH, SEATS, 3000), k=3)
    assert np.abs(fit.strategies - STRENGTH).max() < 4 * fit.strategy_errors.max()
    assert np.abs(fit.seats - SEATS).max() < 4 * fit.seat_errors.max()
    assert fit.strategy_errors.max() < 0.03
    assert fit.strategies.sum() == pytest.approx(0)
    assert fit.seats.sum() == pytest.approx(0)
    assert fit.blocks == 3000


@pytest.mark.parametrize("shared", [0.0, 1.0])
def test_errors_hold_when_games_of_a_block_go_together(shared: float) -> None:
    """Intervals of 300 fits, each of seven terms, hold the truth 95 times in 100."""
    rng = np.random.default_rng(5)
    inside = []
    for _ in range(300):
        fit = plackett.fit(*play(rng, STRENGTH, SEATS, 100, shared), k=3)
        inside += list(np.abs(fit.strategies - STRENGTH) <= 1.96 * fit.strategy_errors)
        inside += list(np.abs(fit.seats - SEATS) <= 1.96 * fit.seat_errors)
    assert np.mean(inside) == pytest.approx(0.95, abs=0.02)


def log_likelihood(strength: np.ndarray, order: tuple[int, ...]) -> float:
    return sum(strength[i] - math.log(sum(math.exp(strength[j]) for j in order[p:])) for p, i in enumerate(order))


@pytest.mark.parametrize("ranks", [(1, 2, 3, 4), (1, 1, 3, 4), (2, 1, 2, 2), (1, 1, 1, 1), (3, 1, 3, 1)])
def test_ties_are_the_mean_over_the_orders_they_leave_open(ranks: tuple[int, ...]) -> None:
    theta = np.array([0.4, -0.3, 0.2, 0.9])
    orders = [o for o in permutations(range(4)) if all(ranks[a] <= ranks[b] for a, b in pairwise(o))]
    expected = np.mean([log_likelihood(theta, o) for o in orders])
    last = np.array(ranks) == max(ranks)
    placed = float((theta * (1 - last / last.sum())).sum())
    fields = plackett.subsets(4)
    logs = np.log(fields @ np.exp(theta))
    assert placed - np.dot(plackett.choice_weights(ranks), logs) == pytest.approx(expected)


def test_two_players_are_the_log_odds() -> None:
    """With one strategy and two seats the term is half the log odds of the first seat."""
    rank = np.array([[1, 2]] * 60 + [[2, 1]] * 40)
    fit = plackett.fit(np.zeros((100, 2), int), rank, np.arange(100), k=1)
    assert fit.seats[0] == pytest.approx(math.log(60 / 40) / 2)
    assert fit.seat_errors[0] == pytest.approx(math.sqrt(1 / 60 + 1 / 40) / 2, rel=0.02)
    assert fit.strategies.tolist() == [0.0]


def test_strategies_that_never_leave_their_seat_have_no_error() -> None:
    rng = np.random.default_rng(4)
    strategy = np.tile([0, 1], (200, 1))
    first = rng.random(200) < 0.6
    rank = np.where(first[:, None], [1, 2], [2, 1])
    fit = plackett.fit(strategy, rank, np.arange(200), k=2)
    assert np.isnan(fit.strategy_errors).all()


def test_who_never_wins_does_not_break_the_fit() -> None:
    strategy, rank = np.tile([0, 1], (50, 1)), np.tile([1, 2], (50, 1))
    both = np.concatenate([strategy, strategy[:, ::-1]]), np.concatenate([rank, rank[:, ::-1]])
    fit = plackett.fit(*both, np.arange(100), k=2)
    assert fit.strategies[0] > 5
    assert np.isfinite(fit.seats).all()
