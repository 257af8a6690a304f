"""Actions and states in words, as replays show them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simcore.games.lisboa.describe import GAME
from simcore.games.lisboa.pieces import (
    PIECES,
    building_words,
    card_words,
    decree_words,
    plan_words,
    row_of,
    tile_words,
)
from simcore.games.lisboa.state import KINDS

from ..conftest import Cli
from ..tables import cell, read, write
from ..test_cli import SCHEMA, fits
from .lockstep import Chooser
from .position import Game, picture

SAME = (
    "period",
    "active",
    "supply",
    "prices",
    "cardinal",
    "track",
    "portraits",
    "streets",
    "city_tiles",
    "plan_stacks",
    "church_pending",
)
NAMED = {
    "treasury_space": "treasury", "display_decrees": "face_up_decrees", "decree_deck": "decree_pile",
    "building_offers": "building_stacks", "display_decks": "decks", "purple_deck": "purple", "brown_decks": "brown",
}  # fmt: skip
OF_A_PLAYER = (
    "wigs",
    "reis",
    "influence",
    "goods",
    "cubes",
    "sets",
    "markers",
    "markers_used",
    "clergy",
    "decrees",
    "hand",
    "lower",
)
ALL_KINDS = {"produce_decline": "yes", "clergy_at_limit": "swap", "staff_must_use_own": "no"}


def agree(said: Any, shown: dict[str, Any]) -> None:
    """The JSON of a state says what the slow game says."""
    assert {name: said[name] for name in SAME} == {name: shown[name] for name in SAME}
    assert {name: said[name] for name in NAMED} == {name: shown[other] for name, other in NAMED.items()}
    assert {plot: (x["seat"], x["good"]) for plot, x in said["stores"].items()} == shown["stores"]
    assert {site: (x["building"], x["seat"]) for site, x in said["buildings"].items()} == shown["sites"]
    for player, theirs in zip(said["players"], shown["players"], strict=True):
        wigs = {"wigs": player["wigs"]} if said["over"] else {}  # the slow game adds the final wigs to them
        assert {name: player[name] for name in OF_A_PLAYER} == {name: theirs[name] for name in OF_A_PLAYER} | wigs
        assert (player["plans_open"], player["plans_completed"]) == (theirs["plans"], theirs["completed"])
        assert player["favors"] == [noble for noble, n in theirs["favors"].items() if n]
    ships = {(p, sum(c.values()), x["at_sea"]) for x in said["ships"].values() for p, c in [(x["owner"], x["cargo"])]}
    owned = [(p, ship) for p, theirs in enumerate(shown["players"]) for ship in theirs["ships"].values()]
    assert ships == {(p, len(ship["cargo"]), ship["at_sea"]) for p, ship in owned}


def test_actions_and_states_are_named_as_in_the_rules(tmp_path: Path) -> None:
    """Every kind of action; a decision's options differ in words."""
    met = set()
    priced = cell(0, "bottom", "price:any:+1")(
        read(GAME.components, "political_cards")
    )  # else prices are chosen rarely
    book = GAME.rulebook(ALL_KINDS, write(tmp_path, "political_cards", priced))
    for seed in range(9):
        chooser, game = Chooser(seed), Game(2 + seed % 3, book if seed % 2 else None).deal(seed)
        while not game.s["over"]:
            actions = game.options()
            named = [GAME.action_arguments(game.s, game.r, action) for action in actions]
            assert len({GAME.describe_action(game.s, game.r, action) for action in actions}) == len(actions)
            assert len({json.dumps(arguments) for arguments in named}) == len(actions)
            assert [x["kind"] for x in named] == [GAME.kinds[action >> 16].name for action in actions]
            met.update(action >> 16 for action in actions)
            agree(json.loads(json.dumps(GAME.state_json(game.s, game.r))), picture(game))
            game.do(chooser.choose(actions))
        agree(json.loads(json.dumps(GAME.state_json(game.s, game.r))), picture(game))
        assert GAME.describe_state(game.s, game.r).count(" wigs, ") == game.players
        assert GAME.state_json(game.s, game.r)["scores"] == game.scores
    assert met == set(KINDS)


@pytest.mark.parametrize("players", [2, 4])
def test_a_replay_fits_the_schema(players: int, call: Cli, study: Callable[[str], Path]) -> None:
    path = study(f'game = "lisboa"\nplayers = {players}\ngames = 20\nstrategies = ["random"]\nskill_marks = false')
    assert call("run", path, "--out", "run")[0] == 0
    code, out, _ = call("replay", "run", 3, "--json")
    assert code == 0
    lines = [json.loads(line) for line in out.splitlines()]
    for line in lines:
        assert sum(fits(line, form) for form in SCHEMA["oneOf"]) == 1
    result = lines[-1]["result"]
    assert result["score"] == lines[-2]["state"]["scores"]
    assert [sum(cells) for cells in zip(*result["points"].values(), strict=True)] == result["score"]
    code, out, _ = call("replay", "run", 3)
    assert code == 0 and re.search(r"^ start +5 +5", out, re.MULTILINE)
    assert re.search(r"trade a good: good \w+, action \w+ -> seat 0 goods -1 \w+$", out, re.MULTILINE)


def test_pieces_are_named_by_what_they_say() -> None:
    r = GAME.make_rules(GAME.rulebook(), 4)[0]
    assert card_words(r, row_of(r, "card", 15)) == "king, influence 2, -2 reis"
    assert card_words(r, row_of(r, "card", 21)) == (
        "treasury, discount store 1, discount event 1; event: 1 rubble, +3 influence"
    )
    assert card_words(r, row_of(r, "card", 19)) == "treasury, sale all 1; event: 2 state actions, +1 influence"
    assert tile_words(r, row_of(r, "tile", 22)) == "after cardinal: +1 influence; 3 wigs"
    assert plan_words(r, row_of(r, "plan", 3)) == "blue, 2 officials"
    assert building_words(r, row_of(r, "building", 2)) == "gold and books, 3 wigs a store"
    assert decree_words(r, row_of(r, "decree", 12)) == "2 wigs per store in row D, at most 6"
    for kind, words in PIECES.items():
        assert all(words(r, i) for i, number in enumerate(r[f"{kind}_id"]) if number)
