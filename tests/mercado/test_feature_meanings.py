"""Every feature of every option is what its meaning says, computed from the slow game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .bots_in_use import NAMES
from .oracle import entrances_of, improves, neighbours
from .position import KINDS, TYPES, Game
from .slow_game import SlowGame, advance, number_of

RULES = [
    (2, {}),
    (3, {"cost_rule": "sum_lines", "customer_table": "h2", "coin_action": 2}),
    (4, {"customer_minimum": "matching_stands", "customer_table": "h3", "restaurant_bonus": 0}),
    (4, {"last_turns": "everyone", "board_layout": "random"}),
]


def of_open(slow: SlowGame, stand: str, space: tuple[int, int]) -> dict[str, int]:
    here = [(t, who) for q, (t, who) in slow.stands.items() for i in (0, 1) if q[i] == space[i]]
    hidden, last = space in slow.down, slow.left is not None
    return {
        "own_gain": slow.opening_pays(slow.seat, stand, space)[slow.seat],
        "cost": slow.cost(space),
        "is_open": 1,
        "free_ends": sum(door in slow.free_doors() for door in entrances_of(space)),
        "helpers": slow.worth(space, stand) - 1,
        "reveals": hidden,
        "crowd": len(here),
        "own_crowd": sum(who == slow.seat for _, who in here),
        "wanted": sum(stand in slow.face[tile][1] for tiles in slow.show.values() for tile in tiles),
        "late_open": 25 - len(slow.free()),
        "last_open": last,
        "last_reveals": last and hidden,
    }


def of_customer(slow: SlowGame, tile: int, door: str) -> dict[str, int]:
    paid = slow.payout(tile, door, slow.stands)
    return {
        "own_gain": paid[slow.seat],
        "rival_gain": paid.total() - paid[slow.seat],
        "is_customer": 1,
        "late_customer": 25 - len(slow.free()),
    }


def of_restaurant(slow: SlowGame, kind: str, space: tuple[int, int]) -> dict[str, int]:
    near = [slow.stands[q] for q in neighbours(space) if q in slow.stands]
    helped = [who for t, who in near if improves(KINDS.index(kind), TYPES.index(t))]
    hidden, last = space in slow.down, slow.left is not None
    return {
        "own_gain": slow.rule["restaurant_bonus"],
        "is_restaurant": 1,
        "reveals": hidden,
        "own_boost": helped.count(slow.seat),
        "rival_boost": len(helped) - helped.count(slow.seat),
        "late_restaurant": 25 - len(slow.free()),
        "last_restaurant": last,
        "last_reveals": last and hidden,
    }


def of_take(slow: SlowGame, stand: str) -> dict[str, int]:
    placed = [slow.face[tile] for tile in slow.placed.values()]
    return {
        "placed_demand": sum(n for n, types in placed if stand in types),
        "shown_demand": sum(stand in slow.face[tile][1] for tiles in slow.show.values() for tile in tiles),
        "copies": slow.hands[slow.seat].count(stand),
    }


def meaning(slow: SlowGame, option: tuple[Any, ...]) -> dict[str, int]:
    """The features of an option that are not 0."""
    kind, *arguments = option
    describe = {"open": of_open, "customer": of_customer, "restaurant": of_restaurant, "take": of_take}
    if kind in describe:
        found = describe[kind](slow, *arguments)
    elif kind == "coin":
        found = {"own_gain": slow.rule["coin_action"], "is_coin": 1}
    else:
        found = {"own_swap": kind == "own_swap", "display_swap": kind == "display_swap"}
    return {name: int(value) for name, value in found.items() if value}


def listed(game: Game) -> dict[int, dict[str, int]]:
    """The compiled features of every option that are not 0."""
    game.call("legal")
    game.call("features")
    o, features = game.o, {}
    for i in range(o["n"]):
        used = [f for f in range(len(NAMES)) if int(o["used"][i]) >> f & 1]
        for place in range(32):
            if int(o["masks"][i]) >> place & 1:
                values = {NAMES[f]: int(o["x"][i, f, place]) for f in used}
                features[int(o["heads"][i]) | place] = {name: x for name, x in values.items() if x}
    return features


@pytest.mark.parametrize(("players", "rules"), RULES)
def test_features_mean_what_they_say(players: int, rules: dict[str, Any]) -> None:
    for seed in range(5):
        chooser, game = random.Random(seed), Game(players, **rules).deal(seed)
        slow = SlowGame(game.s, game.book)
        decisions = slow.play()
        options = next(decisions)
        while not game.s["over"]:
            where = f"seed {seed}, decision {game.s['decisions']}"
            assert listed(game) == {number_of(option): meaning(slow, option) for option in options}, where
            choice = chooser.choice(options)
            game.do(number_of(choice))
            options = advance(decisions, choice)
