"""From parameters and component tables to the rules record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from simcore.components import RuleBook
from simcore.errors import InputError
from simcore.games.lancaster.cells import Cell, read_cell
from simcore.games.lancaster.state import (
    ALLY_RULE,
    AS_PLAYER,
    CASTLE_RULE,
    COUNTIES,
    FAVOR_RULE,
    FORMS,
    GROUPS,
    LAW_RULE,
    LETTERS,
    MAX_GROUP,
    MAX_LAWS,
    NUMBERS_NAMED,
    OPCODES,
    PP,
    RAISE,
    RAISE_34,
    RAISE_DEPLOYED,
    REMOVE_TILE,
    RULES,
    SLOT_1,
    SLOTS,
    VOID,
    WORDS,
)

ALLY_USES = {"void": VOID, "as_player": AS_PLAYER, "remove_tile": REMOVE_TILE}
PRIZES = ("knights", "castle")
BLANK_CELL = "gain:pp:0"
LEFT_OUT = (17, 18)  # laws that `laws_17_18` may empty
SECOND_UPGRADE = "gain:upgrade:1"


def make_rules(book: RuleBook, players: int) -> Any:
    """Return the rules of a book for a player count, an array of one record."""
    rules = np.zeros(1, RULES)
    r = rules[0]
    _switches(r, book)
    _setup(r, book, players)
    _castles(r, book)
    _conflicts(r, book, players)
    _laws(r, book)
    _endings(r, book)
    for number, cell in printed_rules(book):
        _print(r, number, cell)
    for c in range(COUNTIES):
        for i in range(r["effects"][c]):
            r["county_gain"][_kind_of_gain(r["opcode"][c, i]), c] += r["n"][c, i]
    return rules


def _kind_of_gain(opcode: int) -> int:
    """All upgrades are one kind of gain to a heuristic."""
    return RAISE if opcode in (RAISE_DEPLOYED, RAISE_34) else int(opcode)


def _switches(r: Any, book: RuleBook) -> None:
    chosen = book.parameters
    for name in NUMBERS_NAMED:
        r[name] = chosen[name]
    for name, words in WORDS.items():
        r[name] = words.index(str(chosen[name]))
    r["backwards"] = chosen["county_order"] != LETTERS
    r["upper_first"] = chosen["conflict_resolution_order"] == "upper_first"


def _setup(r: Any, book: RuleBook, players: int) -> None:
    """N10, N12, N120: what everybody starts with."""
    (row,) = (row for row in book.tables["setup"] if row["players"] == players)
    r["players"], r["sides"] = players, players * (1 + int(row["allies"]))
    r["hidden"] = row["hidden_stock"]
    r["titles"], r["start_gold"], r["start_squires"] = row["nobles_per_county"], row["gold"], row["squires"]
    markers = book.parameters["start_markers"]
    r["start_markers"] = markers if "start_markers" in book.overridden else row["markers"]
    for row in book.tables["knights"]:
        k = int(row["strength"]) - 1
        r["knights"][k], r["in_court"][k] = row["count"], row["start_in_court"]
        r["ally_in_court"][k] = row["ally_start_in_court"]
    for row in book.tables["counties"]:
        bit = 1 << LETTERS.index(str(row["letter"]))
        r["reach"][int(row["min_strength"]) :] |= bit


def _castles(r: Any, book: RuleBook) -> None:
    """N82, N124: which slots there are and in which order they are executed."""
    order = sorted(book.tables["castle"], key=lambda row: int(row["resolve_order"]))
    r["slot_order"] = [int(row["slot"]) - 1 for row in order]
    for row in book.tables["ally_effects"]:
        if row["opcode"] in OPCODES:
            r["ally_effect"][OPCODES.index(str(row["opcode"]))] = ALLY_USES[str(row["behaviour"])]
        elif row["opcode"] == "noble_county":
            r["ally_noble"] = ALLY_USES[str(row["behaviour"])]
    for opcode in (RAISE_DEPLOYED, RAISE_34):
        r["ally_effect"][opcode] = r["ally_effect"][RAISE]
    if book.parameters["ally_start_player"] == "as_player":
        r["ally_effect"][OPCODES.index("start_player")] = AS_PLAYER
    if book.parameters["ally_castle"] == "none":
        return
    order = sorted(book.tables["ally_castle"], key=lambda row: int(row["resolve_order"]))
    slots = [int(row["slot"]) - 1 for row in order]
    r["ally_order"] = [*slots, *(s for s in range(SLOTS) if s not in slots)]
    r["ally_slots"] = sum(1 << SLOT_1 + slot for slot in slots)


def _conflicts(r: Any, book: RuleBook, players: int) -> None:
    """N14, N85, N86, `conflict_pp_scale`: the deck and what cards pay."""
    r["scale"] = scale = int(book.parameters["conflict_pp_scale"])
    r["deck"] = [int(row["card"]) - 1 for row in book.tables["conflicts"] if not row[f"removed_{players}p"]]
    for row in book.tables["conflicts"]:
        card = int(row["card"]) - 1
        r["france"][card] = row["france"]
        for k in range(3):
            r["win"][card, k] = (int(row[f"win{k + 1}"]) * scale + 50) // 100
            r["loss"][card, k] = (int(row[f"loss{k + 1}"]) * scale + 50) // 100


def _laws(r: Any, book: RuleBook) -> None:
    """N15: the laws by group; a law's number in a game is its row."""
    r["laws"] = len(book.tables["laws"])
    for i, row in enumerate(book.tables["laws"]):
        g = int(row["group"])
        r["law_number"][i] = row["law"]
        r["group"][g, r["group_size"][g]] = i
        r["group_size"][g] += 1
    for row in book.tables["law_groups"]:
        r["group_cards"][int(row["group"])] = row["cards_in_deck"]


def _endings(r: Any, book: RuleBook) -> None:
    """N100, N101: end majorities and noble points."""
    for i, category in enumerate(PRIZES):
        (row,) = (row for row in book.tables["end_scoring"] if row["category"] == category)
        for place in ("first", "second"):
            changed = book.overridden.get(f"end_{place}")
            r[f"{place}_prize"][i] = row[place] if changed is None else changed
    table = {int(row["nobles"]): int(row["end_pp"]) for row in book.tables["nobles"]}
    linear = book.parameters["noble_points"] == "linear4"
    for n in range(len(r["noble_points"])):
        r["noble_points"][n] = 4 * n if linear else table.get(n, n * (n - 1) // 2)


def printed_rules(book: RuleBook) -> Iterator[tuple[int, Cell]]:
    """Yield the number and cell of every printed rule.

    Raises:
        InputError: a cell breaks the language.
    """
    for row in book.tables["counties"]:
        yield LETTERS.index(str(row["letter"])), _read(book, "counties", "letter", row)
    changed = book.overridden.get("castle_slot6")
    for row in book.tables["castle"]:
        slot = int(row["slot"])
        text = str(changed) if changed is not None and slot == SLOTS else None
        yield CASTLE_RULE + slot - 1, _read(book, "castle", "slot", row, text)
    second = SECOND_UPGRADE if book.parameters["favor_second_upgrade"] == "yes" else None
    for row in book.tables["kings_favor"]:
        tile = int(row["tile"])
        yield FAVOR_RULE + tile - 1, _read(book, "kings_favor", "tile", row, second if tile == SLOTS else None)
    for row in book.tables["ally_castle"]:
        yield ALLY_RULE + int(row["slot"]) - 1, _read(book, "ally_castle", "slot", row)
    left_out = LEFT_OUT if book.parameters["laws_17_18"] == "left_out" else ()
    for i, row in enumerate(book.tables["laws"]):
        blank = BLANK_CELL if row["law"] in left_out else None
        yield LAW_RULE + i, _read(book, "laws", "law", row, blank)


def _read(book: RuleBook, table: str, key: str, row: Mapping[str, Any], text: str | None = None) -> Cell:
    where = f"{book.edited.get(table, table + '.csv')}, {key} {row[key]}"
    return read_cell(str(row["rule"]) if text is None else text, where)


def _print(r: Any, number: int, cell: Cell) -> None:
    """N60: a cell as numbers."""
    r["form"][number], r["metric"][number], r["compare"][number] = cell.form, cell.metric, cell.compare
    r["k"][number], r["cost"][number] = cell.k, cell.cost
    r["pays_gold"][number], r["pays_squires"][number] = "gold" in cell.pays, "squire" in cell.pays
    r["effects"][number] = len(cell.effects)
    for i, (opcode, n) in enumerate(cell.effects):
        r["opcode"][number, i], r["n"][number, i] = opcode, n
        if opcode == PP and FORMS[cell.form] in ("per", "per_group"):
            r["slope"][number] += n / cell.k


MODULES = ("module_henry_v", "module_resentment", "module_reward_tiles", "module_new_laws")
FORMS_OF = (
    (LAW_RULE, "laws", ("gain", "per", "per_group", "most", "if", "buy", "pair")),
    (ALLY_RULE, "ally_castle", ("gain",)),
    (FAVOR_RULE, "kings_favor", ("gain",)),
    (CASTLE_RULE, "castle", ("gain", "trade_once")),
    (0, "counties", ("gain",)),
)


def check_tables(book: RuleBook) -> None:
    """Raise InputError where tables contradict the rules."""
    for module in MODULES:
        if book.parameters[module] != "off":
            raise InputError(f"rule {module} = {book.parameters[module]}: this module is not available yet (only off)")
    _check_keys(book)
    _check_counts(book)
    for number, cell in printed_rules(book):
        _check_form(book, number, cell)


def _wrong(book: RuleBook, table: str, what: str) -> InputError:
    return InputError(f"{book.edited.get(table, table + '.csv')}: {what}")


KEYS: tuple[tuple[str, str, tuple[object, ...]], ...] = (
    ("setup", "players", (2, 3, 4, 5)),
    ("knights", "strength", (1, 2, 3, 4)),
    ("counties", "letter", tuple(LETTERS)),
    ("castle", "slot", tuple(range(1, SLOTS + 1))),
    ("castle", "resolve_order", tuple(range(1, SLOTS + 1))),
    ("kings_favor", "tile", tuple(range(1, 7))),
    ("conflicts", "card", tuple(range(1, 13))),
    ("law_groups", "group", tuple(range(GROUPS))),
    ("end_scoring", "category", PRIZES),
    ("nobles", "nobles", tuple(range(10))),
)


def _check_keys(book: RuleBook) -> None:
    for table, column, wanted in KEYS:
        given = [row[column] for row in book.tables[table]]
        for key in wanted:
            times = sum(value == key for value in given)
            if times != 1:
                raise _wrong(book, table, f"{column} {key!r} must stand in exactly one row, not {times}")


def _check_counts(book: RuleBook) -> None:
    """N2, N14, N15: so many knights, cards and laws must there be."""
    for row in book.tables["knights"]:
        if int(row["count"]) < max(int(row["start_in_court"]), int(row["ally_start_in_court"])):
            raise _wrong(book, "knights", f"strength {row['strength']}: more knights start at court than there are")
    for n in (2, 3, 4, 5):
        cards = sum(not row[f"removed_{n}p"] for row in book.tables["conflicts"])
        if cards != 10:
            raise _wrong(book, "conflicts", f"{cards} cards are in play with {n} players; five rounds need 10 (N14)")
    if len(book.tables["laws"]) > MAX_LAWS:
        raise _wrong(book, "laws", f"{len(book.tables['laws'])} laws (at most {MAX_LAWS})")
    pile = 0
    for row in book.tables["law_groups"]:
        group, cards = int(row["group"]), int(row["cards_in_deck"])
        laws = sum(law["group"] == group for law in book.tables["laws"])
        if laws > MAX_GROUP:
            raise _wrong(book, "laws", f"group {group} has {laws} laws (at most {MAX_GROUP})")
        if laws < cards:
            raise _wrong(book, "laws", f"group {group} has {laws} laws, but {cards} of them are in play (N15)")
        pile += cards if group else 0
        if group == 0 and cards != 3:
            raise _wrong(book, "law_groups", f"{cards} laws of group 0 are in play; 3 are in force at first (N15)")
    if pile != 15:
        raise _wrong(book, "law_groups", f"{pile} laws of groups 1 to 4 are in play; five rounds need 15 (N15)")


def _check_form(book: RuleBook, number: int, cell: Cell) -> None:
    """Each kind of component has its forms: only laws measure, only castle slots trade."""
    for first, table, forms in FORMS_OF:
        if number >= first:
            if FORMS[cell.form] not in forms:
                what = f"a rule of this table cannot have the form {FORMS[cell.form]!r} (allowed: {', '.join(forms)})"
                raise _wrong(book, table, f"row {number - first + 1}: {what}")
            return
