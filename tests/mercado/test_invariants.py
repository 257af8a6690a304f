"""Invariants I1 to I15 after every action, under every rule alternative; nobody peeks."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from simcore.engine import simulate
from simcore.games.mercado.describe import GAME

from .bots_in_use import RANDOM, by_chance
from .oracle import differences
from .position import Game
from .rules_in_use import pairs, single_alternatives

BOTS = [RANDOM, by_chance(1), by_chance(2), by_chance(3, 20.0)]


def play_checked(players: int, games: int, seed: int, **rules: Any) -> Any:
    """Play games that stop at the first broken invariant or peeking policy."""
    states, _ = simulate(GAME, BOTS, players, games, seed, rules, checked=True, sample=0.05)
    return states


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ten_thousand_random_games_keep_the_invariants(players: int) -> None:
    """I1 to I15."""
    states, _ = simulate(GAME, [RANDOM], players, 10_000, 11, checked=True)
    assert (states["over"] == 1).all()
    assert (states["points"].sum(axis=2) == states["score"]).all()
    assert (states["win60"].sum(axis=1) == 60).all()


@pytest.mark.parametrize(("name", "value"), single_alternatives())
def test_every_alternative_keeps_the_invariants(name: str, value: Any) -> None:
    """I1 to I15, one rule changed."""
    for players in (2, 3, 4):
        assert (play_checked(players, 150, 12, **{name: value})["over"] == 1).all()


@pytest.mark.parametrize("index", range(len(pairs())))
def test_combined_alternatives_keep_the_invariants(index: int) -> None:
    """I1 to I15, every pair of rule values."""
    players, rules = pairs()[index]
    states = play_checked(players, 300, 100 + index, **rules)
    assert (states["points"].sum(axis=2) == states["score"]).all()
    shared = states["win60"].sum(axis=1)
    assert ((shared == 60) | (states["no_result"] == 1)).all()


def settled(s: Any) -> dict[str, Any]:
    """What never disappears or moves: stands, face-up restaurants and placed tiles, with their owners."""
    names = ("stand", "owner", "face_up", "opener", "tile", "placer")
    return {(name, i): int(s[name][i]) for name in names for i in range(25) if s[name][i] >= 0}


def is_complete(game: Game) -> bool:
    """I8: as many open tiles as there should be."""
    s = game.s
    return bool(s["display_count"] == 0 or (s["hand"].sum(axis=1)[: s["players"]] == 3).all())


def walk(seed: int, players: int, rules: dict[str, Any]) -> None:
    """Play a random game; after every action test what `check` leaves out."""
    chooser, game = random.Random(seed), Game(players, **rules).deal(seed)
    always_takes = game.r["refill_after_last_wood"] == 0
    while not game.s["over"]:
        before, hidden = settled(game.s), game.s["face_down"].copy()
        game.do(chooser.choice(game.options()))
        after, s = settled(game.s), game.s
        where = f"seed {seed}, {players} players, decision {s['decisions']}, {rules}"
        assert not differences(s, game.r), where
        assert before.items() <= after.items(), f"I15: {where}"
        gone = np.flatnonzero(hidden != s["face_down"])
        assert all(s["stand"][i] >= 0 or s["face_up"][i] >= 0 for i in gone), f"I15: {where}"
        turn_over = s["over"] or not s["opened"]
        assert not turn_over or not always_takes or is_complete(game), f"I8: {where}"
        assert s["left"] < players + (game.r["last_turns"] == 2), f"I14: {where}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_derived_field_follows_from_the_market(players: int) -> None:
    """I8, I14, I15, and all planes and masks against a slow recomputation."""
    for seed in range(4):
        walk(seed, players, {})


@pytest.mark.parametrize("index", range(len(pairs())))
def test_every_derived_field_follows_under_alternatives(index: int) -> None:
    """The same under every pair of rule values."""
    walk(index, *pairs()[index])


DAMAGE = {  # what is changed after the deal, by how much, and the invariant that must notice it
    "bag": (0, 1, 1),
    "held": ((0, 0), 1, 2),
    "tile": (0, 1, 3),
    "coins": (0, -2, 5),
    "wood": (0, 1, 6),
    "veil": (0, -1, 7),
    "points": ((0, 0), 1, 10),
    "acts": ((0, 3), 1, 12),
    "passes": ((), 4, 13),
    "left": ((), 5, 14),
}


@pytest.mark.parametrize("field", DAMAGE)
def test_check_notices_damage(field: str) -> None:
    """Invariants can fail."""
    place, change, invariant = DAMAGE[field]
    game = Game(4).deal(1)
    assert game.call("check") == 0
    value = np.array(game.s[field])
    value[place] += change
    game.s[field] = value
    assert game.call("check") == invariant


@pytest.mark.parametrize("rule", ["always", "wood_only"])
def test_check_notices_a_missing_tile(rule: str) -> None:
    """I8: also where tiles need not be taken after the last wooden stand."""
    game = Game(4, refill_after_last_wood=rule).deal(1)
    (tile, *_) = np.flatnonzero(game.s["hand"][0])
    game.s["hand"][0, tile] -= 1
    game.s["bag"][tile] += 1
    assert game.call("check") == 8
