"""The compiled game and the slow one, action by action."""

from __future__ import annotations

import random
from typing import Any

import pytest

from simcore.games.lancaster.state import KINDS

from .position import Game, dealt, picture
from .slow_game import SlowGame


def slow_twin(game: Game) -> SlowGame:
    """Return the slow game of the same deal."""
    return SlowGame(int(game.s["players"]), game.book.parameters, game.book.tables, dealt(game))


def compare(game: Game, slow: SlowGame, where: str) -> None:
    """Who decides what, and every part of the two pictures, must agree."""
    assert (game.point, game.seat) == (slow.point, slow.seat), where
    ours, theirs = picture(game), slow.state()
    if slow.over:
        theirs["shares"] = pytest.approx(theirs["shares"], abs=1e-9)
    wrong = {name: (ours[name], theirs[name]) for name in theirs if ours[name] != theirs[name]}
    assert not wrong, f"{where}: compiled, slow: {wrong}"


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


def replay(seed: int, players: int, rules: dict[str, Any], book: Any = None) -> Game:
    """Play a random game twice."""
    chooser = Chooser(seed)
    game = Game(players, book, **rules).deal(seed)
    slow = slow_twin(game)
    compare(game, slow, f"seed {seed}, the deal, {rules}")
    while not game.s["over"]:
        where = f"seed {seed}, {players} players, decision {game.s['decisions']} ({game.point}), {rules}"
        said = game.said()
        assert sorted(said) == sorted(slow.options()), where
        assert list(said)[-1] == slow.options()[-1] or slow.options()[-1] != ("none",), where
        choice = chooser.choose(list(said.values()))
        slow.apply(next(option for option, action in said.items() if action == choice))
        game.do(choice)
        compare(game, slow, where)
    assert slow.over
    return game
