"""The compiled game in the words of the slow one: its actions, its state, and what chance decided."""

from __future__ import annotations

from typing import Any

from simcore.games.lancaster.describe import GAME, place_name
from simcore.games.lancaster.state import (
    ADD,
    ALLY_COUNTY,
    BOTH,
    CASTLE,
    COUNTY,
    FAVOR,
    LETTERS,
    LOWER_1,
    NAME,
    NO,
    NOBLE,
    PASS,
    PLACING,
    QUANTITY,
    RANSOM,
    REWARD,
    SETTING_UP,
    SLOT,
    SLOT_1,
    TILE,
    TITLE,
    TRADE,
    UPGRADE,
    VOTING,
    YES,
)

from ..playing import Playing
from . import slow_game
from .slow_game import CATEGORIES, FIELDS, NONE, SLOTS, Option

POINTS = tuple(point.name for point in GAME.points)
REFUSALS = {"trade": ("trade", "no"), "ransom": ("ransom", "leave")}


class Game(Playing):
    """A game of Lancaster in progress."""

    def __init__(self, players: int, book: Any = None, **rules: Any) -> None:
        super().__init__(GAME, players, book, **rules)

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
        return {words(self, action): action for action in self.options()}

    def choose(self, *options: Option) -> Game:
        """Carry out actions given in words."""
        for option in options:
            self.do(self.said()[option])
        return self


def words(game: Game, action: int) -> Option:
    """Return an action in the words of the slow game."""
    kind, what, place = action >> 16, action >> 5 & 2047, action & 31
    if COUNTY <= kind < ADD:
        return placement("ally" if kind >= ALLY_COUNTY else "own", (kind - COUNTY) % 3 + COUNTY, what, place)
    number = what << 5 | place
    return {
        TILE: ("tile", place + 1),
        ADD: ("add", LETTERS[place % 9], what),
        PASS: ("pass",),
        FAVOR: ("favor", place + 1),
        NOBLE: ("noble", LETTERS[place % 9]),
        UPGRADE: ("upgrade", (what >> 2) + 1, (what & 3) + 1, place_name(place)) if kind == UPGRADE else NONE,
        YES: ("vote", "yes", number),
        NO: ("vote", "no", number),
        QUANTITY: ("quantity", number),
        REWARD: ("county", "REWARD"),
        TITLE: ("county", "NOBLE"),
        BOTH: ("county", "BOTH"),
        TRADE: ("trade", "yes"),
        NAME: ("start_player", place),
        RANSOM: ("ransom", "pay"),
        SLOT: ("slot", place + 1),
    }.get(kind, REFUSALS.get(game.point, NONE))


def placement(side: str, kind: int, what: int, place: int) -> Option:
    """Return a placement in the words of the slow game."""
    if kind == COUNTY:
        return ("county", side, LETTERS[place], (what >> 6) + 1, what & 63)
    if kind == CASTLE:
        return ("castle", side, place + 1, what + 1)
    return ("conflict", side, FIELDS[place][:-1], int(FIELDS[place][-1]), what + 1)


def strengths(counts: Any) -> list[int]:
    """Return knights as a sorted list."""
    return [k + 1 for k, n in enumerate(counts.tolist()) for _ in range(n)]


def slots(places: int) -> list[int]:
    """Return the castle slots of a mask of places."""
    return [slot for slot in SLOTS if int(places) >> SLOT_1 + slot - 1 & 1]


def side_picture(game: Game, side: int) -> dict[str, Any]:
    """The knights of a side that do not stand in conflicts."""
    s = game.s
    return {
        "reserve": strengths(s["reserve"][side]),
        "court": strengths(s["court"][side]),
        "counties": {
            letter: (int(s["knight"][c]), int(s["helpers"][c]))
            for c, letter in enumerate(LETTERS)
            if s["holder"][c] == side
        },
        "castle": {slot: k + 1 for k in range(4) for slot in slots(s["where"][side, k])},
    }


def conflict_picture(game: Game, i: int) -> dict[str, Any]:
    """An open card and the stacks on its spaces."""
    s, n = game.s, game.s["players"]
    spaces = [(int(side), strengths(s["stack"][i, side])) for side in s["space"][i][: s["spaces"][i]]]
    return {
        "card": int(s["card"][i]) + 1,
        "stacks": [(side % n, "ally" if side >= n else "own", knights) for side, knights in spaces if knights],
    }


def laws(game: Game, rows: Any) -> list[int]:
    """The printed numbers of laws."""
    return game.r["law_number"][rows].tolist()


def phase(game: Game) -> int:
    """The phase as the slow game counts it."""
    at = int(game.s["phase"])
    if game.s["over"]:
        return slow_game.OVER
    if at <= PLACING:
        return slow_game.PLACING if at == PLACING else slow_game.SETUP
    return slow_game.REWARDS if at > VOTING + 1 else slow_game.PARLIAMENT


def picture(game: Game) -> dict[str, Any]:
    """What the compiled game says, in the words of the slow one."""
    s, n, r = game.s, int(game.s["players"]), game.r
    is_set_up = s["phase"] > SETTING_UP
    bills = {SETTING_UP: [], PLACING: s["bill"], VOTING: s["bill"][s["at"] :]}.get(int(s["phase"]), [])
    shown = {
        "points": [
            {c.name: int(s["points"][p, i]) for i, c in enumerate(GAME.categories) if c.name in CATEGORIES}
            for p in range(n)
        ],
        "total": game.scores if s["over"] else s["pp"][:n].tolist(),
        **{name: s[name][:n].tolist() for name in ("gold", "squires", "markers")},
        "sides": {
            kind: [side_picture(game, first + p) for p in range(n)]
            for kind, first in (("own", 0), ("ally", n))
            if first < r["sides"]
        },
        "conflicts": {place: conflict_picture(game, i) for i, place in enumerate(FIELDS) if s["card"][i] >= 0},
        "tiles": [slots(s["laid"][p]) for p in range(n)],
        "nobles": [[x for c, x in enumerate(LETTERS) for _ in range(s["noble"][p, c])] for p in range(n)],
        "nobles_left": dict(zip(LETTERS, s["titles"].tolist(), strict=True)),
        "box": int(s["box"]),
        "laws": laws(game, s["law"]),
        "proposals": laws(game, bills) if len(bills) else [],
        "favors": [tile + 1 for tile in range(6) if int(s["favors"]) >> tile & 1],
        "start_player": int(s["start"]),
        "round": int(s["rounds"]) + bool(is_set_up and not s["over"]),
        "phase": phase(game),
    }
    if s["over"]:
        shown |= {"scores": game.scores, "ranks": s["rank"][:n].tolist(), "shares": game.wins}
    return shown


def dealt(game: Game) -> dict[str, Any]:
    """What chance decided before the first decision."""
    s, n = game.s, int(game.s["players"])
    begun = bool(s["phase"] == PLACING)
    open_cards = s["card"][2:].tolist() if begun else []
    bills = laws(game, s["bill"]) if begun else []
    return {
        "start_player": int(s["start"]),
        "current": laws(game, s["law"]),
        "laws": [*bills, *laws(game, s["pile"][: s["pile_left"]])[::-1]],
        "conflicts": [card + 1 for card in open_cards + s["deck"][: s["deck_left"]].tolist()[::-1]],
        "start_tiles": [slots(s["laid"][p])[0] for p in range(n)] if begun else [],
    }


assert LOWER_1 == SLOT_1 + len(SLOTS)
