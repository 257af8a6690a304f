"""Actions and states in words and as JSON, as replays show them."""

from __future__ import annotations

from typing import Any

from simcore.games.lisboa.book import ARCHITECTS, CARD_TYPES, STACK_NAMES
from simcore.games.lisboa.names import CATEGORIES, KINDS, POINTS
from simcore.games.lisboa.pieces import PIECES, piece_id, row_of, short_decree
from simcore.games.lisboa.possible import NO_CUBE
from simcore.games.lisboa.state import (
    ACTIONS,
    AT_EVENT_STATE,
    AT_PRODUCE,
    AT_START_CLERGY,
    BAG_STREAM,
    BUILDING,
    CARDINAL_STEPS,
    CHURCH,
    COLOUR_NAMES,
    COLUMNS,
    COPIES,
    CUBE,
    DECREE,
    DISCARD,
    DRAW,
    FAVOR,
    FOLLOW,
    GOOD,
    GOOD_NAMES,
    GOODS,
    HALF,
    MAIN_EVENT,
    NOBLE_NAMES,
    OFFICE,
    PLACES,
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
from simcore.games.lisboa.tables import RUBBLE_PLACES
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT
from simcore.streams import CHANCE

LEGEND = (
    "B3 cloth@0 is a cloth store of seat 0 (the 1st seat) on plot B3; WA 5@1 the building 5 opened by seat 1 on "
    "site WA; rubble rowA 1/0/2 is 1 brown, 0 red and 2 blue cubes in row A; a ship in brackets is at sea"
)


# ---------------------------------------------------------------- for machines


def plot_name(plot: int) -> str:
    """L16: row and column of a plot."""
    return f"{ROW_NAMES[plot // COLUMNS]}{plot % COLUMNS + 1}"


def ship_name(ship: int) -> str:
    """A ship's colour and copy."""
    return f"{SHIP_NAMES[ship // COPIES]} ship {ship % COPIES + 1}"


def _pile(r: Any, kind: str, pieces: Any, n: Any) -> list[int]:
    """Return the ids in a pile, the top first."""
    return [piece_id(r, kind, i) for i in pieces[: int(n)][::-1]]


def _code_name(r: Any, code: int) -> str:
    return ship_name(code - SHIP) if code >= SHIP else f"card {piece_id(r, 'card', code)}"


def action_arguments(s: Any, r: Any, action: int) -> dict[str, Any]:
    """Name the kind and arguments of an action as the specification does."""
    kind, what, place = action >> KIND_SHIFT, action >> WHAT_SHIFT & WHAT_MASK, action & PLACE_MASK
    named = {"kind": KINDS[kind].name}
    if kind <= MAIN_EVENT:
        return named | {"card": piece_id(r, "card", s["hand"][s["cur"]][place])}
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
    architect = int(r["plan_architect"][what])
    building = s["offer"][architect][s["offer_left"][architect] - 1]
    return {"plan": piece_id(r, "plan", what), "building": piece_id(r, "building", building), "site": SITE_NAMES[place]}


def _choice(s: Any, r: Any, kind: int, place: int) -> dict[str, Any]:
    p, point = int(s["cur"]), int(s["point"])
    if kind == TILE and point == AT_START_CLERGY:
        return {"tile": piece_id(r, "tile", s["bag"][s["bag_left"] - 1 - place])}
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
    if kind == STACK:
        top = s["stack"][place][s["stack_left"][place] - 1]
        return {"architect": ARCHITECTS[place], "plan": piece_id(r, "plan", top)}
    if kind == DRAW:
        top = s["deck"][place][s["deck_left"][place] - 1]
        return {"deck": CARD_TYPES[place], "card": piece_id(r, "card", top)}
    names: dict[int, tuple[str, Any]] = {
        DECREE: ("decree", piece_id(r, "decree", s["display"][place % 8])),
        GOOD: ("good", GOOD_NAMES[place % GOODS]),
        PRICE: ("good", GOOD_NAMES[place % GOODS]),
        OFFICE: ("office", NOBLE_NAMES[place % 3]),
        FAVOR: ("noble", NOBLE_NAMES[place % 3]),
        TILE: ("tile", piece_id(r, "tile", s["track"][place % 6])),
        STAFF: ("from", ("plaza", *NOBLE_NAMES)[place % 4]),
        CUBE: ("colour", COLOUR_NAMES[place % 3]),
        CHURCH: ("tile", piece_id(r, "tile", s["tiles"][p][place % 4])),
        DISCARD: ("card", piece_id(r, "card", s["hand"][p][place % 5])),
        REWARD: ("card", piece_id(r, "card", s["dropped"][place % 5])),
    }
    return dict([names[kind]]) if kind in names else {"of": POINTS[point].name}


def describe_action(s: Any, r: Any, action: int) -> str:
    """Return an action in words."""
    arguments = {key: value for key, value in action_arguments(s, r, action).items() if key not in ("kind", "of")}
    rest = ", ".join(f"{key} {_words(r, key, value)}" for key, value in arguments.items())
    return ": ".join(filter(None, (KINDS[action >> KIND_SHIFT].label, rest)))


def _words(r: Any, key: str, value: Any) -> str:
    if isinstance(value, list):
        return " and ".join(map(str, value)) or "nothing"
    return f"{value} ({PIECES[key](r, row_of(r, key, value))})" if key in PIECES else str(value)


def store_on(s: Any, plot: int) -> list[tuple[int, int]]:
    """Return the good and seat of the store on a plot, or nothing."""
    sold = [g for g in range(GOODS) if int(s["of_good"][g]) >> plot & 1]
    return [(g, p) for g in sold for p in range(int(s["players"])) if int(s["stores"][p]) >> plot & 1]


def openers(s: Any, site: int) -> list[int]:
    """Return the seat that has opened the building on a site, or nothing."""
    return [p for p in range(int(s["players"])) if int(s["opened"][p]) >> site & 1]


def _plans(r: Any, mask: int) -> list[int]:
    return [piece_id(r, "plan", i) for i in range(PLANS) if int(mask) >> i & 1]


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
        "markers_used": int(s["markers_used"][p]),
        "favors": [n for i, n in enumerate(NOBLE_NAMES) if int(s["favors"][p]) >> i & 1],
        "clergy": [piece_id(r, "tile", t) for t in s["tiles"][p] if t >= 0],
        "plans_open": _plans(r, s["plans_open"][p]),
        "plans_completed": _plans(r, s["plans_done"][p]),
        "decrees": [piece_id(r, "decree", i) for i in held],
        "hand": [piece_id(r, "card", c) for c in s["hand"][p] if c >= 0],
        "upper": [_code_name(r, int(c)) for c in s["upper"][p] if c >= 0],
        "lower": [piece_id(r, "card", c) for c in s["lower"][p] if c >= 0],
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
        "decision": None if s["over"] else POINTS[int(s["point"])].name,
        "over": bool(s["over"]),
        "last_turn": int(s["last_turn"]) or None,
        "church_pending": bool(s["church"]),
        "players": [_player(s, r, p) for p in players],
        "supply": _named(s["supply"], GOOD_NAMES),
        "prices": _named(s["price"], GOOD_NAMES),
        "treasury_space": int(s["treasury"]),
        "cardinal": int(s["cardinal"]),
        "track": [piece_id(r, "tile", t) if t >= 0 else None for t in s["track"]],
        "clergy_bag": _pile(r, "tile", s["bag"], s["bag_left"]),
        "display_decrees": [piece_id(r, "decree", d) for d in s["display"] if d >= 0],
        "decree_deck": _pile(r, "decree", s["decree_deck"], s["decree_left"]),
        "portraits": _named(s["portrait"], NOBLE_NAMES),
        "stores": {
            plot_name(i): {"good": GOOD_NAMES[g], "seat": seat} for i in range(PLOTS) for g, seat in store_on(s, i)
        },
        "buildings": {
            name: {"building": piece_id(r, "building", s["site_building"][i]), "seat": seat}
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
        "purple_deck": _pile(r, "card", s["purple"], s["purple_left"]),
        "brown_decks": {name: _pile(r, "card", s["brown"][i], s["brown_left"][i]) for i, name in enumerate(CARD_TYPES)},
        "points": {c.name: [int(s["points"][p][i]) for p in players] for i, c in enumerate(CATEGORIES)},
        "scores": [int(s["score"][p]) for p in players] if s["over"] else None,
        "win_shares": [int(s["win60"][p]) / 60 for p in players] if s["over"] else None,
    }


def chance_json(before: Any, after: Any, r: Any) -> dict[str, Any]:
    """Return what chance did between two states: where in the bag a clergy tile has gone, 0 is next (L10, L84)."""
    if before["rng"][CHANCE + BAG_STREAM] == after["rng"][CHANCE + BAG_STREAM]:
        return {}
    p, left = int(before["cur"]), int(before["bag_left"])
    drawn = before["bag"][left - 2 : left] if int(before["point"]) == AT_START_CLERGY else before["tiles"][p]
    (tile,) = {int(t) for t in drawn if t >= 0} - {int(t) for t in after["tiles"][p]}
    track = [int(new) for new, old in zip(after["track"], before["track"], strict=True) if old < 0 <= new]
    order = [*track, *(int(t) for t in after["bag"][: int(after["bag_left"])][::-1])]
    return {"into the bag": {"tile": piece_id(r, "tile", tile), "place": order.index(tile)}}


# ---------------------------------------------------------------- a picture for people


def describe_state(s: Any, r: Any) -> str:
    """Return a picture of a state: city, buildings, market, court, then every player."""
    d = state_json(s, r)
    turn = f"turn {d['turns'] + 1} of seat {d['active']}"
    if d["over"]:
        turn = f"after {d['turns']} turns"
    elif str(d["decision"]).startswith("period"):
        turn = f"hands are exchanged after {d['turns']} turns"
    decrees = [short_decree(r, int(i)) for i in s["display"] if i >= 0]
    lines = [
        f" period {d['period']}, {turn}; treasury space {d['treasury_space']}, cardinal on space {d['cardinal']}",
        f" stores: {_placed(d['stores'], 'good')}",
        f" buildings: {_placed(d['buildings'], 'building')}",
        f" rubble: {_rubble(s)}",
        f" ships: {_ships_text(d['ships'])}; prices: {_counts(d['prices'])}",
        f" streets: {_some([f'{g} {tile}' for g, tile in d['streets'].items()])}; supply: {_counts(d['supply'])}; "
        f"clergy tiles: {_some([tile or '-' for tile in d['track']])}; portraits: {_counts(d['portraits'])}",
        f" decrees: {_some(decrees, '; ')}",
    ]
    for p, x in enumerate(d["players"]):
        lines += [
            f" seat {p}: {x['wigs']} wigs, {x['reis']} reis, {x['influence']} influence, goods {_counts(x['goods'])}; "
            f"officials {_counts(x['officials'])}; cubes {_counts(x['cubes'])}; favors {_some(x['favors'])}",
            f"    portfolio {_cards(r, [*s['upper'][p], *s['lower'][p]])}; hand {_cards(r, s['hand'][p])}",
            f"    tiles {_some(x['clergy'])}; open plans {_some(x['plans_open'])}; decrees {_some(x['decrees'])}",
        ]
    return "\n".join(lines)


def _counts(named: dict[str, int]) -> str:
    return _some([f"{n} {name}" for name, n in named.items() if n])


def _some(things: list[Any], between: str = ", ") -> str:
    return between.join(map(str, things)) or "none"


def _placed(places: dict[str, Any], what: str) -> str:
    return _some([f"{place} {x[what]}@{x['seat']}" for place, x in places.items()], " ")


def _rubble(s: Any) -> str:
    left = [i for i in range(PLACES) if s["rubble"][i].any()]
    return _some([f"{RUBBLE_PLACES[i]} {'/'.join(map(str, s['rubble'][i]))}" for i in left], " ")


def _ships_text(ships: dict[str, Any]) -> str:
    named = {f"{name}@{x['owner']}": x for name, x in ships.items()}
    return _some([f"({name})" if x["at_sea"] else name for name, x in named.items()])


def _cards(r: Any, cards: Any) -> str:
    return _some([_card(r, int(c)) for c in cards if c >= 0])


def _card(r: Any, code: int) -> str:
    return ship_name(code - SHIP) if code >= SHIP else f"{piece_id(r, 'card', code)} {CARD_TYPES[r['card_type'][code]]}"
