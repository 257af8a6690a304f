"""The deal is uniform, and chance is what the rules say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simcore.games.lancaster.describe import GAME

from ..deals import is_uniform, many
from .position import Game, dealt

DEALS = 3000
REMOVED = {2: {1, 12}, 3: {11, 12}, 4: {1, 12}, 5: {1, 2}}
GROUPS = {"current": [1, 2, 3], 0: [4, 5, 6, 7], 4: [8, 9, 10, 11], 8: [12, 13, 14, 15], 12: [16, 17, 18]}


def deals(players: int, **rules: Any) -> list[dict[str, Any]]:
    """What chance decided in many games."""
    return many(Game(players, **rules), dealt, DEALS)


@pytest.mark.parametrize("players", GAME.players)
def test_deal_is_uniform(players: int) -> None:
    """N11, N14, N15; seats are counted from the first start player."""
    found = deals(players)
    cards = sorted(set(range(1, 13)) - REMOVED[players])
    decks = np.array([deal["conflicts"] for deal in found])
    assert all(sorted(deck) == cards for deck in decks.tolist())
    assert all(is_uniform(decks[:, i], cards) for i in range(10))
    current, pile = (np.array([deal[name] for deal in found]) for name in ("current", "laws"))
    assert all(is_uniform(current[:, i], GROUPS["current"]) for i in range(3))
    for first, group in list(GROUPS.items())[1:]:
        assert all(is_uniform(pile[:, int(first) + i], group) for i in range(len(group)))
    assert {deal["start_player"] for deal in found} == {0}


def test_other_deals_are_uniform() -> None:
    """N15, N16: `law_order` = shuffled, `start_tile_choice` = random."""
    found = deals(5, law_order="shuffled", start_tile_choice="random")
    pile, tiles = (np.array([deal[name] for deal in found]) for name in ("laws", "start_tiles"))
    assert all(is_uniform(pile[:, i], list(range(4, 19))) for i in range(15))
    assert all(is_uniform(tiles[:, p], list(range(1, 7))) for p in range(5))
