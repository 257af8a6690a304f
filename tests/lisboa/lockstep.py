"""The compiled game and the slow one, action by action."""

from __future__ import annotations

import random
from typing import Any, Self

import pytest

from simcore.games.lisboa.state import KINDS

from .position import Game, dealt, picture, place_in_bag, slow_picture
from .slow_game import SlowGame
from .slow_position import rows
from .slow_table import Option


class Chooser:
    """Chooses at random; in two games of three with a taste for some kinds of actions, which reaches far corners."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.taste = [self.random.random() ** 4 + 1e-3 for _ in KINDS] if seed % 3 else []

    def choose(self, actions: list[int]) -> int:
        """Return one of the actions."""
        if not self.taste:
            return self.random.choice(actions)
        kinds = [action >> 16 for action in actions]
        return self.random.choices(actions, [self.taste[kind] / kinds.count(kind) for kind in kinds])[0]


class Lockstep:
    """Two games in the same position, which is compared at once and after every action."""

    def __init__(self, game: Game, slow: SlowGame, where: str) -> None:
        self.game, self.slow, self.where = game, slow, where
        self.place = 0  # in the bag, of the tile that goes back
        slow.deal = {**slow.deal, "returns": lambda: self.place}
        self.compare("the beginning")

    @classmethod
    def of_a_deal(cls, seed: int, players: int, rules: dict[str, Any], book: Any = None) -> Self:
        """Two games of the same deal."""
        game = Game(players, book, **rules).deal(seed)
        tables = {"state_actions": rows("state_actions"), **game.book.tables}
        slow = SlowGame(players, game.book.parameters, tables, dealt(game))
        return cls(game, slow, f"seed {seed}, {players} players, {rules}")

    def both(self, option: Option, action: int) -> None:
        """Carry out an action in both games."""
        before = self.game.keep()[0]
        tiles = self.returned(option)
        self.game.do(action)
        for tile in tiles:
            self.place = place_in_bag(self.game, before, tile)
        self.slow.apply(option)

    def returned(self, option: Option) -> list[int]:
        """The tile that an action puts back into the bag, if any (`clergy_discard_to`)."""
        if self.slow.point == "start_clergy":
            return [tile for _, tile in self.slow.options() if tile != option[1]]
        to_bag = self.slow.rule["clergy_discard_to"] == "bag"
        return [option[1]] if to_bag and self.slow.point == "church_discard" and option[0] == "discard" else []

    def settle(self) -> None:
        """L99: a decision with one option need not be asked; take those that only one of the games asks."""
        while not self.is_aligned():
            if len(self.slow.options()) == 1:
                self.slow.apply(self.slow.options()[0])
            else:
                self.skip()

    def is_aligned(self) -> bool:
        """Whether both games ask the same seat for the same."""
        return (self.game.point, self.game.seat) == (self.slow.point, self.slow.seat)

    def skip(self) -> None:
        """Take a decision that only the compiled game asks."""
        game, slow = self.game, self.slow
        actions = [] if game.s["over"] else list(game.said().values())
        asked = f"compiled {game.point} {game.seat}, slow {slow.point} {slow.seat} {slow.options()}"
        assert len(actions) == 1, f"{self.where}: {asked}"
        game.do(actions[0])

    def same_options(self, said: set[Option], told: set[Option]) -> bool:
        """Whether both games offer the same."""
        return said == told

    def compare(self, doing: Any) -> None:
        """Who decides what, the options, and every part of the two pictures, must agree."""
        self.settle()
        where = f"{self.where}, decision {self.game.s['decisions']}, {doing}; now {self.game.point} {self.game.seat}"
        ours, theirs = picture(self.game), slow_picture(self.slow.state())
        if self.slow.over:
            theirs["shares"] = pytest.approx(theirs["shares"], abs=1e-9)
        wrong = {name: (ours[name], theirs[name]) for name in theirs if ours[name] != theirs[name]}
        if "players" in wrong:
            pairs = enumerate(zip(*wrong["players"], strict=True))
            wrong["players"] = [(p, k, a[k], b[k]) for p, (a, b) in pairs for k in b if a[k] != b[k]]
        assert not wrong, f"{where}: compiled, slow: {wrong}"
        if self.slow.over:
            return
        said, told = set(self.game.said()), set(self.slow.options())
        assert self.same_options(said, told), f"{where}: compiled only {said - told}, slow only {told - said}"

    def take(self, option: Option) -> None:
        """Decide, and compare."""
        self.both(option, self.game.said()[option])
        self.compare(option)

    def play(self, chooser: Chooser) -> Game:
        """Play both games to the end."""
        while not self.game.s["over"]:
            said = self.game.said()
            action = chooser.choose(list(said.values()))
            option = next(option for option, other in said.items() if other == action)
            self.both(option, action)
            self.compare(option)
        assert self.slow.over
        return self.game
