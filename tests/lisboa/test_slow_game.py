"""The compiled game against a slow one that was written from the rules alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.games.lisboa.describe import GAME

from ..tables import write
from .recut import replay
from .rules_in_use import pairs, single_alternatives
from .slow_position import rows


@pytest.mark.parametrize("players", GAME.players)
def test_games_by_the_default_rules_agree(players: int) -> None:
    """L1 to L99."""
    for seed in range(5):
        replay(seed, players, {})


@pytest.mark.parametrize("index", range(len(single_alternatives())))
def test_games_by_one_other_rule_agree(index: int) -> None:
    """L1 to L99; with all player counts in turn."""
    name, value = single_alternatives()[index]
    replay(index, GAME.players[index % 3], {name: value})


@pytest.mark.parametrize("index", range(len(pairs())))
def test_games_by_combined_rules_agree(index: int) -> None:
    """L1 to L99, every pair of rule values."""
    players, rules = pairs()[index]
    replay(index, players, rules)


@pytest.mark.parametrize("players", GAME.players)
def test_games_with_an_almost_empty_bank_agree(players: int, tmp_path: Path) -> None:
    """L34, `coin_supply`: the players begin with nearly all coins there are."""
    lines = rows("setup")
    for line in lines:
        if (line["item"], line["players"]) == ("start_reis", str(players)):
            line["value"] = str(180 // players - 1)
    write(tmp_path, "setup", lines)
    for seed in range(4):
        replay(seed, players, {}, GAME.rulebook({"coin_supply": "180"}, tmp_path))


@pytest.mark.parametrize("rule", GAME.parameters()["pile_cube_store"].values)
def test_games_with_little_rubble_agree(rule: str, tmp_path: Path) -> None:
    """L60, `pile_cube_store`: rows and columns are soon empty."""
    lines = rows("rubble_slots")
    for line in lines:
        if line["kind"] in ("row", "col"):
            line["cubes"] = "1"
    write(tmp_path, "rubble_slots", lines)
    for players in GAME.players:
        for seed in range(2):
            replay(seed, players, {}, GAME.rulebook({"pile_cube_store": rule}, tmp_path))


ODD_BOTTOMS = (
    "good:any:-2;good:gold:1", "good:books:1;good:any:-1;wig:+1", "influence:+2;good:any:-1", "good:any:3",
    "reis:+1;good:any:1;good:any:2", "good:any:-1;good:any:1", "good:cloth:3;good:any:-4", "good:any:-1;favor:1",
)  # fmt: skip


@pytest.mark.parametrize("players", GAME.players)
def test_games_agree_whose_cards_change_goods_in_several_ways(players: int, tmp_path: Path) -> None:
    """L23, L95: what is left to sell or trade after any way of resolving a bottom effect."""
    lines = rows("political_cards")
    for i, line in enumerate(lines):
        if line["type"] != "treasury":
            line["bottom"] = ODD_BOTTOMS[i % len(ODD_BOTTOMS)]
    write(tmp_path, "political_cards", lines)
    for seed in range(4):
        replay(seed, players, {}, GAME.rulebook({}, tmp_path))


@pytest.mark.soak
@pytest.mark.parametrize("players", GAME.players)
def test_many_games_agree(players: int) -> None:
    """L1 to L99."""
    for seed in range(1000, 1500):
        replay(seed, players, {})
    for name, value in single_alternatives():
        for seed in range(2000, 2010):
            replay(seed, players, {name: value})
    for _, rules in pairs():
        for seed in range(3000, 3010):
            replay(seed, players, rules)
