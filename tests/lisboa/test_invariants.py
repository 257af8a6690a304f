"""Invariants I1 to I15 after every action, under every rule alternative; nobody peeks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from simcore.engine import simulate
from simcore.games.lisboa.describe import GAME

from ..playing import adds_up
from .bots_in_use import RANDOM, by_chance
from .lockstep import Chooser
from .position import Game
from .rules_in_use import pairs, single_alternatives

BOTS = [RANDOM, by_chance(1), by_chance(2), by_chance(3, 20.0)]


@pytest.mark.parametrize("players", GAME.players)
def test_ten_thousand_random_games_keep_the_invariants(players: int) -> None:
    """I1 to I15."""
    states = simulate(GAME, [RANDOM], players, 10_000, 11, checked=True)[0]
    assert adds_up(states)
    assert (states["turns"] % players == 0).all()


@pytest.mark.parametrize(("name", "value"), single_alternatives())
def test_every_alternative_keeps_the_invariants(name: str, value: Any) -> None:
    """I1 to I15, one rule changed; games stop at the first broken invariant or peeking policy."""
    for players in GAME.players:
        assert adds_up(simulate(GAME, BOTS, players, 24, 12, {name: value}, checked=True)[0])


@pytest.mark.parametrize("index", range(len(pairs())))
def test_combined_alternatives_keep_the_invariants(index: int) -> None:
    """I1 to I15, every pair of rule values."""
    players, rules = pairs()[index]
    assert adds_up(simulate(GAME, BOTS, players, 60, 100 + index, rules, checked=True, sample=0.05)[0])


@pytest.mark.soak
@pytest.mark.parametrize("index", range(len(pairs())))
def test_many_games_under_combined_alternatives_keep_the_invariants(index: int) -> None:
    for players in GAME.players:
        assert adds_up(simulate(GAME, BOTS, players, 3000, 500 + index, pairs()[index][1], checked=True)[0])


def put(name: str, place: Any, change: int, *others: tuple[str, Any, int]) -> Callable[[Any], None]:
    """Change some numbers; without a place the one that stands alone."""

    def damage(s: Any) -> None:
        for field, where, by in ((name, place, change), *others):
            if where is None:
                s[field] += by
            else:
                s[field][where] += by

    return damage


def lay(name: str, place: Any, other: str, there: Any) -> Callable[[Any], None]:
    """What lies in one place lies in another, too."""

    def damage(s: Any) -> None:
        s[name][place] = s[other][there]

    return damage


def build_everywhere(s: Any) -> None:
    """More stores than houses."""
    s["stores"][0] = s["of_good"][0] = (1 << 9) - 1


def crowd(s: Any) -> None:
    """All officials stand with Maia."""
    s["office"][:4, 0] += s["board"][:4]
    s["board"][:4] = 0


def reopen(s: Any) -> None:
    """A building of the second seat, but no completed plan."""
    s["plans_open"][1], s["plans_done"][1] = s["plans_open"][1] | s["plans_done"][1], 0


def stack_up(s: Any) -> None:
    """More goods than there is room for."""
    s["supply"][0] -= 3
    s["goods"][2, 0] += 3


DAMAGE: list[tuple[int, Callable[[Any], None]]] = [
    (1, put("supply", 0, 1)),
    (1, put("cargo", (8, 2), 1)),
    (2, put("board", 1, 1)),
    (2, put("plaza", 2, -9, ("board", 2, 9))),
    (3, build_everywhere),
    (3, put("pays", (1, 4), 1)),
    (3, put("gaps", 9, -1)),
    (4, put("rubble", (3, 1), 1)),
    (4, put("land", 7, 1)),
    (4, put("near", (1, 2), 1 << 24)),
    (4, put("boxed", 0, -1)),
    (5, lay("hand", (0, 0), "hand", (1, 0))),
    (5, lay("hand", (0, 0), "deck", (3, 0))),
    (5, lay("lower", (1, 0), "hand", (1, 0))),
    (5, lay("deck", (3, 1), "deck", (3, 0))),
    (5, lay("tiles", (0, 0), "track", 0)),
    (5, lay("track", 1, "bag", 0)),
    (5, lay("display", 0, "decree_deck", 0)),
    (5, put("decree_left", None, -1)),
    (5, put("stack_left", 0, -1)),
    (5, put("plans_done", 0, 1 << 10)),
    (5, put("offer_left", 0, -1)),
    (5, lay("site_building", 5, "offer", (0, 0))),
    (5, put("portrait", 1, 1)),
    (5, put("ship_owner", 8, -2)),
    (5, lay("yard", 0, "yard", 1)),
    (6, put("sets", 1, -1)),
    (7, stack_up),
    (8, put("influence", 0, 11)),
    (8, put("reis", 3, -99)),
    (9, put("price", 0, 20)),
    (9, crowd),
    (9, put("treasury", None, 20)),
    (10, put("markers", 2, 1)),
    (10, put("cubes", (0, 0), 1, ("boxed", 0, -1))),
    (11, put("tiles_held", 1, 4)),
    (11, put("hand_size", 0, 1)),
    (12, put("at_sea", 8, 1)),
    (12, put("cargo", (0, 2), 1, ("supply", 2, -1))),
    (13, put("points", (0, 3), 1)),
    (14, reopen),
    (15, put("top", None, -9)),
    (15, put("turns", None, 1, ("over", None, 1))),
]  # fmt: skip


@pytest.mark.parametrize(("invariant", "damage"), DAMAGE, ids=[f"I{n}-{k}" for k, (n, _) in enumerate(DAMAGE)])
def test_check_notices_damage(invariant: int, damage: Callable[[Any], None]) -> None:
    """Invariants can fail; this is a game in its second period, in which every kind of piece is in use."""
    chooser, game = Chooser(0), Game(4).deal(0)
    while not (game.s["turns"] == 28 and game.point == "main"):
        game.do(chooser.choose(game.options()))
    damage(game.s)
    assert game.call("check") == invariant
