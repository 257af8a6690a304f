"""The compiled game against a slow one that was written from the rules alone."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from simcore.games.lisboa.describe import GAME

from .lockstep import Chooser, replay
from .position import Game
from .rules_in_use import CUT_OTHERWISE, single_alternatives
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


@pytest.mark.parametrize("name", CUT_OTHERWISE)
def test_games_with_other_questions_come_to_their_end(name: str) -> None:
    """I1 to I15 hold after every action."""
    for value in GAME.parameters()[name].values:
        for players in GAME.players:
            chooser, game = Chooser(players), Game(players, **{name: value}).deal(players)
            while not game.s["over"]:
                game.do(chooser.choose(game.options()))


def write(folder: Path, table: str, lines: list[dict[str, str]]) -> None:
    """Write an edited table."""
    with (folder / f"{table}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(lines[0]))
        writer.writeheader()
        writer.writerows(lines)


@pytest.mark.parametrize("players", GAME.players)
def test_games_with_an_almost_empty_bank_agree(players: int, tmp_path: Path) -> None:
    """L34, `coin_supply`: the players begin with nearly all coins there are."""
    lines = rows("setup")
    for line in lines:
        if line["item"] == "start_reis":
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


@pytest.mark.soak
@pytest.mark.parametrize("players", GAME.players)
def test_many_games_agree(players: int) -> None:
    """L1 to L99."""
    for seed in range(1000, 1500):
        replay(seed, players, {})
    for name, value in single_alternatives():
        for seed in range(2000, 2010):
            replay(seed, players, {name: value})
