"""The deal is uniform, and chance is what the rules say."""

from __future__ import annotations

from typing import Any

import pytest

from simcore.games.lisboa.describe import GAME

from ..deals import is_uniform, many
from .position import Game, dealt
from .slow_position import rows
from .slow_table import COLOURS, NOBLES

DEALS = 2000


def ids(table: str, **values: str) -> list[int]:
    return [int(row["id"]) for row in rows(table) if all(row[column] == value for column, value in values.items())]


def each(found: list[dict[str, Any]], name: str, *path: Any) -> list[Any]:
    """One thing of every deal."""
    picked = [deal[name] for deal in found]
    for step in path:
        picked = [value[step] for value in picked]
    return picked


@pytest.mark.parametrize("players", GAME.players)
def test_deal_is_uniform(players: int) -> None:
    """L2, L4 to L6, L8 to L11, L13."""
    found = many(Game(players), dealt, DEALS)
    cubes = [sorted(c for place in deal["cubes"].values() for c in place) for deal in found]
    assert all(len(drawn) == (56 if players == 2 else 63) for drawn in cubes)
    for place in ("rowA", "col5", "N2", "pile"):
        assert is_uniform([colour for deal in found for colour in deal["cubes"][place]], COLOURS)
    for good in ("gold", "tools"):
        assert is_uniform(each(found, "streets", good), "ABCD")
    for architect, kind in (("blue", 0), ("green", 7)):
        assert is_uniform(each(found, "buildings", architect, kind), ids("public_buildings"))
        for place, officials in ((0, "2"), (3, "3")):
            plans = ids("plans", kind="stack", architect=architect, officials=officials)
            assert is_uniform(each(found, "plans", architect, place), plans)
    for seat in range(players):
        assert is_uniform(each(found, "favors", seat), NOBLES)
        assert is_uniform(each(found, "start_plans", seat), ids("plans", kind="start"))
        hands = [card for hand in each(found, "hands", seat) for card in hand]
        assert is_uniform(hands, ids("political_cards", deck="blue"))
    for place in (0, 1, 20):
        assert is_uniform(each(found, "clergy", place), ids("clergy_tiles"))
    for kind in ("maia", "treasury"):
        for deck in ("red", "brown"):
            assert is_uniform(each(found, deck, kind, 0), ids("political_cards", deck=deck, type=kind))
    assert is_uniform(each(found, "purple", 0), ids("political_cards", deck="purple"))


@pytest.mark.parametrize("players", GAME.players)
def test_decrees_are_dealt_uniformly(players: int) -> None:
    """L13: with two players banned decrees never lie face up."""
    found = many(Game(players), dealt, DEALS)
    banned = "0" if players == 2 else None
    kept = ids("decrees", banned_2p=banned) if banned else ids("decrees")
    assert is_uniform(each(found, "decrees", 0), kept)
    assert is_uniform(each(found, "decrees", 7), kept)


def test_fixed_streets() -> None:
    """`scoring_tiles` = fixed."""
    found = many(Game(3, scoring_tiles="fixed"), dealt, 20)
    assert all(deal["streets"] == {"gold": "D", "cloth": "B", "books": "A", "tools": "C"} for deal in found)


def test_a_returned_tile_comes_to_lie_anywhere() -> None:
    """L10: the bag is shuffled when a tile goes back."""
    places = []
    game = Game(2)
    blank = game.keep()
    for seed in range(DEALS):
        game.restore(blank)
        game.deal(7, seed)
        back = int(game.s["bag"][game.s["bag_left"] - 2])
        game.do(game.said()[("tile", int(game.s["bag"][game.s["bag_left"] - 1]) + 1)])
        places.append(game.s["bag"][: game.s["bag_left"]].tolist().index(back))
    assert is_uniform(places, range(36))
