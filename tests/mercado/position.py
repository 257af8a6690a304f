"""Legal positions for worked examples, and a hand that plays on from them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from simcore.games.mercado.describe import GAME

from ..playing import Playing, code
from .oracle import ENTRANCES, space_number, store

TYPES = ("tomato", "flower", "grape", "meat", "fish")
KINDS = ("pizzeria", "tea_house", "wine_bar", "burger_joint", "sushi_bar", "pub")
POINTS = ("OWN_SWAP", "ACTION", "DISPLAY_SWAP", "TAKE")
OPEN, CUSTOMER, RESTAURANT, COIN, TAKE, KEEP, OWN_SWAP, DISPLAY_SWAP = range(8)
Space = tuple[int, int]


class Game(Playing):
    """A game of Mercado in progress."""

    def __init__(self, players: int, book: Any = None, **rules: Any) -> None:
        super().__init__(GAME, players, book, **rules)

    def open(self, stand: str, at: Space, take: str | None = None) -> Game:
        """OPEN, and take a display tile: the given one, the first one, or none if none is due."""
        self.do(opening(stand, at))
        if self.point == "DISPLAY_SWAP" and self.s["opened"]:
            self.do(code(KEEP))
        if self.point == "TAKE" and self.s["opened"] and not self.s["over"]:
            self.do(code(TAKE, place=TYPES.index(take)) if take else self.options()[0])
        return self

    def customer(self, number: int, types: str, entrance: str) -> Game:
        """CUSTOMER."""
        return self.do(self.placing(number, types, entrance))

    def restaurant(self, kind: str, at: Space) -> Game:
        """RESTAURANT."""
        return self.do(code(RESTAURANT, KINDS.index(kind), space_number(at)))

    def coin(self) -> Game:
        """COIN."""
        return self.do(code(COIN))

    def take(self, stand: str) -> Game:
        """TAKE."""
        return self.do(code(TAKE, place=TYPES.index(stand)))

    def placing(self, number: int, types: str, entrance: str) -> int:
        """Return the CUSTOMER action."""
        return code(CUSTOMER, self.tile_id(number, types), ENTRANCES.index(entrance))

    def tile_id(self, number: int, types: str) -> int:
        """Return the lowest tile with these types that lies nowhere on the board."""
        wanted = [t in types.split() for t in TYPES]
        for tile in range(self.r["tiles"]):
            face = self.r["tile_wants"][tile][:5].astype(bool).tolist()
            if self.r["tile_number"][tile] == number and face == wanted and tile not in self.s["tile"]:
                return tile
        raise LookupError(f"no tile ({number}: {types})")

    @property
    def point(self) -> str:
        """Return the decision point at hand."""
        return POINTS[int(self.s["point"])]

    @property
    def coins(self) -> list[int]:
        """Return everyone's coins."""
        return self.s["coins"][: self.s["players"]].tolist()

    def hand(self, seat: int) -> list[str]:
        """Return a player's open tiles."""
        return names(self.s["hand"][seat])

    @property
    def display(self) -> list[str]:
        """Return the display."""
        return names(self.s["display"])

    def held(self, seat: int) -> list[str]:
        """Return the restaurants in front of a player."""
        return [kind for kind, n in zip(KINDS, self.s["held"][seat], strict=True) for _ in range(n)]

    def shown(self, number: int) -> list[str]:
        """Return the faces on show of a number."""
        tiles = [tile for tile in self.s["show"][number - 1] if tile >= 0]
        return [" ".join(t for t, n in zip(TYPES, self.r["tile_wants"][tile][:5], strict=True) if n) for tile in tiles]


def opening(stand: str, at: Space) -> int:
    """Return the OPEN action."""
    return code(OPEN, TYPES.index(stand), space_number(at))


def names(counts: Any) -> list[str]:
    """Return tiles as a sorted list of names."""
    return [t for t, n in zip(TYPES, counts, strict=True) for _ in range(n)]


class Position:
    """Builds a position: what a worked example lists; the rest is filled up so that the state is legal.

    Stand tiles and restaurants that are not mentioned do not exist in its game.
    """

    def __init__(self, players: int = 4, **rules: Any) -> None:
        self.game = Game(players, **rules)
        s = self.game.s
        for name in ("stand", "owner", "face_up", "opener", "face_down", "tile", "placer", "show"):
            s[name] = -1
        s["left"], s["end_reason"], s["point"] = -1, 2, POINTS.index("ACTION")
        self._coins, self._bag = [1] * players, Counter(dict.fromkeys(TYPES, 4))
        self._hands: dict[int, list[str]] = {p: ["tomato", "flower", "grape"] for p in range(players)}
        self._display, self._wanted = ["grape", "meat", "fish"], []

    def stand(self, kind: str, owner: int, *spaces: Space) -> Position:
        """Stands of a type and owner."""
        for at in spaces:
            self.game.s["stand"][space_number(at)] = TYPES.index(kind)
            self.game.s["owner"][space_number(at)] = owner
        return self

    def up(self, kind: str, *spaces: Space) -> Position:
        """Face-up restaurants."""
        for at in spaces:
            self.game.s["face_up"][space_number(at)] = KINDS.index(kind)
            self.game.s["opener"][space_number(at)] = 0
        return self

    def down(self, kind: str, *spaces: Space) -> Position:
        """Face-down restaurants."""
        for at in spaces:
            self.game.s["face_down"][space_number(at)] = KINDS.index(kind)
        return self

    def tile(self, entrance: str, number: int, types: str) -> Position:
        """A customer tile on an entrance."""
        e = ENTRANCES.index(entrance)
        self.game.s["tile"][e] = self.game.tile_id(number, types)
        self.game.s["placer"][e] = 0
        return self

    def on_show(self, number: int, types: str) -> Position:
        """A customer tile that must be on show."""
        self._wanted.append((number, types))
        return self

    def coins(self, *coins: int) -> Position:
        """Everyone's coins, from seat 0 on; the others keep 1."""
        self._coins[: len(coins)] = coins
        return self

    def hand(self, seat: int, tiles: str) -> Position:
        """A player's open tiles."""
        self._hands[seat] = tiles.split()
        return self

    def held(self, seat: int, *kinds: str) -> Position:
        """Restaurants in front of a player."""
        for kind in kinds:
            self.game.s["held"][seat, KINDS.index(kind)] += 1
        return self

    def display(self, tiles: str) -> Position:
        """The display."""
        self._display = tiles.split()
        return self

    def bag(self, **counts: int) -> Position:
        """The whole bag."""
        self._bag = Counter(counts)
        return self

    def turn(self, seat: int, passes: int = 0) -> Position:
        """Whose turn it is, and how many COIN actions went before."""
        self.game.s["cur"], self.game.s["passes"] = seat, passes
        return self

    def play(self) -> Game:
        """Return the game, ready for an action."""
        s, r, players = self.game.s, self.game.r, range(self.game.s["players"])
        s["coins"][: len(players)] = self._coins
        s["points"][: len(players), 0] = self._coins
        for p in players:
            s["hand"][p] = [self._hands[p].count(t) for t in TYPES]
            s["wood"][p] = r["wooden_stands"] - (s["owner"] == p).sum()
            s["acts"][p, OPEN] = (s["owner"] == p).sum()
        s["display"] = [self._display.count(t) for t in TYPES]
        s["display_count"] = len(self._display)
        s["bag"] = [self._bag[t] for t in TYPES]
        s["bag_size"] = self._bag.total()
        s["acts"][0, CUSTOMER] = (s["tile"] >= 0).sum()
        s["acts"][0, RESTAURANT] = (s["face_up"] >= 0).sum()
        s["acts"][0, COIN] = s["passes"]
        s["turns"] = s["acts"].sum()
        self._fit_rules()
        self._lay_out_tiles()
        store(s, r)
        self.game.seed(1)
        assert self.game.call("check") == 0
        return self.game

    def _fit_rules(self) -> None:
        """Let the game hold just the stand tiles and restaurants of the position."""
        s, r = self.game.s, self.game.r
        for t in range(5):
            r["stand_tiles"][t] = s["bag"][t] + s["display"][t] + s["hand"][:, t].sum() + (s["stand"] == t).sum()
        for kind in range(6):
            here = sum((s[name] == kind).sum() for name in ("face_up", "face_down")) + s["held"][:, kind].sum()
            r["face_down"][kind], r["last_seat"][kind] = here, 0
        r["random_layout"] = 1

    def _lay_out_tiles(self) -> None:
        """Show the wanted tiles first, then the others; the rest is the pile."""
        s, r = self.game.s, self.game.r
        wanted = [self.game.tile_id(*face) for face in self._wanted]
        for n in range(4):
            left = [i for i in range(r["tiles"]) if r["tile_number"][i] == n + 1 and i not in s["tile"]]
            left.sort(key=lambda i: i not in wanted)
            shown, pile = sorted(left[: r["show_per_number"]]), left[r["show_per_number"] :]
            s["show"][n, : len(shown)] = shown
            s["pile"][n, : len(pile)] = pile
            s["pile_size"][n] = len(pile)
