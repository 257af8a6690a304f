"""Component tables: provenance, errors in one line that name the place, and games with other tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.components import PROVENANCES
from simcore.engine import simulate
from simcore.errors import InputError
from simcore.games.lancaster.describe import GAME

from ..tables import Change, Rows, cell, write
from . import tables
from .bots_in_use import RANDOM, by_chance
from .lockstep import replay
from .position import Game, dealt
from .slow_position import rows

FILES = sorted(path.stem for path in GAME.components.glob("*.csv"))
LAW = {"group": "2", "key": "invented", "provenance": "assumed", "note": ""}


@pytest.mark.parametrize("table", FILES)
def test_every_row_says_where_it_comes_from(table: str) -> None:
    assert rows(table)
    assert all(row["provenance"] in PROVENANCES for row in rows(table))


def text(rule: str) -> Change:
    """Another rule in the first row."""
    return lambda lines: [{**lines[0], "rule": rule}, *lines[1:]]


WRONG: list[tuple[str, Change, list[str]]] = [
    ("laws", text("gain:glod:1"), ["laws.csv, law 1", "'glod'", "gold"]),
    ("laws", text("gain:gold"), ["laws.csv, law 1", "misses"]),
    ("laws", text("gain:gold:1+squire"), ["laws.csv, law 1", "'squire'", "misses its number"]),
    ("laws", text("per_group:counties:pp:3"), ["laws.csv, law 1", "misses an argument", "per_group:METRIC:K:EFFECTS"]),
    ("laws", text("per:contries:pp:1"), ["laws.csv, law 1", "'contries'", "counties"]),
    ("laws", text("per_group:counties:0:pp:3"), ["laws.csv, law 1", "'0'", "1 to 100"]),
    ("laws", text("if:gold:lt:3:pp:1"), ["laws.csv, law 1", "'lt'"]),
    ("laws", text("buy:marker:1:pp:1"), ["laws.csv, law 1", "'marker'"]),
    ("laws", text("pair:gold+gold:pp:1"), ["laws.csv, law 1", "gold+squire"]),
    ("laws", text("+".join(["gain:pp:1"] + ["pp:1"] * 4)), ["laws.csv, law 1", "5 effects"]),
    ("laws", text("gain:pp:1000"), ["laws.csv, law 1", "'1000'"]),
    ("laws", text("trade_once:gold:1:pp:1"), ["laws.csv", "trade_once"]),
    ("laws", text("gain:seal:1"), ["laws.csv, law 1", "not available yet"]),
    ("laws", text("per:bishops:pp:1"), ["laws.csv, law 1", "not available yet"]),
    ("laws", text("take_treasury"), ["laws.csv, law 1", "not available yet"]),
    ("laws", lambda lines: lines[1:], ["laws.csv", "group 0 has 2 laws", "3"]),
    ("laws", cell(5, "group", "4"), ["laws.csv", "group 1 has 3 laws"]),
    ("laws", cell(5, "law", "1"), ["laws.csv, line 7", "law 1", "line 2"]),
    ("laws", cell(5, "provenance", "rumour"), ["laws.csv, line 7", "rumour"]),
    ("law_groups", cell(1, "cards_in_deck", "3"), ["law_groups.csv", "14 laws"]),
    ("counties", text("per:gold:pp:1"), ["counties.csv", "'per'"]),
    ("counties", cell(0, "letter", "Q"), ["counties.csv, line 2", "letter"]),
    ("counties", lambda lines: lines[:-1], ["counties.csv", "'I'", "exactly one"]),
    ("castle", cell(0, "resolve_order", "1"), ["castle.csv", "resolve_order"]),
    ("kings_favor", text("buy:gold:1:pp:1"), ["kings_favor.csv", "'buy'"]),
    ("conflicts", cell(0, "removed_4p", "0"), ["conflicts.csv", "11 cards", "4 players", "N14"]),
    ("conflicts", cell(3, "france", "many"), ["conflicts.csv, line 5", "'many'"]),
    ("knights", cell(0, "count", "0"), ["knights.csv", "strength 1"]),
]  # fmt: skip


@pytest.mark.parametrize(("table", "change", "parts"), WRONG)
def test_a_wrong_table_is_refused_in_one_line(table: str, change: Change, parts: list[str], tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        tables.book(write(tmp_path, table, change(rows(table))))
    message = str(caught.value)
    assert "\n" not in message
    assert all(part in message for part in parts), message


@pytest.mark.parametrize(("name", "value"), [
    ("module_henry_v", "on"), ("module_resentment", "on"), ("module_reward_tiles", "on"), ("module_new_laws", "mix"),
])  # fmt: skip
def test_modules_are_not_available_yet(name: str, value: str) -> None:
    with pytest.raises(InputError, match="not available yet"):
        GAME.rulebook({name: value})


def edit(lines: Rows) -> Rows:
    return [{**line, "rule": "per:nobles:gold:1+pp:1"} if line["law"] == "12" else line for line in lines]


def add(lines: Rows) -> Rows:
    return [*lines, *({"law": str(n), "rule": "most:nobles:recruit:1+pp:2", **LAW} for n in (150, 151))]


def remove(lines: Rows) -> Rows:
    return [line for line in add(lines) if line["law"] != "9"]


@pytest.mark.parametrize("change", [edit, add, remove])
def test_laws_may_be_edited_added_and_removed(change: Change, tmp_path: Path) -> None:
    """N15, N60: the invariants hold, the slow game agrees, and the law is an item of the report."""
    lines = change(rows("laws"))
    book = tables.book(write(tmp_path, "laws", lines))
    simulate(GAME, [RANDOM, by_chance(1)], 4, 300, 3, components=tmp_path, checked=True, sample=0.2)
    for seed in range(8):
        replay(seed, 2 + seed % 4, {}, book)
    items = {item.name for item in GAME.items(book) if item.kind == "law"}
    assert items == {f"law_{line['law']}" for line in lines}
    met = {law for seed in range(40) for law in dealt(Game(3, book).deal(seed))["laws"]}
    assert met == {int(line["law"]) for line in lines} - {1, 2, 3}


def test_a_ledger_has_room_for_all_that_the_game_tells() -> None:
    """What the descriptor names is what the ledger holds."""
    ledger = GAME.kernel().ledger
    widths = {"stocks": GAME.stocks, "acts": GAME.kinds, "asked": GAME.points, "facts": GAME.item_facts}
    assert {name: ledger[name].shape[-1] for name in widths} == {name: len(words) for name, words in widths.items()}
    assert ledger["taken"].shape[-1] >= len(GAME.items(GAME.rulebook()))
    assert GAME.kernel().state["points"].shape[-1] == len(GAME.categories)
