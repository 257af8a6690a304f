"""The compiled game in the words of the slow one: its actions, its state, and what chance decided."""

from __future__ import annotations

from typing import Any

from simcore.games.lisboa.book import ARCHITECTS, CARD_TYPES, STACK_NAMES
from simcore.games.lisboa.describe import GAME
from simcore.games.lisboa.possible import NO_CUBE
from simcore.games.lisboa.state import (
    ACTIONS,
    AT_START_CLERGY,
    BUILDING,
    CARDINAL_STEPS,
    CHURCH,
    COLOUR_NAMES,
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
    STORE,
    TILE,
    TRADE,
    YES,
)
from simcore.games.lisboa.words import openers, plot_name, store_on

from ..playing import Playing
from .slow_table import STOP, Option

POINTS = tuple(point.name for point in GAME.points)
MODES = ("gold", "sell", "trade", "visit", "event")
WAYS = ("top", "bottom", "noble")
REFUSALS: dict[str, Option] = {"visit_state_action": ("none",), "second_decree": ("no",), "follow": ("follow", "no")}
PLACES = (*(f"row{x}" for x in ROW_NAMES), *(f"col{n}" for n in range(1, 6)), *SITE_NAMES, "pile")


class Game(Playing):
    """A game of Lisboa in progress."""

    def __init__(self, players: int, book: Any = None, **rules: Any) -> None:
        super().__init__(GAME, players, book, **rules)

    @property
    def players(self) -> int:
        """Return how many play."""
        return int(self.s["players"])

    @property
    def point(self) -> str:
        """Return the decision point at hand."""
        return "" if self.s["over"] else POINTS[int(self.s["point"])]

    @property
    def seat(self) -> int:
        """Return who decides."""
        return -1 if self.s["over"] else int(self.s["cur"])

    def said(self) -> dict[Option, int]:
        """Return the legal actions by their words."""
        actions = self.options()
        said = {words(self, action): action for action in actions}
        assert len(said) == len(actions), "two actions say the same"
        return said

    def ship_name(self, ship: int) -> tuple[str, int]:
        """Return a ship as the slow game calls it: its copies are counted from the top of the yard."""
        return SHIP_NAMES[ship // COPIES], self.players - 1 - ship % COPIES


def words(game: Game, action: int) -> Option:
    """Return an action in the words of the slow game."""
    s, kind, what, place = game.s, action >> 16, action >> 5 & 2047, action & 31
    if kind <= MAIN_EVENT:
        return ("main", int(s["hand"][s["cur"], place]) + 1, MODES[kind])
    if kind == SELL:
        return ("sell", GOOD_NAMES[what], int(s["ship_owner"][place]), game.ship_name(place))
    if kind == TRADE:
        return ("trade", GOOD_NAMES[what], ACTIONS[place])
    if kind == SHIP_NEW:
        old = game.ship_name(int(s["upper"][s["cur"], what - 1]) - SHIP) if what else "new"
        return ("ship", old, tuple(GOOD_NAMES[g] for g in range(GOODS) if place >> g & 1))
    if kind == STORE:
        return store_words(what, place)
    if kind == BUILDING:
        return ("building", what + 1, SITE_NAMES[place])
    return choice_words(game, kind, place)


def store_words(what: int, plot: int) -> Option:
    """Return a store with its good and its cube."""
    good, where, colour = GOOD_NAMES[what >> 4], what >> 2 & 3, COLOUR_NAMES[what & 3]
    if where == NO_CUBE:
        return ("store", plot_name(plot), good, "none", "none")
    place = (f"row{plot_name(plot)[0]}", f"col{plot_name(plot)[1]}", "pile")[where]
    return ("store", plot_name(plot), good, place, colour)


def choice_words(game: Game, kind: int, place: int) -> Option:
    """Return an action with one argument."""
    s, p, point = game.s, game.seat, game.point
    if kind == ROOM:
        return room_words(game, place)
    if kind == TILE:
        return ("tile", int(s["bag"][s["bag_left"] - 1 - place]) + 1 if s["point"] == AT_START_CLERGY else place)
    if kind == STATE_ACTION:
        return (WAYS[place],) if point == "visit_state_action" else ("state", ACTIONS[place])
    if point == "produce":
        return ("goods", tuple(GOOD_NAMES[g] for g in range(GOODS) if place >> g & 1))
    known: dict[int, tuple[str, Any]] = {
        CARDINAL_STEPS: ("steps", range(32)),
        GOOD: ("good", GOOD_NAMES),
        PRICE: ("price", GOOD_NAMES),
        OFFICE: ("office", NOBLE_NAMES),
        STACK: ("stack", ARCHITECTS),
        FAVOR: ("favor", NOBLE_NAMES),
        STAFF: ("from", ("plaza", *NOBLE_NAMES)),
        FOLLOW: ("follow", WAYS),
        CUBE: ("cube", COLOUR_NAMES),
        DRAW: ("deck", CARD_TYPES),
        DECREE: ("decree", ids(s["display"])),
        CHURCH: ("discard", ids(s["tiles"][p])),
        DISCARD: ("discard", ids(s["hand"][p])),
        REWARD: ("reward", ids(s["dropped"])),
    }
    if kind in known:
        name, values = known[kind]
        return (name, values[place])
    return ("yes",) if kind == YES else REFUSALS.get(point, STOP)


def room_words(game: Game, place: int) -> Option:
    """Return what leaves the portfolio."""
    if place >= HALF:
        return ("card", int(game.s["lower"][game.seat, place - HALF]) + 1)
    code = int(game.s["upper"][game.seat, place])
    return ("ship", *game.ship_name(code - SHIP)) if code >= SHIP else ("card", code + 1)


def ids(values: Any) -> list[int]:
    """Return the numbers of pieces as the tables count them."""
    return [int(i) + 1 for i in values if i >= 0]


def pile(values: Any, left: Any) -> list[int]:
    """Return a stack, top first."""
    return ids(values[:left])[::-1]


def of_mask(mask: int) -> list[int]:
    """Return the numbers of the pieces of a mask."""
    return [i + 1 for i in range(64) if int(mask) >> i & 1]


def named(values: Any, names: tuple[str, ...]) -> dict[str, int]:
    """Return counts by their names."""
    return {name: int(n) for name, n in zip(names, values, strict=False)}


def cubes(game: Game) -> dict[str, list[str]]:
    """Return the cubes of every place in use."""
    return {
        place: sorted(c for c, n in named(game.s["rubble"][i], COLOUR_NAMES).items() for _ in range(n))
        for i, place in enumerate(PLACES)
        if game.r["slot_cubes"][i]
    }


def cargo(game: Game, ship: int) -> list[str]:
    """Return the goods aboard."""
    return [good for good, n in named(game.s["cargo"][ship], GOOD_NAMES).items() for _ in range(n)]


def player_picture(game: Game, p: int) -> dict[str, Any]:
    """Return what belongs to a player."""
    s = game.s
    points = {c.name: int(n) for c, n in zip(GAME.categories, s["points"][p], strict=True) if n}
    final = ("ships_hull", "sets_final", "streets", "reis", "decrees", "plan_majority", "favors")
    return {
        "wigs": int(s["score"][p] if s["over"] else s["wigs"][p]),
        "log": {name: n for name, n in points.items() if s["over"] or name not in final},
        **{name: int(s[name][p]) for name in ("reis", "influence", "board", "plaza", "sets", "markers")},
        "markers_used": int(s["markers_used"][p]),
        "goods": named(s["goods"][p], GOOD_NAMES),
        "houses": int(game.r["houses"]) - int(s["stores"][p]).bit_count(),
        "cubes": named(s["cubes"][p], COLOUR_NAMES),
        "favors": {noble: int(s["favors"][p]) >> i & 1 for i, noble in enumerate(NOBLE_NAMES)},
        "clergy": ids(s["tiles"][p]),
        "plans": of_mask(s["plans_open"][p]),
        "completed": of_mask(s["plans_done"][p]),
        "decrees": [i + 1 for i in range(len(s["decree_owner"])) if s["decree_owner"][i] == p],
        "upper": sorted(int(c) + 1 for c in s["upper"][p] if 0 <= c < SHIP),
        "ships": {
            game.ship_name(i): {"cargo": cargo(game, i), "at_sea": bool(s["at_sea"][i])}
            for i in range(SHIPS)
            if s["ship_owner"][i] == p
        },
        "lower": ids(s["lower"][p]),
        "hand": sorted(ids(s["hand"][p])),
    }


def picture(game: Game) -> dict[str, Any]:
    """Return what the compiled game says, in the words of the slow one."""
    s, n = game.s, game.players
    offers = {a: pile(s["offer"][i], s["offer_left"][i]) for i, a in enumerate(ARCHITECTS)}
    shown = {
        "period": int(s["period"]) + 1,
        "active": int(s["active"]),
        "last_round": int(s["last_turn"]) // n or None,
        "church_pending": bool(s["church"]),
        "over": bool(s["over"]),
        "players": [player_picture(game, p) for p in range(n)],
        "supply": named(s["supply"], GOOD_NAMES),
        "prices": named(s["price"], GOOD_NAMES),
        "treasury": int(s["treasury"]),
        "cardinal": int(s["cardinal"]),
        "track": [int(t) + 1 if t >= 0 else None for t in s["track"]],
        "clergy_bag": pile(s["bag"], s["bag_left"])[2 * (game.point == "start_clergy") :],
        "offices": {noble: s["office"][:n, i].tolist() for i, noble in enumerate(NOBLE_NAMES)},
        "portraits": named(s["portrait"], NOBLE_NAMES),
        "stores": {plot_name(i): (seat, GOOD_NAMES[g]) for i in range(PLOTS) for g, seat in store_on(s, i)},
        "sites": {
            site: (int(s["site_building"][i]) + 1, seat) for i, site in enumerate(SITE_NAMES) for seat in openers(s, i)
        },
        "cubes": cubes(game),
        "cubes_boxed": {colour: k for colour, k in named(s["boxed"], COLOUR_NAMES).items() if k},
        "city_tiles": named(s["city"], STACK_NAMES),
        "streets": {good: "ABCD"[s["street"][i]] for i, good in enumerate(GOOD_NAMES)},
        "building_stacks": offers,
        "building_offers": {
            a: stack[0] if stack and not s["offer_used"][i] else None for i, (a, stack) in enumerate(offers.items())
        },
        "plan_stacks": {a: pile(s["stack"][i], s["stack_left"][i]) for i, a in enumerate(ARCHITECTS)},
        "decks": {kind: pile(s["deck"][i], s["deck_left"][i]) for i, kind in enumerate(CARD_TYPES)},
        "purple": pile(s["purple"], s["purple_left"]),
        "brown": {kind: pile(s["brown"][i], s["brown_left"][i]) for i, kind in enumerate(CARD_TYPES)},
        "face_up_decrees": ids(s["display"]),
        "decree_pile": pile(s["decree_deck"], s["decree_left"]),
        "shipyard": [game.ship_name(int(ship)) for ship in s["yard"][: s["yard_left"]][::-1]],
    }
    if s["over"]:
        shown |= {"scores": game.scores, "ranks": s["rank"][:n].tolist(), "shares": game.wins}
    return shown


UNSORTED = ("plans", "completed", "decrees", "upper", "hand")


def slow_picture(state: dict[str, Any]) -> dict[str, Any]:
    """Return the slow game's state without what the compiled one does not keep, and sorted where it keeps no order."""
    kept = {name: value for name, value in state.items() if name not in ("turn", "round", "boxed")}
    if not state["over"]:
        kept = {name: value for name, value in kept.items() if name not in ("scores", "ranks", "shares")}
    for player in kept["players"]:
        player |= {name: sorted(player[name]) for name in UNSORTED}
        del player["portfolio_influence"]
        for ship in player["ships"].values():
            ship["cargo"].sort(key=GOOD_NAMES.index)
    return kept


def dealt(game: Game) -> dict[str, Any]:
    """Return what chance decided before the first decision."""
    s, n = game.s, game.players
    shown = picture(game)
    return {
        "cubes": shown["cubes"],
        "streets": shown["streets"],
        "buildings": shown["building_stacks"],
        "plans": shown["plan_stacks"],
        "favors": [next(x for x, k in shown["players"][p]["favors"].items() if k) for p in range(n)],
        "start_plans": [of_mask(s["plans_open"][p])[0] for p in range(n)],
        "clergy": pile(s["bag"], s["bag_left"]),
        "hands": [ids(s["hand"][p]) for p in range(n)],
        "red": shown["decks"],
        "purple": shown["purple"],
        "brown": shown["brown"],
        "decrees": shown["face_up_decrees"] + shown["decree_pile"],
    }


def place_in_bag(game: Game, before: Any, tile: int) -> int:
    """Return where a tile came to lie in the bag, 0 is next, though the track may have been refilled since."""
    drawn = [new for new, old in zip(game.s["track"], before["track"], strict=True) if old < 0 <= new]
    return [*ids(drawn), *pile(game.s["bag"], game.s["bag_left"])].index(tile)
