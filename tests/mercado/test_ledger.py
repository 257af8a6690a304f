"""The ledger of a sampled game: what items brought, when they were taken, stocks and standings."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simcore.engine import simulate
from simcore.games.mercado.describe import GAME
from simcore.records import records

from .bots_in_use import LINEAR, RANDOM
from .oracle import improves, line_of, neighbours
from .position import KINDS, TYPES, Game
from .rules_in_use import pairs
from .slow_game import SlowGame, advance, number_of
from .test_slow_game import Chooser

CATEGORY = {c.name: i for i, c in enumerate(GAME.categories)}
ITEMS = [item.name for item in GAME.items(GAME.rulebook())]
STANDS = slice(0, 5)
ACTION = 1


class Account:
    """What items should have brought, from the slow game."""

    def __init__(self, slow: SlowGame) -> None:
        self.slow = slow
        self.brought: Counter[tuple[int, str]] = Counter()
        self.taken: Counter[tuple[int, str]] = Counter()
        self.offered: Counter[tuple[int, str]] = Counter()
        self.placer: dict[str, int] = {}
        self.opener: dict[tuple[int, int], int] = {}

    def note(self, options: list[Any], option: Any) -> None:
        """Note a decision, before it is carried out."""
        seat = self.slow.seat
        for name in {item(o) for o in options} - {None}:
            self.offered[seat, name] += 1
        if item(option):
            self.taken[seat, item(option)] += 1
        getattr(self, f"_{option[0]}", lambda *_: None)(seat, *option[1:])

    def _open(self, seat: int, stand: str, space: tuple[int, int]) -> None:
        self.brought[seat, stand] -= self.slow.cost(space)
        for door, tile in self.slow.placed.items():
            if space in line_of(door):
                self._pay(tile, self.placer[door], seat, stand, space)
                if self.slow.rule["stand_trigger"] == "all_matching":
                    self._pay_line(tile, self.placer[door], door)

    def _customer(self, seat: int, tile: int, door: str) -> None:
        self.placer[door] = seat
        self._pay_line(tile, seat, door)

    def _restaurant(self, seat: int, kind: str, space: tuple[int, int]) -> None:
        self.opener[space] = seat
        self.brought[seat, kind] += self.slow.rule["restaurant_bonus"]

    def _pay_line(self, tile: int, placer: int, door: str) -> None:
        for space in line_of(door):
            if space in self.slow.stands:
                stand, owner = self.slow.stands[space]
                self._pay(tile, placer, owner, stand, space)

    def _pay(self, tile: int, placer: int, owner: int, stand: str, space: tuple[int, int]) -> None:
        n, types = self.slow.face[tile]
        if stand not in types:
            return
        coins = n * self.slow.worth(space, stand)
        self.brought[owner, stand] += coins
        if placer == owner:
            self.brought[owner, f"tile_{tile}"] += coins
        for q in neighbours(space):
            kind = self.slow.up.get(q)
            if kind and self.opener[q] == owner and improves(KINDS.index(kind), TYPES.index(stand)):
                self.brought[owner, kind] += n


def item(option: Any) -> str | None:
    """The item that an option takes."""
    if option[0] == "customer":
        return f"tile_{option[1]}"
    return option[1] if option[0] in ("open", "restaurant") else None


def as_counter(table: Any) -> Counter[tuple[int, str]]:
    """A table of the ledger by seat and item, without zeros."""
    seats = range(table.shape[0])
    return Counter({(p, name): int(table[p, i]) for p in seats for i, name in enumerate(ITEMS) if table[p, i]})


@pytest.mark.parametrize("index", [None, *range(0, len(pairs()), 3)])
def test_items_bring_what_they_were_paid(index: int | None) -> None:
    players, rules = (4, {}) if index is None else pairs()[index]
    for seed in range(3):
        chooser, game = Chooser(seed), Game(players, **rules).deal(seed)
        slow, books = SlowGame(game.s, game.book), records(1, game.kernel.ledger)
        account, decisions = Account(slow), slow.play()
        options = next(decisions)
        while not game.s["over"]:
            choice = options[chooser.index(game.options())]
            account.note(options, choice)
            game.kernel.functions["account"](game.s, game.r, game.o, number_of(choice), books[0])
            game.do(number_of(choice))
            options = advance(decisions, choice)
        for name in ("brought", "taken", "offered"):
            wanted = Counter({key: n for key, n in getattr(account, name).items() if n})
            assert as_counter(books[0][name]) == wanted, (name, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ledgers_add_up(players: int) -> None:
    """Decisions, coins of stands, and the last round's standing fit the game's record."""
    states, books = simulate(GAME, [RANDOM, LINEAR], players, 600, 4, sample=1.0)
    book = books[states["ledger"]]
    income = sum(states["points"][:, :, CATEGORY[name]] for name in ("openings", "customers", "guests", "costs"))
    assert (book["brought"][:, :, STANDS].sum(axis=2) == income).all()
    assert (book["asked"].sum(axis=(1, 2)) == states["decisions"]).all()
    assert (book["asked"][:, :, ACTION].sum(axis=1) == states["turns"]).all()
    for i, (state, l) in enumerate(zip(states, book, strict=True)):
        assert (l["standing"][l["rounds"] - 1] == state["score"]).all(), i
        coins = state["points"][:players, :-1].sum(axis=1)
        assert (l["stocks"][l["rounds"] - 1, :players, 0] == coins).all()
        assert (l["stocks"][l["rounds"] - 1, :players, 1] == state["tie"][:players]).all()
        assert l["rounds"] == -(-state["turns"] // players)
