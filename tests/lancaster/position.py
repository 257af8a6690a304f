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
    COUNTY_A,
    COURT,
    FAVOR,
    FIGHTING,
    LAWS,
    LETTERS,
    LOWER_1,
    NAME,
    NO,
    NOBLE,
    OPCODES,
    PASS,
    PLACING,
    QUANTITY,
    RANSOM,
    REWARD,
    SETTING_UP,
    SLOT,
    SLOT_1,
    TAKING_CASTLES,
    TAKING_COUNTIES,
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
IDLE = (NONE, ("vote", "no", 0), ("quantity", 0), ("trade", "no"), ("ransom", "leave"))
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

    def idle(self, point: str, seat: int) -> Game:
        """Let everybody decline all until a seat comes to a decision point."""
        while (self.point, self.seat) != (point, seat):
            said = self.said()
            self.do(next((said[option] for option in IDLE if option in said), min(said.values())))
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
        "nobles_left": dict(zip(LETTERS, s["titles"][:9].tolist(), strict=True)),
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


class Position:
    """Builds a position: what a worked example lists; all other knights are in reserve, other stocks are 0.

    Every player has a tile on slot 2, which does nothing without squires, unless others are given.
    """

    def __init__(self, players: int, **rules: Any) -> None:
        self.game = Game(players, **rules).deal(1)
        s, r = self.game.s, self.game.r
        while self.game.point == "start_tile":
            self.game.choose(("tile", 2))
        for name in ("gold", "squires", "markers", "court", "where"):
            s[name] = 0
        s["reserve"][: r["sides"]] = r["knights"]
        s["law"], s["bill"] = range(3), range(3, 6)
        self.cards = dict.fromkeys(FIELDS, 0)

    def leave_reserve(self, seat: int, strength: int, place: int, ally: bool) -> int:
        """Take a knight from the reserve to a place; return its side."""
        side = seat + ally * int(self.game.s["players"])
        self.game.s["reserve"][side, strength - 1] -= 1
        self.game.s["where"][side, strength - 1] |= 1 << place
        return side

    def stock(self, **amounts: list[int]) -> Position:
        """Gold, squires, markers of everyone."""
        for name, values in amounts.items():
            self.game.s[name][: len(values)] = values
        return self

    def court(self, seat: int, *strengths: int, ally: bool = False) -> Position:
        """Knights at court."""
        for strength in strengths:
            side = self.leave_reserve(seat, strength, COURT, ally)
            self.game.s["court"][side, strength - 1] += 1
        return self

    def county(self, letter: str, seat: int, strength: int, squires: int = 0, ally: bool = False) -> Position:
        """A knight in a county."""
        c = LETTERS.index(letter)
        values = {"knight": strength, "helpers": squires, "total": strength + squires}
        for name, value in values.items():
            self.game.s[name][c] = value
        self.game.s["holder"][c] = self.leave_reserve(seat, strength, COUNTY_A + c, ally)
        return self

    def slot(self, number: int, seat: int, strength: int, ally: bool = False) -> Position:
        """A knight in a castle."""
        self.leave_reserve(seat, strength, SLOT_1 + number - 1, ally)
        return self

    def card(self, place: str, card: int, *stacks: tuple[int, list[int]], ally: bool = False) -> Position:
        """An open conflict and its stacks in the order of their spaces; an ally's comes first."""
        s, i = self.game.s, FIELDS.index(place)
        self.cards[place] = card
        for k, (seat, knights) in enumerate(stacks):
            for strength in knights:
                side = self.leave_reserve(seat, strength, LOWER_1 + i, ally and k == 0)
                s["stack"][i, side, strength - 1] += 1
                s["power"][i, side] += strength
            s["space"][i, k] = side
        s["spaces"][i] = len(stacks)
        return self

    def tiles(self, seat: int, *numbers: int) -> Position:
        """The extension tiles that a player has laid."""
        self.game.s["laid"][seat] = sum(1 << SLOT_1 + number - 1 for number in numbers)
        return self

    def nobles(self, seat: int, letters: str) -> Position:
        """Noble tiles of a player, out of the box."""
        for letter in letters:
            self.game.s["noble"][seat, LETTERS.index(letter)] += 1
        self.game.s["nobles"][seat] = len(letters)
        self.game.s["box"] -= len(letters)
        return self

    def laws(self, current: list[int], proposals: list[int] | None = None) -> Position:
        """The laws in force and the proposals."""
        self.game.s["law"] = [law - 1 for law in current]
        self.game.s["bill"] = [law - 1 for law in proposals or (4, 5, 6)]
        return self

    def begin(self, phase: int, **fields: int) -> Game:
        """Begin a phase: the rules go on to its first decision."""
        s = self.game.s
        missing = {"upper1": 2, "upper2": 3} if phase <= VOTING else {}
        s["card"] = [(self.cards[place] or missing.get(place, 0)) - 1 for place in FIELDS]
        for name, value in {
            "phase": phase,
            "at": 0,
            "turn": 0,
            "stage": 0,
            "mover": s["players"] - 1,
            **fields,
        }.items():
            s[name] = value
        s["point"], s["passes"] = POINTS.index("place"), -1
        self.game.call("apply", PASS << 16)  # a pass of nobody: only the rules go on
        assert self.game.call("check") == 0
        return self.game

    def place(self) -> Game:
        """Begin phase 1."""
        return self.begin(PLACING)

    def vote(self) -> Game:
        """Begin phase 2."""
        return self.begin(VOTING)

    def carry_out(self, *numbers: int) -> Game:
        """Apply laws, and no others."""
        blank = [number for number in range(1, 19) if number not in numbers]
        return self.laws([*numbers, *blank][:3]).begin(LAWS, blank=sum(1 << number - 1 for number in blank))

    def counties(self) -> Game:
        """Begin phase 3."""
        return self.begin(TAKING_COUNTIES)

    def castles(self) -> Game:
        """Begin the castle step."""
        return self.begin(TAKING_CASTLES, slots_left=-1)

    def fight(self) -> Game:
        """Begin the evaluation of conflicts."""
        return self.begin(FIGHTING)

    def effect(self, seat: int, opcode: str, times: int) -> Game:
        """Carry out an effect in phase 1."""
        s = self.game.s
        s["opcode"][0], s["times"][0] = OPCODES.index(opcode), times
        return self.begin(PLACING, effect=0, effects=1, side=seat)
