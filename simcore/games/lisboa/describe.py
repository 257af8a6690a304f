"""The descriptor of Lisboa, and its actions and states in words."""

from __future__ import annotations

from typing import Any

from simcore.components import RuleBook
from simcore.game import PART, RIVAL, STAGE, Contrast, Game, Item, Moment, Named, Rate
from simcore.games.lisboa.book import ARCHITECTS, CARD_TYPES, STACK_NAMES, make_rules
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
    TRADE,
)
from simcore.games.lisboa.tables import RUBBLE_PLACES, TABLES, check_tables
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT

LEGEND = (
    "B3 cloth@0 is a cloth store of seat 0 (the 1st seat) on plot B3; WA 5@1 the building 5 opened by seat 1 on "
    "site WA; rubble shows brown, red and blue cubes; a ship in brackets is at sea"
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


def plot_name(plot: int) -> str:
    """L16: row and column of a plot."""
    return f"{ROW_NAMES[plot // COLUMNS]}{plot % COLUMNS + 1}"


def ship_name(ship: int) -> str:
    """A ship's colour and copy."""
    return f"{SHIP_NAMES[ship // COPIES]} ship {ship % COPIES + 1}"


def _id(r: Any, kind: str, i: Any) -> int:
    """Return the id that a table's i-th row has: rows may have been taken out."""
    return int(r[f"{kind}_id"][int(i)])


def _pile(r: Any, kind: str, pieces: Any, n: Any) -> list[int]:
    """Return the ids in a pile, the top first."""
    return [_id(r, kind, i) for i in pieces[: int(n)][::-1]]


def _code_name(r: Any, code: int) -> str:
    return ship_name(code - SHIP) if code >= SHIP else f"card {_id(r, 'card', code)}"


def action_arguments(s: Any, r: Any, action: int) -> dict[str, Any]:
    """Name the kind and arguments of an action as the specification does."""
    kind, what, place = action >> KIND_SHIFT, action >> WHAT_SHIFT & WHAT_MASK, action & PLACE_MASK
    named = {"kind": _KINDS[kind].name}
    if kind <= MAIN_EVENT:
        return named | {"card": _id(r, "card", s["hand"][s["cur"]][place])}
    if kind <= BUILDING:
        return named | _deed(s, r, kind, what, place)
    return named | _choice(s, r, kind, place)


def _deed(s: Any, r: Any, kind: int, what: int, place: int) -> dict[str, Any]:
    if kind == SELL:
        return {"good": GOOD_NAMES[what], "ship": ship_name(place), "owner": int(s["ship_owner"][place])}
    if kind == TRADE:
        return {"good": GOOD_NAMES[what], "action": ACTIONS[place]}
    if kind == SHIP_NEW:
        paid = [GOOD_NAMES[g] for g in range(GOODS) if place >> g & 1]
        old = _code_name(r, int(s["upper"][s["cur"]][what - 1])) if what else "none"
        return {"ship": ship_name(int(s["yard"][s["yard_left"] - 1])), "replaces": old, "pays": paid}
    if kind == CARDINAL_STEPS:
        return {"steps": place}
    if kind == STORE:
        g, where, colour = what >> 4, what >> 2 & 3, what & 3
        cube = "none" if where == NO_CUBE else f"{COLOUR_NAMES[colour]} of the {('row', 'column', 'pile')[where]}"
        return {"plot": plot_name(place), "good": GOOD_NAMES[g], "cube": cube}
    return {"plan": _id(r, "plan", what), "site": SITE_NAMES[place]}


def _choice(s: Any, r: Any, kind: int, place: int) -> dict[str, Any]:
    p, point = int(s["cur"]), int(s["point"])
    if kind == TILE and point == AT_START_CLERGY:
        return {"tile": _id(r, "tile", s["bag"][s["bag_left"] - 1 - place])}
    if kind == GOOD and point == AT_PRODUCE:
        return {"goods": [GOOD_NAMES[g] for g in range(GOODS) if place >> g & 1]}
    if kind == ROOM:
        half = s["lower"] if place >= HALF else s["upper"]
        return {"discards": _code_name(r, int(half[p][place % HALF]))}
    if kind == STATE_ACTION:
        return {"action": ACTIONS[place if point == AT_EVENT_STATE else 2 * int(s["now_a"]) + place]}
    if kind == FOLLOW:
        noble = int(s["now_a"])
        return {"action": ACTIONS[STATE_ACTIONS + noble if place == 2 else 2 * noble + place]}
    names: dict[int, tuple[str, Any]] = {
        DECREE: ("decree", _id(r, "decree", s["display"][place % 8])),
        GOOD: ("good", GOOD_NAMES[place % GOODS]),
        PRICE: ("good", GOOD_NAMES[place % GOODS]),
        OFFICE: ("office", NOBLE_NAMES[place % 3]),
        FAVOR: ("noble", NOBLE_NAMES[place % 3]),
        TILE: ("tile", _id(r, "tile", s["track"][place % 6])),
        STACK: ("architect", ARCHITECTS[place % 2]),
        STAFF: ("from", ("plaza", *NOBLE_NAMES)[place % 4]),
        CUBE: ("colour", COLOUR_NAMES[place % 3]),
        DRAW: ("deck", CARD_TYPES[place % 4]),
        CHURCH: ("tile", _id(r, "tile", s["tiles"][p][place % 4])),
        DISCARD: ("card", _id(r, "card", s["hand"][p][place % 5])),
        REWARD: ("card", _id(r, "card", s["dropped"][place % 5])),
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


def _plans(r: Any, mask: int) -> list[int]:
    return [_id(r, "plan", i) for i in range(PLANS) if int(mask) >> i & 1]


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
        "clergy": [_id(r, "tile", t) for t in s["tiles"][p] if t >= 0],
        "plans_open": _plans(r, s["plans_open"][p]),
        "plans_completed": _plans(r, s["plans_done"][p]),
        "decrees": [_id(r, "decree", i) for i in held],
        "hand": [_id(r, "card", c) for c in s["hand"][p] if c >= 0],
        "upper": [_code_name(r, int(c)) for c in s["upper"][p] if c >= 0],
        "lower": [_id(r, "card", c) for c in s["lower"][p] if c >= 0],
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
        "track": [_id(r, "tile", t) if t >= 0 else None for t in s["track"]],
        "clergy_bag": _pile(r, "tile", s["bag"], s["bag_left"]),
        "display_decrees": [_id(r, "decree", d) for d in s["display"] if d >= 0],
        "decree_deck": _pile(r, "decree", s["decree_deck"], s["decree_left"]),
        "portraits": _named(s["portrait"], NOBLE_NAMES),
        "stores": {
            plot_name(i): {"good": GOOD_NAMES[g], "seat": seat} for i in range(PLOTS) for g, seat in store_on(s, i)
        },
        "buildings": {
            name: {"building": _id(r, "building", s["site_building"][i]), "seat": seat}
            for i, name in enumerate(SITE_NAMES)
            for seat in openers(s, i)
        },
        "rubble": {name: _named(s["rubble"][i], COLOUR_NAMES) for i, name in enumerate(places)},
        "boxed_cubes": _named(s["boxed"], COLOUR_NAMES),
        "streets": {good: "ABCD"[s["street"][i]] for i, good in enumerate(GOOD_NAMES)},
        "city_tiles": _named(s["city"], STACK_NAMES),
        "ships": _ships(s),
        "shipyard": [ship_name(int(i)) for i in s["yard"][: s["yard_left"]][::-1]],
        "plan_stacks": {name: _pile(r, "plan", s["stack"][i], s["stack_left"][i]) for i, name in enumerate(ARCHITECTS)},
        "building_offers": {
            name: _pile(r, "building", s["offer"][i], s["offer_left"][i]) for i, name in enumerate(ARCHITECTS)
        },
        "display_decks": {name: _pile(r, "card", s["deck"][i], s["deck_left"][i]) for i, name in enumerate(CARD_TYPES)},
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
