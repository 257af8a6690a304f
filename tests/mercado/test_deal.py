"""The deal is uniform, and chance is what the rules say."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from .position import Game

DEALS = 6000


def deals(*names: str, players: int = 4, **rules: object) -> dict[str, np.ndarray]:
    """Fields of many dealt states."""
    game = Game(players, **rules)
    blank, kept = game.keep(), {name: [] for name in names}
    for seed in range(DEALS):
        game.restore(blank)
        game.deal(99, seed)
        for name in names:
            kept[name].append(np.array(game.s[name]))
    return {name: np.array(values) for name, values in kept.items()}


def is_uniform(counts: np.ndarray) -> bool:
    """Whether counts are no contradiction to equal chances."""
    return bool(stats.chisquare(counts).pvalue > 1e-4)


def test_deal_is_uniform() -> None:
    """M6, M7, M8."""
    dealt = deals("face_down", "hand", "display", "show")
    spaces = [i for i in range(25) if (dealt["face_down"][:, i] >= 0).all()]
    assert len(spaces) == 11
    pubs = np.array([(dealt["face_down"][:, i] == 5).sum() for i in spaces])
    assert is_uniform(pubs)
    assert pubs.sum() == DEALS
    for kind in range(5):
        assert is_uniform(np.array([(dealt["face_down"][:, i] == kind).sum() for i in spaces]) / 2 * 11 / 9)
    for tiles in (dealt["display"], *dealt["hand"].swapaxes(0, 1)[:4]):
        assert tiles.sum() == 3 * DEALS
        assert is_uniform(tiles.sum(axis=0))
    for n, (first, last) in enumerate([(0, 10), (10, 20), (20, 30), (30, 35)]):
        counts = np.array([(dealt["show"][:, n] == tile).sum() for tile in range(first, last)])
        assert counts.sum() == 3 * DEALS
        assert is_uniform(counts * (last - first) / (last - first - 3))


@pytest.mark.parametrize("players", [2, 4])
def test_random_layout_is_uniform(players: int) -> None:
    """M6: 11 of the 25 spaces."""
    down = deals("face_down", players=players, board_layout="random")["face_down"][:, :25] >= 0
    assert (down.sum(axis=1) == 11).all()
    assert is_uniform(down.sum(axis=0) * 25 / 14)
