"""From parameters and component tables to the rules record."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.components import Row, RuleBook
from simcore.errors import InputError
from simcore.games.lisboa.cells import Effect, read_condition, read_effects, read_power
from simcore.games.lisboa.state import (
    ALL_PLOTS,
    ANY,
    CELL_BOTTOM,
    CELL_CARD,
    CELL_EVENT,
    CELL_PLOT,
    CELL_SITE,
    CELL_TILE,
    COLOUR_NAMES,
    COLUMN,
    COLUMNS,
    GOOD_NAMES,
    GOOD_OP,
    INFLUENCE,
    NOBLE_NAMES,
    NUMBERS_NAMED,
    PLACES,
    PORTFOLIO_INFLUENCE,
    REIS,
    ROW,
    ROW_NAMES,
    RUBBLE_OP,
    RULES,
    SHIP_NAMES,
    SITE_1,
    SITE_NAMES,
    TOP_INFLUENCE,
    WORDS,
)

CARD_TYPES = (*NOBLE_NAMES, "treasury")
DECK_NAMES = ("blue", "red", "purple", "brown")
ARCHITECTS = ("blue", "green")
STACK_NAMES = (*GOOD_NAMES, "small_tools")
FIXED_STREETS = (3, 1, 0, 2)  # L4, `scoring_tiles` = fixed: gold D, cloth B, books A, tools C
TWO_PLAYERS = 2
MOST_PICKS = 4


def make_rules(book: RuleBook, players: int) -> Any:
    """Return the rules of a book for a player count, an array of one record."""
    rules = np.zeros(1, RULES)
    r = rules[0]
    r["players"] = players
    _switches(r, book)
    _market(r, book)
    _treasury(r, book)
    _cards(r, book)
    _ships(r, book, players)
    _plans(r, book)
    _city(r, book, players)
    _rubble(r, book, players)
    _prizes(r, book, players)
    _setup(r, book, players)
    _decrees(r, book)
    return rules


def _switches(r: Any, book: RuleBook) -> None:
    for name in NUMBERS_NAMED:
        r[name] = book.parameters[name]
    for name, words in WORDS.items():
        r[name] = words.index(str(book.parameters[name]))


def _print(r: Any, cell: int, effects: tuple[Effect, ...]) -> None:
    """L95: a cell as numbers."""
    r["cell_n"][cell] = len(effects)
    for i, (opcode, a, b) in enumerate(effects):
        r["cell_op"][cell, i], r["cell_a"][cell, i], r["cell_b"][cell, i] = opcode, a, b


def _market(r: Any, book: RuleBook) -> None:
    """L1, L40: goods, their prices, who accepts them."""
    shift = int(book.parameters["start_price_shift"])
    for row in book.tables["goods"]:
        g = GOOD_NAMES.index(str(row["good"]))
        low, high = int(row["min_price"]), int(row["max_price"])
        r["tokens"][g], r["min_price"][g], r["max_price"][g] = row["tokens"], low, high
        r["start_price"][g] = min(high, max(low, int(row["start_price"]) + shift))
    for row in book.tables["good_acceptance"]:
        noble, g = NOBLE_NAMES.index(str(row["noble"])), GOOD_NAMES.index(str(row["good"]))
        r["paid_by"][g] |= 3 << 2 * noble


def _treasury(r: Any, book: RuleBook) -> None:
    """L34, L39: the treasury's and the influence track."""
    rows = {int(row["space"]): row for row in book.tables["treasury_track"]}
    last = max(rows)
    for space in range(1, len(r["value"])):
        row = rows.get(space, rows[last])
        r["value"][space] = int(row["value_reis"]) + max(0, space - last)
        r["visit_influence"][space] = row["visit_influence"]
    moves = {str(row["event"]): int(row["move"]) for row in book.tables["treasury_moves"]}
    r["treasury_card_move"] = moves["treasury_card_to_portfolio"]
    r["cardinal_move"] = moves["cardinal_reaches_or_passes_c3"]
    r["store_move"], r["building_move"] = moves["store_built"], moves["building_opened"]
    marks = [0] * (TOP_INFLUENCE + 1)
    for row in book.tables["influence_track"]:
        marks[int(row["space"])] = int(row["coin_mark"])
    r["mark"] = marks
    r["marks_below"] = [sum(marks[:space]) for space in range(len(marks))]


def _cards(r: Any, book: RuleBook) -> None:
    """L30, L79, L96: political cards and clergy tiles."""
    rows = sorted(book.tables["political_cards"], key=lambda row: int(row["id"]))
    r["cards"] = len(rows)
    r["card_trigger"], r["tile_trigger"] = -1, -1
    for i, row in enumerate(rows):
        where = f"{book.edited.get('political_cards', 'political_cards.csv')}, id {row['id']}"
        r["card_id"][i] = row["id"]
        r["card_type"][i], r["card_deck"][i] = CARD_TYPES.index(str(row["type"])), DECK_NAMES.index(str(row["deck"]))
        r["card_influence"][i] = row["influence"]
        bottom = read_effects(str(row["bottom"]), where)
        _print(r, CELL_BOTTOM + i, bottom)
        _print(r, CELL_EVENT + i, read_effects(str(row["event"]), where))
        r["card_penalty"][i] = not bottom or any(b < 0 for _, _, b in bottom)
        r["card_has_goods"][i] = row["type"] in NOBLE_NAMES and any(op == GOOD_OP for op, _, _ in bottom)
        r["card_picks"][i] = _picks(bottom, where)
        power = read_power(str(row["benefit"]), where)
        for k, amount in power.amounts.items():
            r["card_power"][i, k] = amount
        r["card_powers"][i] = r["card_power"][i].sum()
        r["card_trigger"][i] = power.trigger
        _print(r, CELL_CARD + i, power.effects)
    shift = int(str(book.parameters["clergy_wigs"])[0]) - 2
    rows = sorted(book.tables["clergy_tiles"], key=lambda row: int(row["id"]))
    r["tile_count"] = len(rows)
    for i, row in enumerate(rows):
        where = f"{book.edited.get('clergy_tiles', 'clergy_tiles.csv')}, id {row['id']}"
        power = read_power(str(row["power"]), where)
        for k, amount in power.amounts.items():
            r["tile_power"][i, k] = amount
        r["tile_id"][i] = row["id"]
        r["tile_powers"][i] = r["tile_power"][i].sum()
        r["tile_trigger"][i] = power.trigger
        r["tile_wigs"][i] = int(row["wigs"]) + shift
        _print(r, CELL_TILE + i, power.effects)


def _picks(effects: tuple[Effect, ...], where: str) -> int:
    """L23: count the single goods that a bottom effect lets its owner choose.

    Raises:
        InputError: they are more than can be tried out whenever a card could be played.
    """
    picks = sum(abs(n) for op, good, n in effects if op == GOOD_OP and (n < 0 or good == ANY))
    if picks > MOST_PICKS:
        raise InputError(f"{where}: bottom lets choose {picks} goods (at most {MOST_PICKS})")
    return picks


def _ships(r: Any, book: RuleBook, players: int) -> None:
    """L12, L42: ships by colour."""
    r["ship_copies"] = players - 1
    influence = str(book.parameters["ship_influence"]).split("/")
    modifier = str(book.parameters["ship_modifier"]).split("/")
    for row in book.tables["ships"]:
        c = SHIP_NAMES.index(str(row["colour"]))
        r["hull"][c] = row["hull"]
        r["ship_influence"][c] = influence[c] if "ship_influence" in book.overridden else row["influence"]
        r["ship_modifier"][c] = modifier[c] if "ship_modifier" in book.overridden else row["sale_modifier"]


def _plans(r: Any, book: RuleBook) -> None:
    """L5, L6: plans and buildings."""
    fewer = 1 if book.parameters["plan_officials"] == "1-4" else 0
    rows = sorted(book.tables["plans"], key=lambda row: int(row["id"]))
    r["plan_count"] = len(rows)
    for i, row in enumerate(rows):
        r["plan_id"][i] = row["id"]
        r["plan_architect"][i] = ARCHITECTS.index(str(row["architect"]))
        r["plan_officials"][i] = int(row["officials"]) - fewer
        r["plan_starts"][i] = row["kind"] == "start"
        r["plans_by"][r["plan_architect"][i]] |= 1 << i
    wigs = int(book.parameters["building_wigs"])
    rows = sorted(book.tables["public_buildings"], key=lambda row: int(row["id"]))
    r["buildings"] = len(rows)
    for i, row in enumerate(rows):
        r["building_id"][i] = row["id"]
        r["building_goods"][i] = sum(1 << GOOD_NAMES.index(str(row[c])) for c in ("good_a", "good_b"))
        r["building_wigs"][i] = wigs or row["wigs_per_store"]


def _city(r: Any, book: RuleBook, players: int) -> None:
    """L16, L17: plots and sites."""
    reis = int(book.parameters["plot_reward_reis"])
    for row in book.tables["city_plots"]:
        plot = COLUMNS * ROW_NAMES.index(str(row["row"])) + int(row["col"]) - 1
        if row["in_2p"] or players > TWO_PLAYERS:
            r["plot_used"] |= 1 << plot
        r["plot_small"][plot] = row["tile_size"] == "small"
        for good in {str(row[c]) for c in ("good_left", "good_right")} - {"none"}:
            r["plots_for"][GOOD_NAMES.index(good), r["plot_small"][plot]] |= 1 << plot
        text = f"reis:+{reis}" if row["reward"] == "reis:+5" else str(row["reward"])
        effects = read_effects(text, f"{book.edited.get('city_plots', 'city_plots.csv')}, plot {row['plot']}")
        _print(r, CELL_PLOT + plot, effects)
        r["plot_reis"][plot], r["plot_influence"][plot] = _sum(effects, REIS), _sum(effects, INFLUENCE)
        if r["plot_reis"][plot] or r["plot_influence"][plot]:
            r["plot_pays"] |= 1 << plot
        for op, _, n in effects:
            if op <= RUBBLE_OP:
                r["plot_gives"][op, plot] += 1 if op == PORTFOLIO_INFLUENCE else n
    for row in book.tables["public_sites"]:
        site = SITE_NAMES.index(str(row["site"]))
        if row["in_2p"] or players > TWO_PLAYERS:
            r["site_used"] |= 1 << site
        r["site_plots"][site], r["site_street"][site] = _line(row, bool(r["north_line"]))
        where = f"{book.edited.get('public_sites', 'public_sites.csv')}, site {row['site']}"
        effects = read_effects(str(row["reward"]), where)
        _print(r, CELL_SITE + site, effects)
        r["site_reis"][site], r["site_influence"][site] = _sum(effects, REIS), _sum(effects, INFLUENCE)
        if r["site_reis"][site] or r["site_influence"][site]:
            r["site_pays"] |= 1 << site
    for row in book.tables["city_tiles"]:
        r["city_tiles"][STACK_NAMES.index(str(row["stack"]))] = row["count"]


def _line(row: Row, by_columns: bool) -> tuple[int, int]:
    """L66, `north_line`: plots on a site's line, and the one good whose stores are served, or -1."""
    if row["line_kind"] == "row":
        return ROW << COLUMNS * ROW_NAMES.index(str(row["line"])), -1
    street = GOOD_NAMES.index(str(row["line"]))
    return (COLUMN << street | COLUMN << street + 1, -1) if by_columns else (ALL_PLOTS, street)


def _sum(effects: tuple[Effect, ...], opcode: int) -> int:
    return sum(b for op, _, b in effects if op == opcode)


def _rubble(r: Any, book: RuleBook, players: int) -> None:
    """L2, L38: cubes and where they lie."""
    for row in book.tables["rubble"]:
        c = COLOUR_NAMES.index(str(row["colour"]))
        r["cube_count"][c], r["cube_value"][c] = row["count"], row["value"]
    for row in book.tables["rubble_slots"]:
        if row["in_2p"] or players > TWO_PLAYERS:
            r["slot_cubes"][_place(str(row["place"]))] = row["cubes"]


def _place(name: str) -> int:
    if name.startswith("row"):
        return ROW_NAMES.index(name[3])
    if name.startswith("col"):
        return COLUMNS + int(name[3]) - 1
    return PLACES - 1 if name == "pile" else SITE_1 + SITE_NAMES.index(name)


def _prizes(r: Any, book: RuleBook, players: int) -> None:
    """L4, L90: streets, plans, favors."""
    for i, row in enumerate(book.tables["scoring_tiles"]):
        r["street_prizes"][i] = [row[place] for place in ("first", "second", "third")]
    r["fixed_street"] = FIXED_STREETS
    (row,) = (row for row in book.tables["plan_majority"] if row["players"] == players)
    r["plan_prizes"] = [row[place] for place in ("first", "second", "third")]
    for row in book.tables["royal_favors"]:
        r["favor_wigs"][NOBLE_NAMES.index(str(row["noble"]))] = row["endgame_wigs"]
    capacity = int(book.parameters["office_capacity"])
    for row in book.tables["offices"]:
        r["capacity"][NOBLE_NAMES.index(str(row["noble"]))] = capacity or row["spaces"]


def _setup(r: Any, book: RuleBook, players: int) -> None:
    """L9: start values by player count."""
    values = {str(row["item"]): int(row["value"]) for row in book.tables["setup"] if row["players"] == players}
    for p in range(players):
        r["start_influence"][p] = book.parameters[f"start_influence_seat{p + 1}"]
    r["start_wigs"], r["start_reis"] = values["start_wigs"], values["start_reis"]
    r["start_goods"], r["officials"] = values["start_goods_each_type"], values["officials"]
    r["start_officials"], r["houses"] = values["start_officials_marquis_office"], values["houses"]
    r["treasury_start"] = values["treasury_start_space"]
    r["period_sets"], r["end_sets"] = values["period1_end_sets"], values["game_end_sets"]
    r["empty_decks"] = book.parameters["third_deck_trigger"]


def _decrees(r: Any, book: RuleBook) -> None:
    """L98: decrees."""
    rows: list[Row] = sorted(book.tables["decrees"], key=lambda row: int(row["id"]))
    r["decree_count"] = len(rows)
    for i, row in enumerate(rows):
        where = f"{book.edited.get('decrees', 'decrees.csv')}, id {row['id']}"
        r["decree_id"][i] = row["id"]
        condition = read_condition(str(row["condition"]), where)
        r["decree_form"][i], r["decree_key"][i], r["decree_by"][i] = condition.form, condition.key, condition.by
        r["decree_wigs"][i], r["decree_most"][i] = condition.wigs, condition.most
        r["decree_banned"][i] = row["banned_2p"]
