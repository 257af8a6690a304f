"""The worked examples, played on both games; the numbers in the names are those of the rules.

The examples say what the slow game must come to; whatever they begin, the compiled game must agree in every part.
"""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from .examples import Example, answer, new_game, officials, position, set_goods, ship, store
from .rules_in_use import single_alternatives
from .slow_game import SlowGame
from .slow_position import deal, defaults, rows, tables
from .slow_table import GOODS, NOBLES, STOP, Player

MAIA, MARQUIS, KING = 1, 6, 11
TREASURY_STATE = 19
TILES = {"discount:visit:1": 35, "discount:staff:1": 28, "sale:all:1": 30}
LOWER = {"discount:hire:1": 17, "sale:all:1": 19, "sale:gold:2;sale:tools:2": 20, "discount:event:2": 18}


def goods(player: Player) -> list[int]:
    """The warehouse, gold first."""
    return [player.goods[good] for good in GOODS]


def cubes(game: SlowGame, **places: str) -> None:
    """Put other cubes in some places."""
    for place, colours in places.items():
        game.cubes[place] = colours.split()


def done(game: SlowGame) -> bool:
    """Whether nothing is left to decide."""
    return game.point == "" and not game.options()


# the court


def visit(game: Example, seat: int, card: int) -> int:
    """Let a seat visit; return the influence and wigs that it pays."""
    player = game.players[seat]
    player.hand, player.plans = [card], [1]
    before = player.influence + player.wigs
    game.begin("main_decision", player)
    answer(game, "main", ("main", card, "visit"))
    return before - player.influence - player.wigs


def test_x1_l71_visit_cost() -> None:
    game = position()
    officials(game, "marquis", 1, 2, 1)
    assert visit(game, 0, MARQUIS) == 4
    assert (game.players[0].influence, game.players[0].wigs) == (1, 5)


def test_x2_l71_missing_influence_is_paid_with_wigs() -> None:
    game = position()
    player = game.players[0]
    officials(game, "marquis", 1, 2, 1)
    player.influence = 2
    assert visit(game, 0, MARQUIS) == 4
    assert (player.influence, player.wigs, player.log["visit_payment"]) == (0, 3, -2)


@pytest.mark.parametrize(("officials_of", "seat", "cost"), [((3, 2, 0), 0, 4), ((3, 2, 0), 1, 6), ((3, 0, 2), 1, 8)])
def test_x3_l71_treasury_and_discount(officials_of: tuple[int, ...], seat: int, cost: int) -> None:
    game = position()
    game.treasury = 8
    officials(game, "king", *officials_of)
    game.players[0].clergy = [TILES["discount:visit:1"]]
    for player in game.players:
        player.reis = 20
    assert visit(game, seat, KING) == cost


def test_x25_l76_l77_follow() -> None:
    game = position()
    active, follower, _ = game.players
    officials(game, "king", 2, 0, 1)
    game.move_favor(follower, "king", 1)
    assert game.visit_cost(follower, "king") == 4
    active.hand, active.plans = [KING], [1]
    game.begin("take_turns")
    answer(game, "main", ("main", KING, "visit"))
    assert active.influence == 3
    answer(game, "visit_state_action", ("none",))
    answer(game, "building", ("building", 1, "WA"))
    answer(game, "staff", ("from", "king"), ("from", "king"))
    assert active.influence == 6
    assert (game.point, game.seat) == ("follow", 1)
    assert ("follow", "noble") not in game.options()
    answer(game, "follow", ("follow", "top"))
    answer(game, "cardinal", ("steps", 1))
    assert (follower.influence, game.portraits["king"]) == (3, 3)


@pytest.mark.parametrize(("space", "cost"), [(3, 1), (1, 0)])
def test_x32_l79_event_cost(space: int, cost: int) -> None:
    game = position()
    player = game.players[0]
    player.lower, game.treasury = [LOWER["discount:event:2"]], space
    sponsor(game, player)
    assert player.reis == 10 - cost


# money, influence, cubes


def sponsor(game: Example, player: Player) -> None:
    """Sponsor an event that costs nothing but itself."""
    player.hand = [TREASURY_STATE]
    game.begin("main_decision", player)
    answer(game, "main", ("main", TREASURY_STATE, "event"))


def test_x4_l34_influence_fills_up_cash() -> None:
    game = position()
    player = game.players[0]
    player.reis, player.influence, game.treasury = 2, 6, 5
    sponsor(game, player)
    assert (player.reis, player.influence) == (0, 1)


@pytest.mark.parametrize(("influence", "yields"), [(2, 2), (10, 6)])
def test_x5_l34_what_influence_brings(influence: int, yields: int) -> None:
    game = position()
    player = game.players[0]
    player.reis, player.influence, player.hand = 0, influence, [TREASURY_STATE]
    for cost in (yields + 1, yields):
        game.treasury = cost
        game.begin("main_decision", player)
        assert (("main", TREASURY_STATE, "event") in game.options()) is (cost == yields)
    sponsor(game, player)
    assert (player.reis, player.influence) == (0, 0)


@pytest.mark.parametrize(("influence", "k", "after", "wigs"), [(7, 2, 9, 0), (8, 2, 10, 1), (10, 3, 10, 1)])
def test_x6_l31_gaining_influence(influence: int, k: int, after: int, wigs: int) -> None:
    game = position()
    player = game.players[0]
    player.influence = influence
    game.begin("resolve", player, f"influence:+{k}", "card_reward")
    assert (player.influence, player.log["ip_overflow"]) == (after, wigs)


def test_x9_l37_a_set() -> None:
    game = position()
    player = game.players[0]
    player.cubes |= {"brown": 1, "red": 1}
    cubes(game, pile="blue blue")
    game.begin("resolve", player, "rubble:2", "event")
    for _ in range(2):
        answer(game, "pile_cube", ("cube", "blue"))
        assert (player.sets, player.markers, game.card_limit(player), game.warehouse(player)) == (1, 1, 3, 3)


def test_x10_l36_a_sixth_cube_is_boxed() -> None:
    game = position()
    player = game.players[0]
    player.cubes["brown"] = 5
    boxed = game.cubes_boxed["brown"]
    cubes(game, pile="brown brown")
    game.begin("resolve", player, "rubble:1", "event")
    answer(game, "pile_cube", ("cube", "brown"))
    assert (player.cubes["brown"], game.cubes_boxed["brown"]) == (5, boxed + 1)


# stores


def test_x7_l59_to_l63_store() -> None:
    game = position()
    player = game.players[0]
    player.influence = 8
    cubes(game, rowB="brown red blue", col2="brown brown red")
    game.begin("perform", player, "store")
    answer(game, "store", ("store", "B2", "cloth", "rowB", "brown"))
    answer(game, "gain_good", ("good", "tools"))
    assert (player.reis, player.influence, goods(player), player.cubes["brown"]) == (0, 1, [1, 1, 1, 2], 1)
    assert (player.houses, game.city_tiles["cloth"], done(game)) == (7, 5, True)


def test_x8_l60_l61_reward_pays_the_land() -> None:
    game = position()
    player = game.players[0]
    player.reis, player.influence = 4, 0
    cubes(game, rowA="blue blue red", col1="blue")
    game.begin("perform", player, "store")
    answer(game, "store", ("store", "A1", "gold", "rowA", "red"))
    assert (player.reis, player.cubes["red"], game.stores["A1"]) == (3, 1, (0, "gold"))


def test_x11_l64_l66_store_is_served() -> None:
    game = position()
    player = game.players[0]
    player.reis, player.influence = 30, 0
    game.sites = {"WB": (1, 1), "N2": (4, 1), "N3": (10, 1)}
    cubes(game, rowB="blue", col3="blue")
    game.begin("perform", player, "store")
    answer(game, "store", ("store", "B3", "cloth", "rowB", "blue"))
    answer(game, "plan_stack", ("stack", "blue"))
    assert (player.log["stores_served"], player.reis, len(player.plans)) == (6, 26, 1)


# public buildings


def test_x12_l68_building() -> None:
    game = position()
    player, one, two = game.players
    player.plans = [1]
    game.stacks["blue"] = [6]
    for owner, plot, good in ((one, "B3", "books"), (player, "B4", "tools"), (two, "B5", "tools")):
        store(game, owner, plot, good)
    store(game, player, "B1", "gold")
    store(game, player, "C4", "tools")
    cubes(game, EB="brown blue")
    player.plaza, player.board = 1, 6
    game.begin("perform", player, "building")
    answer(game, "building", ("building", 1, "EB"))
    answer(game, "gain_good", ("good", "gold"), ("good", "cloth"))
    answer(game, "staff", ("from", "plaza"), ("from", "marquis"))
    assert [p.wigs for p in game.players] == [8, 8, 8]
    assert (player.cubes, goods(player)) == ({"brown": 1, "red": 0, "blue": 1}, [2, 2, 1, 1])
    assert (player.board, player.reis, player.completed, player.plans) == (8, 10, [1], [])


@pytest.mark.parametrize(("powers", "paid"), [(False, 6), (True, 2)])
def test_x13_x14_l69_staff(powers: bool, paid: int) -> None:
    game = position()
    player = game.players[0]
    player.plans = [10]
    officials(game, "maia", 1, 0, 0)
    if powers:
        player.clergy, player.lower = [TILES["discount:staff:1"]], [LOWER["discount:hire:1"]]
    game.begin("perform", player, "building")
    answer(game, "building", ("building", 10, "WA"))
    answer(game, "staff", ("from", "maia"), ("from", "marquis"))
    assert (player.reis, player.board) == (10 - paid, 8)


# selling, trading, ships


def test_x15_l41_to_l43_sale_to_a_ship_of_another() -> None:
    game = position()
    player, owner, _ = game.players
    red = ship(game, owner, "red", "cloth")
    game.begin("sell", player)
    answer(game, "sell", ("sell", "gold", 1, ("red", 1)))
    assert done(game)
    assert (player.reis, red.at_sea, owner.wigs, player.wigs, game.prices["gold"]) == (17, True, 7, 5, 6)


def test_x16_l42_sale_powers() -> None:
    game = position()
    player = game.players[0]
    player.lower = [LOWER["sale:all:1"], LOWER["sale:gold:2;sale:tools:2"]]
    ship(game, player, "brown")
    ship(game, player, "blue")
    game.begin("sell", player)
    answer(game, "sell", ("sell", "gold", 0, ("brown", 1)))
    assert player.reis == 21
    answer(game, "sell", ("sell", "books", 0, ("blue", 1)))
    assert player.reis == 27


def test_x17_l22_docking() -> None:
    game = position()
    player = game.players[0]
    red = ship(game, player, "red", "gold", "gold")
    game.supply["gold"], player.hand = 12, [MAIA]
    game.begin("take_turns")
    assert (game.point, game.supply["gold"], red.cargo, red.at_sea) == ("main", 14, [], False)


def test_x18_l55_produce() -> None:
    game = position()
    player = game.players[0]
    for plot, good in (("A1", "gold"), ("B1", "gold"), ("C2", "cloth")):
        store(game, player, plot, good)
    supply = game.supply["gold"]
    game.begin("perform", player, "produce")
    assert (goods(player), game.supply["gold"]) == ([2, 2, 1, 1], supply - 1)
    assert game.prices == {"gold": 5, "cloth": 4, "books": 5, "tools": 5}


def test_x19_l54_ship() -> None:
    game = position()
    player = game.players[0]
    player.upper = [MAIA]
    del game.yard[:2]
    game.begin("perform", player, "ship")
    answer(game, "ship", ("ship", "new", ("cloth", "tools")))
    assert (game.treasury, player.influence, goods(player)) == (4, 7, [1, 0, 1, 0])
    assert [s.name for s in player.ships] == [("red", 1)]


def test_x20_l53_l54_replacing_a_ship() -> None:
    game = position()
    player = game.players[0]
    player.upper = [MAIA]
    purple = ship(game, player, "purple", "gold")
    game.yard = game.new_ships(2)[2:]
    supply = game.supply["gold"]
    game.begin("perform", player, "ship")
    answer(game, "ship", ("ship", ("purple", 1), ("books",)))
    assert (goods(player), game.supply["gold"], player.influence) == ([1, 1, 0, 1], supply + 1, 8)
    assert ([s.name for s in player.ships], game.boxed["ships"]) == ([("brown", 1)], [purple])


def test_x21_l28_l30_treasury_card_to_the_portfolio() -> None:
    game = position()
    player = game.players[0]
    player.upper, player.hand = [MAIA, KING], [TREASURY_STATE]
    game.begin("main_decision", player)
    answer(game, "main", ("main", TREASURY_STATE, "trade"))
    assert (player.reis, game.treasury) == (13, 2)
    assert game.options() == [("card", MAIA), ("card", KING)]
    answer(game, "make_room", ("card", KING))
    answer(game, "trade", ("trade", "gold", "recruit"))
    answer(game, "office", ("office", "maia"), STOP)
    answer(game, "trade", STOP)
    assert (game.offices["maia"], player.lower, player.upper) == ([1, 0, 0], [TREASURY_STATE], [MAIA])


def test_x31_l45_l46_trade_options() -> None:
    game = position()
    player = game.players[0]
    game.begin("trade", player)
    options = game.options()
    assert {("trade", "cloth", "cardinal"), ("trade", "tools", "recruit")} < set(options)
    assert not {("trade", "books", "produce"), ("trade", "books", "plan")} & set(options)
    answer(game, "trade", ("trade", "gold", "favor"))
    answer(game, "favor", ("favor", "king"))
    answer(game, "trade", ("trade", "tools", "plan"))
    answer(game, "plan_stack", ("stack", "blue"))
    assert (goods(player), player.favors["king"], len(player.plans), done(game)) == ([0, 1, 1, 0], 1, 1, True)


def test_x34_l23_a_penalty_can_take_the_last_good() -> None:
    game = position()
    player = game.players[0]
    set_goods(game, player, 1, 0, 0, 0)
    ship(game, player, "blue")
    player.hand = [MAIA, 46]
    game.begin("main_decision", player)
    kinds = {card: {mode for _, other, mode in game.options() if other == card} for card in player.hand}
    assert ("gold" in kinds[46], {"sell", "trade"} & kinds[46]) == (True, set())
    assert {"sell", "trade"} < kinds[MAIA]


# offices, church, decrees


def test_x22_l51_full_office() -> None:
    game = position()
    officials(game, "maia", 2, 2, 2)
    game.begin("perform", game.players[0], "recruit")
    answer(game, "office", ("office", "maia"), STOP)
    assert (game.offices["maia"], [player.plaza for player in game.players]) == ([2, 1, 1], [1, 1, 1])


@pytest.mark.parametrize(
    ("start", "steps", "space", "pending", "treasury", "tiles"),
    [(5, 2, 1, True, 3, [0, 1]), (2, 1, 3, False, 4, [2, 3])],
)
def test_x23_l56_cardinal(start: int, steps: int, space: int, pending: bool, treasury: int, tiles: list[int]) -> None:
    game = position()
    game.cardinal = start
    game.begin("perform", game.players[0], "cardinal")
    answer(game, "cardinal", ("steps", steps))
    assert (game.cardinal, game.treasury) == (space, treasury)
    assert game.options() == [("tile", tile) for tile in tiles]
    answer(game, "clergy", ("tile", tiles[0]))
    assert (game.church_pending, game.players[0].clergy) == (pending, [tiles[0] + 1])


def test_x24_l83_church_scoring() -> None:
    game = position()
    player = game.players[0]
    player.upper, player.clergy = [5, 10], [2, 1]
    for other in game.players[1:]:
        other.clergy = []
    game.church_pending = True
    game.begin("upkeep")
    answer(game, "church_discard", ("discard", 2), STOP)
    assert (player.wigs, player.influence, player.clergy, game.players[1].influence) == (8, 9, [1], 5)


@pytest.mark.parametrize(
    ("decree", "seat", "wigs"),
    [
        ("per:stores.gold:2:max8", 0, 6), ("per:stores.rowA:2:max6", 0, 4), ("atleast:stores.books:2:5", 0, 0),
        ("majority:stores.books:5/2", 0, 5), ("majority:stores.cloth:5/2", 0, 0), ("per:influence/2:1:max5", 0, 2),
        ("majority:stores:5/2", 1, 2),
    ],
)  # fmt: skip
def test_x26_l97_l98_decrees(decree: str, seat: int, wigs: int) -> None:
    game = position()
    zero, one, _ = game.players
    for plot, good in (("A1", "gold"), ("B1", "gold"), ("C2", "gold"), ("A3", "books")):
        store(game, zero, plot, good)
    store(game, one, "D3", "books")
    (game.players[seat].decrees,) = ([int(row["id"])] for row in rows("decrees") if row["condition"] == decree)
    game.finish()
    assert game.players[seat].log["decrees"] == wigs


def test_x33_l70_second_decree() -> None:
    game = position()
    player = game.players[0]
    game.face_up, player.markers = [1, 2, 3], 1
    game.begin("perform", player, "decree")
    answer(game, "decree", ("decree", 2))
    answer(game, "second_decree", ("yes",))
    answer(game, "decree", ("decree", 3))
    assert (game.face_up, player.decrees, player.markers, player.markers_used) == ([1], [2, 3], 0, 1)
    game.begin("upkeep")
    assert len(game.face_up) == 8


# periods and the end


@pytest.mark.parametrize(
    ("tile", "stores", "wigs"), [("A", (2, 2, 1), [7, 7, 3]), ("C", (3, 1, 1), [6, 2, 2]), ("A", (0, 0, 1), [0, 0, 9])]
)
def test_x27_l90_to_l92_streets(tile: str, stores: tuple[int, ...], wigs: list[int]) -> None:
    game = position()
    other = next(good for good in GOODS if game.streets[good] == tile)
    game.streets |= {other: game.streets["gold"], "gold": tile}
    plots = iter(["A1", "B1", "C1", "D1", "E1"])
    for player, n in zip(game.players, stores, strict=True):
        for _ in range(n):
            store(game, player, next(plots), "gold")
    game.finish()
    assert [player.log["streets"] for player in game.players] == wigs


@pytest.mark.parametrize(("plans", "wigs"), [([[12], [20], []], [12, 12, 0]), ([[10], [18]], [10, 10])])
def test_x28_l90_to_l92_plan_majority(plans: list[list[int]], wigs: list[int]) -> None:
    game = position(len(plans))
    for player, completed in zip(game.players, plans, strict=True):
        player.completed = completed
    game.finish()
    assert [player.log["plan_majority"] for player in game.players] == wigs


def test_x29_l87_change_of_period() -> None:
    game = position()
    player = game.players[0]
    for owner, sets in zip(game.players, (2, 1, 0), strict=True):
        for colour in ("brown", "red", "blue") * sets:
            game.take_cube(owner, colour)
    player.hand = [MAIA, 4, 15]
    game.begin("next_period")
    answer(game, "period_discard", ("discard", MAIA), ("discard", 4), ("discard", 15))
    assert game.options() == [("reward", MAIA), ("reward", 4)]
    answer(game, "period_reward", ("reward", 4))
    assert [p.wigs for p in game.players] == [12, 8, 5]
    assert player.hand == [42, 43, 44, 45, 46]
    assert [s.name for s in game.yard] == [("purple", 1), ("purple", 2), ("brown", 1), ("brown", 2)]
    assert (game.purple, game.period, len(game.boxed["ships"])) == ([], 2, 4)
    assert (game.point, game.seat) == ("main", 1)


@pytest.mark.parametrize(("trigger", "last"), [(4, 9), (5, 9), (6, 9), (7, 12)])
def test_x30_l88_last_turn(trigger: int, last: int) -> None:
    game = position()
    game.period = 2
    maia, marquis, king, treasury = game.decks.values()
    game.decks |= {"maia": (maia + marquis)[:trigger], "marquis": [], "king": king + treasury, "treasury": []}
    game.begin("take_turns")
    while not game.over:
        game.choose(next(option for option in game.options() if option[-1] not in ("sell", "trade", "visit", "event")))
    assert game.turn == last


# other rules


def test_l31_a_wig_for_every_point() -> None:
    for influence, k, wigs in ((8, 2, 1), (8, 4, 3), (10, 3, 3)):
        game = position(ip_overflow="one_wig_per_point")
        game.players[0].influence = influence
        game.begin("resolve", game.players[0], f"influence:+{k}", "card_reward")
        assert game.players[0].log["ip_overflow"] == wigs


def test_l43_prices_rise_when_a_ship_sails() -> None:
    game = position(price_rise_on_sail=1)
    ship(game, game.players[1], "red", "cloth")
    game.begin("sell", game.players[0])
    answer(game, "sell", ("sell", "gold", 1, ("red", 1)))
    assert (game.prices["gold"], game.prices["cloth"]) == (7, 6)


def test_l45_both_trades_are_paid_first() -> None:
    game = position(trade_payment="upfront")
    player = game.players[0]
    set_goods(game, player, 2, 0, 0, 0)
    game.begin("trade", player)
    answer(game, "trade", ("trade", "gold", "ship"))
    assert ("trade", "gold", "ship") not in game.options()
    answer(game, "trade", ("trade", "gold", "recruit"))
    assert (game.point, goods(player), player.ships) == ("office", [0, 0, 0, 0], [])


def test_l51_only_the_first_leader_leaves() -> None:
    game = position(displace="one_leader")
    officials(game, "maia", 2, 2, 2)
    game.begin("perform", game.players[2], "recruit")
    answer(game, "office", ("office", "maia"), STOP)
    assert game.offices["maia"] == [1, 2, 3]


def test_l54_cargo_stays_aboard() -> None:
    game = position(upgrade_keeps_cargo="yes")
    player = game.players[0]
    ship(game, player, "blue", "gold")
    game.yard = game.new_ships(1)[2:]
    game.begin("perform", player, "ship")
    answer(game, "ship", ("ship", ("blue", 1), ("books",)))
    assert [(s.name, s.cargo, s.at_sea) for s in player.ships] == [(("red", 1), ["gold"], False)]


def test_l55_goods_may_be_left_out() -> None:
    game = position(produce_decline="yes")
    player = game.players[0]
    store(game, player, "A1", "gold")
    store(game, player, "C2", "cloth")
    game.begin("perform", player, "produce")
    answer(game, "gain_good", ("none",), ("good", "cloth"))
    assert (goods(player), game.prices["gold"], game.prices["cloth"]) == ([1, 2, 1, 1], 6, 4)


def test_l57_a_fifth_tile_is_swapped() -> None:
    game = position(clergy_at_limit="swap")
    player = game.players[0]
    player.clergy = [34, 35, 36, 37]
    game.begin("take_any_tile", player)
    answer(game, "clergy", ("swap", 2, 35))
    assert (player.clergy, game.boxed["clergy"], player.wigs) == ([34, 36, 37, 3], [35], 5)
    game.begin("take_any_tile", player)
    answer(game, "clergy", STOP)
    assert game.track[2] is None


def test_l64_l68_only_the_opener_scores() -> None:
    game = position(building_scores="opener_only")
    opener = game.players[1]
    store(game, game.players[0], "A1", "gold")
    store(game, opener, "A2", "gold")
    opener.plans, game.stacks["blue"] = [1], [1]
    game.begin("perform", opener, "building")
    answer(game, "building", ("building", 1, "WA"))
    answer(game, "staff", ("from", "marquis"))
    assert [player.log["stores_served"] for player in game.players] == [0, 3, 0]


def test_l65_an_event_pays_the_treasury_once() -> None:
    game = position(event_pays_treasury_and_land="no")
    player = game.players[0]
    cubes(game, rowD="blue blue", col3="blue")
    game.begin("perform", player, "store", True)
    answer(game, "store", ("store", "D3", "books", "rowD", "blue"))
    assert player.reis == 8


@pytest.mark.parametrize(
    ("line", "good", "wigs"),
    [("street", "cloth", 0), ("street", "gold", 3), ("columns", "cloth", 3), ("columns", "gold", 3)],
)
def test_l66_a_north_building_serves_two_columns(line: str, good: str, wigs: int) -> None:
    game = position(north_line=line)
    player = game.players[0]
    player.reis, game.sites["N1"] = 30, (1, 0)
    cubes(game, rowA="blue")
    game.begin("perform", player, "store")
    answer(game, "store", ("store", "A2", good, "rowA", "blue"))
    while game.point:
        game.choose(game.options()[0])  # the reward
    assert player.log["stores_served"] == wigs


def test_l69_own_officials_may_stay() -> None:
    game = position(staff_must_use_own="no")
    player = game.players[0]
    player.plans, player.reis = [1], 5
    officials(game, "maia", 1, 0, 0)
    player.influence = 0
    game.begin("perform", player, "building")
    answer(game, "building", ("building", 1, "WC"))
    answer(game, "clergy", ("tile", 0))
    assert game.options() == [("use", 1), ("use", 2)]
    answer(game, "staff", ("use", 1), ("from", "maia"))
    assert (player.reis, game.offices["marquis"][0]) == (2, 1)


def test_l74_no_state_action_that_spoils_the_visit() -> None:
    for rule, offered in (("skip", True), ("forbid", False)):
        game = position(noble_action_impossible=rule)
        player = game.players[0]
        player.plans, player.reis, player.influence, player.hand = [10], 3, 1, [KING]
        game.sites = {site: (1, 1) for site in game.site_rows if site != "WC"}
        game.treasury, game.cardinal = 1, 2
        game.begin("main_decision", player)
        answer(game, "main", ("main", KING, "visit"))
        assert (("top",) in game.options()) is offered


def test_l92_friendly_majorities() -> None:
    game = position(majority_ties="friendly")
    for player, plans in zip(game.players, ([12], [20], [7]), strict=True):
        player.completed = plans
    game.finish()
    assert [player.log["plan_majority"] for player in game.players] == [15, 15, 5]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_l98_strict_majorities(seat: int) -> None:
    game = position(majority_decree_ties="strict")
    for player, n in zip(game.players, (5, 5, 4), strict=True):
        player.influence = n
    game.players[seat].decrees = [42]
    game.finish()
    assert game.players[seat].log["decrees"] == (2, 2, 0)[seat]


# set-up and whole games


def test_l2_to_l14_setup() -> None:
    game = new_game(2, deal(2, random.Random(5)))
    state = game.state()
    assert sum(state["cubes_boxed"].values()) == 7
    assert not {"rowE", "WE", "EE"} & set(state["cubes"])
    assert len(state["shipyard"]) == 2
    assert [player["influence"] for player in state["players"]] == [4, 5]
    assert [player["reis"] for player in state["players"]] == [10, 10]
    assert all(sum(player["favors"].values()) == 1 for player in state["players"])
    assert len(state["face_up_decrees"]) == 8
    assert all(int(game.decree_cards[decree]["banned_2p"]) == 0 for decree in state["face_up_decrees"])
    assert all(a <= b for stack in game.plan_stacks.values() for a, b in pairwise(game.plan_cards[p][2] for p in stack))


def test_l10_start_tiles_and_the_bag() -> None:
    game = new_game(3, {"clergy": list(range(1, 38)), "returns": [0, 1, 2]})
    assert game.options() == [("tile", 1), ("tile", 2)]
    answer(game, "start_clergy", ("tile", 2))
    assert game.options() == [("tile", 1), ("tile", 3)]
    answer(game, "start_clergy", ("tile", 1))
    answer(game, "start_clergy", ("tile", 4))
    assert [player.clergy for player in game.players] == [[2], [1], [4]]
    assert game.track == [5, 6, 3, 7, 8, 9]


def run_through(game: SlowGame, chance: random.Random) -> list[str]:
    """Play at random; return the points that were asked, checking what must hold all the time."""
    points = []
    while not game.over:
        points.append(game.point)
        game.apply(chance.choice(game.options()))
        if game.point in ("main", "make_room", "follow", ""):
            check(game)
    assert game.turn % len(game.players) == 0
    return points


def check(game: SlowGame) -> None:
    """I1 to I15, as far as they hold in the middle of an action too."""
    for good in GOODS:
        held = sum(p.goods[good] + sum(s.cargo.count(good) for s in p.ships) for p in game.players)
        assert game.supply[good] + held == 17
        assert game.price_range[good][0] <= game.prices[good] <= game.price_range[good][1]
    for colour in ("brown", "red", "blue"):
        lying = sum(place.count(colour) for place in game.cubes.values())
        assert lying + sum(p.cubes[colour] for p in game.players) + game.cubes_boxed[colour] == 21
    for noble in NOBLES:
        assert game.portraits[noble] + sum(p.favors[noble] for p in game.players) == len(game.players)
        assert sum(game.offices[noble]) <= game.capacity[noble]
    for player in game.players:
        check_player(game, player)
    decrees = [*game.face_up, *game.decree_pile, *game.boxed["decrees"], *(d for p in game.players for d in p.decrees)]
    tiles = [*filter(None, game.track), *game.bag, *game.boxed["clergy"], *(t for p in game.players for t in p.clergy)]
    assert sorted(decrees) == list(range(1, 71))
    assert game.point == "start_clergy" or sorted(tiles) == list(range(1, 38))
    if game.point in ("main", ""):
        check_pieces(game)
    assert len(game.face_up) <= 8
    assert 1 <= game.treasury <= len(game.treasury_track)


def check_pieces(game: SlowGame) -> None:
    """I5, I14: every piece lies in exactly one place."""
    everybody = game.players
    decks = [*game.decks.values(), *game.brown.values(), game.purple, game.boxed["cards"], *(p.hand for p in everybody)]
    portfolios = [[card for card in p.upper if isinstance(card, int)] + p.lower for p in everybody]
    assert sorted(card for cards in decks + portfolios for card in cards) == list(range(1, 83))
    plans = [*game.plan_stacks.values(), game.boxed["plans"], *(p.plans + p.completed for p in everybody)]
    assert sorted(plan for stack in plans for plan in stack) == list(range(1, 21))
    buildings = [*game.stacks["blue"], *game.stacks["green"], *(building for building, _ in game.sites.values())]
    assert sorted(buildings) == list(range(1, 17))
    ships = [*game.yard, *game.boxed["ships"], *(s for p in everybody for s in p.ships)]
    assert len({s.name for s in ships}) == len(ships) == 2 * (len(everybody) - 1) * game.period
    for player in everybody:
        assert len(player.completed) == sum(opener == player.seat for _, opener in game.sites.values())


def check_player(game: SlowGame, player: Player) -> None:
    """I2, I3, I6 to I8, I10 to I13."""
    assert player.board + player.plaza + sum(game.offices[noble][player.seat] for noble in NOBLES) == 8
    assert player.houses + len(game.stores_of(player)) == 8
    assert max(len(player.upper), len(player.lower)) <= 3
    assert len(player.upper) + len(player.lower) <= 2 + player.sets
    assert 0 <= min(player.goods.values()) <= max(player.goods.values()) <= 2 + player.sets
    assert 0 <= player.influence <= 10
    assert min(player.reis, player.wigs, player.plaza, player.board, player.houses, player.markers) >= 0
    assert player.sets == min(player.cubes.values()) == player.markers + player.markers_used
    assert max(player.cubes.values()) <= 5
    assert len(player.clergy) <= 4
    assert max(player.favors.values()) <= 1
    assert len(player.hand) <= 5
    assert all(s.at_sea == (len(s.cargo) == s.hull) for s in player.ships)
    assert player.wigs == sum(player.log.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_l17_random_games(players: int) -> None:
    for seed in range(6):
        chance = random.Random(seed)
        run_through(new_game(players, deal(players, chance)), chance)


@pytest.mark.parametrize(("name", "value"), single_alternatives())
def test_l1_other_rules(name: str, value: str) -> None:
    chance = random.Random(f"{name}{value}")
    players = chance.choice((2, 3, 4))
    run_through(SlowGame(players, {**defaults(), name: value}, tables(), deal(players, chance)), chance)


def test_l99_single_options_need_not_be_asked() -> None:
    for seed in range(3):
        finals = []
        for ask_single in (True, False):
            chance = random.Random(seed)
            game = SlowGame(3, defaults(), tables(), deal(3, random.Random(seed)) | {"returns": None}, ask_single)
            while not game.over:
                options = game.options()
                assert ask_single or len(options) > 1
                game.apply(options[0] if len(options) == 1 else chance.choice(options))
            finals.append(game.state())
        assert finals[0] == finals[1]
