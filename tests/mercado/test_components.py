"""Component tables: provenance, errors in one line that name the place, and games with other tables."""

from __future__ import annotations

import csv
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.components import PROVENANCES
from simcore.engine import simulate
from simcore.errors import InputError
from simcore.games.mercado.describe import GAME, TABLES

from .bots_in_use import RANDOM, by_chance
from .rules_in_use import pairs
from .slow_game import TYPES
from .test_slow_game import replay

FILES = sorted(GAME.components.glob("*.csv"))
Cells = list[list[str]]


def read(table: str) -> Cells:
    """The cells of a shipped table, heading included."""
    with (GAME.components / f"{table}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def write(folder: Path, table: str, cells: Cells) -> Path:
    """Write an edited table; return its folder."""
    with (folder / f"{table}.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(cells)
    return folder


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_row_says_where_it_comes_from(path: Path) -> None:
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert all(row["provenance"] in PROVENANCES for row in rows)


def test_constants_fit_the_tables() -> None:
    """M2 to M8: constants.csv says what the tables add up to."""
    book = GAME.rulebook()
    constants = {name: value for name, value, *_ in read("constants")[1:]}
    tables = book.tables
    assert int(constants["stand_tiles"]) == sum(row["count"] for row in tables["stands"])
    assert int(constants["restaurant_tiles"]) == sum(row["count_total"] for row in tables["restaurants"])
    for layout in ("L1", "L2", "L3"):
        marked = sum(row["marked"] for row in tables["board"] if row["layout"] == layout)
        assert int(constants["marked_spaces"]) == marked
    for table in ("customers_h1", "customers_h2", "customers_h3"):
        assert int(constants["customer_tiles"]) == len(tables[table])
        assert Counter(row["customers"] for row in tables[table]) == {1: 10, 2: 10, 3: 10, 4: 5}


@pytest.mark.parametrize(
    ("table", "sizes"),
    [
        ("customers_h1", {1: [2] * 10, 2: [2] * 10, 3: [2] * 10, 4: [1] * 5}),
        ("customers_h2", {1: [3] * 10, 2: [2] * 10, 3: [1] * 10, 4: [1] * 5}),
        ("customers_h3", {1: [1] * 10, 2: [1] * 10, 3: [1] * 10, 4: [1] * 5}),
    ],
)
def test_customer_tables_show_what_the_rules_say(table: str, sizes: dict[int, list[int]]) -> None:
    """M8: each set of types equally often."""
    for number, kinds in sizes.items():
        faces = [tuple(row[t] for t in TYPES) for row in GAME.rulebook().tables[table] if row["customers"] == number]
        assert [sum(face) for face in faces] == kinds
        assert len(set(Counter(faces).values())) == 1


def test_parameters_have_their_default_among_their_values() -> None:
    for parameter in GAME.parameters().values():
        assert parameter.default in parameter.values


def drop_column(cells: Cells) -> Cells:
    return [row[1:] for row in cells]


def repeat_row(cells: Cells) -> Cells:
    return [*cells, cells[1]]


def cell(row: int, column: int, text: str) -> Callable[[Cells], Cells]:
    def change(cells: Cells) -> Cells:
        return [[text if (i, j) == (row, column) else c for j, c in enumerate(r)] for i, r in enumerate(cells)]

    return change


WRONG = [
    ("customers_h1", drop_column, ["customers_h1.csv", "'tile_id' is missing"]),
    ("customers_h1", repeat_row, ["customers_h1.csv, line 37", "tile_id 0", "line 2"]),
    ("customers_h1", cell(3, 1, "two"), ["customers_h1.csv, line 4", "customers", "'two'"]),
    ("customers_h1", cell(3, 1, "5"), ["customers_h1.csv, line 4", "customers", "1 to 4"]),
    ("customers_h1", cell(3, 0, "39"), ["customers_h1.csv", "tile_id", "0 to 34"]),
    ("customers_h1", cell(0, 3, "flour"), ["customers_h1.csv", "'flower' is missing"]),
    ("customers_h3", cell(1, 2, "0"), ["customers_h3.csv", "tile_id 0", "M8"]),
    ("stands", cell(1, 0, "tomatos"), ["stands.csv, line 2", "tomatos", "tomato"]),
    ("stands", lambda cells: cells[:-1], ["stands.csv", "'fish'", "missing"]),
    ("stands", cell(1, 2, "-1"), ["stands.csv, line 2", "count"]),
    ("stands", lambda cells: [[*r[:2], "2", *r[3:]] if i else r for i, r in enumerate(cells)], ["stands.csv", "M7"]),
    ("restaurants", cell(6, 4, "3"), ["restaurants.csv", "pub"]),
    ("restaurants", cell(1, 3, "1"), ["restaurants.csv", "M6"]),
    ("board", cell(1, 3, "0"), ["board.csv", "L1", "M6"]),
    ("board", lambda cells: cells[:-1], ["board.csv", "L3", "25"]),
    ("board", cell(1, 4, "rumour"), ["board.csv, line 2", "provenance", "rumour"]),
]


@pytest.mark.parametrize(("table", "change", "words"), WRONG)
def test_a_wrong_table_is_refused_in_one_line(
    table: str, change: Callable[[Cells], Cells], words: list[str], tmp_path: Path
) -> None:
    with pytest.raises(InputError) as caught:
        GAME.rulebook(components=write(tmp_path, table, change(read(table))))
    message = str(caught.value)
    assert "\n" not in message
    assert all(word in message for word in words), message


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.data())
def test_any_edit_of_a_cell_is_read_or_refused_with_its_file(data: st.DataObject) -> None:
    table = data.draw(st.sampled_from([t.name for t in TABLES]))
    cells = read(table)
    row = data.draw(st.integers(0, len(cells) - 1))
    column = data.draw(st.integers(0, len(cells[0]) - 1))
    text = data.draw(st.one_of(st.integers(-2, 50).map(str), st.sampled_from(TYPES), st.text(max_size=5)))
    cells[row][column] = text.replace("\x00", "").encode("utf-8", "ignore").decode()
    with tempfile.TemporaryDirectory() as folder:
        try:
            book = GAME.rulebook(components=write(Path(folder), table, cells))
        except InputError as error:
            assert f"{table}.csv" in str(error)
            assert "\n" not in str(error)
        else:
            GAME.make_rules(book, 4)


def customers(faces: list[tuple[int, list[str]]]) -> Cells:
    """A customer table with these numbers and types."""
    rows = [
        [str(i), str(n), *("1" if t in types else "0" for t in TYPES), "assumed"] for i, (n, types) in enumerate(faces)
    ]
    return [["tile_id", "customers", *TYPES, "provenance"], *rows]


def stands(counts: list[int]) -> Cells:
    """A table of stand tiles."""
    return [
        ["type", "colour", "count", "provenance"],
        *([t, "-", str(n), "assumed"] for t, n in zip(TYPES, counts, strict=True)),
    ]


TRIPLES = [TYPES[i : i + 3] for i in range(3)]
OTHER_TILES = {
    "no tile left for the bag": {"stands": stands([3, 3, 3, 3, 3])},
    "ten more stand tiles": {"stands": stands([9, 9, 9, 9, 9])},
    "two types only": {"stands": stands([12, 12, 0, 0, 0])},
    "tiles with all five types": {"customers_h1": customers([(n, TYPES) for n in (1, 2, 3, 4) for _ in range(10)])},
    "tiles with three types": {"customers_h1": customers([(n, t) for n in (1, 2, 3, 4) for t in TRIPLES * 3])},
    "few tiles, number 3 missing": {"customers_h1": customers([(n, [t]) for n in (1, 2, 4) for t in TYPES])},
}  # fmt: skip


@pytest.mark.parametrize("name", OTHER_TILES)
def test_other_tables_play_cleanly(name: str, tmp_path: Path) -> None:
    """The invariants hold, and the slow game agrees."""
    for table, cells in OTHER_TILES[name].items():
        write(tmp_path, table, cells)
    for players in (2, 3, 4):
        simulate(GAME, [RANDOM, by_chance(1), by_chance(2)], players, 300, 3, components=tmp_path, checked=True)
        for seed in range(8):
            replay(seed, players, {}, GAME.rulebook(components=tmp_path))


@st.composite
def tile_tables(draw: st.DrawFn) -> list[tuple[int, list[str]]]:
    """Numbers and types of up to 40 customer tiles, at most 12 of a number."""
    types = st.lists(st.sampled_from(TYPES), min_size=1, max_size=5, unique=True)
    return [(n, draw(types)) for n in (1, 2, 3, 4) for _ in range(draw(st.integers(0, 10)))]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(tile_tables(), st.lists(st.integers(3, 12), min_size=5, max_size=5), st.integers(0, 10**6))
def test_any_tiles_play_like_the_slow_game(faces: list[tuple[int, list[str]]], counts: list[int], seed: int) -> None:
    """Under rules of the covering set."""
    players, rules = pairs()[seed % len(pairs())]
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), "customers_h1", customers(faces))
        write(Path(folder), "stands", stands(counts))
        replay(seed, players, {}, GAME.rulebook({**rules, "customer_table": "h1"}, Path(folder)))
