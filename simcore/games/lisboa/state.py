"""The records of Lisboa: a game in progress and its rules.

What has still to be done stands on an *agenda*: a stack of steps, each an operation with two arguments, for a seat. The
step on top is taken off and carried out; it may put others on top, or ask its seat a decision. So an effect that
triggers an action that triggers an effect needs no recursion.
"""

from __future__ import annotations

import numpy as np

from simcore.lanes import LANES
from simcore.records import Kernel, ledger_dtype, options_dtype, state_dtype

GOODS, NOBLES, SEATS, COLOURS, ROWS, COLUMNS, PLOTS, SITES = 4, 3, 4, 3, 5, 5, 25, 14
GOOD_NAMES = ("gold", "cloth", "books", "tools")
NOBLE_NAMES = ("maia", "marquis", "king")
COLOUR_NAMES = ("brown", "red", "blue")
SHIP_NAMES = ("blue", "red", "purple", "brown")
SITE_NAMES = ("WA", "WB", "WC", "WD", "WE", "N1", "N2", "N3", "N4", "EA", "EB", "EC", "ED", "EE")
ROW_NAMES = "ABCDE"
ALL_PLOTS, ROW, COLUMN = (1 << PLOTS) - 1, (1 << COLUMNS) - 1, 0b100001000010000100001  # masks of plots
STACKS = GOODS + 1  # city tiles; the last one is small_tools
PLACES, COLUMN_1, SITE_1, PILE = 25, 5, 10, 24  # of rubble: rows, columns, sites, the pile
HAND, DISPLAY, TRACK, HELD_TILES, HALF = 5, 8, 6, 4, 3
CARDS, DECREES, TILES, PLANS, BUILDINGS = 96, 96, 48, 32, 16
SHIP_COLOURS, COPIES = 4, 3
SHIPS = SHIP_COLOURS * COPIES
SHIP = CARDS  # codes in the upper half: cards, then ships
DECKS = NOBLES + 1  # of political cards, by type; the last one is treasury
MAX_DECK = 24
TOP_INFLUENCE, MAX_CUBES, MAX_SETS, SPACES = 10, 5, 5, 10
AGENDA = 96
ANY = GOODS  # any good

(
    MAIN_GOLD, MAIN_SELL, MAIN_TRADE, MAIN_VISIT, MAIN_EVENT, SELL, TRADE, SHIP_NEW, CARDINAL_STEPS, STORE, BUILDING,
    DECREE, GOOD, OFFICE, ROOM, TILE, STACK, FAVOR, STATE_ACTION, FOLLOW, STAFF, CUBE, PRICE, DRAW, CHURCH, DISCARD,
    REWARD, YES, STOP,
) = KINDS = tuple(range(29))  # fmt: skip
(
    AT_START_CLERGY, AT_MAIN, AT_GAIN_GOOD, AT_LOSE_GOOD, AT_OFFICE, AT_MAKE_ROOM, AT_SELL, AT_TRADE, AT_SHIP,
    AT_CARDINAL, AT_CLERGY, AT_PLAN_STACK, AT_FAVOR, AT_VISIT_STATE, AT_EVENT_STATE, AT_STORE, AT_BUILDING, AT_STAFF,
    AT_DECREE, AT_SECOND_DECREE, AT_FOLLOW, AT_PILE_CUBE, AT_PRICE_GOOD, AT_DRAW, AT_CHURCH, AT_PERIOD_DISCARD,
    AT_PERIOD_REWARD, AT_PRODUCE,
) = POINTS = tuple(range(28))  # fmt: skip
(
    BY_START, BY_STORES, BY_SHIPS, BY_CHURCH, BY_CARDS, BY_EVENTS, BY_POWERS, BY_PLOTS, BY_SITES, BY_OVERFLOW,
    BY_VISITS, BY_SETS_1, BY_HULLS, BY_SETS_2, BY_STREETS, BY_REIS, BY_DECREES, BY_PLANS, BY_FAVORS,
) = CATEGORIES = tuple(range(19))  # fmt: skip
BY_DECKS, BY_SETS = range(2)  # what triggered the end of a period
TRIGGERS = 2

EFFECTS = (
    "reis", "influence", "portfolio_influence", "wig", "good", "official", "plan", "clergy", "favor", "decree",
    "rubble", "price", "treasury", "act", "state",
)  # fmt: skip
(
    REIS, INFLUENCE, PORTFOLIO_INFLUENCE, WIG, GOOD_OP, OFFICIAL, PLAN_OP, CLERGY_OP, FAVOR_OP, DECREE_OP, RUBBLE_OP,
    PRICE_OP, TREASURY_OP, ACT, STATE_OP,
    # steps that no card prints
    CELL, GAIN, LOSE, OFFICIALS, PLAN_STEP, TILE_STEP, FAVOR_STEP, DECREE_STEP, SECOND_DECREE, CUBE_STEP, PRICE_STEP,
    STATE_STEP, TRIGGER, PRODUCE_MORE, PRODUCE_END, SHIP_STEP, PUT_SHIP, ROOM_STEP, PUT_CARD, STEPS, STORE_STEP,
    TAKE_CUBE, PAY_LAND, SCORE_STORE, BUILDING_STEP, STAFF_STEP, STAFF_FROM, HIRE, PLAN_DONE, SCORE_SITE, SELL_STEP,
    TRADE_STEP, VISIT_STATE, NOBLE_ACT, FOLLOW_STEP, MAIN, DRAW_STEP, UPKEEP, CHURCH_STEP, REFILL, END_TURN, TURN,
    PERIOD_DISCARD, PERIOD_REWARD, PERIOD_HAND, PERIOD_CARDS, START_CLERGY, CHURCH_POWER, PRODUCE_STEP, DROP_TILE,
) = tuple(range(65))  # fmt: skip
ACTIONS = (
    "recruit", "plan", "ship", "produce", "cardinal", "favor", "store", "decree", "building", "follow", "visit", "sell",
    "church",
)  # fmt: skip
(
    RECRUIT, TAKE_PLAN, BUILD_SHIP, PRODUCE, MOVE_CARDINAL, TAKE_FAVOR, BUILD_STORE, TAKE_DECREE, OPEN_BUILDING,
    ON_FOLLOW, ON_VISIT, ON_SELL, ON_CHURCH,
) = tuple(range(13))  # fmt: skip
STATE_ACTIONS = 6  # the first two belong to Maia, then Marquis, then King
POWERS = (
    "discount:store", "discount:hire", "discount:event", "discount:visit", "discount:ship", "discount:staff",
    "sale:all", "sale:gold", "sale:cloth", "sale:books", "sale:tools", "recruit_extra", "plan_extra", "produce_extra",
    "produce_noprice", "cardinal_extra",
)  # fmt: skip
(
    LESS_STORE, LESS_HIRE, LESS_EVENT, LESS_VISIT, LESS_SHIP, LESS_STAFF, SALE_ALL, SALE_GOLD, _, _, _, MORE_RECRUIT,
    MORE_PLANS, MORE_GOODS, KEEPS_PRICE, MORE_STEPS,
) = tuple(range(len(POWERS)))  # fmt: skip
FORMS = ("per", "atleast", "majority")
PER, AT_LEAST, MAJORITY = 0, 1, 2
KEYS = (
    "stores", *(f"stores.{g}" for g in GOOD_NAMES), *(f"stores.row{x}" for x in ROW_NAMES), "store_types",
    "store_sets", "served_stores", "buildings", "buildings.west", "buildings.north", "buildings.east", "plans",
    "plans.blue", "plans.green", "plans_open", "plan_officials", "ships", "hull", "cargo", "portfolio_influence",
    "influence", "clergy", "favors", "officials", *(f"officials.{n}" for n in NOBLE_NAMES), "offices_present", "sets",
    *(f"cubes.{c}" for c in COLOUR_NAMES), "markers", "goods", *(f"goods.{g}" for g in GOOD_NAMES), "good_sets",
    "reis", "decrees", "treasury_cards", "noble_cards",
)  # fmt: skip
MAX_CELL = 4
CELL_BOTTOM, CELL_EVENT, CELL_PLOT = 0, CARDS, 2 * CARDS
CELL_SITE = CELL_PLOT + PLOTS
CELL_TILE = CELL_SITE + SITES
CELL_CARD = CELL_TILE + TILES
CELLS = CELL_CARD + CARDS

WORDS = {
    "scoring_tiles": ("random", "fixed"),
    "displace": ("all_leaders", "one_leader"),
    "north_line": ("street", "columns"),
    "hire_price": ("treasury", "1", "2", "3"),
    "visit_treasury_cost": ("table", "value", "zero"),
    "clergy_discard_to": ("box", "bag"),
    "majority_ties": ("split_down", "friendly"),
    "pile_cube_store": ("only_if_empty", "never", "always"),
    "church_influence": ("if_discarded", "always", "never"),
    "building_scores": ("all_owners", "opener_only"),
    "unpayable_penalty": ("pay_what_you_can", "pay_nothing"),
    "trade_payment": ("sequential", "upfront"),
    "staff_must_use_own": ("yes", "no"),
    "voluntary_portfolio_discard": ("no", "yes"),
    "clergy_at_limit": ("skip", "swap"),
    "coin_supply": ("unlimited", "180"),
    "produce_price_drop": ("drawn", "stored"),
    "produce_decline": ("no", "yes"),
    "refill_city_tiles": ("immediate", "upkeep"),
    "refill_building_offer": ("immediate", "upkeep"),
    "refill_decrees": ("upkeep", "immediate"),
    "refill_church": ("upkeep", "immediate"),
    "noble_action_impossible": ("skip", "forbid"),
    "draw_rule": ("one_card", "refill_to_five"),
    "period_change_first": ("active", "start_player"),
    "set_trigger_scope": ("any_player", "active_player"),
    "ip_overflow": ("one_wig_per_gain", "one_wig_per_point"),
    "church_timing": ("end_of_turn", "immediate"),
    "event_pays_treasury_and_land": ("yes", "no"),
    "majority_decree_ties": ("friendly", "strict"),
    "clergy_reward_source": ("whole_track", "next_to_cardinal"),
    "winner_tiebreak": ("influence_then_reis", "shared"),
    "upgrade_keeps_cargo": ("no", "yes"),
}
NUMBERS_NAMED = (
    "price_rise_on_sail", "street_third_2p", "extra_rounds", "ship_treasury_move", "event_treasury_move",
    "decree_scale_percent", "follower_limit", "max_marker_per_decree_action", "treasury_spaces", "set_wigs",
)  # fmt: skip

STATE = state_dtype(
    [
        ("reis", "i2", SEATS),
        ("influence", "i1", SEATS),
        ("wigs", "i2", SEATS),
        ("goods", "i1", (SEATS, GOODS)),  # in the warehouse
        ("supply", "i1", GOODS),
        ("price", "i1", GOODS),
        ("board", "i1", SEATS),  # officials on the own board
        ("office", "i1", (SEATS, NOBLES)),  # officials in offices
        ("plaza", "i1", SEATS),
        ("cubes", "i1", (SEATS, COLOURS)),
        ("boxed", "i1", COLOURS),
        ("sets", "i1", SEATS),
        ("markers", "i1", SEATS),  # on the Marquis's portrait
        ("markers_used", "i1", SEATS),
        ("favors", "i1", SEATS),  # mask of nobles
        ("portrait", "i1", NOBLES),  # favors on the portraits
        ("tiles", "i1", (SEATS, HELD_TILES)),  # clergy tiles held, -1 is none
        ("tiles_held", "i1", SEATS),
        ("plans_open", "i8", SEATS),
        ("plans_done", "i8", SEATS),
        ("stack", "i1", (2, PLANS)),  # plans of an architect; the last one is the top
        ("stack_left", "i1", 2),
        ("hand", "i1", (SEATS, HAND)),  # ascending
        ("hand_size", "i1", SEATS),
        ("upper", "i1", (SEATS, HALF)),  # cards and ships, -1 is none
        ("lower", "i1", (SEATS, HALF)),
        ("power", "i1", (SEATS, len(POWERS))),  # sums of all powers
        ("ship_owner", "i1", SHIPS),  # -1 in the yard or out of the game
        ("cargo", "i1", (SHIPS, GOODS)),
        ("at_sea", "i1", SHIPS),
        ("yard", "i1", 2 * COPIES),  # ships; the last one is the top
        ("yard_left", "i1"),
        ("decree_owner", "i1", DECREES),  # -1 elsewhere
        ("decrees", "i1", SEATS),  # decrees held
        ("blank", "i1", DECREES),  # decrees that a fork has emptied
        ("display", "i1", DISPLAY),  # decrees face up, in the order of their coming
        ("display_size", "i1"),
        ("decree_deck", "i1", DECREES),
        ("decree_left", "i1"),
        ("track", "i1", TRACK),  # clergy tiles, -1 is none
        ("bag", "i1", TILES),
        ("bag_left", "i1"),
        ("stores", "i8", SEATS),  # mask of plots
        ("of_good", "i8", GOODS),  # stores of a good, mask of plots
        ("city", "i1", STACKS),  # city tiles left
        ("city_used", "i1", STACKS),  # 1 if the tile on show has been taken this turn (`refill_city_tiles`)
        ("site_building", "i1", SITES),  # -1 is empty
        ("opened", "i8", SEATS),  # mask of sites
        ("offer", "i1", (2, BUILDINGS)),  # buildings of an architect; the last one is offered
        ("offer_left", "i1", 2),
        ("offer_used", "i1", 2),  # `refill_building_offer`
        ("rubble", "i1", (PLACES, COLOURS)),
        ("land", "f4", LANES),  # value of the cubes of each plot's row and column
        ("near", "i8", (2, COLOURS)),  # plots whose row, or whose column, has a cube of a colour
        ("pays", "f4", (GOODS, LANES)),  # wigs that a store of a good would bring on each plot by open buildings
        ("gaps", "f4", LANES),  # empty sites of each plot's row
        ("street", "i1", GOODS),  # scoring tile of a street
        ("deck", "i1", (DECKS, MAX_DECK)),  # display decks; the last card is face up
        ("deck_left", "i1", DECKS),
        ("purple", "i1", MAX_DECK),
        ("purple_left", "i1"),
        ("brown", "i1", (DECKS, MAX_DECK)),
        ("brown_left", "i1", DECKS),
        ("treasury", "i1"),
        ("cardinal", "i1"),
        ("church", "i1"),  # a church scoring is pending
        ("church_scored", "i1"),  # there was one this turn
        ("blessed", "i1"),  # mask of seats that gained influence in it
        ("by_event", "i1"),  # an event's store is at hand that does not pay the treasury (`event_pays_...`)
        ("period", "i1"),  # 0 or 1
        ("active", "i1"),  # seat whose turn it is
        ("last_turn", "i2"),  # the game ends after so many turns; 0 before it is known
        ("period_turns", "i2"),  # turns of the first period
        ("dropped", "i1", HAND),  # cards discarded at the change of period
        ("dropped_size", "i1"),
        ("room", "i1"),  # half of the portfolio that needs room
        ("drawn", "i1", GOODS),  # goods drawn and stored in the production at hand
        ("stored", "i1", GOODS),
        ("followers", "i1"),
        ("coins", "i2"),  # in the bank
        ("top", "i2"),  # steps on the agenda
        ("op", "i1", AGENDA),
        ("a", "i2", AGENDA),
        ("b", "i2", AGENDA),
        ("seat", "i1", AGENDA),
        ("source", "i1", AGENDA),
        ("now_op", "i1"),  # the step that asks
        ("now_a", "i2"),
        ("now_b", "i2"),
        ("now_source", "i1"),
    ],
    chance_streams=1,
    kinds=len(KINDS),
    categories=len(CATEGORIES),
)
BAG_STREAM = 0

RULES = np.dtype(
    [
        ("players", "i8"),
        *[(name, "i8") for name in (*WORDS, *NUMBERS_NAMED)],
        ("tokens", "i8", GOODS),
        ("start_price", "i8", GOODS),
        ("min_price", "i8", GOODS),
        ("max_price", "i8", GOODS),
        ("paid_by", "i1", GOODS),  # state actions that a good may pay for, a bit an action
        ("value", "i8", SPACES + 1),  # TV of a treasury space
        ("visit_influence", "i8", SPACES + 1),
        ("treasury_card_move", "i8"),
        ("cardinal_move", "i8"),
        ("store_move", "i8"),
        ("building_move", "i8"),
        ("marks_below", "i8", TOP_INFLUENCE + 1),  # coin marks below an influence space
        ("mark", "i1", TOP_INFLUENCE + 1),
        ("card_id", "i2", CARDS),  # of a table's rows, in the order of their ids
        ("tile_id", "i2", TILES),
        ("plan_id", "i2", PLANS),
        ("building_id", "i2", BUILDINGS),
        ("decree_id", "i2", DECREES),
        ("cards", "i8"),
        ("card_type", "i1", CARDS),  # noble, or treasury
        ("card_deck", "i1", CARDS),  # blue, red, purple, brown
        ("card_influence", "i1", CARDS),
        ("card_power", "i1", (CARDS, len(POWERS))),
        ("card_powers", "i2", CARDS),  # sum of its powers
        ("card_trigger", "i1", CARDS),
        ("card_penalty", "i1", CARDS),  # its bottom effect has a negative number
        ("card_has_goods", "i1", CARDS),  # its bottom effect changes goods
        ("card_picks", "i1", CARDS),  # single goods that its owner chooses then
        ("tile_count", "i8"),
        ("tile_wigs", "i1", TILES),
        ("tile_power", "i1", (TILES, len(POWERS))),
        ("tile_powers", "i2", TILES),
        ("tile_trigger", "i1", TILES),
        ("hull", "i1", SHIP_COLOURS),
        ("ship_influence", "i1", SHIP_COLOURS),
        ("ship_modifier", "i1", SHIP_COLOURS),
        ("ship_copies", "i8"),
        ("plan_count", "i8"),
        ("plan_architect", "i1", PLANS),
        ("plan_officials", "i1", PLANS),
        ("plan_starts", "i1", PLANS),
        ("plans_by", "i8", 2),  # plans of an architect
        ("buildings", "i8"),
        ("building_goods", "i1", BUILDINGS),  # mask of two goods
        ("building_wigs", "i1", BUILDINGS),
        ("site_plots", "i8", SITES),  # plots on its line; all of them for a street
        ("site_street", "i1", SITES),  # only stores of this good, or -1
        ("site_used", "i8"),
        ("plot_used", "i8"),
        ("plots_for", "i8", (GOODS, 2)),  # plots for a good, with large and small city tiles
        ("plot_small", "i1", PLOTS),
        ("plot_pays", "i8"),  # plots whose reward helps to pay
        ("plot_reis", "i2", PLOTS),  # reis and influence of its reward, for paying
        ("plot_influence", "i2", PLOTS),
        ("plot_gives", "f4", (RUBBLE_OP + 1, LANES)),  # how much each effect that gives something gives on a plot
        ("site_reis", "i2", SITES),
        ("site_influence", "i2", SITES),
        ("site_pays", "i8"),  # sites whose reward helps to pay
        ("city_tiles", "i8", STACKS),
        ("cube_value", "i8", COLOURS),
        ("cube_count", "i8", COLOURS),
        ("slot_cubes", "i1", PLACES),
        ("street_prizes", "i1", (GOODS, 3)),  # of scoring tiles A to D
        ("fixed_street", "i1", GOODS),
        ("plan_prizes", "i8", 3),
        ("favor_wigs", "i8", NOBLES),
        ("capacity", "i8", NOBLES),
        ("start_influence", "i8", SEATS),
        ("start_wigs", "i8"),
        ("start_reis", "i8"),
        ("start_goods", "i8"),
        ("officials", "i8"),
        ("start_officials", "i8"),  # in the Marquis's office
        ("houses", "i8"),
        ("treasury_start", "i8"),
        ("period_sets", "i8"),
        ("end_sets", "i8"),
        ("empty_decks", "i8"),
        ("decree_count", "i8"),
        ("decree_banned", "i1", DECREES),
        ("decree_form", "i1", DECREES),
        ("decree_key", "i1", DECREES),
        ("decree_by", "i1", DECREES),  # divisor, threshold or wigs of the first
        ("decree_wigs", "i1", DECREES),  # wigs a unit, at the threshold, or of the second
        ("decree_most", "i1", DECREES),
        ("cell_n", "i1", CELLS),
        ("cell_op", "i1", (CELLS, MAX_CELL)),
        ("cell_a", "i1", (CELLS, MAX_CELL)),
        ("cell_b", "i1", (CELLS, MAX_CELL)),
    ],
    align=True,
)

FEATURES = (
    "wig", "reis", "influence", "good", "official", "plan", "clergy", "favor", "decree", "cube", "completes_set",
    "recruit", "take_plan", "build_ship", "produce", "cardinal", "take_favor", "store", "take_decree", "building",
    "is_gold", "is_sell", "is_trade", "is_visit", "is_event", "is_follow", "reis_early", "influence_early",
    "good_early", "recruit_early", "plan_early", "ship_early", "favor_early", "card_influence", "card_power",
    "loses_influence", "loses_power", "hull", "revenue", "good_new", "own_sails", "rival_sails", "stores_of_good",
    "line_sites", "plan_officials", "rival_wigs", "decree_wigs", "decree_most", "rivals_follow", "own_there",
    "displaces", "maia_card", "marquis_card", "king_card", "treasury_card", "hand_influence", "hand_power",
    "maia_favor", "marquis_favor", "king_favor", "tile_power", "reaches_church",
)  # fmt: skip
STOCKS = 28
MAX_ROWS = 64
MAX_ROUNDS = 60
ITEMS = DECREES
FACTS = 2
BESIDE = (("beside", "i8", (SEATS, DECREES, 2)),)  # masks of the decrees that lay beside one when it was taken

kernel = Kernel(
    STATE,
    RULES,
    options_dtype(MAX_ROWS, len(FEATURES)),
    ledger_dtype(MAX_ROUNDS, STOCKS, len(KINDS), len(POINTS), ITEMS, FACTS, BESIDE),
)
