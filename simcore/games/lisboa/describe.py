"""The descriptor of Lisboa, and its actions and states in words."""

from __future__ import annotations

from collections import Counter
from typing import Any

from simcore.components import Column, RuleBook, TableSpec
from simcore.errors import InputError
from simcore.game import PART, RIVAL, STAGE, Contrast, Game, Item, Moment, Named, Rate
from simcore.games.lisboa.book import ARCHITECTS, CARD_TYPES, DECK_NAMES, STACK_NAMES, make_rules
from simcore.games.lisboa.decrees import decree_words
from simcore.games.lisboa.features import MEANINGS
from simcore.games.lisboa.possible import NO_CUBE
from simcore.games.lisboa.state import (
    ACTIONS,
    AT_EVENT_STATE,
    AT_PRODUCE,
    AT_START_CLERGY,
    BUILDING,
    BY_SETS_1,
    CARDINAL_STEPS,
    CARDS,
    CHURCH,
    COLOUR_NAMES,
    COLUMNS,
    COPIES,
    CUBE,
    DECREE,
    DECREES,
    DISCARD,
    DRAW,
    FAVOR,
    FEATURES,
    FOLLOW,
    GOOD,
    GOOD_NAMES,
    GOODS,
    HALF,
    MAIN_EVENT,
    MAX_DECK,
    NOBLE_NAMES,
    OFFICE,
    PLANS,
    PLOTS,
    PRICE,
    REWARD,
    ROOM,
    ROW_NAMES,
    SELL,
    SHIP,
    SHIP_NAMES,
    SHIP_NEW,
    SHIPS,
    SITE_NAMES,
    STACK,
    STAFF,
    STATE_ACTION,
    STATE_ACTIONS,
    STORE,
    TILE,
    TILES,
    TOP_INFLUENCE,
    TRADE,
)
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT

YES_NO = range(2)
COINS = 180  # `coin_supply`
RUBBLE_PLACES = (*(f"row{x}" for x in ROW_NAMES), *(f"col{n}" for n in range(1, 6)), *SITE_NAMES, "pile")
GOODS_OR_NONE = (*GOOD_NAMES, "none")
LEGEND = (
    "B3 cloth@0 is a cloth store of seat 0 (the 1st seat) on plot B3; WA 5@1 the building 5 opened by seat 1 on "
    "site WA; rubble shows brown, red and blue cubes; a ship in brackets is at sea"
)
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

_KINDS = (
    Named("gold", "card for gold", "box a hand card, gain a gold (L23)"),
    Named("sell", "card to sell", "play a card to the portfolio and sell goods (L41)"),
    Named("trade", "card to trade", "play a card to the portfolio and trade goods for state actions (L45)"),
    Named("visit", "visit a noble", "box a noble card and visit its noble (L71)"),
    Named("event", "sponsor an event", "box a treasury card and sponsor its event (L79)"),
    Named("sell_good", "sell a good", "sell a good to a ship (L41)"),
    Named("trade_good", "trade a good", "pay a good for a state action (L46)"),
    Named("build_ship", "pay a ship", "build a ship (L53)"),
    Named("steps", "move the cardinal", "steps of the cardinal (L56)"),
    Named("store", "build a store", "plot, good and cube of a store (L60)"),
    Named("building", "open a building", "plan and site of a public building (L67)"),
    Named("decree", "take a decree", "take a decree face up (L70)"),
    Named("good", "choose a good", "gain or lose a good of one's choice (L95)"),
    Named("office", "place an official", "place an official in an office (L50)"),
    Named("room", "make room", "discard from the portfolio (L28)"),
    Named("tile", "take a clergy tile", "take a clergy tile (L56)"),
    Named("stack", "take a plan", "take the top plan of an architect (L52)"),
    Named("favor", "take a favor", "take a royal favor (L58)"),
    Named("state", "state action", "a state action of a visit or event (L72, L82)"),
    Named("follow", "follow a visit", "pay, and take one action of the noble (L76)"),
    Named("staff", "use an official", "an own official works on a building (L69)"),
    Named("cube", "take a cube", "a cube of the pile (L95)"),
    Named("price", "raise a price", "the good whose price rises (L95)"),
    Named("draw", "draw a card", "take the top card of a display deck (L24)"),
    Named("church", "discard a clergy tile", "discard an own clergy tile (L83)"),
    Named("discard", "discard a card", "discard a hand card between the periods (L87)"),
    Named("reward", "reward of a card", "resolve a discarded card's bottom effect (L87)"),
    Named("marker", "use a set marker", "a set marker for one decree more (L70)"),
    Named("stop", "stop or decline", "stop, no or none"),
)
_POINTS = tuple(
    Named(name, name.replace("_", " "), "L99")
    for name in (
        "start_clergy", "main", "gain_good", "lose_good", "office", "make_room", "sell", "trade", "ship", "cardinal",
        "clergy", "plan_stack", "favor", "visit_state_action", "event_state_action", "store", "building", "staff",
        "decree", "second_decree", "follow", "pile_cube", "price_good", "draw", "church_discard", "period_discard",
        "period_reward", "produce",
    )
)  # fmt: skip
_CATEGORIES = (
    Named("start", "start"),
    Named("stores_served", "stores served by buildings"),
    Named("ships_sailed", "ships put to sea"),
    Named("church", "church scoring"),
    Named("card_reward", "card effects"),
    Named("event", "events"),
    Named("power", "powers"),
    Named("plot_reward", "rewards of plots"),
    Named("site_reward", "rewards of sites"),
    Named("ip_overflow", "influence beyond 10"),
    Named("visit_payment", "paid for visits"),
    Named("sets_period1", "rubble sets, period 1"),
    Named("ships_hull", "hulls at the end"),
    Named("sets_final", "rubble sets at the end"),
    Named("streets", "streets"),
    Named("reis", "reis left"),
    Named("decrees", "decrees"),
    Named("plan_majority", "officials on plans"),
    Named("favors", "royal favors"),
)
_STOCKS = (
    Named("wigs", "wigs so far"),
    Named("reis", "reis"),
    Named("influence", "influence"),
    Named("goods", "goods"),
    Named("officials", "officials in offices"),
    Named("stores", "stores"),
    Named("plans", "plans completed"),
    Named("hull", "hulls of own ships"),
    Named("sets", "rubble sets"),
    Named("clergy", "clergy tiles"),
    Named("treasury", "treasury space"),
    Named("period", "period", role=STAGE),
    *(Named(f"price_{g}", f"price of {g}") for g in GOOD_NAMES),
    *(Named(f"points_{c.name}", c.label, "wigs so far") for c in _CATEGORIES[: BY_SETS_1 + 1]),
)
_ITEM_KINDS = (Named("decree", "decrees", "wigs of the decree at the end"),)
_FACTS = (
    Named("period", "period", "period in which it was taken", PART),
    Named(
        "best_other",
        "best other",
        "wigs at the end of the best other decree that lay face up when it was taken, -1 if there was none",
        RIVAL,
    ),
)
_TRIGGERS = ("decks", "sets")  # display decks empty, or rubble sets
_END_REASONS = tuple(
    Named(f"{first}_{last}", f"period 1 {first}, game {last}", "L86, L88, `third_deck_trigger`")
    for first in _TRIGGERS
    for last in _TRIGGERS
)
_MOMENTS = (
    Moment(
        name="decree",
        label="taking a decree",
        item_kind="decree",
        branches=(
            Named("taken", "taken", "the decree is taken (L70)"),
            Named("blank", "a blank card", "the card is taken, but is worth nothing"),
            Named("another", "another decree face up", "one of the others face up is taken, each with the same chance"),
        ),
        most=DECREES,
        part="took it",
        contrasts=(
            Contrast("display", "the decree against the average of the display", "taken", "another"),
            Contrast("text", "the decree's text", "taken", "blank"),
        ),
        tested=("did",),
    ),
)


def items(book: RuleBook) -> tuple[Item, ...]:
    """Return the items of a rule book: decrees."""
    rows = sorted(book.tables["decrees"], key=lambda row: int(row["id"]))
    words = [decree_words(row["id"], str(row["condition"])) for row in rows]
    return tuple(
        Item(f"decree_{row['id']}", "decree", label, str(row["provenance"]), short)
        for row, (label, short) in zip(rows, words, strict=True)
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
        **{f"start_influence_seat{seat + 1}": (0, TOP_INFLUENCE) for seat in range(players)},
    }
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


def plot_name(plot: int) -> str:
    """L16: row and column of a plot."""
    return f"{ROW_NAMES[plot // COLUMNS]}{plot % COLUMNS + 1}"


def ship_name(ship: int) -> str:
    """A ship's colour and copy."""
    return f"{SHIP_NAMES[ship // COPIES]} ship {ship % COPIES + 1}"


def _code_name(code: int) -> str:
    return ship_name(code - SHIP) if code >= SHIP else f"card {code + 1}"


def action_arguments(s: Any, r: Any, action: int) -> dict[str, Any]:
    """Name the kind and arguments of an action as the specification does."""
    kind, what, place = action >> KIND_SHIFT, action >> WHAT_SHIFT & WHAT_MASK, action & PLACE_MASK
    named = {"kind": _KINDS[kind].name}
    if kind <= MAIN_EVENT:
        return named | {"card": int(s["hand"][s["cur"]][place]) + 1}
    if kind <= BUILDING:
        return named | _deed(s, kind, what, place)
    return named | _choice(s, kind, place)


def _deed(s: Any, kind: int, what: int, place: int) -> dict[str, Any]:
    if kind == SELL:
        return {"good": GOOD_NAMES[what], "ship": ship_name(place), "owner": int(s["ship_owner"][place])}
    if kind == TRADE:
        return {"good": GOOD_NAMES[what], "action": ACTIONS[place]}
    if kind == SHIP_NEW:
        paid = [GOOD_NAMES[g] for g in range(GOODS) if place >> g & 1]
        old = _code_name(int(s["upper"][s["cur"]][what - 1])) if what else "none"
        return {"ship": ship_name(int(s["yard"][s["yard_left"] - 1])), "replaces": old, "pays": paid}
    if kind == CARDINAL_STEPS:
        return {"steps": place}
    if kind == STORE:
        g, where, colour = what >> 4, what >> 2 & 3, what & 3
        cube = "none" if where == NO_CUBE else f"{COLOUR_NAMES[colour]} of the {('row', 'column', 'pile')[where]}"
        return {"plot": plot_name(place), "good": GOOD_NAMES[g], "cube": cube}
    return {"plan": what + 1, "site": SITE_NAMES[place]}


def _choice(s: Any, kind: int, place: int) -> dict[str, Any]:
    p, point = int(s["cur"]), int(s["point"])
    if kind == TILE and point == AT_START_CLERGY:
        return {"tile": int(s["bag"][s["bag_left"] - 1 - place]) + 1}
    if kind == GOOD and point == AT_PRODUCE:
        return {"goods": [GOOD_NAMES[g] for g in range(GOODS) if place >> g & 1]}
    if kind == ROOM:
        half = s["lower"] if place >= HALF else s["upper"]
        return {"discards": _code_name(int(half[p][place % HALF]))}
    if kind == STATE_ACTION:
        return {"action": ACTIONS[place if point == AT_EVENT_STATE else 2 * int(s["now_a"]) + place]}
    if kind == FOLLOW:
        noble = int(s["now_a"])
        return {"action": ACTIONS[STATE_ACTIONS + noble if place == 2 else 2 * noble + place]}
    names: dict[int, tuple[str, Any]] = {
        DECREE: ("decree", int(s["display"][place % 8]) + 1),
        GOOD: ("good", GOOD_NAMES[place % GOODS]),
        PRICE: ("good", GOOD_NAMES[place % GOODS]),
        OFFICE: ("office", NOBLE_NAMES[place % 3]),
        FAVOR: ("noble", NOBLE_NAMES[place % 3]),
        TILE: ("tile", int(s["track"][place % 6]) + 1),
        STACK: ("architect", ARCHITECTS[place % 2]),
        STAFF: ("from", ("plaza", *NOBLE_NAMES)[place % 4]),
        CUBE: ("colour", COLOUR_NAMES[place % 3]),
        DRAW: ("deck", CARD_TYPES[place % 4]),
        CHURCH: ("tile", int(s["tiles"][p][place % 4]) + 1),
        DISCARD: ("card", int(s["hand"][p][place % 5]) + 1),
        REWARD: ("card", int(s["dropped"][place % 5]) + 1),
    }
    return dict([names[kind]]) if kind in names else {"of": _POINTS[point].name}


def describe_action(s: Any, r: Any, action: int) -> str:
    """Return an action in words."""
    a = action_arguments(s, r, action)
    label = _KINDS[action >> KIND_SHIFT].label
    rest = ", ".join(f"{key} {_words(value)}" for key, value in a.items() if key != "kind")
    return f"{label}: {rest}" if rest else label


def _words(value: Any) -> str:
    return " and ".join(map(str, value)) or "nothing" if isinstance(value, list) else str(value)


def store_on(s: Any, plot: int) -> list[tuple[int, int]]:
    """Return the good and seat of the store on a plot, or nothing."""
    sold = [g for g in range(GOODS) if int(s["of_good"][g]) >> plot & 1]
    return [(g, p) for g in sold for p in range(int(s["players"])) if int(s["stores"][p]) >> plot & 1]


def openers(s: Any, site: int) -> list[int]:
    """Return the seat that has opened the building on a site, or nothing."""
    return [p for p in range(int(s["players"])) if int(s["opened"][p]) >> site & 1]


def _ids(mask: int) -> list[int]:
    return [i + 1 for i in range(PLANS) if int(mask) >> i & 1]


def _named(values: Any, names: tuple[str, ...]) -> dict[str, int]:
    return {name: int(n) for name, n in zip(names, values, strict=False)}


def _player(s: Any, r: Any, p: int) -> dict[str, Any]:
    held = [int(i) for i in range(int(r["decree_count"])) if s["decree_owner"][i] == p]
    return {
        "wigs": int(s["wigs"][p]),
        "reis": int(s["reis"][p]),
        "influence": int(s["influence"][p]),
        "goods": _named(s["goods"][p], GOOD_NAMES),
        "officials": {"board": int(s["board"][p]), "plaza": int(s["plaza"][p]), **_named(s["office"][p], NOBLE_NAMES)},
        "cubes": _named(s["cubes"][p], COLOUR_NAMES),
        "sets": int(s["sets"][p]),
        "markers": int(s["markers"][p]),
        "favors": [n for i, n in enumerate(NOBLE_NAMES) if int(s["favors"][p]) >> i & 1],
        "clergy": [int(t) + 1 for t in s["tiles"][p] if t >= 0],
        "plans_open": _ids(s["plans_open"][p]),
        "plans_completed": _ids(s["plans_done"][p]),
        "decrees": [i + 1 for i in held],
        "hand": [int(c) + 1 for c in s["hand"][p] if c >= 0],
        "upper": [_code_name(int(c)) for c in s["upper"][p] if c >= 0],
        "lower": [int(c) + 1 for c in s["lower"][p] if c >= 0],
    }


def _ships(s: Any) -> dict[str, Any]:
    return {
        ship_name(i): {
            "owner": int(s["ship_owner"][i]),
            "cargo": _named(s["cargo"][i], GOOD_NAMES),
            "at_sea": bool(s["at_sea"][i]),
        }
        for i in range(SHIPS)
        if s["ship_owner"][i] >= 0
    }


def state_json(s: Any, r: Any) -> dict[str, Any]:
    """Return the full state under the names of the specification, hidden parts included; cards by their ids."""
    places = RUBBLE_PLACES
    players = range(int(s["players"]))
    return {
        "period": int(s["period"]) + 1,
        "turns": int(s["turns"]),
        "active": int(s["active"]),
        "seat": None if s["over"] else int(s["cur"]),
        "decision": None if s["over"] else _POINTS[int(s["point"])].name,
        "over": bool(s["over"]),
        "players": [_player(s, r, p) for p in players],
        "supply": _named(s["supply"], GOOD_NAMES),
        "prices": _named(s["price"], GOOD_NAMES),
        "treasury_space": int(s["treasury"]),
        "cardinal": int(s["cardinal"]),
        "track": [int(t) + 1 if t >= 0 else None for t in s["track"]],
        "clergy_bag": [int(t) + 1 for t in s["bag"][: s["bag_left"]][::-1]],
        "display_decrees": [int(d) + 1 for d in s["display"] if d >= 0],
        "decree_deck": [int(d) + 1 for d in s["decree_deck"][: s["decree_left"]][::-1]],
        "portraits": _named(s["portrait"], NOBLE_NAMES),
        "stores": {
            plot_name(i): {"good": GOOD_NAMES[g], "seat": seat} for i in range(PLOTS) for g, seat in store_on(s, i)
        },
        "buildings": {
            name: {"building": int(s["site_building"][i]) + 1, "seat": seat}
            for i, name in enumerate(SITE_NAMES)
            for seat in openers(s, i)
        },
        "rubble": {name: _named(s["rubble"][i], COLOUR_NAMES) for i, name in enumerate(places)},
        "boxed_cubes": _named(s["boxed"], COLOUR_NAMES),
        "streets": {good: "ABCD"[s["street"][i]] for i, good in enumerate(GOOD_NAMES)},
        "city_tiles": _named(s["city"], STACK_NAMES),
        "ships": _ships(s),
        "shipyard": [ship_name(int(i)) for i in s["yard"][: s["yard_left"]][::-1]],
        "plan_stacks": {
            name: [int(x) + 1 for x in s["stack"][i][: s["stack_left"][i]][::-1]] for i, name in enumerate(ARCHITECTS)
        },
        "building_offers": {
            name: [int(x) + 1 for x in s["offer"][i][: s["offer_left"][i]][::-1]] for i, name in enumerate(ARCHITECTS)
        },
        "display_decks": {
            name: [int(c) + 1 for c in s["deck"][i][: s["deck_left"][i]][::-1]] for i, name in enumerate(CARD_TYPES)
        },
        "points": {c.name: [int(s["points"][p][i]) for p in players] for i, c in enumerate(_CATEGORIES)},
        "scores": [int(s["score"][p]) for p in players] if s["over"] else None,
        "win_shares": [int(s["win60"][p]) / 60 for p in players] if s["over"] else None,
    }


def describe_state(s: Any, r: Any) -> str:
    """Return a picture of a state: city, buildings, market, court, then every player."""
    d = state_json(s, r)
    stores = " ".join(f"{plot} {x['good']}@{x['seat']}" for plot, x in d["stores"].items()) or "none"
    buildings = " ".join(f"{site} {x['building']}@{x['seat']}" for site, x in d["buildings"].items()) or "none"
    ships = ", ".join(f"({name})" if x["at_sea"] else name for name, x in d["ships"].items()) or "none"
    lines = [
        f" period {d['period']}, turn {d['turns'] + 1} of seat {d['active']}; treasury space {d['treasury_space']}",
        f" stores: {stores}",
        f" buildings: {buildings}; ships: {ships}",
        f" prices: {_counts(d['prices'])}; decrees: {', '.join(map(str, d['display_decrees']))}",
    ]
    for p, x in enumerate(d["players"]):
        lines.append(
            f" seat {p}: {x['wigs']} wigs, {x['reis']} reis, {x['influence']} influence, goods {_counts(x['goods'])}; "
            f"officials {_counts(x['officials'])}; sets {x['sets']}; "
            f"decrees {', '.join(map(str, x['decrees'])) or '-'}; "
            f"hand {', '.join(map(str, x['hand'])) or '-'}"
        )
    return "\n".join(lines)


def _counts(named: dict[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in named.items() if n) or "none"


GAME = Game(
    name="lisboa",
    title="Lisboa",
    version="1",
    package="simcore.games.lisboa",
    players=(2, 3, 4),
    tables=TABLES,
    kinds=_KINDS,
    points=_POINTS,
    categories=_CATEGORIES,
    stocks=_STOCKS,
    item_kinds=_ITEM_KINDS,
    moments=_MOMENTS,
    item_facts=_FACTS,
    rates=(Rate("follow", "visits followed when a seat may follow", "follow", "follow"),),
    seat_parameters=(Named("start_influence_seat", "influence at the start"),),
    end_reasons=_END_REASONS,
    features=tuple(Named(f, f.replace("_", " "), MEANINGS[f]) for f in FEATURES),
    max_decisions=5000,
    unit="wigs",
    seat_word="start player",
    items=items,
    make_rules=make_rules,
    describe_action=describe_action,
    action_arguments=action_arguments,
    describe_state=describe_state,
    state_json=state_json,
    legend=LEGEND,
    check_tables=check_tables,
)
