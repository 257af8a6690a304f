"""A policy that looks at what it must not see is found out (L19); shipped strategies do not look."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

import strategies
from simcore.bots import Bot
from simcore.engine import simulate
from simcore.errors import StrategyError
from simcore.games.lisboa.describe import GAME
from simcore.games.lisboa.state import kernel
from simcore.options import count, nth
from strategies.weights import weight_vector

from .lockstep import Chooser
from .position import Game, picture

HAND, RIVALS_BACK, BAG, TRACK_BACK, DECK, BROWN, PURPLE, DECREES, OFFERS, PLANS = HIDDEN = range(10)
MONEY, OWN_BACK, HAND_SIZE, TOP_CARD = OPEN = range(10, 14)
OF_PLAYERS = (HAND, RIVALS_BACK, MONEY, OWN_BACK, HAND_SIZE)


@njit
def top(pieces: Any, left: int, covered: int) -> int:
    """A piece of a stack, under so many others."""
    return pieces[max(left - 1 - covered, 0)]


@njit
def of_a_player(s: Any, r: Any, p: int, thing: Any) -> int:
    if thing == HAND:
        return s.hand[p, 0]
    if thing == MONEY:
        return s.reis[p]
    if thing == HAND_SIZE:
        return s.hand_size[p]
    return r.tile_wigs[max(s.tiles[s.cur if thing == OWN_BACK else p, 0], 0)]


@njit
def of_the_table(s: Any, r: Any, thing: Any) -> int:
    if thing == BAG:
        return s.bag[0]
    if thing == TRACK_BACK:
        return r.tile_wigs[max(s.track[2], 0)]
    if thing == PURPLE:
        return top(s.purple, s.purple_left, 0)
    if thing == DECREES:
        return top(s.decree_deck, s.decree_left, 0)
    if thing == BROWN:
        return top(s.brown[1], s.brown_left[1], 0)
    if thing == OFFERS:
        return top(s.offer[0], s.offer_left[0], 2)
    if thing == PLANS:
        return top(s.stack[0], s.stack_left[0], 2)
    return top(s.deck[0], s.deck_left[0], thing == DECK)


@kernel.policy
def peek(s: Any, r: Any, o: Any) -> int:
    """Choose by what the weight of the first feature names."""
    thing = o.weights[s.bot[s.cur], 0]
    rival = (s.cur + 1) % s.players
    code = of_a_player(s, r, rival, thing) if thing in OF_PLAYERS else of_the_table(s, r, thing)
    return nth(o, code % count(o))


def play(thing: int, players: int) -> None:
    bot = Bot("peeking", "user", "", peek, weight_vector({GAME.features[0].name: thing}, GAME))
    simulate(GAME, [bot], players, 60, 1, checked=True)


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("thing", HIDDEN)
def test_peeking_is_found_out(thing: int, players: int) -> None:
    """L19."""
    with pytest.raises(StrategyError, match="must not see"):
        play(thing, players)


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("thing", OPEN)
def test_what_lies_open_may_be_seen(thing: int, players: int) -> None:
    """L19."""
    play(thing, players)


@pytest.mark.parametrize("players", GAME.players)
def test_no_shipped_strategy_peeks(players: int) -> None:
    states, _ = simulate(GAME, strategies.shipped("lisboa"), players, 400, seed=7, checked=True)
    assert states["over"].all()


def visible(game: Game, viewer: int) -> dict[str, Any]:
    """What a seat sees of a state."""
    shown = picture(game)
    hidden = ("decree_pile", "clergy_bag", "purple", "brown", "building_stacks", "plan_stacks", "decks", "track")
    rivals = [player for seat, player in enumerate(shown["players"]) if seat != viewer]
    for player in rivals:
        player |= {name: len(player[name]) for name in ("hand", "clergy")}
    fronts = game.r["tile_power"]
    return {
        **{name: value for name, value in shown.items() if name not in hidden},
        "tops": [{kind: deck[:1] for kind, deck in shown[name].items()} for name in ("plan_stacks", "decks")],
        "offers": {architect: stack[:2] for architect, stack in shown["building_stacks"].items()},
        "sizes": [len(shown[name]) for name in ("decree_pile", "clergy_bag", "purple")],
        "fronts": [fronts[tile - 1].tolist() if tile else None for tile in shown["track"]],
    }


@pytest.mark.parametrize("players", GAME.players)
def test_a_redeal_leaves_what_a_seat_sees(players: int) -> None:
    """L10, L19: options, their features and everything that lies open stay; the invariants hold; the rest changes."""
    changed = set()
    for seed in range(2):
        chooser, game = Chooser(3 * seed), Game(players).deal(seed)
        while not game.s["over"]:
            kept, actions = game.keep(), game.options()
            game.call("features")
            rows, before = slice(int(game.o["n"])), visible(game, game.seat)
            seen = [game.o[name][rows].copy() for name in ("heads", "masks", "x")]
            game.call("redeal", game.seat)
            assert game.call("check") == 0
            assert game.options() == actions
            game.call("features")
            assert all(np.array_equal(a, game.o[n][rows]) for a, n in zip(seen, ("heads", "masks", "x"), strict=True))
            assert visible(game, game.seat) == before
            names = ("hand", "bag", "track", "tiles", "deck", "brown", "purple", "decree_deck", "offer", "stack")
            changed |= {name for name in names if (game.s[name] != kept[0][name]).any()}
            game.restore(kept)
            game.do(chooser.choose(actions))
    assert len(changed) == len(HIDDEN)
