"""The worked examples E1 to E31 of docs/games/lancaster.md on the compiled game, with their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from .position import Game, Position, picture
from .slow_game import NONE, SLOTS, Option

REWARD, NOBLE, BOTH = (("county", word) for word in ("REWARD", "NOBLE", "BOTH"))
YES, NO = ("vote", "yes"), ("vote", "no")


def entries(game: Game, letter: str, side: str = "own") -> list[tuple[int, int]]:
    """Strengths and squires with which a county may be entered."""
    return sorted(option[3:] for option in game.said() if option[:3] == ("county", side, letter))


def offered(game: Game, word: str) -> list[Option]:
    """The options of one kind."""
    return sorted(option for option in game.said() if option[0] == word)


def points(game: Game) -> list[int]:
    return game.s["pp"][: game.s["players"]].tolist()


def side(game: Game, seat: int, kind: str = "own") -> Any:
    return picture(game)["sides"][kind][seat]


def stock(game: Game, name: str) -> list[int]:
    return game.s[name][: game.s["players"]].tolist()


def test_e01_n10_to_n17_set_up() -> None:
    game = Game(4).deal(5).choose(*[("tile", slot) for slot in (1, 1, 6, 3)])
    shown = picture(game)
    for name, amount in {"gold": 2, "squires": 2, "markers": 1, "total": 0}.items():
        assert shown[name] == [amount] * 4
    assert sorted(map(str, shown["tiles"])) == ["[1]", "[1]", "[3]", "[6]"]
    assert [x["court"] for x in shown["sides"]["own"]] == [[1, 2]] * 4
    assert (sum(shown["nobles_left"].values()), shown["box"]) == (27, 9)
    assert game.s["deck_left"] == 8
    assert {1, 12}.isdisjoint([card + 1 for card in [*game.s["deck"][:8], *game.s["card"][2:]]])
    assert len(shown["laws"]) == len(shown["proposals"]) == 3
    assert game.s["pile_left"] == 12


def test_e02_n23_minimum() -> None:
    game = Position(4).court(0, 1, 2).stock(squires=[2]).place()
    assert entries(game, "B") == [(2, 0), (2, 1), (2, 2)]
    assert entries(game, "C") == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert not entries(game, "D") + entries(game, "F") + entries(game, "H")


def test_e03_n24_expelling() -> None:
    game = Position(4).county("G", 0, 1, 1).court(1, 2).stock(squires=[0, 3]).place()
    assert (game.seat, entries(game, "G")) == (1, [(2, 1), (2, 2), (2, 3)])
    game.choose(("county", "own", "G", 2, 1))
    assert side(game, 1)["counties"] == {"G": (2, 1)}
    assert side(game, 0)["court"] == [1]
    assert stock(game, "squires") == [0, 2, 0, 0]


def test_e04_n25_own_knight() -> None:
    position = Position(4).county("G", 0, 1).court(0, 4)
    assert not entries(position.place(), "G")


def test_e05_n28_spaces() -> None:
    game = Position(4).card("upper1", 6, (0, [1]), (1, [1]), (2, [1])).court(0, 2).court(3, 4).place()
    assert ("conflict", "own", "upper", 1, 2) in game.said()
    game.choose(("conflict", "own", "upper", 1, 2), ("favor", 6))
    assert game.seat == 3
    assert offered(game, "conflict") == [("conflict", "own", "upper", 2, 4)]
    assert picture(game)["conflicts"]["upper1"]["stacks"] == [(0, "own", [1, 2]), (1, "own", [1]), (2, "own", [1])]


def test_e06_n29_favors_run_out() -> None:
    position = Position(4).card("upper1", 6).court(0, 1, 2)
    position.game.s["favors"] = 1 << 2
    game = position.place().choose(("conflict", "own", "upper", 1, 1))
    assert (game.point, list(game.said())) == ("favor", [("favor", 3)])
    game.choose(("favor", 3))
    assert (stock(game, "gold")[0], picture(game)["favors"]) == (2, [])
    game.choose(("conflict", "own", "upper", 1, 2))
    assert (stock(game, "gold")[0], game.point) == (2, "vote")


def test_e07_n63_upgrade() -> None:
    game = Position(4).court(0, 1, 2).county("B", 0, 2, 1).effect(0, "upgrade", 1)
    assert list(game.said()) == [("upgrade", 2, 3, "court"), ("upgrade", 2, 3, "B"), NONE]
    game.choose(("upgrade", 2, 3, "B"))
    assert side(game, 0)["counties"] == {"B": (3, 1)}
    assert side(game, 0)["reserve"] == [1, 1, 2, 4]


def test_e08_n62_recruit() -> None:
    game = Position(4).court(0, 1, 2).county("G", 0, 1).effect(0, "recruit", 2)
    assert (side(game, 0)["court"], side(game, 0)["reserve"]) == ([1, 1, 2], [2, 3, 4])


def test_e09_n41_tie_passes() -> None:
    game = Position(4).laws([1, 2, 3], [5, 6, 7]).stock(markers=[1, 0, 1, 0]).vote()
    game.choose((*YES, 1), (*NO, 0), (*NO, 1), (*YES, 0))
    assert (picture(game)["laws"], picture(game)["proposals"]) == ([2, 3, 5], [6, 7])
    game.choose(*[(*NO, 0)] * 8)
    assert picture(game)["laws"] == [2, 3, 5]


def test_e10_n42_n43_queue_and_markers() -> None:
    game = Position(3).laws([3, 1, 2], [12, 13, 14]).stock(markers=[4, 3, 1]).vote()
    game.choose((*NO, 2), (*YES, 0), (*YES, 0))
    assert (picture(game)["laws"], stock(game, "markers")) == ([3, 1, 2], [2, 3, 1])
    game.choose((*YES, 0), (*YES, 3), (*NO, 1))
    assert (picture(game)["laws"], stock(game, "markers")) == ([1, 2, 13], [2, 0, 0])
    game.choose(*[(*NO, 0)] * 3)
    assert (picture(game)["laws"], stock(game, "markers")) == ([1, 2, 13], [0, 0, 0])


def test_e11_n45_law_1_with_tie() -> None:
    game = Position(3).stock(gold=[4, 4, 1]).county("C", 0, 1).court(0, 2).court(1, 1, 2).carry_out(1)
    assert (game.point, game.seat, list(game.said())) == ("upgrade", 0, [("upgrade", 1, 2, "C"), NONE])
    game.choose(("upgrade", 1, 2, "C"))
    assert side(game, 0)["counties"] == {"C": (2, 0)}
    assert game.point == "county"


def test_e12_n44_laws_3_and_13() -> None:
    position = Position(3).county("G", 1, 1)
    for letter, strength in zip("ABCDE", (2, 2, 1, 3, 4), strict=True):
        position.county(letter, 0, strength)
    assert points(position.carry_out(3, 13)) == [14, 0, 0]


def test_e13_n46_law_5() -> None:
    game = Position(3).stock(squires=[3], gold=[2]).carry_out(5)
    assert list(game.said()) == [("quantity", q) for q in (0, 1, 2)]
    game.choose(("quantity", 2))
    assert (points(game)[0], stock(game, "squires")[0], stock(game, "gold")[0]) == (6, 1, 0)


def test_e14_n47_laws_8_and_12() -> None:
    position = Position(3).card("upper1", 6, (0, [1, 2])).card("upper2", 8, (0, [1])).card("lower1", 9, (0, [3]))
    game = position.tiles(0, 1).carry_out(8, 12)
    assert [game.s["handed"][0, 0, i] for i in (1, 2, 3)] == [1, 1, 1]
    assert game.s["handed"][:3, :, 0].sum() == 9


def test_e15_n64_law_10() -> None:
    game = Position(3).county("D", 0, 3).court(1, 3).county("F", 2, 3).court(2, 4).carry_out(10)
    assert (game.seat, list(game.said())) == (0, [("upgrade", 3, 4, "D"), NONE])
    game.choose(("upgrade", 3, 4, "D"))
    assert side(game, 0)["counties"] == {"D": (4, 0)}
    assert game.point == "county"


@pytest.mark.parametrize(("squires", "courts"), [([0, 0, 0], [0, 0, 0]), ([1, 0, 1], [1, 0, 1])])
def test_e16_n45_majority_of_nothing(squires: list[int], courts: list[int]) -> None:
    game = Position(3).stock(squires=squires).carry_out(2)
    assert [side(game, seat)["court"] for seat in range(3)] == [[1] * n for n in courts]


def test_e17_n81_both() -> None:
    game = Position(4).county("D", 0, 3).court(0, 1).stock(gold=[4]).counties()
    assert list(game.said()) == [REWARD, NOBLE, BOTH]
    game.choose(BOTH)
    shown = picture(game)
    assert (shown["gold"][0], shown["nobles"][0], shown["nobles_left"]["D"]) == (1, ["D"], 2)
    game.choose(("upgrade", 3, 4, "court"))
    assert game.s["markers"][0] == 2 + 1  # D, and one for the noble in the castle step
    assert side(game, 0)["court"] == [1, 4]


def test_e18_n81_limits() -> None:
    game = Position(4).county("A", 0, 2, 2).county("C", 0, 2).stock(gold=[2]).nobles(0, "C").counties()
    assert list(game.said()) == [REWARD, NOBLE]
    game.choose(REWARD)
    assert (stock(game, "gold")[0], stock(game, "squires")[0]) == (5, 0)
    assert list(game.said()) == [REWARD]
    game.choose(REWARD)
    assert side(game, 0)["court"] == [1, 2, 2]


def test_e19_n82_castle() -> None:
    game = Position(3).tiles(0, 1).slot(4, 0, 1).stock(squires=[2]).nobles(0, "AB").castles()
    assert (game.point, stock(game, "squires")[0]) == ("trade", 3)
    game.choose(("trade", "yes"))
    assert (stock(game, "markers")[0], side(game, 0)["court"], stock(game, "squires")[0]) == (2, [1, 1], 0)


def test_e20_n84_n85_won_conflict() -> None:
    game = Position(3).card("upper1", 6, (2, [1]), (0, [3]), (1, [1])).fight()
    assert points(game) == [4, 1, 2]
    assert [side(game, seat)["court"] for seat in range(3)] == [[3], [1], [1]]
    assert not [x for x in picture(game)["conflicts"].values() if x["card"] == 6]


def test_e21_n86_lost_then_won() -> None:
    game = Position(3).card("upper2", 8, (0, [2]), (1, [1])).court(1, 1).court(2, 3).fight()
    assert points(game) == [1, 1, 0]
    assert picture(game)["conflicts"]["lower2"] == {"card": 8, "stacks": [(0, "own", [2]), (1, "own", [1])]}
    for strength, favor in ((1, 6), (3, 3)):
        game.choose(("conflict", "own", "lower", 2, strength), ("favor", favor))
    assert game.point == "vote"
    game.idle("place", 2)
    assert points(game) == [4, 2, 5]


def test_e22_n86_ransom() -> None:
    game = Position(3).card("lower1", 10, (0, [3, 1]), (1, [2])).stock(gold=[3, 1]).fight()
    assert points(game) == [2, 1, 0]
    assert (game.seat, list(game.said())) == (0, [("ransom", "pay"), ("ransom", "leave")])
    game.choose(("ransom", "pay"))
    assert [side(game, seat)["court"] for seat in (0, 1)] == [[3], []]
    assert stock(game, "gold") == [0, 1, 0]
    assert side(game, 0)["reserve"] == [1, 1, 1, 2, 2, 4]


def test_e23_n86_last_round() -> None:
    position = Position(3).card("upper1", 10, (0, [4])).stock(gold=[9])
    for name, value in {"rounds": 4, "deck_left": 0, "pile_left": 0}.items():
        position.game.s[name] = value
    game = position.fight()
    assert game.s["over"] == 1
    assert (points(game), side(game, 0)["court"], picture(game)["conflicts"]) == ([2, 0, 0], [4], {})


def test_e24_n67_n88_start_player() -> None:
    game = Position(4).county("I", 2, 1).court(0, 1).counties().choose(REWARD)
    assert list(game.said()) == [("start_player", seat) for seat in range(4)]
    assert game.s["start"] == 0
    game.choose(("start_player", 3))
    assert (game.s["start"], game.s["rounds"], game.point) == (3, 1, "place")
    while game.s["rounds"] == 1:
        options = list(game.said())
        game.choose(next((x for x in options if x[0] == "castle"), options[-1]))
    assert game.s["start"] == 3


def test_e25_n100_end_majorities() -> None:
    position = Position(4).court(0, 1, 1, 1, 2, 2, 3, 4).court(1, 1, 1, 1, 2, 3, 4).court(2, 1, 1, 1, 2, 3, 4)
    position.court(3, 2, 3, 4).tiles(0, 1, 2, 3, 4).tiles(1, 1, 2, 3, 4).tiles(2, 1, 2).tiles(3, 1)
    position.game.call("finish")
    assert position.game.s["points"][:4, 7].tolist() == [8, 4, 4, 0]
    assert position.game.s["points"][:4, 8].tolist() == [8, 8, 0, 0]
    assert (position.game.scores, position.game.wins) == ([16, 12, 4, 0], [1, 0, 0, 0])


def test_e26_n101_nobles() -> None:
    game = Position(3).nobles(0, "ABCDEFGHI").nobles(1, "ABCDE").nobles(2, "A").game
    game.call("finish")
    assert game.s["points"][:3, 6].tolist() == [36, 10, 0]
    assert game.scores == [44, 18, 8]


def test_e27_n65_laws_6_and_11() -> None:
    position = Position(3).tiles(0, 1, 2, 4, 6).slot(3, 0, 1).card("upper1", 6, (0, [1])).card("upper2", 8, (0, [1]))
    game = position.carry_out(6, 11)
    assert list(game.said()) == [("tile", 5), NONE]
    game.choose(("tile", 5))
    assert game.s["handed"][0, :, 0].sum() == 5


def test_e28_n44_order_matters() -> None:
    position = Position(3).county("C", 0, 1).county("I", 0, 1).slot(3, 0, 1).court(0, 2)
    game = position.county("G", 1, 1).court(1, 1).county("B", 1, 2).carry_out(14, 9, 7)
    assert points(game) == [5, 0, 0]
    assert (game.point, game.seat) == ("upgrade", 0)
    game.choose(("upgrade", 1, 2, "I"))
    assert stock(game, "squires") == [1, 1, 0]


def test_e29_n124_ally_favors() -> None:
    game = Position(2).card("upper1", 6).court(0, 1, 2, ally=True).place()
    game.choose(("conflict", "ally", "upper", 1, 2), ("favor", 1))
    assert game.point == "ally_noble"
    game.choose(("noble", "D"))
    assert (picture(game)["nobles_left"]["D"], game.s["box"], picture(game)["nobles"]) == (1, 19, [[], []])
    game.choose(("conflict", "ally", "upper", 1, 1), ("favor", 2), ("upgrade", 1, 2, "upper1"))
    assert picture(game)["conflicts"]["upper1"]["stacks"] == [(0, "ally", [2, 2])]
    assert stock(game, "gold") == stock(game, "squires") == points(game) == [0, 0]


def test_e30_n126_ally_rank() -> None:
    game = Position(2).card("upper1", 9, (0, [4]), (0, [2]), (1, [1]), ally=True).fight()
    assert points(game) == [3, 2]
    assert side(game, 0, "ally")["court"] == [4]


def test_e31_n122_n123_allies_on_the_board() -> None:
    position = Position(2).county("G", 0, 1).court(0, 3, ally=True).court(0, 2).court(1, 2, ally=True)
    game = position.tiles(0, 6).stock(squires=[3, 3]).place()
    assert not entries(game, "G", "ally")
    own = [("castle", "own", slot, 2) for slot in SLOTS if slot != 6]
    assert offered(game, "castle") == [("castle", "ally", 1, 3), ("castle", "ally", 2, 3), *own]
    game.choose(("castle", "ally", 1, 3))
    assert (game.seat, entries(game, "G", "ally")) == (1, [(2, 0)])
