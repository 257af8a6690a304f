"""The worked examples X1 to X36 of docs/games/mercado.md, with their numbers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .oracle import ENTRANCES, SPACES
from .position import (
    CUSTOMER,
    DISPLAY_SWAP,
    KEEP,
    KINDS,
    OPEN,
    OWN_SWAP,
    RESTAURANT,
    TAKE,
    TYPES,
    Game,
    Position,
    code,
    opening,
)


def open_spaces(game: Game) -> set[tuple[int, int]]:
    return {SPACES[a & 31] for a in game.kinds(OPEN)}


@pytest.mark.parametrize(("players", "bag", "box"), [(2, 26, 1), (3, 23, 1), (4, 20, 0)])
def test_x01_set_up(players: int, bag: int, box: int) -> None:
    """M5 to M9."""
    game = Game(players).deal(1)
    assert game.s["bag_size"] == game.s["bag"].sum() == bag
    assert len(game.display) == 3
    assert all(len(game.hand(p)) == 3 for p in range(players))
    assert (game.s["face_down"] >= 0).sum() == 11
    assert [len(game.shown(n)) for n in (1, 2, 3, 4)] == [3, 3, 3, 3]
    assert game.s["pile_size"].tolist() == [7, 7, 7, 2]
    assert game.coins == [1] * players
    assert game.s["wood"][:players].tolist() == [8] * players
    assert [game.held(p) for p in range(players)] == [[]] * (players - 1) + [["pub"] if players == 4 else []]
    assert 12 - 11 - len(game.held(players - 1)) == box


def test_x02_first_turn() -> None:
    """M15, M16, M18, M20."""
    game = Position().hand(0, "tomato tomato fish").play()
    assert len(game.options()) == 51
    game.open("tomato", (2, 0))
    assert game.coins[0] == 0
    assert game.s["wood"][0] == 7
    assert len(game.hand(0)) == 3


def test_x03_cost_is_one_more_than_the_fuller_line() -> None:
    """M18."""
    game = Position().stand("meat", 1, (1, 0)).stand("fish", 2, (1, 4)).stand("grape", 0, (3, 2)).coins(5).play()
    assert game.open("tomato", (1, 2)).coins[0] == 2


def test_x04_too_dear() -> None:
    """M18, M19."""
    game = Position().stand("meat", 1, (1, 0)).hand(0, "tomato tomato tomato").play()
    assert len(game.kinds(OPEN)) == 16
    assert all(row != 1 and column != 0 for row, column in open_spaces(game))


def test_x05_own_income_pays_the_cost() -> None:
    """M19, M24, M25."""
    position = Position().stand("tomato", 1, (1, 0)).tile("W1", 1, "tomato flower").coins(0)
    assert opening("tomato", (1, 2)) not in position.play().options()
    game = position.up("pizzeria", (0, 2)).play()
    assert game.open("tomato", (1, 2)).coins == [0, 1, 1, 1]


def test_x06_three_tiles_pay_the_new_stand() -> None:
    """M18, M19, M25."""
    game = (
        Position().stand("tomato", 1, (1, 0)).stand("grape", 2, (1, 1)).stand("flower", 1, (3, 3))
        .tile("W1", 2, "tomato flower").tile("E1", 1, "tomato grape").tile("S3", 1, "tomato flower")
        .coins(1, 4, 4, 4).hand(0, "tomato fish fish").play()
    )  # fmt: skip
    assert game.s["income"][0, 8] == 4
    assert game.s["cost"][8] == 3
    assert opening("fish", (1, 3)) not in game.options()
    assert game.open("tomato", (1, 3)).coins == [2, 4, 4, 4]


def test_x07_pub_and_sushi_bar_help() -> None:
    """M24: neither another kind nor a diagonal nor a face-down restaurant helps."""
    game = (
        Position().stand("fish", 1, (2, 0)).stand("meat", 1, (2, 1)).tile("E2", 2, "meat fish")
        .up("pub", (1, 3)).up("sushi_bar", (3, 3), (1, 2)).up("pizzeria", (2, 4)).down("pub", (2, 2))
        .coins(2).hand(0, "fish meat meat").play()
    )  # fmt: skip
    assert game.s["help"][4, 13] == 1 + 2
    assert game.open("fish", (2, 3)).coins[0] == 5


def test_x08_four_restaurants() -> None:
    """M21, M24, M27."""
    position = (
        Position().stand("fish", 0, (2, 2)).stand("meat", 1, (2, 0), (2, 4))
        .up("sushi_bar", (1, 2), (3, 2)).up("pub", (2, 1), (2, 3)).on_show(3, "grape fish").on_show(4, "fish")
    )  # fmt: skip
    game = position.turn(1).play()
    assert game.placing(3, "grape fish", "E2") not in game.options()
    game = position.turn(0).play()
    assert game.placing(4, "fish", "E2") not in game.options()
    assert game.customer(3, "grape fish", "E2").coins[0] == 1 + 15


def best_line(number: int) -> Iterator[Game]:
    """Every way to have so many stands in row 2, one of them fish at (2,2), and restaurants on the other spaces."""
    row = [(2, column) for column in (0, 1, 3, 4)]
    for restaurants in range(16):
        up = [at for i, at in enumerate(row) if restaurants >> i & 1]
        meat = [at for at in row if at not in up]
        if len(meat) + 1 >= number:
            position = Position().stand("fish", 0, (2, 2)).up("sushi_bar", (1, 2), (3, 2), *up).coins(9)
            yield position.stand("meat", 1, *meat).hand(0, "fish fish fish").on_show(number, "fish").play()


def test_x08_one_stand_and_one_tile_pay_at_most_16() -> None:
    """M24: with number 4, one restaurant in the line and two across."""
    most = max(game.customer(4, "fish", "E2").coins[0] - 9 for game in best_line(4))
    assert most == 16


@pytest.mark.parametrize(("seat", "coins"), [(0, [3, 4, 0, 0]), (1, [3, 4, 0, 0]), (2, None)])
def test_x09_customers_pay_all_owners(seat: int, coins: list[int] | None) -> None:
    """M21, M27."""
    game = (
        Position().stand("tomato", 0, (3, 0)).stand("flower", 1, (3, 1)).stand("meat", 0, (3, 2))
        .coins(1, 2, 0, 0).on_show(2, "tomato flower").turn(seat).play()
    )  # fmt: skip
    if coins:
        assert game.customer(2, "tomato flower", "E3").coins == coins
    else:
        assert game.placing(2, "tomato flower", "E3") not in game.options()


def test_x10_customers_pay_more_next_to_restaurants() -> None:
    """M24, M27."""
    game = (
        Position().stand("tomato", 0, (3, 0)).stand("flower", 1, (3, 1)).stand("meat", 0, (3, 2))
        .up("pizzeria", (2, 0)).up("pub", (4, 1), (2, 2)).coins(1, 2, 0, 0).on_show(2, "tomato flower").play()
    )  # fmt: skip
    assert game.customer(2, "tomato flower", "E3").coins == [5, 6, 0, 0]


def test_x11_a_line_needs_as_many_stands_as_customers() -> None:
    """M21."""
    game = (
        Position().stand("grape", 0, (0, 2), (4, 2))
        .on_show(2, "tomato grape").on_show(2, "tomato meat").on_show(3, "tomato grape").play()
    )  # fmt: skip
    options = game.options()
    legal = {e for e in ENTRANCES if game.placing(2, "tomato grape", e) in options}
    assert legal == {"N2", "S2"}
    assert not any(game.placing(3, "tomato grape", e) in options for e in ENTRANCES)
    assert game.placing(2, "tomato meat", "N2") not in options


@pytest.mark.parametrize(("seat", "legal"), [(0, False), (1, True)])
def test_x12_a_stand_of_ones_own_must_match(seat: int, legal: bool) -> None:
    """M21."""
    position = Position().stand("grape", 0, (0, 2)).stand("fish", 1, (4, 2)).on_show(2, "tomato fish")
    game = position.turn(seat).play()
    assert (game.placing(2, "tomato fish", "N2") in game.options()) == legal


def test_x13_second_tile_on_a_line() -> None:
    """M21, M27: the tile that lies there does not pay again."""
    game = (
        Position().stand("grape", 0, (0, 2)).stand("grape", 1, (4, 2)).tile("N2", 1, "tomato grape")
        .coins(0, 0, 0, 0).on_show(2, "tomato grape").play()
    )  # fmt: skip
    assert game.placing(2, "tomato grape", "N2") not in game.options()
    assert game.customer(2, "tomato grape", "S2").coins == [2, 2, 0, 0]


@pytest.mark.parametrize(("trigger", "coins"), [("new_stand_only", [2, 0, 0, 0]), ("all_matching", [2, 1, 0, 0])])
def test_x14_who_earns_when_a_stand_opens(trigger: str, coins: list[int]) -> None:
    """M26."""
    position = Position(stand_trigger=trigger).stand("tomato", 1, (2, 0)).tile("W2", 1, "tomato flower")
    assert position.coins(3, 0, 0, 0).play().open("tomato", (2, 4)).coins == coins


def test_x15_a_stand_finds_a_face_down_restaurant() -> None:
    """M17."""
    game = Position().down("sushi_bar", (2, 2)).hand(0, "fish meat meat").play().open("fish", (2, 2))
    assert game.held(0) == ["sushi_bar"]
    assert (game.s["stand"][12], game.s["face_down"][12]) == (TYPES.index("fish"), -1)
    assert game.coins[0] == 0


def before_x16() -> Position:
    position = Position().down("pub", (2, 2)).stand("tomato", 1, (2, 1)).held(1, "pizzeria").coins(0, 3, 0, 0)
    return position.turn(1)


def test_x16_a_restaurant_finds_a_face_down_restaurant() -> None:
    """M23: nobody earns but the bonus."""
    game = before_x16().tile("W2", 1, "tomato flower").play().restaurant("pizzeria", (2, 2))
    assert game.held(1) == ["pub"]
    assert game.s["face_up"][12] == KINDS.index("pizzeria")
    assert game.coins == [0, 4, 0, 0]


def test_x17_the_restaurant_helps_from_then_on() -> None:
    """M24, M27."""
    game = before_x16().on_show(1, "tomato flower").play().restaurant("pizzeria", (2, 2)).coin().coin().coin()
    assert game.customer(1, "tomato flower", "E2").coins[1] == 4 + 2


def test_x18_coin() -> None:
    """M15, M30."""
    game = Position().coins(4).play().coin()
    assert (game.coins[0], game.s["passes"], game.s["cur"]) == (5, 1, 1)


def fill(position: Position, *faces: tuple[str, int, str]) -> Position:
    for entrance, number, types in faces:
        position.tile(entrance, number, types)
    return position


def test_x19_tiles_on_show_are_refilled_from_the_pile() -> None:
    """M21, I4."""
    position = (
        Position().stand("fish", 0, (0, 0), (4, 0)).stand("meat", 1, (0, 1), (0, 2), (0, 3))
        .stand("grape", 2, (4, 1), (4, 2), (4, 3))
    )  # fmt: skip
    game = fill(
        position, ("W0", 4, "meat"), ("W4", 4, "grape"), ("N0", 1, "tomato fish"), ("N1", 1, "tomato meat"),
        ("N2", 1, "flower meat"), ("N3", 1, "grape meat"), ("S1", 1, "tomato grape"),
    ).on_show(1, "meat fish").play()  # fmt: skip
    assert game.shown(4) == ["tomato", "flower", "fish"]
    game.customer(4, "fish", "E0")
    assert game.coins[0] == 1 + 4
    assert game.shown(4) == ["tomato", "flower"]
    assert (len(game.shown(1)), game.s["pile_size"][0]) == (3, 2)
    game.coin().coin().coin().customer(1, "meat fish", "S0")
    assert (len(game.shown(1)), game.s["pile_size"][0]) == (3, 1)


@pytest.mark.parametrize(
    ("hand", "bag", "offered"),
    [
        ("meat meat meat", {"meat": 2, "fish": 1}, True),
        ("meat meat meat", {"meat": 2}, False),
        ("meat meat meat", {}, False),
        ("meat meat", {"fish": 1}, False),
        ("meat meat fish", {"fish": 1}, False),
    ],
)
def test_x20_when_a_swap_is_offered(hand: str, bag: dict[str, int], offered: bool) -> None:
    """M13."""
    position = Position(refill_after_last_wood="wood_only").hand(0, hand).bag(**bag).turn(3)
    position.stand("tomato", 0, *SPACES[:6])  # so few wooden stands are left that two open tiles are in order
    assert position.play().coin().point == ("OWN_SWAP" if offered else "ACTION")


@pytest.mark.parametrize("answer", [KEEP, OWN_SWAP])
def test_x21_own_swap(answer: int) -> None:
    """M13."""
    position = Position().hand(0, "meat meat meat").bag(meat=2, tomato=4, flower=4, fish=4).turn(3)
    game = position.play().coin()
    assert len(game.options()) == 2
    game.do(code(answer))
    while game.point == "OWN_SWAP":
        game.do(code(KEEP))
    assert (game.s["bag_size"], len(game.hand(0))) == (14, 3)
    assert game.s["bag"][3] + game.hand(0).count("meat") == 5
    assert game.coin().s["bag_size"] == 14


def test_x22_display_swap() -> None:
    """M14, M20."""
    position = Position().display("fish fish fish").bag(tomato=7, flower=7, meat=6)
    game = position.play().do(opening("tomato", (0, 0)))
    assert game.point == "DISPLAY_SWAP"
    assert len(game.options()) == 2
    game.do(code(DISPLAY_SWAP))
    while game.point == "DISPLAY_SWAP":
        game.do(code(KEEP))
    assert (game.point, game.s["bag_size"]) == ("TAKE", 20)
    game.do(game.options()[0])
    assert (len(game.display), game.s["bag_size"]) == (3, 19)


def test_x23_empty_bag() -> None:
    """M20."""
    game = Position().display("flower flower fish").bag().hand(0, "tomato flower meat").play()
    game.do(opening("tomato", (0, 0)))
    assert game.options() == [code(TAKE, place=1), code(TAKE, place=4)]
    game.take("flower")
    assert game.hand(0) == ["flower", "flower", "meat"]
    assert game.display == ["flower", "fish"]


def test_x23_empty_display_too() -> None:
    """M20: nothing is taken, the turn is over."""
    game = Position().display("").bag().hand(0, "tomato flower").play().do(opening("tomato", (0, 0)))
    assert game.hand(0) == ["flower"]
    assert game.s["cur"] == 1


def test_x24_last_wooden_stand() -> None:
    """M16, M20."""
    mine = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 2), (2, 3), (3, 2)]
    game = Position().stand("meat", 0, *mine).coins(60).play().open("tomato", (4, 4))
    assert game.s["wood"][0] == 0
    assert len(game.hand(0)) == 3
    game.coin().coin().coin()
    assert game.s["cur"] == 0
    assert game.kinds(OPEN) == []


def crowded() -> Position:
    """Twenty stands of four seats; row 4 is free."""
    position = Position().coins(20, 20, 20, 20)
    for i, at in enumerate(SPACES[:20]):
        position.stand(TYPES[i % 5], i % 4, at)
    return position


def test_x25_trigger_a() -> None:
    """M28, M29."""
    game = crowded().turn(2).play().open("tomato", (4, 0))
    assert (game.s["left"], game.s["end_reason"], game.s["over"]) == (3, 0, 0)
    for seat in (3, 0, 1):
        assert (game.s["cur"], game.s["over"]) == (seat, 0)
        game.coin()
    assert game.s["over"] == 1


def test_x26_trigger_b() -> None:
    """M28, M29."""
    position = Position(2)
    for at in SPACES:
        if max(at) < 4:
            position.stand(TYPES[sum(at) % 5], sum(at) % 2, at)
    doors = [e for e in ENTRANCES if e[1] != "4"]
    pairs = [f"{a} {b}" for i, a in enumerate(TYPES) for b in TYPES[i + 1 :]]
    faces = [(1, pair) for pair in pairs] + [(2, pair) for pair in pairs]
    game = fill(position, *((e, *face) for e, face in zip(doors[:15], faces, strict=False))).turn(1).play()
    game.do(game.kinds(CUSTOMER)[0])
    assert (game.s["left"], game.s["end_reason"], game.s["over"], game.s["cur"]) == (1, 1, 0, 0)
    assert game.coin().s["over"] == 1


def after_x27() -> Game:
    position = crowded().down("pub", (4, 3), (4, 4)).held(0, "pizzeria").held(1, "tea_house")
    return position.play().restaurant("pizzeria", (4, 0))


def test_x27_spaces_under_face_down_restaurants_are_free() -> None:
    """M4, M28."""
    game = after_x27()
    assert int(game.s["free"]).bit_count() == 4
    assert (game.s["left"], game.s["end_reason"]) == (3, 0)


def test_x28_a_second_trigger_changes_nothing() -> None:
    """M29."""
    game = after_x27().restaurant("tea_house", (4, 1))
    assert int(game.s["free"]).bit_count() == 3
    assert (game.s["left"], game.s["over"]) == (2, 0)


def test_x29_pass_out_with_two_players() -> None:
    """M30, M31."""
    game = Position(2).play().coin().coin().coin()
    assert game.s["over"] == 0
    game.coin()
    assert (game.s["over"], game.s["turns"], game.coins, game.s["end_reason"]) == (1, 4, [3, 3], 2)


def test_x30_another_action_resets_the_count() -> None:
    """M30."""
    game = Position(2).held(1, "pub").play().coin().restaurant("pub", (0, 0)).coin().coin().coin()
    assert (game.s["passes"], game.s["over"]) == (3, 0)
    assert game.coin().coins == [4, 4]
    assert game.s["over"] == 1


def test_x31_pass_out_with_three_players() -> None:
    """M30."""
    game = Position(3).held(0, "pub").play().restaurant("pub", (0, 0)).coin().coin()
    assert game.s["over"] == 0
    assert game.coin().s["over"] == 1


def test_x32_pass_out_with_four_players() -> None:
    """M30, M32, M33."""
    game = Position().held(3, "pub").play().coin().coin().coin()
    assert game.s["over"] == 0
    game.coin()
    assert (game.s["over"], game.scores) == (1, [2, 2, 2, 1])
    assert game.wins == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])


def finished(position: Position) -> Game:
    game = position.play()
    game.call("finish")
    return game


def test_x33_penalties() -> None:
    """M32."""
    three = ("pub", "pizzeria", "sushi_bar")
    game = finished(Position().coins(7, 1, 0, 9).held(0, *three).held(1, *three))
    assert game.scores == [4, -2, 0, 9]
    assert game.wins == [0, 0, 0, 1]


def test_x34_ties_go_to_more_stands() -> None:
    """M33."""
    position = Position(2).coins(12, 13).held(1, "pub").stand("meat", 0, *SPACES[:5]).stand("fish", 1, *SPACES[5:11])
    game = finished(position)
    assert game.scores == [12, 12]
    assert game.wins == [0, 1]
    assert game.s["rank"][:2].tolist() == [2, 1]


@pytest.mark.parametrize(("rule", "wins"), [("share", [0.5, 0.5, 0, 0]), ("replay", [0, 0, 0, 0])])
def test_x35_tied_players_share(rule: str, wins: list[float]) -> None:
    """M33."""
    position = Position(final_tie=rule).coins(10, 10, 10, 3)
    for seat, spaces in enumerate((SPACES[:5], SPACES[5:10], SPACES[10:14])):
        position.stand("meat", seat, *spaces)
    game = finished(position)
    assert game.wins == wins
    assert game.s["no_result"] == (rule == "replay")


def test_x36_counting_actions() -> None:
    """M15, M36."""
    position = Position().stand("meat", 0, (0, 0)).stand("fish", 1, (1, 1)).stand("grape", 2, (2, 2))
    game = position.hand(3, "fish meat grape").held(3, "pub").turn(3).play()
    assert open_spaces(game) == {(3, 3), (3, 4), (4, 3), (4, 4)}
    counts = [len(game.kinds(kind)) for kind in (OPEN, CUSTOMER, RESTAURANT)]
    assert counts == [12, 0, 22]
    assert len(game.options()) == 35
