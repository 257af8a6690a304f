"""The component tables: their columns, and what must hold between them."""

from __future__ import annotations

from collections import Counter

from simcore.components import Column, RuleBook, TableSpec
from simcore.errors import InputError
from simcore.games.lisboa.book import ARCHITECTS, CARD_TYPES, DECK_NAMES, STACK_NAMES, make_rules
from simcore.games.lisboa.cells import read_power
from simcore.games.lisboa.state import (
    ACT,
    ACTIONS,
    CARDS,
    COLOUR_NAMES,
    COLUMNS,
    COPIES,
    DECREES,
    GOOD_NAMES,
    GOODS,
    HAND,
    MAX_DECK,
    NOBLE_NAMES,
    PLANS,
    ROW_NAMES,
    SHIP_NAMES,
    SITE_NAMES,
    STATE_ACTIONS,
    STATE_OP,
    TILES,
)

YES_NO = range(2)
FIRST_INFLUENCE = 4  # of the 1st seat; each later one has one more (L9)
COINS = 180  # `coin_supply`
RUBBLE_PLACES = (*(f"row{x}" for x in ROW_NAMES), *(f"col{n}" for n in range(1, 6)), *SITE_NAMES, "pile")
GOODS_OR_NONE = (*GOOD_NAMES, "none")
UNCHANGED: dict[str, tuple[int, int, int]] = {  # values with 2, 3 and 4 players that are part of the rules
    "start_clergy_drawn": (2, 2, 2), "start_clergy_kept": (1, 1, 1), "start_favors": (1, 1, 1),
    "start_plans": (1, 1, 1), "hand_size": (5, 5, 5), "set_markers": (5, 5, 5), "decrees_face_up": (8, 8, 8),
    "church_tiles_face_up": (6, 6, 6), "favors_per_noble": (2, 3, 4), "ships_per_colour": (1, 2, 3),
    "row_E_used": (0, 1, 1), "rubble_cubes_used": (56, 63, 63), "decrees_with_2p_symbol_removed": (1, 0, 0),
    "period_end_empty_decks": (3, 3, 3),  # the parameter third_deck_trigger says it
}  # fmt: skip
BY_PARAMETER = {"ship_built": (1, "ship_treasury_move"), "event_sponsored": (0, "event_treasury_move")}
SHIPYARD = {"blue": (1, 1), "red": (1, 2), "purple": (2, 1), "brown": (2, 2)}  # L12: period, place in the stack
TABLES = (
    TableSpec(
        "goods",
        (
            Column("index", range(GOODS), key=True),
            Column("good", GOOD_NAMES),
            Column("tile_colour"),
            Column("tokens", range(61)),
            *(Column(f"{x}_price", range(21)) for x in ("start", "min", "max")),
        ),
    ),
    TableSpec("good_acceptance", (Column("noble", NOBLE_NAMES, key=True), Column("good", GOOD_NAMES, key=True))),
    TableSpec(
        "treasury_track",
        (
            Column("space", range(1, 11), key=True),
            Column("value_reis", range(31)),
            Column("visit_influence", range(11)),
        ),
    ),
    TableSpec("treasury_moves", (Column("event", key=True), Column("move", range(-3, 4)))),
    TableSpec("influence_track", (Column("space", range(11), key=True), Column("coin_mark", YES_NO))),
    TableSpec(
        "political_cards",
        (
            Column("id", range(1, CARDS + 1), key=True),
            Column("deck", DECK_NAMES),
            Column("type", CARD_TYPES),
            Column("influence", range(11)),
            *(Column(name) for name in ("bottom", "benefit", "event")),
        ),
    ),
    TableSpec(
        "ships",
        (
            Column("colour", SHIP_NAMES, key=True),
            Column("period", (range(1, 3))),
            Column("stack_order", range(1, 3)),
            Column("copies_in_box", range(1, COPIES + 1)),
            Column("hull", range(1, 11)),
            *(Column(name, range(11)) for name in ("influence", "sale_modifier")),
        ),
    ),
    TableSpec(
        "decrees",
        (
            Column("id", range(1, DECREES + 1), key=True),
            Column("condition"),
            *(Column(name, YES_NO) for name in ("banned_2p", "solo_discard")),
        ),
    ),
    TableSpec(
        "clergy_tiles", (Column("id", range(1, TILES + 1), key=True), Column("power"), Column("wigs", range(1, 11)))
    ),
    TableSpec(
        "plans",
        (
            Column("id", range(1, PLANS + 1), key=True),
            Column("kind", ("start", "stack")),
            Column("architect", ARCHITECTS),
            Column("officials", range(1, 9)),
        ),
    ),
    TableSpec(
        "public_buildings",
        (
            Column("id", range(1, 17), key=True),
            *(Column(name, GOOD_NAMES) for name in ("good_a", "good_b")),
            Column("wigs_per_store", range(11)),
        ),
    ),
    TableSpec(
        "public_sites",
        (
            Column("site", SITE_NAMES, key=True),
            Column("side", ("west", "north", "east")),
            Column("line_kind", ("row", "street")),
            Column("line", (*ROW_NAMES, *GOOD_NAMES)),
            Column("in_2p", YES_NO),
            Column("reward"),
        ),
    ),
    TableSpec(
        "royal_favors",
        (Column("noble", NOBLE_NAMES, key=True), Column("copies_in_box", range(9)), Column("endgame_wigs", range(11))),
    ),
    TableSpec(
        "offices",
        (
            Column("noble", NOBLE_NAMES, key=True),
            Column("spaces", range(1, 33)),
            Column("order_left_to_right", range(1, 4)),
        ),
    ),
    TableSpec(
        "city_plots",
        (
            Column("plot", tuple(f"{x}{n}" for x in ROW_NAMES for n in range(1, 6)), key=True),
            Column("row", tuple(ROW_NAMES)),
            Column("col", range(1, COLUMNS + 1)),
            *(Column(name, GOODS_OR_NONE) for name in ("good_left", "good_right")),
            Column("tile_size", ("large", "small")),
            Column("in_2p", YES_NO),
            Column("reward"),
        ),
    ),
    TableSpec(
        "city_tiles", (Column("stack", STACK_NAMES, key=True), Column("good", GOOD_NAMES), Column("count", range(26)))
    ),
    TableSpec(
        "rubble",
        (
            Column("colour", COLOUR_NAMES, key=True),
            Column("disaster"),
            Column("count", range(22)),
            Column("value", range(11)),
        ),
    ),
    TableSpec(
        "rubble_slots",
        (Column("place", RUBBLE_PLACES, key=True), Column("kind"), Column("cubes", range(13)), Column("in_2p", YES_NO)),
    ),
    TableSpec(
        "scoring_tiles",
        (Column("tile", ("A", "B", "C", "D"), key=True), *(Column(n, range(31)) for n in ("first", "second", "third"))),
    ),
    TableSpec(
        "plan_majority",
        (Column("players", range(2, 5), key=True), *(Column(n, range(31)) for n in ("first", "second", "third"))),
    ),
    TableSpec(
        "setup", (Column("item", key=True), Column("players", range(2, 5), key=True), Column("value", range(101)))
    ),
)

ROW_KEYS: tuple[tuple[str, str, tuple[object, ...]], ...] = (
    ("goods", "good", GOOD_NAMES),
    (
        "treasury_moves",
        "event",
        ("treasury_card_to_portfolio", "cardinal_reaches_or_passes_c3", "store_built", "building_opened"),
    ),
    ("treasury_track", "space", tuple(range(1, 9))),
    ("influence_track", "space", tuple(range(11))),
    ("ships", "colour", SHIP_NAMES),
    ("public_sites", "site", SITE_NAMES),
    ("city_tiles", "stack", STACK_NAMES),
    ("rubble", "colour", COLOUR_NAMES),
    ("scoring_tiles", "tile", ("A", "B", "C", "D")),
    ("plan_majority", "players", (2, 3, 4)),
    ("offices", "noble", NOBLE_NAMES),
    ("royal_favors", "noble", NOBLE_NAMES),
)


def check_tables(book: RuleBook) -> None:
    """Raise InputError where tables contradict the rules."""
    for table, column, wanted in ROW_KEYS:
        given = {row[column] for row in book.tables[table]}
        for key in wanted:
            if key not in given:
                raise InputError(f"{book.edited.get(table, table + '.csv')}: the row for {column} {key!r} is missing")
    check_shipyard(book)
    check_moves(book)
    check_plots(book)
    check_triggers(book)
    for players in (2, 3, 4):
        check_setup(book, players)
        check_pieces(book, players)
    make_rules(book, 4)


def check_setup(book: RuleBook, players: int) -> None:
    """L7, L9: every start value that is read is given, and within bounds."""
    where = book.edited.get("setup", "setup.csv")
    values = {str(row["item"]): int(row["value"]) for row in book.tables["setup"] if row["players"] == players}
    bounds = {
        "start_wigs": (0, 100),
        "start_reis": (0, 100 if book.parameters["coin_supply"] == "unlimited" else COINS // players),
        "start_goods_each_type": (0, min(2, *(int(row["tokens"]) // players for row in book.tables["goods"]))),
        "officials": (0, 100),
        "start_officials_marquis_office": (0, min(values.get("officials", 0), office_spaces(book) // players)),
        "houses": (0, 25),
        "treasury_start_space": (1, int(book.parameters["treasury_spaces"])),
        "period1_end_sets": (0, 100),
        "game_end_sets": (0, 100),
    }
    bounds |= {item: (given[players - 2],) * 2 for item, given in UNCHANGED.items() if item in values}
    for seat in range(players):
        if values.get(f"start_influence_seat{seat + 1}", FIRST_INFLUENCE + seat) != FIRST_INFLUENCE + seat:
            raise InputError(
                f"{where}: start_influence_seat{seat + 1} is changed by the parameter of that name, not here"
            )
    for item, (low, high) in bounds.items():
        if item not in values:
            raise InputError(f"{where}: the row for item {item!r} with {players} players is missing")
        if not low <= values[item] <= high:
            raise InputError(
                f"{where}: {item} = {values[item]} with {players} players is out of range ({low} to {high})"
            )


def office_spaces(book: RuleBook) -> int:
    """Officials that the Marquis's office holds, `office_capacity`."""
    (spaces,) = (int(row["spaces"]) for row in book.tables["offices"] if row["noble"] == "marquis")
    return int(book.parameters["office_capacity"]) or spaces


def check_pieces(book: RuleBook, players: int) -> None:
    """L2, L10, L11, L40, L43: the pieces suffice and find room, prices lie on their track, ships have a hold."""
    tables, named = book.tables, {name: book.edited.get(name, f"{name}.csv") for name in book.tables}
    slots = sum(int(row["cubes"]) for row in tables["rubble_slots"] if players > 2 or row["in_2p"])
    cubes = sum(int(row["count"]) for row in tables["rubble"])
    if slots > cubes:
        raise InputError(
            f"{named['rubble_slots']}: {slots} cubes are laid out with {players} players, there are {cubes}"
        )
    blue = sum(row["deck"] == "blue" for row in tables["political_cards"])
    if blue < HAND * players:
        raise InputError(
            f"{named['political_cards']}: {blue} blue cards, {players} players need at least {HAND * players} (L11)"
        )
    if len(tables["clergy_tiles"]) <= players:
        raise InputError(f"{named['clergy_tiles']}: {players} players need at least {players + 1} tiles (L10)")
    decks = Counter(
        str(r["deck"]) if r["deck"] == "purple" else f"{r['deck']} {r['type']}" for r in tables["political_cards"]
    )
    for deck, n in decks.items():
        if n > MAX_DECK and not deck.startswith("blue"):
            raise InputError(f"{named['political_cards']}: {n} {deck} cards in one deck (at most {MAX_DECK})")
    for row in tables["goods"]:
        if not int(row["min_price"]) <= int(row["start_price"]) <= int(row["max_price"]):
            raise InputError(f"{named['goods']}: the start price of {row['good']} is not from min_price to max_price")


def check_shipyard(book: RuleBook) -> None:
    """L12: when ships of a colour come is part of the rules, not of the table."""
    for row in book.tables["ships"]:
        given = (row["period"], row["stack_order"])
        if given != SHIPYARD[str(row["colour"])]:
            raise InputError(
                f"{book.edited.get('ships', 'ships.csv')}: {row['colour']} ships come in period and stack order "
                f"{SHIPYARD[str(row['colour'])]}, not {given}: this cannot be changed"
            )


def check_moves(book: RuleBook) -> None:
    """L39: two moves of the treasury are parameters."""
    for row in book.tables["treasury_moves"]:
        shipped, parameter = BY_PARAMETER.get(str(row["event"]), (row["move"], ""))
        if row["move"] != shipped:
            where = book.edited.get("treasury_moves", "treasury_moves.csv")
            raise InputError(f"{where}: {row['event']} is changed by the parameter {parameter}, not here")


def check_plots(book: RuleBook) -> None:
    """L16: a plot's name is its row and column."""
    for row in book.tables["city_plots"]:
        if row["plot"] != f"{row['row']}{row['col']}":
            where = book.edited.get("city_plots", "city_plots.csv")
            raise InputError(f"{where}, plot {row['plot']}: row and column are {row['row']} and {row['col']}")


def check_triggers(book: RuleBook) -> None:
    """L49: no power may lead back to the action that triggers it, or a turn would never end."""
    leads: dict[int, set[int]] = {}
    for table, column in (("clergy_tiles", "power"), ("political_cards", "benefit")):
        for row in book.tables[table]:
            power = read_power(str(row[column]), f"{book.edited.get(table, table + '.csv')}, id {row['id']}")
            for opcode, action, _ in power.effects:
                leads.setdefault(power.trigger, set()).update(
                    [action] if opcode == ACT else range(STATE_ACTIONS) if opcode == STATE_OP else []
                )
    for action in leads:
        reached, new = set[int](), leads[action]
        while new:
            reached |= new
            new = {further for a in new for further in leads.get(a, ())} - reached
        if action in reached:
            names = ", ".join(sorted({book.edited.get(t, f"{t}.csv") for t in ("clergy_tiles", "political_cards")}))
            raise InputError(f"{names}: powers on:{ACTIONS[action]} lead back to {ACTIONS[action]}, without an end")
