"""The worked examples of the base game, played on the slow game; the numbers in the names are those of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from .slow_game import NONE, Option, SlowGame, Steps
from .slow_position import answer, answer_all, call, new_game, occupy, open_card, position, station

ALL_KNIGHTS = (1, 1, 1, 2, 2, 3, 4)


def counties(game: SlowGame, letter: str, kind: str = "own") -> list[tuple[int, int]]:
    """Strengths and squires with which a county may be entered."""
    return sorted(option[3:] for option in game.options() if option[:3] == ("county", kind, letter))


def words(game: SlowGame, word: str) -> list[Option]:
    """The options of one kind."""
    return [option for option in game.options() if option[0] == word]


def place(game: SlowGame) -> SlowGame:
    """Begin phase 1."""
    game.follow(game.place_knights())
    return game


def apply_laws(game: SlowGame, *numbers: int) -> None:
    """Apply laws up to the first decision."""

    def one_by_one() -> Steps:
        for number in numbers:
            yield from game.apply_law(game.laws[number])

    game.follow(one_by_one())


def totals(game: SlowGame) -> list[int]:
    """The points of all players."""
    return [points.total() for points in game.points]


def done(game: SlowGame) -> bool:
    """Whether nothing is left to decide."""
    return game.point == "" and not game.options()


# setting up


def test_e01_n10_to_n17_setup() -> None:
    game = new_game(4)
    answer_all(game, "start_tile", ("tile", 1), ("tile", 1), ("tile", 6), ("tile", 3))
    state = game.state()
    assert (state["gold"], state["squires"], state["markers"], state["total"]) == ([2] * 4, [2] * 4, [1] * 4, [0] * 4)
    assert state["tiles"] == [[1], [1], [6], [3]]
    assert [side["court"] for side in state["sides"]["own"]] == [[1, 2]] * 4
    assert sum(state["nobles_left"].values()) == 27
    assert state["box"] == 9
    assert len(game.deck) == 8
    assert len(state["laws"]) == len(state["proposals"]) == 3
    assert len(game.pile) == 12
    assert {name: conflict["card"] for name, conflict in state["conflicts"].items()} == {"upper1": 2, "upper2": 3}
    assert (state["round"], state["phase"], state["favors"]) == (1, 1, [1, 2, 3, 4, 5, 6])


def test_n16_start_tiles_given_by_the_deal() -> None:
    game = new_game(3, {"start_tiles": [4, 2, 4], "start_player": 2}, start_tile_choice="random")
    assert (game.point, game.seat, game.tiles) == ("place", 2, [[4], [2], [4]])


# placing


def test_e02_n23_minimum() -> None:
    game = position(4)
    call(game, 0, 1, 2)
    game.stock["squire"][0] = 2
    place(game)
    assert counties(game, "B") == [(2, 0), (2, 1), (2, 2)]
    assert counties(game, "C") == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert not counties(game, "D") + counties(game, "F") + counties(game, "H")


def test_n23_squires_may_count_for_the_minimum() -> None:
    game = position(4, minimum_counts_squires="yes")
    call(game, 0, 1)
    game.stock["squire"][0] = 2
    assert counties(place(game), "B") == [(1, 1), (1, 2)]


@pytest.mark.parametrize(("rule", "squires"), [("lost", 0), ("returned", 1)])
def test_e03_n24_expelling(rule: str, squires: int) -> None:
    game = position(4, expelled_squires=rule)
    occupy(game, 0, "G", 1, 1)
    call(game, 1, 2)
    game.stock["squire"][1] = 3
    assert counties(place(game), "G") == [(2, 1), (2, 2), (2, 3)]
    game.apply(("county", "own", "G", 2, 1))
    assert game.own(1).counties == {"G": (2, 1)}
    assert game.own(0).court == [1]
    assert game.stock["squire"] == [squires, 2, 0, 0]


@pytest.mark.parametrize(("rule", "options"), [("forbidden", []), ("allowed", [(4, 0)])])
def test_e04_n25_own_knight(rule: str, options: list[tuple[int, int]]) -> None:
    game = position(4, self_expel=rule)
    occupy(game, 0, "G", 1)
    call(game, 0, 4)
    assert counties(place(game), "G") == options


def test_e05_n28_spaces() -> None:
    game = position(4)
    open_card(game, "upper1", 6, (0, [1]), (1, [1]), (2, [1]))
    game.tiles[0] = game.tiles[3] = [1, 2, 3, 4, 5, 6]
    call(game, 3, 4)
    call(game, 0, 2)
    place(game)
    assert (game.seat, words(game, "conflict")) == (0, [("conflict", "own", "upper", 1, 2)])
    answer(game, ("conflict", "own", "upper", 1, 2), ("favor", 6))
    assert game.seat == 3
    assert not words(game, "conflict")
    stacks = game.state()["conflicts"]["upper1"]["stacks"]
    assert stacks == [(0, "own", [1, 2]), (1, "own", [1]), (2, "own", [1])]


def test_e06_n29_favors_run_out() -> None:
    game = position(4)
    game.favors = [3]
    open_card(game, "upper1", 6)
    call(game, 0, 1, 2)
    place(game)
    game.apply(("conflict", "own", "upper", 1, 1))
    assert (game.point, game.options()) == ("favor", [("favor", 3)])
    answer_all(game, "favor", ("favor", 3))
    assert (game.stock["gold"][0], game.favors) == (2, [])
    answer_all(game, "place", ("conflict", "own", "upper", 1, 2))
    assert game.stock["gold"][0] == 2
    assert done(game)


def test_n29_a_favor_may_be_optional() -> None:
    game = position(3, favor_take="optional", favor_tiles=4)
    game.favors = game.all_favors()
    open_card(game, "upper1", 6)
    call(game, 0, 1)
    answer_all(place(game), "place", ("conflict", "own", "upper", 1, 1))
    assert game.options() == [("favor", 1), ("favor", 2), ("favor", 3), ("favor", 4), NONE]
    game.apply(NONE)
    assert game.favors == [1, 2, 3, 4]


def test_n20_n21_passes_and_skips_end_the_phase() -> None:
    game = position(3, pass_allowed="yes")
    call(game, 0, 1)
    call(game, 2, 1)
    place(game)
    for seat in (0, 2):
        assert game.seat == seat
        assert ("pass",) in game.options()
        game.apply(("pass",))
    assert done(game)


def test_n26_squires_may_follow_a_standing_knight() -> None:
    game = position(3, squires_later="allowed")
    call(game, 0, 1)
    occupy(game, 0, "G", 1)
    game.stock["squire"][0] = 2
    assert words(place(game), "add") == [("add", "G", 1), ("add", "G", 2)]
    game.apply(("add", "G", 2))
    assert game.own(0).counties["G"] == (1, 2)
    assert game.stock["squire"][0] == 0
    assert game.point == "place"


# effects


def test_e07_n63_upgrade() -> None:
    game = position(4)
    call(game, 0, 1, 2)
    occupy(game, 0, "B", 2, 1)
    game.follow(game.carry_out(game.own(0), "gain:upgrade:1", "favor"))
    assert (game.point, set(game.options()[:-1])) == ("upgrade", {("upgrade", 2, 3, "court"), ("upgrade", 2, 3, "B")})
    assert game.options()[-1] == NONE
    game.apply(("upgrade", 2, 3, "B"))
    assert game.own(0).counties == {"B": (3, 1)}
    assert game.own(0).reserve.count(2) == 1


def test_e08_n62_recruit() -> None:
    game = position(4)
    call(game, 0, 1, 2)
    occupy(game, 0, "G", 1)
    game.follow(game.carry_out(game.own(0), "gain:recruit:2", "county"))
    assert sorted(game.own(0).court) == [1, 1, 2]
    assert sorted(game.own(0).reserve) == [2, 3, 4]


# parliament


def test_e09_n41_tie_passes() -> None:
    game = position(4)
    game.proposals, game.stock["marker"] = [5, 6, 7], [1, 0, 1, 0]
    game.follow(game.hold_parliament())
    assert game.options() == [("vote", "yes", 0), ("vote", "yes", 1), ("vote", "no", 0), ("vote", "no", 1)]
    answer_all(game, "vote", ("vote", "yes", 1), ("vote", "no", 0), ("vote", "no", 1))
    assert game.stock["marker"] == [1, 0, 1, 0]
    answer_all(game, "vote", ("vote", "yes", 0))
    assert (game.current, game.proposals, game.stock["marker"]) == ([2, 3, 5], [6, 7], [0] * 4)
    answer_all(game, "vote", *[("vote", "no", 0)] * 8)
    assert game.current == [2, 3, 5]
    for seat in range(4):
        assert (game.seat, game.options()) == (seat, [("quantity", 0)])
        answer_all(game, "quantity", ("quantity", 0))
    assert done(game)


def test_e10_n42_n43_queue_and_markers() -> None:
    game = position(3)
    game.current, game.proposals, game.stock["marker"] = [3, 1, 2], [12, 13, 14], [4, 3, 1]
    game.follow(game.hold_parliament())
    answer_all(game, "vote", ("vote", "no", 2), ("vote", "yes", 0), ("vote", "yes", 0))
    assert (game.current, game.stock["marker"]) == ([3, 1, 2], [2, 3, 1])
    answer_all(game, "vote", ("vote", "yes", 0), ("vote", "yes", 3), ("vote", "no", 1))
    assert (game.current, game.stock["marker"]) == ([1, 2, 13], [2, 0, 0])
    answer_all(game, "vote", *[("vote", "no", 0)] * 3)
    assert (game.current, game.stock["marker"]) == ([1, 2, 13], [0, 0, 0])
    assert done(game)


def test_n41_open_reinforcement_asks_twice() -> None:
    game = position(3, vote_reinforce="open", markers_after_votes="kept")
    game.proposals, game.stock["marker"] = [12], [1, 0, 2]
    game.follow(game.hold_parliament())
    for answer_now in ("yes", "no", "no"):
        assert game.options() == [("vote", "yes", 0), ("vote", "no", 0)]
        answer_all(game, "vote", ("vote", answer_now, 0))
    assert (game.seat, game.options()) == (0, [("vote", "yes", 0), ("vote", "yes", 1)])
    answer_all(game, "vote", ("vote", "yes", 1))
    assert (game.seat, game.options()) == (1, [("vote", "no", 0)])
    answer_all(game, "vote", ("vote", "no", 0), ("vote", "no", 0))
    assert (game.current, game.stock["marker"]) == ([2, 3, 12], [0, 0, 2])


def test_e11_n45_law_1_with_tie() -> None:
    game = position(3)
    game.stock["gold"] = [4, 4, 1]
    occupy(game, 0, "C", 1)
    call(game, 0, 2)
    call(game, 1, 1, 2)
    apply_laws(game, 1)
    assert (game.seat, game.options()) == (0, [("upgrade", 1, 2, "C"), NONE])
    answer_all(game, "upgrade", ("upgrade", 1, 2, "C"))
    assert game.own(0).counties == {"C": (2, 0)}
    assert done(game)


def test_e12_laws_3_and_13() -> None:
    game = position(3)
    for letter, strength in zip("ABCDE", (2, 2, 1, 3, 4), strict=True):
        occupy(game, 0, letter, strength)
    occupy(game, 1, "G", 1)
    apply_laws(game, 3)
    assert totals(game) == [6, 0, 0]
    apply_laws(game, 13)
    assert totals(game) == [14, 0, 0]


def test_e13_n46_law_5() -> None:
    game = position(3)
    game.stock["squire"][0], game.stock["gold"][0] = 3, 2
    apply_laws(game, 5)
    assert game.options() == [("quantity", 0), ("quantity", 1), ("quantity", 2)]
    answer_all(game, "quantity", ("quantity", 2))
    assert (totals(game)[0], game.stock["squire"][0], game.stock["gold"][0]) == (6, 1, 0)


def test_n44_simultaneous_choice_of_quantities() -> None:
    game = position(3, law_choice_order="simultaneous")
    game.stock["gold"] = [2, 1, 0]
    apply_laws(game, 16)
    answer_all(game, "quantity", ("quantity", 2), ("quantity", 1))
    assert (totals(game), game.stock["gold"]) == ([0, 0, 0], [2, 1, 0])
    answer_all(game, "quantity", ("quantity", 0))
    assert (totals(game), game.stock["gold"]) == ([2, 1, 0], [0, 0, 0])


def test_e14_n47_laws_8_and_12() -> None:
    game = position(3)
    open_card(game, "upper1", 6, (0, [1, 2]))
    open_card(game, "upper2", 8, (0, [1]))
    open_card(game, "lower1", 9, (0, [3]))
    apply_laws(game, 8)
    assert [game.stock[kind][0] for kind in ("squire", "marker", "gold")] == [1, 1, 1]
    apply_laws(game, 12)
    assert totals(game) == [9, 0, 0]


def test_e15_n64_law_10() -> None:
    game = position(3)
    occupy(game, 0, "D", 3)
    call(game, 1, 3)
    occupy(game, 2, "F", 3)
    call(game, 2, 4)
    apply_laws(game, 10)
    assert (game.seat, game.options()) == (0, [("upgrade", 3, 4, "D"), NONE])
    game.apply(("upgrade", 3, 4, "D"))
    assert game.own(0).counties == {"D": (4, 0)}
    assert done(game)


@pytest.mark.parametrize(
    ("squires", "rules", "courts"),
    [
        ([0, 0, 0], {}, [0, 0, 0]),
        ([1, 0, 1], {}, [1, 0, 1]),
        ([0, 0, 0], {"law_zero_majority": "all"}, [1, 1, 1]),
        ([1, 0, 1], {"majority_tie": "none"}, [0, 0, 0]),
    ],
)
def test_e16_n45_majority_of_nothing(squires: list[int], rules: dict[str, str], courts: list[int]) -> None:
    game = position(3, **rules)
    game.stock["squire"] = squires
    apply_laws(game, 2)
    assert [game.own(seat).court for seat in range(3)] == [[1] * n for n in courts]


def test_e27_n65_law_6() -> None:
    game = position(3)
    game.tiles[0] = [1, 2, 4, 6]
    station(game, 0, 3, 1)
    open_card(game, "upper1", 6, (0, [1]))
    open_card(game, "upper2", 8, (0, [1]))
    apply_laws(game, 6)
    assert (game.point, game.options()) == ("extension", [("tile", 5), NONE])
    game.apply(("tile", 5))
    apply_laws(game, 11)
    assert totals(game) == [5, 0, 0]


def test_n65_a_tile_may_send_a_knight_home() -> None:
    game = position(3, extension_on_occupied="knight_to_court")
    game.tiles[0] = [1, 2, 4, 6]
    station(game, 0, 3, 2)
    game.follow(game.carry_out(game.own(0), "gain:extension:2", "law"))
    answer_all(game, "extension", NONE, ("tile", 3))
    assert (game.own(0).castle, game.own(0).court, game.tiles[0]) == ({}, [2], [1, 2, 4, 6, 3])


def test_e28_n44_order_matters() -> None:
    game = position(3)
    occupy(game, 0, "C", 1)
    occupy(game, 0, "I", 1)
    station(game, 0, 3, 1)
    call(game, 0, 2)
    occupy(game, 1, "G", 1)
    occupy(game, 1, "B", 2)
    call(game, 1, 1)
    apply_laws(game, 14, 9, 7)
    assert totals(game) == [5, 0, 0]
    assert (game.point, game.seat) == ("upgrade", 0)
    game.apply(("upgrade", 1, 2, "I"))
    assert game.stock["squire"] == [1, 1, 0]
    assert done(game)


# rewards


def test_e17_n81_both() -> None:
    game = position(4)
    occupy(game, 0, "D", 3)
    call(game, 0, 1)
    game.stock["gold"][0] = 4
    game.follow(game.reward_county(game.own(0), "D"))
    assert game.options() == [("county", "REWARD"), ("county", "NOBLE"), ("county", "BOTH")]
    answer_all(game, "county", ("county", "BOTH"))
    assert (game.stock["gold"][0], game.nobles[0], game.nobles_left["D"]) == (1, ["D"], 2)
    answer_all(game, "upgrade", ("upgrade", 3, 4, "court"))
    assert (sorted(game.own(0).court), game.stock["marker"][0]) == ([1, 4], 2)


def test_n81_both_paid_afterwards_with_printed_gold() -> None:
    game = position(4, both_pay_timing="after")
    occupy(game, 0, "A", 2)
    game.follow(game.reward_county(game.own(0), "A"))
    answer_all(game, "county", ("county", "BOTH"))
    assert (game.stock["gold"][0], game.nobles[0]) == (0, ["A"])


def test_e18_n81_limits() -> None:
    game = position(4)
    occupy(game, 0, "A", 2, 2)
    occupy(game, 0, "C", 2)
    game.stock["gold"][0], game.nobles[0] = 2, ["C"]
    game.follow(game.give_rewards())
    assert game.options() == [("county", "REWARD"), ("county", "NOBLE")]
    answer_all(game, "county", ("county", "REWARD"))
    assert (game.stock["gold"][0], game.stock["squire"][0]) == (5, 0)
    game.own(0).court.remove(2)
    assert game.options() == [("county", "REWARD")]
    answer_all(game, "county", ("county", "REWARD"))
    assert sorted(game.own(0).court) == [1, 2]


def test_e19_n82_castle() -> None:
    game = position(3)
    game.tiles[0], game.nobles[0], game.stock["squire"][0] = [1], ["A", "B"], 2
    station(game, 0, 4, 1)
    game.follow(game.castle_step(0))
    assert game.options() == [("trade", "yes"), ("trade", "no")]
    answer_all(game, "trade", ("trade", "yes"))
    assert (game.own(0).court, game.stock["squire"][0], game.stock["marker"][0]) == ([1, 1], 0, 2)


def test_n82_the_owner_may_choose_the_order_of_the_slots() -> None:
    game = position(3, castle_order="owner_choice")
    game.tiles[0], game.stock["squire"][0] = [1], 2
    station(game, 0, 4, 1)
    game.follow(game.castle_step(0))
    assert (game.point, sorted(game.options())) == ("slot", [("slot", 1), ("slot", 4)])
    answer_all(game, "slot", ("slot", 1), ("slot", 4))
    assert game.stock["squire"][0] == 3
    assert done(game)


def test_n65_n82_a_new_tile_may_have_to_wait() -> None:
    for rule, gold in (("yes", 1), ("no", 0)):
        game = position(3, extension_pays_same_round=rule)
        occupy(game, 0, "E", 2)
        game.follow(game.give_rewards())
        answer(game, ("county", "REWARD"), ("tile", 3))
        assert game.stock["gold"][0] == gold


def test_n3_a_short_supply_cuts_gains() -> None:
    game = position(3, supply_limit=37)
    game.stock["squire"] = [30, 0, 0]
    occupy(game, 1, "C", 1, 5)
    game.follow(game.carry_out(game.own(2), "gain:squire:3", "county"))
    assert game.stock["squire"] == [30, 0, 2]


@pytest.mark.parametrize(
    ("rule", "points"), [("earlier_space", [4, 1, 2]), ("both_higher", [4, 2, 2]), ("split_down", [4, 1, 1])]
)
def test_e20_n84_n85_won_conflict(rule: str, points: list[int]) -> None:
    game = position(3, conflict_tie_rank=rule)
    open_card(game, "upper1", 6, (2, [1]), (0, [3]), (1, [1]))
    game.follow(game.resolve_conflicts())
    assert totals(game) == points
    assert [game.own(seat).court for seat in range(3)] == [[3], [1], [1]]
    assert not game.conflicts


@pytest.mark.parametrize("first", ["lower_first", "upper_first"])
def test_e21_n86_lost_then_won(first: str) -> None:
    game = position(3, conflict_resolution_order=first)
    open_card(game, "upper2", 8, (0, [2]), (1, [1]))
    game.follow(game.resolve_conflicts())
    assert totals(game) == [1, 1, 0]
    assert game.state()["conflicts"] == {"lower2": {"card": 8, "stacks": [(0, "own", [2]), (1, "own", [1])]}}
    call(game, 2, 3)
    game.enter_conflict(game.own(2), "lower2", 3)
    call(game, 1, 1)
    game.enter_conflict(game.own(1), "lower2", 1)
    game.follow(game.resolve_conflicts())
    assert totals(game) == [4, 2, 5]
    assert done(game)


def test_e22_n86_ransom() -> None:
    game = position(3)
    open_card(game, "lower1", 10, (0, [3, 1]), (1, [2]))
    game.stock["gold"] = [3, 1, 0]
    game.follow(game.resolve_conflicts())
    assert totals(game) == [2, 1, 0]
    assert (game.point, game.seat, game.options()) == ("ransom", 0, [("ransom", "pay"), ("ransom", "leave")])
    game.apply(("ransom", "pay"))
    assert done(game)
    assert (game.own(0).court, game.own(1).court, game.stock["gold"]) == ([3], [], [0, 1, 0])
    assert sorted(game.own(0).reserve) == [1, 1, 1, 2, 2, 4]
    assert sorted(game.own(1).reserve) == list(ALL_KNIGHTS)


@pytest.mark.parametrize(
    ("rule", "gold", "court"), [("one", 1, [3, 1]), ("none_free", 3, [3, 1]), ("none_lost", 3, [])]
)
def test_n86_other_ransoms(rule: str, gold: int, court: list[int]) -> None:
    game = position(3, ransom=rule)
    open_card(game, "lower1", 10, (0, [1, 3]))
    game.stock["gold"] = [3, 0, 0]
    game.follow(game.resolve_conflicts())
    while game.point:
        answer_all(game, "ransom", ("ransom", "pay"))
    assert (game.own(0).court, game.stock["gold"][0]) == (court, gold)


def test_e23_n86_last_round() -> None:
    game = position(3)
    game.round, game.stock["gold"][0] = 5, 9
    open_card(game, "upper1", 10, (0, [4]))
    game.follow(game.resolve_conflicts())
    assert done(game)
    assert (totals(game), game.own(0).court, game.conflicts) == ([2, 0, 0], [4], {})


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        ({"conflict_pp_scale": 50}, [2, 1, 1]),
        ({"loss_points": "upper"}, [0, 0, 0]),
        ({"loss_points_mode": "one_each"}, [1, 1, 1]),
        ({"loss_points_mode": "strength_half"}, [0, 1, 1]),
    ],
)
def test_n85_n86_points(rules: dict[str, Any], points: list[int]) -> None:
    game = position(3, **rules)
    if "conflict_pp_scale" in rules:
        open_card(game, "upper1", 6, (0, [3]), (1, [1]), (2, [1]))
    else:
        open_card(game, "lower1", 11, (0, [1]), (1, [2]), (2, [3]))
    game.follow(game.resolve_conflicts())
    assert totals(game) == points


@pytest.mark.parametrize(("rule", "after"), [("stays", 3), ("clockwise", 0)])
def test_e24_n67_n88_start_player(rule: str, after: int) -> None:
    game = position(4, start_player_unclaimed=rule)
    occupy(game, 2, "I", 1)
    game.follow(game.give_rewards())
    answer_all(game, "county", ("county", "REWARD"))
    assert game.options() == [("start_player", seat) for seat in range(4)]
    answer_all(game, "start_player", ("start_player", 3))
    assert game.start_player == 0
    game.end_round()
    assert game.start_player == 3
    game.end_round()
    assert game.start_player == after


# the end


def test_e25_n100_end_majorities() -> None:
    game = position(4)
    call(game, 0, *ALL_KNIGHTS)
    call(game, 1, 1, 1, 1, 2, 3, 4)
    call(game, 2, 1, 1, 1, 2, 3, 4)
    call(game, 3, 2, 3, 4)
    game.tiles = [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2], [1]]
    game.finish()
    assert [points["end_knights"] for points in game.points] == [8, 4, 4, 0]
    assert [points["end_castle"] for points in game.points] == [8, 8, 0, 0]
    assert (game.scores, game.ranks, game.shares) == ([16, 12, 4, 0], [1, 2, 3, 4], [1, 0, 0, 0])


@pytest.mark.parametrize(
    ("rule", "values", "prizes"),
    [
        ("full_with_second", [4, 4, 2, 1], [8, 8, 4, 0]),
        ("split_down", [4, 4, 2, 1], [6, 6, 0, 0]),
        ("split_down", [4, 2, 2, 2], [8, 1, 1, 1]),
        ("full_no_second", [0, 0, 3, 0], [0, 0, 8, 0]),
    ],
)
def test_n100_other_ties(rule: str, values: list[int], prizes: list[int]) -> None:
    assert position(4, end_tie=rule).end_prizes(values, 8, 4) == prizes


def test_n100_a_value_of_zero_may_count() -> None:
    assert position(3, end_zero_counts="yes").end_prizes([0, 3, 0], 8, 4) == [4, 8, 4]


def test_e26_n101_nobles() -> None:
    game = position(3)
    game.nobles = [list("ABCDEFGHI"), list("ABCDE"), ["A"]]
    game.tiles = [[1], [2], [3]]
    game.finish()
    assert [points["nobles"] for points in game.points] == [36, 10, 0]
    assert game.scores == [44, 18, 8]


@pytest.mark.parametrize(("rule", "shares"), [("shared", [0.5, 0.5, 0]), ("gold", [0, 1, 0])])
def test_n102_final_tie(rule: str, shares: list[float]) -> None:
    game = position(3, final_tiebreak=rule)
    game.tiles, game.stock["gold"] = [[1, 2], [1, 2], [1]], [1, 2, 9]
    game.finish()
    assert game.shares == shares


# two players with allies


def test_e29_n124_ally_favors() -> None:
    game = position(2)
    open_card(game, "upper1", 6)
    call(game, 0, 1, 2, kind="ally")
    place(game)
    answer_all(game, "place", ("conflict", "ally", "upper", 1, 2))
    answer_all(game, "favor", ("favor", 1))
    assert game.options() == [*[("noble", letter) for letter in "ABCDEFGHI"], NONE]
    answer_all(game, "ally_noble", ("noble", "D"))
    assert (game.nobles_left["D"], game.box, game.nobles) == (1, 19, [[], []])
    answer_all(game, "place", ("conflict", "ally", "upper", 1, 1))
    answer_all(game, "favor", ("favor", 2))
    answer_all(game, "upgrade", ("upgrade", 1, 2, "upper1"))
    assert game.state()["conflicts"]["upper1"]["stacks"] == [(0, "ally", [2, 2])]
    assert game.favors == [3, 4, 5, 6]
    assert done(game)


@pytest.mark.parametrize(("rule", "points"), [("occupies", [3, 2]), ("skipped", [5, 3])])
def test_e30_n126_ally_rank(rule: str, points: list[int]) -> None:
    game = position(2, ally_conflict_rank=rule)
    open_card(game, "upper1", 9, (0, [4], "ally"), (0, [2]), (1, [1]))
    game.follow(game.resolve_conflicts())
    assert totals(game) == points
    assert game.sides["ally"][0].court == [4]


@pytest.mark.parametrize(("rule", "court"), [("reserve", []), ("return", [2])])
def test_n126_captured_allies(rule: str, court: list[int]) -> None:
    game = position(2, ally_ransom=rule)
    open_card(game, "lower1", 9, (0, [2], "ally"))
    game.stock["gold"] = [5, 5]
    game.follow(game.resolve_conflicts())
    assert done(game)
    assert game.sides["ally"][0].court == court


def test_e31_n122_n123_allies_on_the_board() -> None:
    game = position(2)
    occupy(game, 0, "G", 1)
    call(game, 0, 3, kind="ally")
    call(game, 0, 2)
    call(game, 1, 2, kind="ally")
    game.tiles[0], game.stock["squire"] = [6], [3, 3]
    place(game)
    assert not counties(game, "G", "ally")
    assert sorted(words(game, "castle")) == [
        *[("castle", "ally", slot, 3) for slot in (1, 2)],
        *[("castle", "own", slot, 2) for slot in (1, 2, 3, 4, 5)],
    ]
    game.apply(("castle", "ally", 1, 3))
    assert game.seat == 1
    assert counties(game, "G", "ally") == [(2, 0)]


def test_n125_ally_in_a_county() -> None:
    game = position(2)
    occupy(game, 0, "F", 3, kind="ally")
    game.stock["gold"][0] = 9
    game.follow(game.reward_county(game.sides["ally"][0], "F"))
    assert game.options() == [("county", "REWARD"), ("county", "NOBLE")]
    game.apply(("county", "REWARD"))
    assert sorted(game.sides["ally"][0].court) == [1, 3]
    assert game.stock["squire"] == [0, 0]


def test_n82_n124_ally_castle() -> None:
    game = position(2)
    station(game, 0, 1, 2, kind="ally")
    station(game, 0, 2, 3, kind="ally")
    game.follow(game.castle_step(0))
    assert set(game.options()) == {("upgrade", 1, 2, "court"), ("upgrade", 3, 4, "castle2"), NONE}
    answer_all(game, "upgrade", ("upgrade", 3, 4, "castle2"))
    assert sorted(game.sides["ally"][0].court) == [1, 2, 4]
