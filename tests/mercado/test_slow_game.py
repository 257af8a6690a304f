"""The compiled game against a slow one that was written from the rules alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .position import COIN, KINDS, TYPES, Game
from .rules_in_use import pairs
from .slow_game import DOORS, NUMBERS, SPACES, SlowGame, number_of

CATEGORIES = ("start", "openings", "customers", "guests", "bonus", "coins", "costs")


def picture(game: Game) -> dict[str, Any]:
    """What the compiled game says, in the words of the slow one."""
    s, seats = game.s, range(game.s["players"])

    def counted(names: Any, counts: Any) -> dict[str, int]:
        return {name: int(n) for name, n in zip(names, counts, strict=True) if n}

    def laid(name: str, places: list[Any]) -> dict[Any, int]:
        return {place: int(s[name][i]) for i, place in enumerate(places) if s[name][i] >= 0}

    return {
        "seat": int(s["cur"]),
        "coins": game.coins,
        "wood": s["wood"][: len(seats)].tolist(),
        "hands": [sorted(game.hand(p)) for p in seats],
        "display": sorted(game.display),
        "bag": counted(TYPES, s["bag"]),
        "held": [counted(KINDS, s["held"][p]) for p in seats],
        "stands": {at: (TYPES[t], int(s["owner"][SPACES.index(at)])) for at, t in laid("stand", SPACES).items()},
        "up": {at: KINDS[k] for at, k in laid("face_up", SPACES).items()},
        "down": {at: KINDS[k] for at, k in laid("face_down", SPACES).items()},
        "placed": laid("tile", DOORS),
        "show": {n: sorted(x for x in s["show"][n - 1].tolist() if x >= 0) for n in NUMBERS},
        "pile": {n: s["pile"][n - 1][: s["pile_size"][n - 1]].tolist() for n in NUMBERS},
        "passes": int(s["passes"]),
        "turns": int(s["turns"]),
        "left": int(s["left"]) if s["left"] >= 0 else None,
        "over": bool(s["over"]),
    }


def compare(game: Game, slow: SlowGame, where: str) -> None:
    """Every part of the two pictures must agree."""
    ours, theirs = picture(game), slow.picture()
    wrong = {name: (ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]}
    assert not wrong, f"{where}: compiled, slow: {wrong}"


class Chooser:
    """Chooses at random; in three games of four with a taste for some kinds of actions, which reaches far corners."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.taste = [self.random.random() ** 4 + 1e-3 for _ in range(8)] if seed % 4 else []
        if seed % 4 > 1:
            self.taste[COIN] /= 10

    def index(self, options: list[int]) -> int:
        """Return the index of the option chosen."""
        if not self.taste:
            return self.random.randrange(len(options))
        kinds = [a >> 16 for a in options]
        weights = [self.taste[kind] / kinds.count(kind) for kind in kinds]
        return self.random.choices(range(len(options)), weights)[0]


def replay(seed: int, players: int, rules: dict[str, Any], book: Any = None) -> None:
    """Play a random game twice."""
    chooser = Chooser(seed)
    game = Game(players, book, **rules).deal(seed)
    slow = SlowGame(game.s, game.book)
    decisions = slow.play()
    options = next(decisions)
    while True:
        where = f"seed {seed}, {players} players, decision {game.s['decisions']}, {rules}"
        listed = game.options()
        assert listed == [number_of(option) for option in options], where
        choice = chooser.index(listed)
        game.do(listed[choice])
        try:
            options = decisions.send(options[choice])
        except StopIteration:
            break
        finally:
            compare(game, slow, where)
    compare_ends(game, slow)


def compare_ends(game: Game, slow: SlowGame) -> None:
    """Scores, winners, the reason, the accounts, and how many random numbers were used."""
    assert game.s["over"] == 1
    assert ("spaces", "entrances", "passing")[game.s["end_reason"]] == slow.reason
    scores, wins = slow.result()
    assert game.scores == scores
    assert game.wins == pytest.approx(wins, abs=1e-9)
    assert game.s["no_result"] == (sum(wins) == 0)
    assert game.s["rng"][6] == slow.random
    for p in range(slow.players):
        assert game.s["points"][p, :-1].tolist() == [slow.accounts[p, name] for name in CATEGORIES]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_by_the_default_rules_agree(players: int) -> None:
    """M1 to M37."""
    for seed in range(40):
        replay(seed, players, {})


@pytest.mark.parametrize("index", range(len(pairs())))
def test_games_by_alternative_rules_agree(index: int) -> None:
    """M1 to M37; every pair of parameter values."""
    for seed in range(6):
        replay(1000 * index + seed, *pairs()[index])
