"""What simcore asks of every game."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest
from numba import njit

from simcore.options import KIND_SHIFT, any_option
from simcore.records import OF_FORKS, records
from simcore.registry import find_game
from simcore.streams import start_streams

GAMES = ("toy", "mercado", "lancaster", "lisboa")


@njit
def begin(states: Any) -> None:
    start_streams(states[0])


@njit
def choose(states: Any, options: Any) -> Any:
    return any_option(states[0], options[0])


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_does_not_depend_on_who_sits_where(name: str) -> None:
    """The loop deals once for all rotations of a block."""
    game = find_game(name)
    kernel = game.kernel()
    players = game.players[-1]
    dealt = []
    for turn in range(players):
        state = records(1, kernel.state)
        seated = {"bot": np.roll(np.arange(5), turn), "player": np.roll(np.arange(5), turn), "ledger": turn - 1}
        for field, value in {"key": 77, "players": players, **seated}.items():
            state[field] = value
        begin(state)
        kernel.functions["deal"](state[0], game.make_rules(game.rulebook(), players)[0])
        for field in seated:
            state[field] = 0
        dealt.append(state.tobytes())
    assert len(set(dealt)) == 1


@pytest.mark.parametrize("name", [name for name in GAMES if find_game(name).moments])
def test_a_reshuffle_for_forks_touches_nothing_that_a_seat_knows(name: str) -> None:
    """Whatever the deciding seat may see of its options stays, and so does what the rules hold."""
    game = find_game(name)
    do = (kernel := game.kernel()).functions
    for function in OF_FORKS:
        do[function].compile(kernel.signatures[function])
    state, options = records(1, kernel.state), records(2, kernel.options)
    s, (seen, seen_again) = state[0], options
    differ = 0
    for key in range(6):
        state.view(np.uint8)[:] = 0
        s["players"], s["key"] = game.players[key % len(game.players)], key
        r = game.make_rules(game.rulebook(), int(s["players"]))[0]
        begin(state)
        do["deal"](s, r)
        while not s["over"]:
            twin = records(1, kernel.state)
            twin[:] = state
            twin["key"] = 100 + s["decisions"]
            begin(twin)
            do["reshuffle"](twin[0], r)
            assert do["check"](twin[0], r) == 0
            for one, o in ((s, seen), (twin[0], seen_again)):
                do["legal"](one, r, o)
                do["features"](one, r, o)
            rows = slice(int(seen["n"]))
            assert all(np.array_equal(seen[f][rows], seen_again[f][rows]) for f in ("heads", "masks", "x"))
            twin["key"], twin["rng"] = key, s["rng"]
            differ += twin.tobytes() != state.tobytes()
            action = int(choose(state, options))
            s["decisions"] += 1
            s["acts"][s["cur"], action >> KIND_SHIFT] += 1
            do["apply"](s, r, action)
    assert differ > 0


@pytest.mark.parametrize("name", GAMES)
def test_words_of_a_game_call_nothing_that_python_must_not_call(name: str) -> None:
    """Functions of `simcore.inner` crash when Python calls them."""
    module = importlib.import_module(f"{find_game(name).package}.describe")
    options = {n: f.targetoptions for n, f in vars(module).items() if hasattr(f, "targetoptions")}
    assert not [n for n, chosen in options.items() if chosen.get("no_cpython_wrapper")]
