"""The descriptor of Mercado, and its actions and states in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcore.components import Column, RuleBook, TableSpec
from simcore.errors import InputError
from simcore.game import Contrast, Game, Item, Moment, Named
from simcore.games.mercado.state import (
    BAG,
    CUSTOMER,
    DISPLAY_SWAP,
    ENTRANCES,
    FEATURES,
    KEEP,
    LAYOUTS,
    MAX_PILE,
    MAX_TILES,
    NUMBERS,
    OPEN,
    OWN_SWAP,
    RESTAURANT,
    RESTAURANTS,
    SEATS,
    SPACES,
    TAKE,
    TYPES,
    make_rules,
)
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT
from simcore.streams import CHANCE

YES_NO = range(2)
INITIALS = "TFRMS"  # of the stand types; R is grape, S is fish
LEGEND = (
    "to@0 is a tomato stand of seat 0 (the 1st seat), PI a pizzeria face up, [pi] one face down; 2TF is a customer "
    "tile with the number 2 for tomato and flower (R grape, M meat, S fish); (+7) tiles are left in that pile"
)
CUSTOMER_COLUMNS = (
    Column("tile_id", range(MAX_TILES), key=True),
    Column("customers", range(1, NUMBERS + 1)),
    *(Column(t, YES_NO) for t in TYPES),
)
TABLES = (
    TableSpec("stands", (Column("type", TYPES, key=True), Column("colour"), Column("count", range(13)))),
    TableSpec(
        "restaurants",
        (
            Column("kind", RESTAURANTS, key=True),
            Column("improves", (*TYPES, "any")),
            Column("count_total", range(13)),
            *(Column(f"face_down_{n}p", range(13)) for n in (2, 3, 4)),
            Column("held_by_last_seat_4p", range(13)),
        ),
    ),
    TableSpec(
        "board",
        (
            Column("layout", LAYOUTS, key=True),
            Column("row", range(5), key=True),
            Column("col", range(5), key=True),
            Column("marked", YES_NO),
        ),
    ),
    *(TableSpec(f"customers_{h}", CUSTOMER_COLUMNS) for h in ("h1", "h2", "h3")),
)

KINDS = (
    Named("open", "open a stand", "put a stand tile on a free space, receive its income, pay its cost (M16-M19)"),
    Named("customer", "place customers", "put a customer tile on an entrance; it pays the matching stands (M21, M27)"),
    Named("restaurant", "open a restaurant", "lay a restaurant face up (M22, M23)"),
    Named("coin", "take a coin", "receive a coin (M15)"),
    Named("take", "take a tile", "take a stand tile from the display after opening a stand (M20)"),
    Named("keep", "keep tiles", "decline an offered swap (M13, M14)"),
    Named("own_swap", "swap own tiles", "swap three equal own tiles (M13)"),
    Named("display_swap", "swap the display", "swap three equal display tiles (M14)"),
)
POINTS = (
    Named("own_swap", "swap of own tiles", "M13"),
    Named("action", "action", "M15"),
    Named("display_swap", "swap of the display", "M14"),
    Named("take", "tile from the display", "M20"),
)
CATEGORIES = (
    Named("start", "start coins"),
    Named("openings", "income of stands opened"),
    Named("customers", "customers placed by oneself"),
    Named("guests", "paid by others' actions"),
    Named("bonus", "restaurant bonus"),
    Named("coins", "coin actions"),
    Named("costs", "costs of stands"),
    Named("penalty", "restaurants left over"),
)
STOCKS = (
    Named("coins", "coins"),
    Named("stands", "stands in the market"),
    Named("wood", "wooden stands left"),
    Named("held", "restaurants held"),
)
ITEM_KINDS = (
    Named("stand", "stands", "coins paid to the seat's stands of the type, less what opening them cost"),
    Named("restaurant", "restaurants", "the bonus, and the coins its help added to the opener's own stands"),
    Named("customers", "customer tiles", "coins that the tile paid to the seat that placed it"),
)
SOURCES = {"stands": "type", "restaurants": "kind"}  # tables that tell of items, by their keys
MOMENTS = (
    Moment(
        "restaurant",
        "opening a restaurant",
        "restaurant",
        (
            Named("opened", "opened", "the restaurant is opened (M22)"),
            Named("coin", "coin", "the seat takes a coin instead (M15)"),
        ),
        most=SPACES,
        part="opened the restaurant",
        contrasts=(Contrast("worth", "opening it", "opened", "coin"),),
    ),
)
END_REASONS = (
    Named("spaces", "market full", "trigger A of M28"),
    Named("entrances", "entrances full", "trigger B of M28"),
    Named("passing", "everybody passed", "M30"),
)
_MEANINGS = {
    "own_gain": "coins the action brings at once",
    "cost": "coins the stand costs (M18)",
    "rival_gain": "coins all rivals together receive (M27)",
    "is_open": "1 for opening a stand",
    "is_restaurant": "1 for opening a restaurant",
    "is_customer": "1 for placing customers",
    "free_ends": "free entrances that the space sees, 0 to 4",
    "helpers": "face-up restaurants next to the space that help the stand (M24)",
    "reveals": "1 if a face-down restaurant lies on the space (M17)",
    "own_boost": "own stands next to the space that the restaurant helps",
    "rival_boost": "rivals' stands next to the space that the restaurant helps",
    "crowd": "stands in the row plus stands in the column",
    "placed_demand": "sum of the numbers of placed customer tiles that want the type taken",
    "shown_demand": "customer tiles on show that want the type taken",
    "copies": "open tiles of the type taken that one already has",
    "own_swap": "1 for swapping three equal own tiles",
    "display_swap": "1 for swapping three equal display tiles",
    "own_crowd": "own stands in the row plus own stands in the column",
    "wanted": "customer tiles on show that want the type opened",
    "late_open": "spaces filled so far (0 to 25), for opening a stand",
    "late_restaurant": "spaces filled so far, for opening a restaurant",
    "late_customer": "spaces filled so far, for placing customers",
    "last_open": "1 during the last turns, for opening a stand (M29)",
    "last_restaurant": "1 during the last turns, for opening a restaurant",
    "last_reveals": "1 during the last turns if a face-down restaurant lies on the space",
    "is_coin": "1 for taking a coin",
}


def items(book: RuleBook) -> tuple[Item, ...]:
    """Return the items of a rule book: stand types, restaurant kinds, customer tiles."""
    tiles = sorted(_customers(book), key=lambda row: int(row["tile_id"]))
    sources = {row[key]: str(row["provenance"]) for t, key in SOURCES.items() for row in book.tables[t]}
    return (
        *(Item(t, "stand", f"{t} stand", sources[t]) for t in TYPES),
        *(Item(k, "restaurant", k.replace("_", " "), sources[k]) for k in RESTAURANTS),
        *(Item(f"tile_{row['tile_id']}", "customers", _face(row), row["provenance"]) for row in tiles),
    )


def _customers(book: RuleBook) -> list[dict[str, Any]]:
    return list(book.tables[f"customers_{book.parameters['customer_table']}"])


def _face(row: Mapping[str, Any]) -> str:
    return f"{row['customers']} for {', '.join(t for t in TYPES if row[t])}"


def check_tables(book: RuleBook) -> None:
    """Raise InputError where tables contradict the rules."""
    _check_keys(book)
    _check_stand_count(book)
    _check_restaurant_count(book)
    _check_layouts(book)
    for table in ("customers_h1", "customers_h2", "customers_h3"):
        _check_customers(book, table)


def _wrong(book: RuleBook, table: str, what: str) -> InputError:
    return InputError(f"{book.edited.get(table, table + '.csv')}: {what}")


def _check_keys(book: RuleBook) -> None:
    for table, column, wanted in (("stands", "type", TYPES), ("restaurants", "kind", RESTAURANTS)):
        given = {row[column] for row in book.tables[table]}
        for name in wanted:
            if name not in given:
                raise _wrong(book, table, f"the row for {column} {name!r} is missing")


def _check_stand_count(book: RuleBook) -> None:
    total = sum(int(row["count"]) for row in book.tables["stands"])
    need = int(book.parameters["display_size"]) + SEATS * int(book.parameters["hand_size"])
    if not need <= total <= 60:
        raise _wrong(book, "stands", f"{total} stand tiles in all; set-up and bag need {need} to 60 (M7)")


def _check_restaurant_count(book: RuleBook) -> None:
    for row in book.tables["restaurants"]:
        for n in (2, 3, 4):
            used = int(row[f"face_down_{n}p"]) + (int(row["held_by_last_seat_4p"]) if n == SEATS else 0)
            if used > int(row["count_total"]):
                raise _wrong(
                    book, "restaurants",
                    f"{row['kind']}: {used} in play with {n} players, count_total is {row['count_total']} (M5, M6)",
                )  # fmt: skip


def _check_layouts(book: RuleBook) -> None:
    down = {n: sum(int(row[f"face_down_{n}p"]) for row in book.tables["restaurants"]) for n in (2, 3, 4)}
    for layout in LAYOUTS:
        rows = [row for row in book.tables["board"] if row["layout"] == layout]
        if len(rows) != SPACES:
            raise _wrong(book, "board", f"layout {layout} has {len(rows)} rows, needs {SPACES} (M2)")
        marked = sum(int(row["marked"]) for row in rows)
        for n, count in down.items():
            if marked != count:
                raise _wrong(
                    book, "board" if "board" in book.edited else "restaurants",
                    f"layout {layout} has {marked} marked spaces, but {count} restaurants start face down "
                    f"with {n} players (M6)",
                )  # fmt: skip


def _check_customers(book: RuleBook, table: str) -> None:
    rows = book.tables[table]
    ids = sorted(int(row["tile_id"]) for row in rows)
    if ids != list(range(len(rows))):
        raise _wrong(book, table, f"tile_id must count from 0 to {len(rows) - 1} without a gap (M8)")
    for row in rows:
        if not any(row[t] for t in TYPES):
            raise _wrong(book, table, f"tile_id {row['tile_id']} shows no stand type (M8)")
    for number in range(1, NUMBERS + 1):
        count = sum(row["customers"] == number for row in rows)
        if count > MAX_PILE:
            raise _wrong(book, table, f"{count} tiles have number {number}, at most {MAX_PILE} fit")


def space_name(space: int) -> str:
    """M2: (row,column)."""
    return f"({space // 5},{space % 5})"


def entrance_name(entrance: int) -> str:
    """M3: N0 to E4."""
    return f"{'NSWE'[entrance // 5]}{entrance % 5}"


def tile_face(r: Any, tile: int) -> str:
    """Return a customer tile as ``2: tomato, flower``."""
    types = ", ".join(TYPES[t] for t in r["tile_types"][tile][: r["tile_kinds"][tile]])
    return f"{r['tile_number'][tile]}: {types}"


def action_arguments(s: Any, r: Any, action: int) -> dict[str, Any]:
    """Name the kind and arguments of an action as the specification does."""
    kind, what, place = action >> KIND_SHIFT, action >> WHAT_SHIFT & WHAT_MASK, action & PLACE_MASK
    arguments: dict[str, Any] = {"kind": KINDS[kind].name}
    if kind == OPEN:
        arguments |= {"type": TYPES[what], "space": space_name(place)}
    elif kind == CUSTOMER:
        arguments |= {"tile": what, "face": tile_face(r, what), "entrance": entrance_name(place)}
    elif kind == RESTAURANT:
        arguments |= {"restaurant": RESTAURANTS[what], "space": space_name(place)}
    elif kind == TAKE:
        arguments |= {"type": TYPES[place]}
    elif kind == KEEP:
        arguments |= {"of": POINTS[int(s["point"])].name}
    return arguments


def describe_action(s: Any, r: Any, action: int) -> str:
    """Return an action in words."""
    a = action_arguments(s, r, action)
    if a["kind"] == "open":
        return f"opens a {a['type']} stand on {a['space']}"
    if a["kind"] == "customer":
        return f"places customers ({a['face']}) at {a['entrance']}"
    if a["kind"] == "restaurant":
        return f"opens a {a['restaurant'].replace('_', ' ')} on {a['space']}"
    if a["kind"] == "take":
        return f"takes a {a['type']} tile from the display"
    return {
        "coin": "takes a coin",
        "keep": "keeps the tiles",
        "own_swap": "swaps three equal tiles of their own",
        "display_swap": "swaps the three equal display tiles",
    }[a["kind"]]


def _tiles(counts: Any) -> dict[str, int]:
    return {name: int(n) for name, n in zip(TYPES, counts, strict=True)}


def _kinds(counts: Any) -> dict[str, int]:
    return {name: int(n) for name, n in zip(RESTAURANTS, counts, strict=True)}


def _pile(s: Any, r: Any, n: int) -> dict[str, Any]:
    """The tiles of a number: on show, and the hidden pile, top first."""
    shown = [int(t) for t in s["show"][n][: r["show_per_number"]] if t >= 0]
    hidden = [int(t) for t in s["pile"][n][: s["pile_size"][n]][::-1]]
    return {"number": n + 1, "on_show": shown, "pile": hidden}


def state_json(s: Any, r: Any) -> dict[str, Any]:
    """Return the full state under the names of the specification, hidden parts included."""
    players = range(int(s["players"]))
    spaces, entrances = range(SPACES), range(ENTRANCES)
    return {
        "turns": int(s["turns"]),
        "seat": None if s["over"] else int(s["cur"]),
        "decision": None if s["over"] else POINTS[int(s["point"])].name,
        "stand_opened_this_turn": bool(s["opened"]),
        "swaps_made_here": int(s["swaps"]),
        "forced_swaps": {"own": int(s["forced"][0]), "display": int(s["forced"][1])},
        "over": bool(s["over"]),
        "end_reason": END_REASONS[int(s["end_reason"])].name if s["over"] or s["left"] >= 0 else None,
        "turns_left": int(s["left"]) if s["left"] >= 0 else None,
        "consecutive_coin_actions": int(s["passes"]),
        "bag": _tiles(s["bag"]),
        "display": _tiles(s["display"]),
        "players": [
            {
                "coins": int(s["coins"][p]),
                "wooden_stands": int(s["wood"][p]),
                "open_tiles": _tiles(s["hand"][p]),
                "restaurants": _kinds(s["held"][p]),
            }
            for p in players
        ],
        "stands": {
            space_name(i): {"type": TYPES[s["stand"][i]], "seat": int(s["owner"][i])}
            for i in spaces
            if s["stand"][i] >= 0
        },
        "restaurants_face_up": {
            space_name(i): {"kind": RESTAURANTS[s["face_up"][i]], "seat": int(s["opener"][i])}
            for i in spaces
            if s["face_up"][i] >= 0
        },
        "restaurants_face_down": {
            space_name(i): RESTAURANTS[s["face_down"][i]] for i in spaces if s["face_down"][i] >= 0
        },
        "customers_placed": {
            entrance_name(e): {"tile": int(s["tile"][e]), "seat": int(s["placer"][e])}
            for e in entrances
            if s["tile"][e] >= 0
        },
        "customers": [_pile(s, r, n) for n in range(NUMBERS)],
        "scores": [int(s["score"][p]) for p in players] if s["over"] else None,
        "win_shares": [int(s["win60"][p]) / 60 for p in players] if s["over"] else None,
    }


def _on_show(s: Any) -> set[int]:
    return {int(t) for t in s["show"].ravel() if t >= 0}


def chance_json(before: Any, after: Any, r: Any) -> dict[str, Any]:
    """Return what chance turned up between two states: tiles from the bag, restaurants revealed, customers shown.

    After forced swaps, ``drawn`` is what the bag has less of in all.
    """
    chance: dict[str, Any] = {}
    if before["rng"][CHANCE + BAG] != after["rng"][CHANCE + BAG]:
        done = int((after["acts"] - before["acts"]).sum(axis=0).argmax())
        swapped = {OWN_SWAP: after["hand"][before["cur"]], DISPLAY_SWAP: after["display"]}.get(done)
        drawn = before["bag"] - after["bag"] if swapped is None else swapped
        chance["drawn"] = {t: int(n) for t, n in zip(TYPES, drawn, strict=True) if n > 0}
    revealed = [i for i in range(SPACES) if before["face_down"][i] >= 0 > after["face_down"][i]]
    if (forced := after["forced"] - before["forced"]).any():
        chance["forced_swaps"] = {"own": int(forced[0]), "display": int(forced[1])}
    if revealed:
        chance["revealed"] = {space_name(i): RESTAURANTS[before["face_down"][i]] for i in revealed}
    if shown := sorted(_on_show(after) - _on_show(before)):
        chance["shown"] = shown
    return chance


def _cell(s: Any, space: int) -> str:
    """A space in four characters: stand and owner, restaurant in capitals, face-down restaurant, or free."""
    if s["stand"][space] >= 0:
        return f"{TYPES[s['stand'][space]][:2]}@{s['owner'][space]}"
    if s["face_up"][space] >= 0:
        return f" {RESTAURANTS[s['face_up'][space]][:2].upper()} "
    return f"[{RESTAURANTS[s['face_down'][space]][:2]}]" if s["face_down"][space] >= 0 else "  . "


def _short_face(r: Any, tile: int) -> str:
    """A customer tile in a few characters: 2TF is the number 2 for tomato and flower (R grape, M meat, S fish)."""
    return f"{r['tile_number'][tile]}" + "".join(INITIALS[t] for t in r["tile_types"][tile][: r["tile_kinds"][tile]])


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in counts.items() if n) or "none"


def _player_line(s: Any, p: int) -> str:
    coins = int(s["coins"][p])
    return (
        f" seat {p}: {coins} coin{'s' * (coins != 1)}, {s['wood'][p]} wooden stands, "
        f"tiles: {_counted(_tiles(s['hand'][p]))}; restaurants: {_counted(_kinds(s['held'][p]))}"
    )


def describe_state(s: Any, r: Any) -> str:
    """Return a picture of a state: the market with its entrances, tiles on show, then every player."""

    def door(e: int) -> str:
        return f"{_short_face(r, s['tile'][e]) if s['tile'][e] >= 0 else '.':^4}"

    def shown(n: int) -> str:
        return " ".join(_short_face(r, t) for t in s["show"][n] if t >= 0) + f" (+{s['pile_size'][n]})"

    lines = ["      " + " ".join(door(c) for c in range(5))]
    for row in range(5):
        cells = " ".join(_cell(s, 5 * row + c) for c in range(5))
        lines.append(f" {door(10 + row)} {cells} {door(15 + row)}")
    lines.append("      " + " ".join(door(5 + c) for c in range(5)))
    lines.append(f" display: {_counted(_tiles(s['display']))}; bag: {s['bag_size']} tiles")
    lines.append(" on show: " + " | ".join(shown(n) for n in range(NUMBERS)))
    lines += [_player_line(s, p) for p in range(int(s["players"]))]
    if s["left"] >= 0 and not s["over"]:
        lines.append(f" last turns: {s['left']} left")
    return "\n".join(lines)


GAME = Game(
    name="mercado",
    title="Mercado de Lisboa",
    version="1",
    package="simcore.games.mercado",
    players=(2, 3, 4),
    tables=TABLES,
    kinds=KINDS,
    points=POINTS,
    categories=CATEGORIES,
    stocks=STOCKS,
    item_kinds=ITEM_KINDS,
    end_reasons=END_REASONS,
    features=tuple(Named(f, f.replace("_", " "), _MEANINGS[f]) for f in FEATURES),
    max_decisions=2000,
    unit="coins",
    seat_word="start player",
    items=items,
    make_rules=make_rules,
    describe_action=describe_action,
    action_arguments=action_arguments,
    describe_state=describe_state,
    state_json=state_json,
    chance_json=chance_json,
    legend=LEGEND,
    check_tables=check_tables,
    moments=MOMENTS,
)
