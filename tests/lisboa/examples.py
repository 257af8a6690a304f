"""Positions for worked examples: they are set up in the slow game, and both games play on from there, in lockstep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self

from simcore.games.lisboa.cells import read_effects
from simcore.games.lisboa.state import (
    ACT,
    ACTIONS,
    ANY,
    BY_CARDS,
    BY_EVENTS,
    CLERGY_OP,
    END_TURN,
    MAIN,
    SELL_STEP,
    TRADE_STEP,
    TURN,
    UPKEEP,
)

from .lockstep import Lockstep
from .placed import Placed, Step
from .recut import Recut
from .slow_game import SlowGame
from .slow_position import Row, deal, defaults, tables
from .slow_table import GOODS, NOBLES, Option, Player, Ship, Steps

OPERATIONS = {
    "sell": SELL_STEP,
    "trade": TRADE_STEP,
    "main_decision": MAIN,
    "take_turns": TURN,
    "upkeep": UPKEEP,
    "next_period": END_TURN,
}


class Example(SlowGame):
    """A game of which any part can be begun; from then on the compiled game is held against it.

    Attributes:
        lockstep: the two games, once something has begun.
    """

    lockstep: Recut | None = None

    @property
    def compiled(self) -> Placed:
        """The compiled game in the position at hand."""
        return Placed(self)

    def begin(self, part: str, *arguments: Any) -> None:
        """Begin a part of the rules, up to its first decision."""
        twin = Placed(self, agenda(self, part, *arguments))
        self.run(getattr(self, part)(*arguments))
        self.lockstep = Recut(twin, self, f"{part} {arguments[1:]}")

    def choose(self, option: Option) -> None:
        """Decide."""
        if self.lockstep is None:
            self.apply(option)
            return
        self.lockstep.take(option)

    def finish(self) -> None:
        """L90 to L94: the game ends here and now."""
        twin = self.compiled
        self.final_scoring()
        twin.s["over"] = 1
        twin.call("finish")
        Lockstep(twin, self, "final scoring")

    def next_period(self) -> Steps:
        """L87, then the next turn."""
        yield from self.change_period()
        self.turn += 1
        yield from self.take_turns()

    def twin(self) -> Self:
        """A copy of the table on which something can be tried, without a compiled game beside it."""
        with without_lockstep(self):
            return super().twin()


@contextmanager
def without_lockstep(game: Example) -> Iterator[None]:
    """Put the compiled game aside."""
    kept, game.lockstep = game.lockstep, None
    yield
    game.lockstep = kept


def agenda(game: Example, part: str, *arguments: Any) -> list[Step]:
    """Return what the compiled game has to do, undermost step first."""
    seat = arguments[0].seat if arguments else game.active
    if part == "perform":
        action, by_event = arguments[1], arguments[2:] == (True,)
        return [(ACT, ACTIONS.index(action), 0, seat, BY_EVENTS if by_event else 0)]
    if part == "take_any_tile":
        return [(CLERGY_OP, ANY, 1, seat, 0)]
    if part == "resolve":
        effects = read_effects(arguments[1], arguments[2])
        return [(opcode, a, b, seat, BY_CARDS) for opcode, a, b in reversed(effects)]
    return [(OPERATIONS[part], 0, 0, seat, 0)]


def new_game(
    players: int,
    dealt: Mapping[str, Any] | None = None,
    rule_tables: Mapping[str, list[Row]] | None = None,
    **rules: Any,
) -> Example:
    """Return a game at its first decision."""
    start = {**deal(players), "returns": None, **(dealt or {})}
    return Example(players, {**defaults(), **rules}, rule_tables or tables(), start)


def position(players: int = 3, **rules: Any) -> Example:
    """Return the position of the worked examples: every player has the same and nothing lies on the boards."""
    game = new_game(players, **rules)
    game.run(iter(()))
    for player in game.players:
        player.influence = 5
        player.favors = dict.fromkeys(NOBLES, 0)
        player.hand, player.plans, player.clergy = [], [], []
    game.portraits = dict.fromkeys(NOBLES, players)
    game.bag = list(range(1, 38))
    game.refill_track()
    return game


def ship(game: Example, player: Player, colour: str, *cargo: str) -> Ship:
    """Give a player a ship; its cargo comes from the supply."""
    new = next(ship for period in (1, 2) for ship in game.new_ships(period) if ship.colour == colour)
    new.copy = 1 + sum(s.colour == colour for p in game.players for s in p.ships)
    for good in cargo:
        game.supply[good] -= 1
    new.cargo, new.at_sea = list(cargo), len(cargo) == new.hull
    player.upper.append(new)
    return new


def set_goods(game: Example, player: Player, *goods: int) -> None:
    """Give a player other goods, gold first."""
    for good, n in zip(GOODS, goods, strict=True):
        game.supply[good] += player.goods[good] - n
        player.goods[good] = n


def officials(game: Example, noble: str, *numbers: int) -> None:
    """Let so many officials of every player stand with a noble; the others are on the boards."""
    for player, n in zip(game.players, numbers, strict=True):
        player.board += game.offices[noble][player.seat] - n
        game.offices[noble][player.seat] = n


def store(game: Example, player: Player, plot: str, good: str) -> None:
    """Put up a store."""
    game.stores[plot] = (player.seat, good)
    player.houses -= 1
    game.city_tiles[game.tile_stack(plot, good)] -= 1


def answer(game: Example, point: str, *choices: tuple[Any, ...]) -> None:
    """Take several decisions of one kind."""
    for choice in choices:
        assert game.point == point, (game.point, game.options())
        game.choose(choice)
