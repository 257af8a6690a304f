"""Component tables: provenance, errors in one line that name the place, and games with other tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.components import PROVENANCES
from simcore.engine import simulate
from simcore.errors import InputError
from simcore.games.lisboa.describe import GAME

from ..tables import Change, Rows, cell, read, without, write
from .bots_in_use import RANDOM, by_chance
from .position import Game
from .recut import replay

FILES = sorted(path.stem for path in GAME.components.glob("*.csv"))


@pytest.mark.parametrize("table", [name for name in FILES if name != "parameters"])
def test_every_row_says_where_it_comes_from(table: str) -> None:
    rows = read(GAME.components, table)
    assert rows
    assert all(row["provenance"] in PROVENANCES for row in rows)


def test_every_value_of_a_parameter_has_a_provenance() -> None:
    given = {row["name"]: row for row in read(GAME.components, "parameters")}
    for name, parameter in GAME.parameters().items():
        assert {str(value) for value in parameter.values} == set(given[name]["alternatives"].split("|"))
        assert parameter.default in parameter.values


def every(column: str, value: str) -> Change:
    """Another value in a whole column."""
    return lambda lines: [{**line, column: value} for line in lines]


def setup(item: str, value: str | None) -> Change:
    """Another start value, or none."""
    if value is None:
        return lambda lines: [line for line in lines if line["item"] != item]
    return lambda lines: [{**line, "value": value} if line["item"] == item else line for line in lines]


def more(deck: str, n: int) -> Change:
    """More cards of a deck."""
    return lambda lines: [*lines, *({**lines[0], "id": str(len(lines) + 1 + i), "deck": deck} for i in range(n))]


WRONG: list[tuple[str, Change, list[str]]] = [
    ("decrees", cell(15, "condition", "per:storez.books:2:max8"), ["decrees.csv, id 16", "'storez.books'", "stores"]),
    ("decrees", cell(15, "condition", "each:stores:2:max8"), ["decrees.csv, id 16", "'each'", "majority"]),
    ("decrees", cell(3, "condition", "per:stores:2"), ["decrees.csv, id 4", "3 parts", "4"]),
    ("decrees", cell(3, "condition", "per:stores:many:max8"), ["decrees.csv, id 4", "'many'"]),
    ("decrees", cell(3, "condition", "per:stores:1:max200"), ["decrees.csv, id 4", "'200'"]),
    ("decrees", cell(3, "condition", ""), ["decrees.csv, id 4", "''"]),
    ("decrees", cell(3, "id", "1"), ["decrees.csv, line 5", "line 2"]),
    ("decrees", cell(3, "provenance", "rumour"), ["decrees.csv, line 5", "rumour"]),
    ("political_cards", cell(0, "bottom", "rais:+3"), ["political_cards.csv, id 1", "'rais'", "reis"]),
    ("political_cards", cell(0, "bottom", "good:silver:1"), ["political_cards.csv, id 1", "'silver'"]),
    ("political_cards", cell(0, "bottom", "good:gold"), ["political_cards.csv, id 1", "misses an argument"]),
    ("political_cards", cell(0, "bottom", "good:tools:-1"), ["political_cards.csv, id 1", "good:any:-1"]),
    ("political_cards", cell(0, "bottom", "good:any:3;good:any:-2"), ["political_cards.csv, id 1", "5 goods", "4"]),
    ("political_cards", cell(0, "bottom", "reis"), ["political_cards.csv, id 1", "misses an argument"]),
    ("political_cards", cell(0, "bottom", ";".join(["wig:+1"] * 5)), ["political_cards.csv, id 1", "5 effects"]),
    ("political_cards", cell(15, "event", "act:follow"), ["political_cards.csv, id 16", "'follow'"]),
    ("political_cards", cell(15, "benefit", "discount:tax:1"), ["political_cards.csv, id 16", "'discount:tax'"]),
    ("political_cards", cell(15, "benefit", ""), ["political_cards.csv, id 16", "''"]),
    ("political_cards", more("purple", 14), ["political_cards.csv", "35 purple", "24"]),
    ("clergy_tiles", cell(3, "power", "on:jump=wig:+1"), ["clergy_tiles.csv, id 4", "'jump'"]),
    ("clergy_tiles", cell(3, "power", "on:recruit=fame:+1"), ["clergy_tiles.csv, id 4", "'fame'"]),
    ("clergy_tiles", every("power", "on:cardinal=act:cardinal"), ["clergy_tiles.csv", "on:cardinal", "without an end"]),
    ("clergy_tiles", cell(3, "power", "sale:all:-9"), ["clergy_tiles.csv, id 4", "'-9'"]),
    ("decrees", cell(3, "condition", "per:stores/0:2:max8"), ["decrees.csv, id 4", "'0'"]),
    ("setup", setup("hand_size", "6"), ["setup.csv", "hand_size = 6", "5 to 5"]),
    ("setup", setup("favors_per_noble", "9"), ["setup.csv", "favors_per_noble = 9", "2 to 2"]),
    ("clergy_tiles", cell(3, "power", "sale:all:9;sale:all:9"), ["clergy_tiles.csv, id 4", "18", "at most 9"]),
    ("clergy_tiles", cell(3, "power", "on:ship=wig:+1;on:plan=wig:+1"), ["clergy_tiles.csv, id 4", "two triggers"]),
    ("political_cards", cell(15, "event", "act:store:3"), ["political_cards.csv, id 16", "2 arguments", "takes 1"]),
    ("decrees", cell(3, "condition", "per:stores:2:6"), ["decrees.csv, id 4", "'6'", "maxN"]),
    ("treasury_moves", every("move", "2"), ["treasury_moves.csv", "ship_treasury_move"]),
    ("setup", setup("start_influence_seat1", "9"), ["setup.csv", "start_influence_seat1", "parameter"]),
    ("political_cards", lambda lines: lines[:5], ["political_cards.csv", "blue cards", "L11"]),
    ("city_plots", every("row", "B"), ["city_plots.csv, plot A1", "B and 1"]),
    ("decrees", cell(3, "condition", "atleast:stores/2:3:4"), ["decrees.csv, id 4", "groups"]),
    ("decrees", cell(3, "condition", "per:stores/:2:max4"), ["decrees.csv, id 4", "''"]),
    ("decrees", cell(3, "condition", "per:stores:-2:max6"), ["decrees.csv, id 4", "'-2'"]),
    ("city_plots", cell(0, "reward", "clergy:-2"), ["city_plots.csv, plot A1", "'-2'"]),
    ("ships", every("stack_order", "1"), ["ships.csv", "red", "(1, 2)", "cannot be changed"]),
    ("clergy_tiles", lambda lines: lines[:4], ["clergy_tiles.csv", "5 tiles", "L10"]),
    ("city_plots", cell(0, "reward", "gold:1"), ["city_plots.csv, plot A1", "'gold'"]),
    ("public_sites", cell(2, "reward", "clergy:x"), ["public_sites.csv, site WC", "'x'"]),
    ("public_sites", without(2), ["public_sites.csv", "'WC'", "missing"]),
    ("goods", without(1), ["goods.csv", "'cloth'", "missing"]),
    ("goods", every("start_price", "20"), ["goods.csv", "gold", "max_price"]),
    ("ships", without(0), ["ships.csv", "'blue'", "missing"]),
    ("ships", cell(0, "hull", "0"), ["ships.csv, line 2", "hull"]),
    ("plan_majority", without(0), ["plan_majority.csv", "2", "missing"]),
    ("treasury_moves", without(0), ["treasury_moves.csv", "'treasury_card_to_portfolio'", "missing"]),
    ("rubble_slots", cell(0, "place", "rowQ"), ["rubble_slots.csv, line 2", "rowQ"]),
    ("rubble_slots", every("cubes", "4"), ["rubble_slots.csv", "88", "63"]),
    ("rubble", every("count", "5"), ["rubble_slots.csv", "15"]),
    ("setup", setup("start_wigs", None), ["setup.csv", "'start_wigs'", "missing"]),
    ("setup", setup("treasury_start_space", "9"), ["setup.csv", "treasury_start_space", "1 to 8"]),
    ("setup", setup("start_goods_each_type", "3"), ["setup.csv", "start_goods_each_type", "0 to 2"]),
    ("setup", setup("start_officials_marquis_office", "4"), ["setup.csv", "start_officials_marquis_office", "0 to 3"]),
]  # fmt: skip


@pytest.mark.parametrize(("table", "change", "parts"), WRONG)
def test_a_wrong_table_is_refused_in_one_line(table: str, change: Change, parts: list[str], tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        GAME.rulebook({}, write(tmp_path, table, change(read(GAME.components, table))))
    message = str(caught.value)
    assert "\n" not in message
    assert all(part in message for part in parts), message


def edit(lines: Rows) -> Rows:
    return [{**line, "condition": "per:goods:2:max9"} if int(line["id"]) < 60 else line for line in lines]


def add(lines: Rows) -> Rows:
    extra = {"condition": "majority:sets:7/3", "banned_2p": "0", "solo_discard": "0", "provenance": "assumed"}
    return [*edit(lines), *({"id": str(n), **extra} for n in (71, 72, 73))]


def remove(lines: Rows) -> Rows:
    return edit(lines)[:66]


@pytest.mark.parametrize("change", [edit, add, remove])
def test_decrees_may_be_edited_added_and_removed(change: Change, tmp_path: Path) -> None:
    """L98: the invariants hold, the slow game agrees, the decree is an item of the report, and the game is another."""
    lines = change(read(GAME.components, "decrees"))
    book = GAME.rulebook({}, write(tmp_path, "decrees", lines))
    changed = simulate(GAME, [RANDOM, by_chance(1)], 4, 300, 3, components=tmp_path, checked=True, sample=0.2)[0]
    shipped = simulate(GAME, [RANDOM, by_chance(1)], 4, 300, 3)[0]
    assert (changed["points"] != shipped["points"]).any()
    for seed in range(3):
        replay(seed, 2 + seed, {}, book)
    assert {item.name for item in GAME.items(book)} == {f"decree_{line['id']}" for line in lines}


def test_a_decree_keeps_its_number_when_others_are_taken_out(tmp_path: Path) -> None:
    """In replays, as in the table."""
    lines = [line for line in read(GAME.components, "decrees") if int(line["id"]) % 3]
    game = Game(4, GAME.rulebook({}, write(tmp_path, "decrees", lines))).deal(1)
    shown = GAME.state_json(game.s, game.r)
    assert {*shown["display_decrees"], *shown["decree_deck"]} == {int(line["id"]) for line in lines}


def test_a_ledger_has_room_for_all_that_the_game_tells() -> None:
    """What the descriptor names is what the ledger holds."""
    ledger = GAME.kernel().ledger
    widths = {"stocks": GAME.stocks, "acts": GAME.kinds, "asked": GAME.points}
    assert {name: ledger[name].shape[-1] for name in widths} == {name: len(words) for name, words in widths.items()}
    assert ledger["taken"].shape[-1] >= len(GAME.items(GAME.rulebook()))
    assert GAME.kernel().state["points"].shape[-1] == len(GAME.categories)
