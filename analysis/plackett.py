"""Plackett-Luce: strengths of strategies and seats from full finishing orders.

Sources: Plackett (1975), Applied Statistics 24, 193-202; Luce (1959), Individual Choice Behavior. A tie is averaged
over the orders it leaves open. Errors are robust by block: Liang and Zeger (1986), Biometrika 73, 13-22.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
STEPS = 50
CLOSE = 1e-9
MOST = 8.0  # a step longer than this, on the log scale, is cut: someone who never wins has no finite strength


@dataclass(frozen=True)
class Fit:
    """Terms of the model, each family with mean zero.

    Attributes:
        strategies: strengths on the log scale (K,).
        strategy_errors: their standard errors (K,).
        seats: terms of seats (n,).
        seat_errors: their standard errors (n,).
        blocks: blocks in the fit.
    """

    strategies: Array
    strategy_errors: Array
    seats: Array
    seat_errors: Array
    blocks: int


@lru_cache(maxsize=8)
def subsets(n: int) -> NDArray[np.bool_]:
    """Return all sets of at least two of n seats, an array (sets, n)."""
    rows = [chosen for size in range(2, n + 1) for chosen in combinations(range(n), size)]
    member = np.zeros((len(rows), n), bool)
    for i, chosen in enumerate(rows):
        member[i, list(chosen)] = True
    return member


@lru_cache(maxsize=4096)
def choice_weights(ranks: tuple[int, ...]) -> tuple[float, ...]:
    """Return how often each of `subsets` is the field that a next place is chosen from.

    Of m tied seats, j are left with every set of j equally likely.

    Args:
        ranks: finishing places of the seats; tied seats share one.
    """
    weights = []
    for member in subsets(len(ranks)):
        inside = [r for r, m in zip(ranks, member, strict=True) if m]
        best = min(inside)
        tied, chosen, later = ranks.count(best), inside.count(best), sum(r > best for r in ranks)
        complete = len(inside) - chosen == later
        weights.append(1 / comb(tied, chosen) if complete else 0.0)
    return tuple(weights)


def _contrasts(k: int) -> Array:
    """Return a basis of the terms with mean zero, an array (k, k - 1)."""
    return np.eye(k)[:, :-1] - np.eye(k)[:, -1:]


def _terms(strategy: NDArray[Any], k: int) -> Array:
    """Return what the log strength of each seat is made of, an array (games, seats, k - 1 + n - 1)."""
    games, n = strategy.shape
    seats = np.broadcast_to(_contrasts(n), (games, n, n - 1))
    return np.concatenate([_contrasts(k)[strategy], seats], axis=2)


def _derivatives(theta: Array, weights: Array, terms: Array) -> tuple[Array, Array]:
    """Return what the choices' fields add to each game's score (games, p), and the information (p, p)."""
    grown = np.exp(theta - theta.max(axis=1, keepdims=True))
    n = theta.shape[1]
    score, info = np.zeros_like(theta), np.zeros((theta.shape[0], n, n))
    for member, weight in zip(subsets(n), weights.T, strict=True):
        chance = grown * member
        chance /= chance.sum(axis=1, keepdims=True)
        score -= weight[:, None] * chance
        info -= weight[:, None, None] * chance[:, :, None] * chance[:, None, :]
        info[:, range(n), range(n)] += weight[:, None] * chance
    return np.einsum("gi,gip->gp", score, terms), np.einsum("gip,gij,gjq->pq", terms, info, terms, optimize=True)


def fit(strategy: NDArray[Any], rank: NDArray[Any], block: NDArray[Any], k: int) -> Fit:
    """Fit strengths of strategies and seats by Newton's method.

    Args:
        strategy: index of the strategy in every seat (games, n).
        rank: finishing places (games, n).
        block: block of every game (games,).
        k: number of strategies.
    """
    n = strategy.shape[1]
    patterns, which = np.unique(rank, axis=0, return_inverse=True)
    table = np.array([choice_weights(tuple(map(int, row))) for row in patterns])
    weights, terms = table[which.ravel()], _terms(strategy, k)
    last = rank == rank.max(axis=1, keepdims=True)
    placed = np.einsum("gi,gip->gp", 1 - last / last.sum(axis=1, keepdims=True), terms)
    beta = np.zeros(terms.shape[2])
    for _ in range(STEPS):
        against, info = _derivatives(terms @ beta, weights, terms)
        step = np.linalg.lstsq(info, (placed + against).sum(axis=0), rcond=None)[0]
        beta = beta + step * min(1.0, MOST / max(float(np.abs(step).max(initial=0)), 1e-12))
        if np.abs(step).max(initial=0) < CLOSE:
            break
    against, info = _derivatives(terms @ beta, weights, terms)
    return _report(beta, placed + against, info, block, k, n)


def _report(beta: Array, scores: Array, info: Array, block: NDArray[Any], k: int, n: int) -> Fit:
    """Return terms with the sandwich of inverse information around the blocks' scores.

    Where line-ups are not rotated, strategies may not be told apart from seats: errors are nan then.
    """
    _, where = np.unique(block, return_inverse=True)
    blocks = int(where.max()) + 1
    by_block = np.zeros((blocks, scores.shape[1]))
    np.add.at(by_block, where.ravel(), scores)
    told_apart = np.linalg.matrix_rank(info) == len(info)
    bread = np.linalg.inv(info) if told_apart else np.full_like(info, np.nan)
    covariance = bread @ (by_block.T @ by_block) @ bread * blocks / max(blocks - 1, 1)
    one, two = _contrasts(k), _contrasts(n)
    errors = [
        np.sqrt(np.einsum("ip,pq,iq->i", c, part, c))
        for c, part in ((one, covariance[: k - 1, : k - 1]), (two, covariance[k - 1 :, k - 1 :]))
    ]
    return Fit(one @ beta[: k - 1], errors[0], two @ beta[k - 1 :], errors[1], blocks)
