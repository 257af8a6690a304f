"""Invariants I1 to I19 after every action, under every rule alternative; nobody peeks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from simcore.engine import simulate
from simcore.games.lancaster.describe import GAME
from simcore.games.lancaster.state import AT_QUANTITY, CONFLICT, LAWS, LOWER_1, SLOT_1, VOTING

from ..playing import adds_up
from .bots_in_use import RANDOM, by_chance
from .lockstep import Chooser
from .position import Game
from .rules_in_use import pairs, single_alternatives

BOTS = [RANDOM, by_chance(1), by_chance(2), by_chance(3, 20.0)]


@pytest.mark.parametrize("players", GAME.players)
def test_ten_thousand_random_games_keep_the_invariants(players: int) -> None:
    """I1 to I19."""
    assert adds_up(simulate(GAME, [RANDOM], players, 10_000, 11, checked=True)[0])


@pytest.mark.parametrize(("name", "value"), single_alternatives())
def test_every_alternative_keeps_the_invariants(name: str, value: Any) -> None:
    """I1 to I19, one rule changed; games stop at the first broken invariant or peeking policy."""
    for players in GAME.players:
        assert adds_up(simulate(GAME, BOTS, players, 100, 12, {name: value}, checked=True)[0])


@pytest.mark.parametrize("index", range(len(pairs())))
def test_combined_alternatives_keep_the_invariants(index: int) -> None:
    """I1 to I19, every pair of rule values."""
    players, rules = pairs()[index]
    assert adds_up(simulate(GAME, BOTS, players, 200, 100 + index, rules, checked=True, sample=0.05)[0])


@pytest.mark.soak
@pytest.mark.parametrize("index", range(len(pairs())))
def test_many_games_under_combined_alternatives_keep_the_invariants(index: int) -> None:
    for players in GAME.players:
        assert adds_up(simulate(GAME, BOTS, players, 5000, 500 + index, pairs()[index][1], checked=True)[0])


@pytest.mark.parametrize("players", GAME.players)
def test_boards_are_clear_when_a_round_begins(players: int) -> None:
    """I4, I11, I17 and I18, which `check` cannot see of one state alone."""
    for seed in range(4):
        chooser, game, placed = Chooser(seed), Game(players).deal(seed), 0
        while not game.s["over"]:
            rounds, conflicts = int(game.s["rounds"]), game.s["acts"][:, [CONFLICT, CONFLICT + 3]].sum()
            game.do(chooser.choose(game.options()))
            placed += game.s["acts"][:, [CONFLICT, CONFLICT + 3]].sum() - conflicts
            if game.s["rounds"] > rounds:
                assert (game.s["holder"] < 0)[:9].all()
                assert not (game.s["where"] >> SLOT_1 & 63).any()
                assert not (game.s["where"] >> LOWER_1 & 12).any()
                placed = 0
            if game.point != "favor":
                assert int(game.s["favors"]).bit_count() == max(0, 6 - placed) or game.s["over"]


def settle_twice(s: Any) -> None:
    """Two knights on slot 1."""
    s["court"][0, :2], s["where"][0, :2] = 0, 1 << SLOT_1


def settle_on_tile(s: Any) -> None:
    """A knight on the slot of the tile."""
    s["court"][0, 0], s["where"][0, 0] = 0, s["laid"][0]


def settle_early(s: Any) -> None:
    """A knight in the castle before anybody has placed one."""
    s["court"][0, 0], s["where"][0, 0] = 0, 1 << SLOT_1


def put(name: str, place: Any, change: int) -> Callable[[Any], None]:
    """Change one number."""

    def damage(s: Any) -> None:
        if place is None:
            s[name] += change
        else:
            s[name][place] += change

    return damage


def late(s: Any, **values: int) -> None:
    for name, value in values.items():
        s[name] = value


DAMAGE: list[tuple[int, Callable[[Any], None]]] = [
    (1, put("reserve", (0, 0), 1)),
    (1, put("where", (0, 2), 1 << SLOT_1)),
    (2, put("box", None, 1)),
    (2, put("noble", (1, 3), 1)),
    (3, put("pile_left", None, -1)),
    (4, put("deck_left", None, -1)),
    (5, put("helpers", 2, 1)),
    (6, settle_twice),
    (7, settle_on_tile),
    (8, put("power", (2, 0), 1)),
    (9, put("spaces", 2, 4)),
    (10, put("gold", 1, -3)),
    (11, put("laid", 2, 1)),
    (12, put("pp", 0, 1)),
    (15, lambda s: late(s, phase=VOTING)),
    (16, lambda s: late(s, phase=LAWS, turn=1, point=AT_QUANTITY)),
    (17, settle_early),
    (19, put("card", 3, -20)),
]


@pytest.mark.parametrize(("invariant", "damage"), DAMAGE, ids=[f"I{n}-{k}" for k, (n, _) in enumerate(DAMAGE)])
def test_check_notices_damage(invariant: int, damage: Callable[[Any], None]) -> None:
    """Invariants can fail."""
    game = Game(4).deal(1).choose(*[("tile", 2)] * 4)
    assert game.call("check") == 0
    game.s["turn"] = 0
    damage(game.s)
    assert game.call("check") == invariant
