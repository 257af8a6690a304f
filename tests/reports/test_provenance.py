"""What every number rests on: named at the head and in the section on rules and components."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from reports import method
from reports.story import Story
from simcore import manifest
from simcore.components import Parameter, RuleBook
from simcore.registry import find_game
from tests.reports.conftest import Reported


def story(full: Reported, **changes: Any) -> Story:
    said = copy.deepcopy(full.run.manifest)
    said["arms"]["base"] |= changes
    return Story(said, full.tables)


def counts(**given: int) -> dict[str, int]:
    return {kind: given.get(kind, 0) for kind in method.KINDS}


def test_the_manifest_counts_rows_of_tables_and_gives_defaults() -> None:
    game = find_game("toy")
    said = manifest._arm(game, game.rulebook({"goal": 30}))
    rows = counts(official=2, inferred=1, assumed=1)
    assert said["tables"] == {"bonuses": {"provenance": rows, "in_play": rows}}
    assert said["defaults"] == {"goal": 20}
    assert said["overridden"] == {"goal": 30}


@pytest.mark.parametrize(
    ("deck", "layout", "used"), [("a", "L1", (2, 0, 1)), ("b", "L2", (0, 1, 2)), ("b", "no", (0, 1, 0))]
)
def test_tables_and_rows_that_another_choice_would_use_are_not_in_play(deck: str, layout: str, used: Any) -> None:
    parameters = {
        "deck": Parameter("deck", "a", ("a", "b"), {"a": "assumed", "b": "assumed"}, ""),
        "board_layout": Parameter("board_layout", "L1", ("L1", "L2", "no"), {}, ""),
    }
    row = {"provenance": "assumed"}
    tables: dict[str, list[Any]] = {
        "cards_a": [row, row],
        "cards_b": [row],
        "board": [{"layout": name, **row} for name in ("L1", "L2", "L2")],
    }
    found = manifest._tables(RuleBook({"deck": deck, "board_layout": layout}, tables), parameters)
    assert tuple(found[name]["in_play"]["assumed"] for name in ("cards_a", "cards_b", "board")) == used
    assert [t["provenance"]["assumed"] for t in found.values()] == [2, 1, 3]


def test_assumed_rules_and_tables_are_named(full: Reported) -> None:
    tables = {
        "guessed": {"provenance": counts(assumed=9), "in_play": counts(assumed=3)},
        "printed": {"provenance": counts(official=5), "in_play": counts(official=5)},
        "unused": {"provenance": counts(assumed=2), "in_play": counts()},
    }
    told = story(full, tables=tables, provenance=counts(official=7, assumed=12))
    assert method.assumptions(told) == ["table guessed", "head_start = 0"]
    assert [(s.kind, s.count) for s in method.provenance(told)] == [("official", 7), ("assumed", 4)]
    section = method.rules(told)
    assert "11 values of rules and rows of components; 4 of them (36 %) are assumed" in section.lead[0]
    assert "table guessed and head_start = 0" in section.lead[0]
    components = section.tables[-1]
    assert [[c.text for c in row][:2] for row in components.rows] == [["guessed", "3"], ["printed", "5"]]


def test_the_page_names_assumptions_at_its_head(full: Reported) -> None:
    head = full.html[: full.html.index("</header>")]
    assert "Assumed: head_start = 0;" in head
    assert "Component tables in play" in full.html


def test_a_manifest_of_an_older_run_still_gives_its_bar(full: Reported) -> None:
    said = copy.deepcopy(full.run.manifest)
    for arm in said["arms"].values():
        del arm["tables"], arm["defaults"]
    told = Story(said, full.tables)
    assert sum(s.count for s in method.provenance(told)) == sum(said["arms"]["base"]["provenance"].values())
    assert method.rules(told)


def test_the_first_seat_is_called_what_the_game_calls_it(full: Reported) -> None:
    assert "the 1st seat is the start player" in full.html
    assert "1st seat (start player)" in full.html
