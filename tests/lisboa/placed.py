"""The compiled game in a position of the slow one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from simcore.games.lisboa.book import ARCHITECTS, CARD_TYPES, STACK_NAMES
from simcore.games.lisboa.describe import GAME
from simcore.games.lisboa.state import (
    ANY,
    AT_TRADE,
    COLOUR_NAMES,
    COLUMN_1,
    COLUMNS,
    COPIES,
    GOOD_NAMES,
    GOODS,
    NOBLE_NAMES,
    PLOTS,
    PRICE_OP,
    ROW_NAMES,
    SHIP,
    SHIP_NAMES,
    SITE_NAMES,
    STOP,
)

from ..playing import code
from .position import PLACES, Game
from .slow_game import SlowGame
from .slow_table import Option, Player, Ship

Step = tuple[int, int, int, int, int]  # of the agenda: operation, two arguments, seat, where wigs come from


class Placed(Game):
    """A game in a position of the slow game, with steps of its own on the agenda; then it stands still."""

    def __init__(self, slow: SlowGame, steps: Iterable[Step] = ()) -> None:
        super().__init__(len(slow.players), **slow.rule)
        lay_out(self.s, self.r, slow)
        for player in slow.players:
            lay_player(self, slow, player)
        for step in ((PRICE_OP, ANY, 0, 0, 0), *steps):  # undermost a question that is never answered
            for name, value in zip(("op", "a", "b", "seat", "source"), step, strict=True):
                self.s[name][self.s["top"]] = value
            self.s["top"] += 1
        self.s["point"] = AT_TRADE
        self.call("apply", code(STOP))  # no second trade: the agenda goes on

    @property
    def stands_still(self) -> bool:
        """Whether all steps are done."""
        return bool(self.s["top"] == 0)

    @property
    def point(self) -> str:
        """Return the decision point at hand."""
        return "" if self.stands_still else super().point

    @property
    def seat(self) -> int:
        """Return who decides."""
        return -1 if self.stands_still else super().seat

    def said(self) -> dict[Option, int]:
        """Return the legal actions by their words."""
        return {} if self.stands_still else super().said()

    def do(self, action: int) -> Placed:
        """Carry out a legal action; a position need not keep the invariants."""
        self.carry_out(action)
        if self.s["over"]:
            self.call("finish")
        return self


def lay(stack: Any, pieces: list[int]) -> int:
    """Lay pieces, counted from 1 and top first, with the top last; return how many there are."""
    stack[: len(pieces)] = np.array(pieces[::-1], int) - 1
    return len(pieces)


def in_row(row: Any, pieces: Iterable[int | None]) -> int:
    """Lay pieces, counted from 1, side by side; the rest is empty."""
    row[:] = -1
    for i, piece in enumerate(pieces):
        row[i] = -1 if piece is None else piece - 1
    return int((row >= 0).sum())


def plot_index(plot: str) -> int:
    return ROW_NAMES.index(plot[0]) * COLUMNS + int(plot[1]) - 1


def ship_index(slow: SlowGame, ship: Ship) -> int:
    return SHIP_NAMES.index(ship.colour) * COPIES + len(slow.players) - 1 - ship.copy


def mask(pieces: Iterable[int]) -> int:
    return sum(1 << piece - 1 for piece in pieces)


def lay_out(s: Any, r: Any, slow: SlowGame) -> None:
    """What lies between the players."""
    for name in ("site_building", "decree_owner", "ship_owner"):
        s[name] = -1
    for name in ("stores", "of_good", "opened"):
        s[name] = 0
    for name, value in {
        "turns": slow.turn - 1,
        "rounds": (slow.turn - 1) // len(slow.players),
        "period": slow.period - 1,
        "active": slow.active,
        "last_turn": (slow.last_round or 0) * len(slow.players),
        "church": slow.church_pending,
        "treasury": slow.treasury,
        "cardinal": slow.cardinal,
        "coins": 180 - sum(player.reis for player in slow.players),
        "supply": [slow.supply[good] for good in GOOD_NAMES],
        "price": [slow.prices[good] for good in GOOD_NAMES],
        "street": ["ABCD".index(slow.streets[good]) for good in GOOD_NAMES],
        "city": [slow.city_tiles[stack] for stack in STACK_NAMES],
        "boxed": [slow.cubes_boxed[colour] for colour in COLOUR_NAMES],
        "portrait": [slow.portraits[noble] for noble in NOBLE_NAMES],
    }.items():
        s[name] = value
    for place, cubes in slow.cubes.items():
        s["rubble"][PLACES.index(place)] = [cubes.count(colour) for colour in COLOUR_NAMES]
    for plot, (owner, good) in slow.stores.items():
        s["stores"][owner] |= 1 << plot_index(plot)
        s["of_good"][GOOD_NAMES.index(good)] |= 1 << plot_index(plot)
    for site, (building, opener) in slow.sites.items():
        i = SITE_NAMES.index(site)
        s["site_building"][i] = building - 1
        s["opened"][opener] |= 1 << i
    count_plots(s, r)
    s["bag_left"] = lay(s["bag"], slow.bag)
    in_row(s["track"], slow.track)
    s["decree_left"] = lay(s["decree_deck"], slow.decree_pile)
    s["display_size"] = in_row(s["display"], slow.face_up)
    s["purple_left"] = lay(s["purple"], slow.purple)
    s["yard_left"] = lay(s["yard"], [ship_index(slow, ship) + 1 for ship in slow.yard])
    for i, architect in enumerate(ARCHITECTS):
        s["stack_left"][i] = lay(s["stack"][i], slow.plan_stacks[architect])
        s["offer_left"][i] = lay(s["offer"][i], slow.stacks[architect])
    for i, kind in enumerate(CARD_TYPES):
        s["deck_left"][i] = lay(s["deck"][i], slow.decks[kind])
        s["brown_left"][i] = lay(s["brown"][i], slow.brown[kind])


def count_plots(s: Any, r: Any) -> None:
    """What is counted for every plot."""
    for name in ("land", "near", "pays", "gaps"):
        s[name] = 0
    for plot in range(PLOTS):
        for line, place in enumerate((plot // COLUMNS, COLUMN_1 + plot % COLUMNS)):
            s["land"][plot] += s["rubble"][place] @ r["cube_value"]
            s["near"][line] |= (s["rubble"][place] > 0).astype(int) << plot
        for site, building in enumerate(s["site_building"]):
            street = r["site_street"][site]
            if r["site_plots"][site] >> plot & 1:
                s["gaps"][plot] += building < 0 and street < 0 and r["site_used"] >> site & 1
                serves = [r["building_goods"][building] >> g & 1 and street in (-1, g) for g in range(GOODS)]
                s["pays"][:, plot] += (building >= 0) * r["building_wigs"][building] * np.array(serves)


def lay_player(game: Game, slow: SlowGame, player: Player) -> None:
    """What belongs to a player."""
    s, r, p = game.s, game.r, player.seat
    for name in ("reis", "influence", "wigs", "board", "plaza", "sets", "markers", "markers_used"):
        s[name][p] = getattr(player, name)
    s["goods"][p] = [player.goods[good] for good in GOOD_NAMES]
    s["cubes"][p] = [player.cubes[colour] for colour in COLOUR_NAMES]
    s["office"][p] = [slow.offices[noble][p] for noble in NOBLE_NAMES]
    s["favors"][p] = sum(player.favors[noble] << i for i, noble in enumerate(NOBLE_NAMES))
    s["points"][p] = [player.log[category.name] for category in GAME.categories]
    s["plans_open"][p], s["plans_done"][p] = mask(player.plans), mask(player.completed)
    s["hand_size"][p] = in_row(s["hand"][p], sorted(player.hand))
    s["tiles_held"][p] = in_row(s["tiles"][p], player.clergy)
    in_row(s["lower"][p], player.lower)
    in_row(
        s["upper"][p],
        [SHIP + ship_index(slow, card) + 1 if isinstance(card, Ship) else card for card in player.upper],
    )
    s["decree_owner"][[decree - 1 for decree in player.decrees]] = p
    s["decrees"][p] = len(player.decrees)
    tiles, cards = ([piece - 1 for piece in pieces] for pieces in (player.clergy, player.lower))
    s["power"][p] = r["tile_power"][tiles].sum(axis=0) + r["card_power"][cards].sum(axis=0)
    for ship in player.ships:
        i = ship_index(slow, ship)
        s["ship_owner"][i], s["at_sea"][i] = p, ship.at_sea
        s["cargo"][i] = [ship.cargo.count(good) for good in GOOD_NAMES]
