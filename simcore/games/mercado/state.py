"""The records of Mercado: a game in progress, its rules, and how rules are built from data.

Places are the 25 market spaces (5 * row + column) or the 20 entrances (N0..N4, S0..S4, W0..W4, E0..E4); a
*plane* is a row of 32 bytes with one byte a place. Planes marked "derived" follow from the rest and are kept up to
date by the actions, so that a decision only compares and adds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.components import RuleBook
from simcore.lanes import LANES
from simcore.records import Kernel, ledger_dtype, options_dtype, state_dtype

TYPES = ("tomato", "flower", "grape", "meat", "fish")
RESTAURANTS = ("pizzeria", "tea_house", "wine_bar", "burger_joint", "sushi_bar", "pub")
LAYOUTS = ("L1", "L2", "L3")
SPACES, ENTRANCES, SEATS, NUMBERS = 25, 20, 4, 4
MAX_TILES, MAX_PILE, MAX_SHOW = 40, 12, 3
PUB = 5
NO_TYPE = 5  # second type of a tile with one type: a plane that stays zero

KINDS = OPEN, CUSTOMER, RESTAURANT, COIN, TAKE, KEEP, OWN_SWAP, DISPLAY_SWAP = 0, 1, 2, 3, 4, 5, 6, 7
POINTS = AT_OWN_SWAP, AT_ACTION, AT_DISPLAY_SWAP, AT_TAKE = 0, 1, 2, 3
CATEGORIES = START, OPENINGS, CUSTOMERS, GUESTS, BONUS, COINS, COSTS, PENALTY = 0, 1, 2, 3, 4, 5, 6, 7
REASONS = BY_SPACES, BY_ENTRANCES, BY_PASSING = 0, 1, 2
ITEMS = len(TYPES) + len(RESTAURANTS) + MAX_TILES  # stands, restaurants, customer tiles
FIRST_RESTAURANT, FIRST_TILE = len(TYPES), len(TYPES) + len(RESTAURANTS)
STOCKS = 4
MAX_ROWS = 24  # 5 stand types, 12 tiles on show, 6 kinds of restaurants, COIN
MAX_ROUNDS = 80  # two players: 38 spaces and entrances filled, at most 3 COINs before each, then the last turns
BAG = 0  # the one chance stream

MAX_LINE, SUM_LINES = 0, 1
OTHERS, FINISH_ROUND, EVERYONE = 0, 1, 2
OPTIONAL, FORCED, OFF = 0, 1, 2
WORDS = {  # parameters whose values are words, with the number each stands for in the rules
    "trigger_test": ("le", "eq"),
    "last_turns": ("others", "finish_round", "everyone"),
    "score_floor": ("none", "zero"),
    "final_tie": ("share", "replay"),
    "second_pub_4p": ("last_seat", "box"),
    "stand_trigger": ("new_stand_only", "all_matching"),
    "finance_from_income": ("no", "yes"),
    "cost_rule": ("max_line", "sum_lines"),
    "customer_minimum": ("all_stands", "matching_stands"),
    "own_swap": ("optional", "forced", "off"),
    "own_swap_limit": ("unlimited", "once"),
    "display_swap": ("optional", "forced", "off"),
    "display_swap_limit": ("unlimited", "once"),
    "display_swap_time": ("before_take", "also_turn_start"),
    "refill_after_last_wood": ("always", "wood_only"),
    "money_visibility": ("hidden", "open"),
}
NUMBERS_NAMED = (
    "start_coins",
    "wooden_stands",
    "hand_size",
    "display_size",
    "show_per_number",
    "restaurant_bonus",
    "coin_action",
    "end_free_spaces",
    "end_free_entrances",
    "restaurant_penalty",
)

STATE = state_dtype(
    [
        ("left", "i1"),  # turns left after a trigger, -1 before one (M29)
        ("passes", "i1"),  # consecutive COIN actions (M30)
        ("opened", "i1"),  # whether the active player has opened a stand this turn
        ("swaps", "i1"),  # swaps made at the decision point at hand
        ("forced", "i2", 2),  # own swaps and display swaps carried out without asking (M13, M14, `forced`)
        ("coins", "i2", SEATS),
        ("wood", "i1", SEATS),  # wooden stands left
        ("bag", "i1", 5),  # stand tiles in the bag, by type
        ("bag_size", "i1"),
        ("display", "i1", 5),  # stand tiles in the display, by type
        ("display_count", "i1"),
        ("hand", "i1", (SEATS, 5)),  # open stand tiles of a player, by type
        ("held", "i1", (SEATS, 6)),  # restaurants in front of a player, by kind
        ("pile", "i1", (NUMBERS, MAX_PILE)),  # hidden customer tiles of a number; the last one is the top
        ("pile_size", "i1", NUMBERS),
        ("show", "i1", (NUMBERS, MAX_SHOW)),  # customer tiles on show, ascending; -1 is none
        ("stand", "i1", LANES),  # type of the stand on a space, -1 is none
        ("owner", "i1", LANES),  # seat that owns the stand on a space
        ("face_up", "i1", LANES),  # kind of the face-up restaurant on a space, -1 is none
        ("opener", "i1", LANES),  # seat that opened it
        ("face_down", "i1", LANES),  # kind of the face-down restaurant on a space, -1 is none (hidden)
        ("tile", "i1", LANES),  # customer tile on an entrance, -1 is none
        ("placer", "i1", LANES),  # seat that placed it
        # derived: masks of places
        ("free", "i8"),  # free spaces (M4)
        ("empty", "i8"),  # free entrances
        ("reach", "i8", 6),  # entrances whose line has at least so many stands
        ("has", "i8", (SEATS, 6)),  # entrances whose line has an own stand of a type
        ("placed_demand", "i2", 6),  # sum of the numbers of placed tiles that show a type
        ("shown_demand", "i2", 6),  # tiles on show that show a type
        # derived: planes over spaces
        ("row_stands", "i1", LANES),
        ("column_stands", "i1", LANES),
        ("cost", "i1", LANES),  # of opening a stand (M18)
        ("veil", "i1", LANES),  # 1 where a face-down restaurant lies
        ("free_ends", "i1", LANES),  # free entrances that a space sees
        ("own_crowd", "i1", (SEATS, LANES)),  # own stands in row and column
        ("demand", "i1", (5, LANES)),  # customers at a space's entrances who want a type
        ("help", "i1", (5, LANES)),  # 1 + h (M24)
        ("income", "i1", (5, LANES)),  # of opening a type: demand * help (M25)
        ("near", "i1", (SEATS, 6, LANES)),  # own stands next to a space that a kind improves
        ("near_all", "i1", (6, LANES)),  # the same for all owners
        ("also_own", "f4", LANES),  # `all_matching`: what an opening pays the opener's standing stands (M26)
        ("also_all", "f4", LANES),  # the same for all owners
        # derived: planes over entrances
        ("line_stands", "i1", LANES),  # stands in the entrance's line
        ("type_stands", "i1", (6, LANES)),  # the same by type
        ("worth", "i1", (6, SEATS, LANES)),  # what one customer who wants a type pays a seat
        ("worth_all", "i1", (6, LANES)),  # the same for all seats together
    ],
    chance_streams=1,
    kinds=len(KINDS),
    categories=len(CATEGORIES),
)

RULES = np.dtype(
    [
        ("players", "i8"),
        ("passout", "i8"),
        ("random_layout", "i8"),
        ("marked", "i8"),  # mask of marked spaces
        ("tiles", "i8"),
        *[(name, "i8") for name in (*WORDS, *NUMBERS_NAMED)],
        ("stand_tiles", "i1", 5),
        ("face_down", "i1", 6),  # restaurants that start face down, by kind
        ("improves", "i1", (6, 5)),  # 1 if a kind of restaurant improves a type of stand
        ("helpers", "i1", 5),  # how many kinds improve a type
        ("helper", "i1", (5, 6)),  # which ones
        ("last_seat", "i1", 6),  # restaurants that start in front of the last seat, by kind
        ("tile_number", "i1", MAX_TILES),
        ("tile_kinds", "i1", MAX_TILES),  # how many types a tile shows
        ("tile_types", "i1", (MAX_TILES, 5)),  # the types, ascending, then NO_TYPE
        ("tile_wants", "i1", (MAX_TILES, 6)),  # 1 if a tile shows a type
        ("pile", "i1", (NUMBERS, MAX_PILE)),  # the tiles of each number
        ("pile_size", "i1", NUMBERS),
        ("tile_twin", "i1", MAX_TILES),  # the lowest tile with the same number and types
    ],
    align=True,
)

FEATURES = (
    "own_gain",
    "cost",
    "rival_gain",
    "is_open",
    "is_restaurant",
    "is_customer",
    "free_ends",
    "helpers",
    "reveals",
    "own_boost",
    "rival_boost",
    "crowd",
    "placed_demand",
    "shown_demand",
    "copies",
    "own_swap",
    "display_swap",
    "own_crowd",
    "wanted",
    "late_open",
    "late_restaurant",
    "late_customer",
    "last_open",
    "last_restaurant",
    "last_reveals",
    "is_coin",
)

kernel = Kernel(
    STATE,
    RULES,
    options_dtype(MAX_ROWS, len(FEATURES)),
    ledger_dtype(MAX_ROUNDS, STOCKS, len(KINDS), len(POINTS), ITEMS),
)


def make_rules(book: RuleBook, players: int) -> Any:
    """Return the rules of a book for a player count, an array of one record."""
    rules = np.zeros(1, RULES)
    r = rules[0]
    chosen = book.parameters
    r["players"] = players
    r["passout"] = chosen[f"passout_{players}p"]
    for name in NUMBERS_NAMED:
        r[name] = chosen[name]
    for name, words in WORDS.items():
        r[name] = words.index(str(chosen[name]))
    for row in book.tables["stands"]:
        r["stand_tiles"][TYPES.index(str(row["type"]))] = row["count"]
    _lay_restaurants(r, book, players)
    _print_tiles(r, book.tables[f"customers_{chosen['customer_table']}"])
    return rules


def _lay_restaurants(r: Any, book: RuleBook, players: int) -> None:
    """M1, M5, M6: which restaurants improve what, and which start where."""
    for row in book.tables["restaurants"]:
        kind = RESTAURANTS.index(str(row["kind"]))
        r["face_down"][kind] = row[f"face_down_{players}p"]
        for t, name in enumerate(TYPES):
            r["improves"][kind, t] = row["improves"] in (name, "any")
        if players == SEATS and book.parameters["second_pub_4p"] == "last_seat":
            r["last_seat"][kind] = row["held_by_last_seat_4p"]
    for t in range(len(TYPES)):
        kinds = np.flatnonzero(r["improves"][:, t])
        r["helpers"][t] = len(kinds)
        r["helper"][t, : len(kinds)] = kinds
    layout = book.parameters["board_layout"]
    r["random_layout"] = layout == "random"
    r["marked"] = sum(
        1 << 5 * int(row["row"]) + int(row["col"])
        for row in book.tables["board"]
        if row["layout"] == layout and row["marked"]
    )


def _print_tiles(r: Any, rows: list[dict[str, Any]]) -> None:
    """M8: the customer tiles."""
    r["tiles"] = len(rows)
    r["tile_types"] = NO_TYPE
    faces: dict[tuple[int, ...], int] = {}
    for i, row in enumerate(sorted(rows, key=lambda row: int(row["tile_id"]))):
        types = [t for t, name in enumerate(TYPES) if row[name]]
        n = int(row["customers"]) - 1
        r["tile_number"][i] = row["customers"]
        r["tile_kinds"][i] = len(types)
        r["tile_types"][i, : len(types)] = types
        r["tile_wants"][i, types] = 1
        r["pile"][n, r["pile_size"][n]] = i
        r["pile_size"][n] += 1
        r["tile_twin"][i] = faces.setdefault((int(row["customers"]), *types), i)
