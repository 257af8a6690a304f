"""Actions and states in words, as replays show them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simcore.games.lancaster.describe import GAME
from simcore.games.lancaster.state import KINDS

from ..conftest import Cli
from ..test_cli import SCHEMA, fits
from .lockstep import Chooser
from .position import Game, picture, words
from .slow_game import FIELDS

ALL_KINDS = {
    "pass_allowed": "yes", "squires_later": "allowed", "castle_order": "owner_choice", "favor_take": "optional",
    "ally_start_player": "as_player",
}  # fmt: skip


def agree(said: Any, shown: dict[str, Any]) -> None:
    """The JSON of a state says what the slow game says."""
    for name, column in {"gold": "gold", "squires": "squires", "markers": "markers", "tiles": "extensions"}.items():
        assert [player[column] for player in said["players"]] == shown[name]
    assert ["".join(letters) for letters in shown["nobles"]] == [player["nobles"] for player in said["players"]]
    named = {"laws": "current_laws", "box": "nobles_in_box"}
    for name in ("nobles_left", "favors", "start_player", "proposals", "laws", "box"):
        assert said[named.get(name, name)] == shown[name]
    assert {place for place in FIELDS if said["conflicts"][place]} == set(shown["conflicts"])
    sides = [side for kind in shown["sides"].values() for side in kind]
    for side, theirs in zip([*said["players"], *said["allies"]], sides, strict=True):
        assert (side["court"], side["reserve"]) == (theirs["court"], theirs["reserve"])
        counties = {letter: (x["strength"], x["squires"]) for letter, x in side["counties"].items()}
        assert counties == theirs["counties"]
        assert side["castle"] == {str(slot): theirs["castle"][slot] for slot in sorted(theirs["castle"])}


def test_actions_and_states_are_named_as_in_the_rules() -> None:
    """Every kind of action; a decision's options differ in words."""
    met, players = set(), (2, 5, 2, 3)
    for seed in range(8):
        chooser, game = Chooser(3 * seed), Game(players[seed % 4], **(ALL_KINDS if seed % 2 == 0 else {})).deal(seed)
        while not game.s["over"]:
            actions = game.options()
            named = [GAME.action_arguments(game.s, game.r, action) for action in actions]
            assert len({GAME.describe_action(game.s, game.r, action) for action in actions}) == len(actions)
            assert len({json.dumps(arguments) for arguments in named}) == len(actions)
            assert [x["kind"] for x in named] == [GAME.kinds[action >> 16].name for action in actions]
            assert [x["strength"] for x in named if x["kind"] in ("castle", "conflict")] == [
                words(game, a)[-1] for a in actions if a >> 16 in (2, 3)
            ]
            met.update(action >> 16 for action in actions)
            game.do(chooser.choose(actions))
            agree(json.loads(json.dumps(GAME.state_json(game.s, game.r))), picture(game))
        assert GAME.describe_state(game.s, game.r).count(" points, ") == game.s["players"]
        assert GAME.state_json(game.s, game.r)["scores"] == game.scores
    assert met == set(KINDS)


@pytest.mark.parametrize("players", [2, 4])
def test_a_replay_fits_the_schema(players: int, call: Cli, study: Callable[[str], Path]) -> None:
    path = study(f'game = "lancaster"\nplayers = {players}\ngames = 20\nstrategies = ["random"]\nskill_marks = false')
    assert call("run", path, "--out", "run")[0] == 0
    code, out, _ = call("replay", "run", 3, "--json")
    assert code == 0
    lines = [json.loads(line) for line in out.splitlines()]
    for line in lines:
        assert sum(fits(line, form) for form in SCHEMA["oneOf"]) == 1
    chances = [line["chance"] for line in lines[1:-1] if line["chance"]]
    assert len(chances) == 5
    assert all(set(chance) == {"proposals", "conflicts"} for chance in chances)
    assert lines[-1]["result"]["score"] == lines[-2]["state"]["scores"]
    assert call("replay", "run", 3)[0] == 0
