"""Actions and states in words, as replays show them."""

from __future__ import annotations

from typing import Any

import pytest

from simcore.games.mercado.describe import GAME

from .position import Game
from .slow_game import SPACES, SlowGame, number_of
from .test_slow_game import Chooser


def named(option: tuple[Any, ...]) -> dict[str, Any]:
    """An option of the slow game as a replay names it."""
    kind, *arguments = option
    at = [f"({x[0]},{x[1]})" if isinstance(x, tuple) else x for x in arguments]
    keys = {
        "open": ("type", "space"),
        "customer": ("tile", "entrance"),
        "restaurant": ("restaurant", "space"),
        "take": ("type",),
    }
    return {"kind": kind, **dict(zip(keys.get(kind, ()), at, strict=True))}


@pytest.mark.parametrize("players", [2, 4])
def test_actions_and_states_are_named_as_in_the_rules(players: int) -> None:
    chooser, game = Chooser(4), Game(players).deal(8)
    slow = SlowGame(game.s, game.book)
    decisions, texts = slow.play(), set()
    options = next(decisions)
    while not game.s["over"]:
        for option in options:
            arguments = GAME.action_arguments(game.s, game.r, number_of(option))
            assert named(option).items() <= arguments.items()
            texts.add(GAME.describe_action(game.s, game.r, number_of(option)))
        assert GAME.describe_state(game.s, game.r).count("seat") == players
        choice = options[chooser.index([number_of(option) for option in options])]
        game.do(number_of(choice))
        try:
            options = decisions.send(choice)
        except StopIteration:
            break
        agree(GAME.state_json(game.s, game.r), slow)
    assert any(text.startswith("opens a") for text in texts)
    assert GAME.state_json(game.s, game.r)["scores"] == slow.result()[0]


def agree(said: Any, slow: SlowGame) -> None:
    """The JSON of a state says what the slow game says."""
    name = {q: f"({q[0]},{q[1]})" for q in SPACES}
    assert (said["seat"], said["turns"], said["consecutive_coin_actions"]) == (slow.seat, slow.turns, slow.passes)
    assert said["turns_left"] == slow.left
    assert [player["coins"] for player in said["players"]] == slow.coins
    assert said["stands"] == {name[q]: {"type": t, "seat": p} for q, (t, p) in slow.stands.items()}
    assert {at: up["kind"] for at, up in said["restaurants_face_up"].items()} == {
        name[q]: k for q, k in slow.up.items()
    }
    assert said["restaurants_face_down"] == {name[q]: kind for q, kind in slow.down.items()}
    assert {at: placed["tile"] for at, placed in said["customers_placed"].items()} == slow.placed
    for number in said["customers"]:
        assert sorted(number["on_show"]) == sorted(slow.show[number["number"]])
        assert number["pile"] == slow.pile[number["number"]][::-1]
