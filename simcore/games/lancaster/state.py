"""The records of Lancaster: a game in progress and its rules.

A *side* is a player (its seat) or, with two players, a player's ally (seat + 2). A knight stands at one of twenty
*places*: its side's court, nine counties, six castle slots, four open conflicts; or it lies in the reserve. Masks of
places have one bit a place, so that "where may this happen" is a few bit operations.
"""

from __future__ import annotations

import numpy as np

from simcore.lanes import LANES
from simcore.records import Kernel, ledger_dtype, options_dtype, state_dtype
from simcore.streams import MAX_SEATS

COUNTIES, SLOTS, CONFLICTS, FAVORS, STRENGTHS, SIDES = 9, 6, 4, 6, 4, 5
LETTERS = "ABCDEFGHI"
ALL_COUNTIES = (1 << COUNTIES) - 1
ROUNDS, BALLOTS, DECK, PILE, CARDS = 5, 3, 10, 15, 12
MAX_LAWS, MAX_GROUP, GROUPS = 48, 24, 5
MAX_SQUIRES = 63  # that a knight takes along
MAX_STOCK, MAX_POINTS = 511, 30_000  # of a seat; no sensible table comes near

COURT, COUNTY_A, SLOT_1, LOWER_1, UPPER_1 = 0, 1, 10, 16, 18  # places
AT_COURT = 1 << COURT
IN_COUNTIES = (1 << COUNTIES) - 1 << COUNTY_A
IN_CASTLE = (1 << SLOTS) - 1 << SLOT_1
IN_LOWER, IN_UPPER = 3 << LOWER_1, 3 << UPPER_1
IN_CONFLICTS = IN_LOWER | IN_UPPER
ON_BOARD = IN_COUNTIES | IN_CASTLE | IN_CONFLICTS
UPPER = 2  # conflicts 0 and 1 are the lower row, 2 and 3 the upper

(
    TILE, COUNTY, CASTLE, CONFLICT, ALLY_COUNTY, ALLY_CASTLE, ALLY_CONFLICT, ADD, PASS, FAVOR, NOBLE, UPGRADE, YES, NO,
    QUANTITY, REWARD, TITLE, BOTH, TRADE, NAME, RANSOM, SLOT, DECLINE,
) = KINDS = tuple(range(23))  # fmt: skip
(
    AT_START_TILE, AT_PLACE, AT_FAVOR, AT_NOBLE, AT_ALLY_NOBLE, AT_UPGRADE, AT_EXTENSION, AT_VOTE, AT_QUANTITY,
    AT_COUNTY, AT_TRADE, AT_START_PLAYER, AT_RANSOM, AT_SLOT,
) = POINTS = tuple(range(14))  # fmt: skip
(
    BY_COUNTY, BY_CASTLE, BY_CONFLICT_WIN, BY_CONFLICT_LOSS, BY_LAW, BY_FAVOR, BY_NOBLES, BY_KNIGHTS, BY_EXTENSIONS,
    BY_LEFTOVERS,
) = CATEGORIES = tuple(range(10))  # fmt: skip
SETTING_UP, PLACING, VOTING, LAWS, TAKING_COUNTIES, TAKING_CASTLES, FIGHTING = PHASES = tuple(range(7))

OPCODES = (
    "pp", "gold", "squire", "marker", "recruit", "upgrade", "extension", "noble_any", "start_player",
    "upgrade_deployed", "upgrade34_deployed",
)  # fmt: skip
(
    PP, GOLD, SQUIRE, MARKER, RECRUIT, RAISE, EXTEND, ENNOBLE, FIRST, RAISE_DEPLOYED, RAISE_34,
) = tuple(range(len(OPCODES)))  # fmt: skip
PAY_GOLD = len(OPCODES)  # not a printed effect: what BOTH costs when it is paid last
FORMS = ("gain", "trade_once", "per", "per_group", "most", "if", "buy", "pair")
GAIN, TRADE_ONCE, PER, PER_GROUP, MOST, IF, BUY, PAIR = tuple(range(len(FORMS)))
METRICS = (
    "gold", "squires", "counties", "conflicts", "conflict_knights", "castle_knights", "deployed_strength1",
    "deployed_strength2", "deployed_strength3", "deployed_strength4", "deployed_strength", "extensions", "nobles",
    "knight_strength_total",
)  # fmt: skip
(
    OF_GOLD, OF_SQUIRES, OF_COUNTIES, OF_CONFLICTS, OF_CONFLICT_KNIGHTS, OF_CASTLE_KNIGHTS, OF_DEPLOYED_1, _, _, _,
    OF_DEPLOYED, OF_EXTENSIONS, OF_NOBLES, OF_STRENGTH,
) = tuple(range(len(METRICS)))  # fmt: skip
COMPARISONS = ("eq", "ge", "le")
EQ, GE, LE = tuple(range(len(COMPARISONS)))
RESOURCES = ("gold", "squire")
MAX_EFFECTS = 4

CASTLE_RULE = COUNTIES  # numbers of printed rules: counties, castle, favors, ally castle, laws
FAVOR_RULE = CASTLE_RULE + SLOTS
ALLY_RULE = FAVOR_RULE + FAVORS
LAW_RULE = ALLY_RULE + SLOTS
RULE_CELLS = LAW_RULE + MAX_LAWS

VOID, AS_PLAYER, REMOVE_TILE = 0, 1, 2  # what an effect does for an ally (N124)
PASSED, BLANK, REJECTED = 1, 2, 3  # forced outcomes of a ballot (moments.py)

WORDS = {  # parameters whose values are words, with the number each stands for in the rules
    "supply_limit": ("none", "37"),
    "pass_allowed": ("no", "yes"),
    "squires_later": ("forbidden", "allowed"),
    "self_expel": ("forbidden", "allowed"),
    "minimum_counts_squires": ("no", "yes"),
    "expelled_squires": ("lost", "returned"),
    "favor_take": ("mandatory", "optional"),
    "upgrade_scope": ("any", "court", "deployed"),
    "upgrade_step": ("next_only", "next_available"),
    "recruit_fallback": ("none", "lowest_available"),
    "start_tile_choice": ("free", "random"),
    "law_order": ("by_group", "shuffled"),
    "law_zero_majority": ("none", "all"),
    "majority_tie": ("all", "none"),
    "squire_majority_scope": ("stock", "stock_and_counties"),
    "conflict_count_rows": ("both", "upper"),
    "deployed_scope": ("all", "no_castle"),
    "law_choice_order": ("start_player", "simultaneous"),
    "vote_reinforce": ("secret", "open"),
    "vote_tie": ("pass", "reject"),
    "markers_after_votes": ("returned", "kept"),
    "both_pay_timing": ("before", "after"),
    "noble_duplicates": ("forbidden", "allowed"),
    "castle_order": ("gains_first", "owner_choice"),
    "extension_on_occupied": ("forbidden", "knight_to_court"),
    "extension_pays_same_round": ("yes", "no"),
    "conflict_win_compare": ("ge", "gt"),
    "conflict_tie_rank": ("earlier_space", "both_higher", "split_down"),
    "loss_points": ("both", "upper", "lower", "none"),
    "loss_points_mode": ("card", "one_each", "strength_half"),
    "ransom": ("strength", "one", "none_free", "none_lost"),
    "last_round_upper_loss": ("loss_points_only", "as_lower"),
    "start_player_unclaimed": ("stays", "clockwise"),
    "end_tie": ("full_no_second", "full_with_second", "split_down"),
    "end_zero_counts": ("no", "yes"),
    "end_leftovers": ("none", "gold_and_squires_3_to_1"),
    "final_tiebreak": ("shared", "gold", "nobles", "knights"),
    "ally_conflict_rank": ("occupies", "skipped"),
    "ally_county_noble": ("remove_tile", "not_offered"),
    "ally_ransom": ("reserve", "return"),
}
NUMBERS_NAMED = ("conflict_participants", "favor_tiles", "both_cost", "markers_per_noble")

STATE = state_dtype(
    [
        ("pp", "i2", MAX_SEATS),  # power points so far (N4)
        ("gold", "i2", MAX_SEATS),
        ("squires", "i2", MAX_SEATS),  # in stock
        ("markers", "i2", MAX_SEATS),
        ("where", "i8", (SIDES, STRENGTHS)),  # places where a side has a knight of a strength
        ("reserve", "i1", (SIDES, STRENGTHS)),  # knights by strength - 1
        ("court", "i1", (SIDES, STRENGTHS)),
        ("laid", "i8", SIDES),  # slots with an extension tile, as places
        ("fresh", "i8", SIDES),  # those laid in this round's phases 2 and 3
        ("total", "i1", LANES),  # strength and squires in a county, 0 if it is empty
        ("knight", "i1", LANES),  # strength of the knight in a county
        ("holder", "i1", LANES),  # side in a county, -1 if it is empty
        ("helpers", "i1", COUNTIES),  # squires in a county
        ("card", "i1", CONFLICTS),  # conflict card of a place, -1 is none
        ("spaces", "i1", CONFLICTS),  # spaces taken
        ("space", "i1", (CONFLICTS, 4)),  # sides in the order of their spaces
        ("stack", "i1", (CONFLICTS, SIDES, STRENGTHS)),  # knights
        ("power", "i1", (CONFLICTS, SIDES)),  # strength of a side's stack
        ("titles", "i1", LANES),  # noble tiles left in a county
        ("box", "i1"),  # noble tiles in the box
        ("noble", "i1", (MAX_SEATS, LANES)),  # noble tiles of a player by letter
        ("nobles", "i1", MAX_SEATS),  # noble tiles of a player
        ("favors", "i8"),  # favor tiles face up
        ("deck", "i1", DECK),  # conflict cards; the last one is drawn first
        ("deck_left", "i1"),
        ("pile", "i1", PILE),  # laws; the last one is the top
        ("pile_left", "i1"),
        ("law", "i1", 3),  # the current laws, oldest first
        ("bill", "i1", BALLOTS),  # the proposals
        ("blank", "i8"),  # laws that a fork has emptied
        ("forced", "i1"),  # outcome of the ballot at hand that a fork has chosen
        ("start", "i1"),  # start player
        ("named", "i1"),  # start player of the next round, -1 if nobody is named
        ("phase", "i1"),
        ("turn", "i1"),  # how many players have had their turn in a step that goes round once
        ("stage", "i1"),  # part of a step
        ("at", "i1"),  # county, slot, conflict, ballot or law at hand
        ("mover", "i1"),  # whose turn it is in phase 1
        ("passes", "i1"),  # passes and skips in a row (N21)
        ("slots_left", "i8"),  # castle slots still to be executed, as places
        ("captive", "i1"),  # strength - 1 of the captured knight at hand
        ("vote", "i2", MAX_SEATS),  # votes of the ballot at hand: yes > 0, no < 0, 0 not yet committed
        ("pledge", "i2", MAX_SEATS),  # chosen quantities (`law_choice_order` = simultaneous)
        ("metric", "i2", MAX_SEATS),  # what the law at hand counts
        ("effects", "i1"),  # effects being carried out
        ("effect", "i1"),  # the one at hand
        ("side", "i1"),  # for whom
        ("source", "i1"),  # category that its power points belong to
        ("opcode", "i1", MAX_EFFECTS + 1),
        ("times", "i4", MAX_EFFECTS + 1),
        # what happened this round, for ledgers
        ("voted", "i1", BALLOTS),  # laws voted on
        ("passed", "i1", BALLOTS),
        ("ruled", "i1", 3),  # laws carried out
        ("handed", "i4", (MAX_SEATS, 3, 4)),  # what they handed out: points, gold, squires, markers
        ("before", "i1", MAX_SEATS),  # rank before the parliament, by the score if the game ended now
        # what happened in the game
        ("won", "i1", (MAX_SEATS, 2)),  # conflicts won by England with an own knight, by row
        ("beaten", "i1", (MAX_SEATS, 2)),  # conflicts won by France with an own knight, by row
        ("outcomes", "i1", (2, 2)),  # conflicts by row: won, lost
        ("empty", "i1"),  # conflicts that nobody attended, each evaluation
        ("lost", "i1", MAX_SEATS),  # knights lost to the reserve
        ("ransomed", "i1", MAX_SEATS),
        ("expelled", "i1", MAX_SEATS),  # rivals' knights expelled
    ],
    chance_streams=1,
    kinds=len(KINDS),
    categories=len(CATEGORIES),
)

RULES = np.dtype(
    [
        ("players", "i8"),
        ("sides", "i8"),
        ("hidden", "i8"),  # gold and squires of rivals are hidden
        ("start_gold", "i8"),
        ("start_squires", "i8"),
        ("start_markers", "i8"),
        ("titles", "i8"),  # noble tiles a county
        *[(name, "i8") for name in (*WORDS, *NUMBERS_NAMED)],
        ("backwards", "i8"),  # counties are evaluated from I to A
        ("upper_first", "i8"),
        ("knights", "i1", STRENGTHS),
        ("in_court", "i1", STRENGTHS),
        ("ally_in_court", "i1", STRENGTHS),
        ("reach", "i8", STRENGTHS + MAX_SQUIRES + 1),  # counties whose minimum a strength reaches
        ("slot_order", "i1", SLOTS),  # castle slots in the order in which they are executed
        ("ally_slots", "i8"),  # slots of an ally's castle, as places
        ("ally_order", "i1", SLOTS),
        ("ally_effect", "i1", len(OPCODES) + 1),
        ("ally_noble", "i1"),  # what NOBLE does for an ally
        ("deck", "i1", DECK),  # conflict cards in play
        ("france", "i1", CARDS),
        ("win", "i1", (CARDS, 3)),  # points of ranks 1 to 3, scaled
        ("loss", "i1", (CARDS, 3)),
        ("laws", "i8"),
        ("law_number", "i2", MAX_LAWS),  # as printed
        ("group", "i1", (GROUPS, MAX_GROUP)),  # laws of a group
        ("group_size", "i1", GROUPS),
        ("group_cards", "i1", GROUPS),  # how many of them are in play
        ("noble_points", "i2", 37),  # by number of tiles
        ("first_prize", "i2", 2),  # end majorities: knights, extensions
        ("second_prize", "i2", 2),
        ("form", "i1", RULE_CELLS),  # printed rules (N60)
        ("metric", "i1", RULE_CELLS),
        ("compare", "i1", RULE_CELLS),
        ("k", "i1", RULE_CELLS),
        ("pays_gold", "i1", RULE_CELLS),  # a trade, `buy` or `pair` costs gold, squires or both
        ("pays_squires", "i1", RULE_CELLS),
        ("cost", "i1", RULE_CELLS),
        ("effects", "i1", RULE_CELLS),
        ("opcode", "i1", (RULE_CELLS, MAX_EFFECTS)),
        ("n", "i1", (RULE_CELLS, MAX_EFFECTS)),
        (
            "slope",
            "f4",
            RULE_CELLS,
        ),  # points that a law pays for one more of its metric, on average
        ("scale", "i8"),  # per cent of conflict points
        ("county_gain", "f4", (len(OPCODES), LANES)),  # what a county's printed rule gives, a plane an opcode
    ],
    align=True,
)

FEATURES = (
    "pp", "gold", "squire", "marker", "recruit", "upgrade", "extension", "noble", "start_player",
    "gold_early", "squire_early", "marker_early", "recruit_early", "upgrade_early", "noble_points",
    "is_county", "is_castle", "is_conflict", "is_ally", "strength", "total", "expels", "title",
    "law_pp", "bill_pp", "wins", "gap", "win_points", "loss_points", "is_lower", "at_risk", "favor",
    "rival_pp", "rival_goods", "yes", "spent", "raised_to", "raised_deployed", "ransom", "names_self",
)  # fmt: skip
STOCKS, FACTS = 20, 7
FIRST_FAVOR, FIRST_CARD = COUNTIES, COUNTIES + FAVORS  # items: counties, favors, conflict cards, slots, laws
FIRST_SLOT = FIRST_CARD + CARDS
FIRST_LAW = FIRST_SLOT + SLOTS
ITEMS = FIRST_LAW + MAX_LAWS
MAX_ROWS = STRENGTHS * (MAX_SQUIRES + 1) + MAX_SQUIRES + 24  # placements with squires, squires added, the rest

kernel = Kernel(
    STATE,
    RULES,
    options_dtype(MAX_ROWS + 1, len(FEATURES)),  # the last row is scratch (worth.py)
    ledger_dtype(ROUNDS, STOCKS, len(KINDS), len(POINTS), ITEMS, FACTS),
)
