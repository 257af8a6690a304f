"""The compiled game against a slow one that was written from the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path

import pytest

from simcore.games.lancaster.describe import GAME
from simcore.games.lancaster.state import COMPARISONS, METRICS, OPCODES

from . import tables
from .lockstep import replay
from .rules_in_use import pairs, single_alternatives
from .slow_position import rows

LAWS = 18


@pytest.mark.parametrize("players", GAME.players)
def test_games_by_the_default_rules_agree(players: int) -> None:
    """N1 to N127."""
    for seed in range(15):
        replay(seed, players, {})


@pytest.mark.parametrize("index", range(len(single_alternatives())))
def test_games_by_one_other_rule_agree(index: int) -> None:
    """N1 to N127; rules of allies with two players, the others with all player counts in turn."""
    name, value = single_alternatives()[index]
    replay(index, 2 if name.startswith("ally") else GAME.players[index % 4], {name: value})


@pytest.mark.parametrize("index", range(len(pairs())))
def test_games_by_alternative_rules_agree(index: int) -> None:
    """N1 to N127; every pair of parameter values."""
    replay(100 * index, *pairs()[index])


@pytest.mark.soak
@pytest.mark.parametrize("players", GAME.players)
def test_many_games_agree(players: int) -> None:
    """N1 to N127."""
    for seed in range(1000, 2000):
        replay(seed, players, {})
    for name, value in single_alternatives():
        for seed in range(2000, 2020):
            replay(seed, players, {name: value})
    for index, (n, rules) in enumerate(pairs()):
        for seed in range(20 * (n == players)):
            replay(10_000 + 100 * index + seed, n, rules)


def cells() -> Iterator[str]:
    """Every form with every opcode, and every metric and comparison many times (N60)."""
    metrics, comparisons, numbers = cycle(METRICS), cycle(COMPARISONS), cycle((1, 2, 3))
    first = cycle(("gold:1+", "pp:1+squire:2+", ""))
    for form, opcode in product(("gain", "per", "per_group", "most", "if", "buy", "pair"), OPCODES):
        metric, comparison, k = next(metrics), next(comparisons), next(numbers)
        effects = f"{opcode}:{k}"
        yield {
            "gain": f"gain:{next(first)}{effects}",
            "per": f"per:{metric}:{effects}",
            "per_group": f"per_group:{metric}:{k}:{next(first)}{effects}",
            "most": f"most:{metric}:{effects}",
            "if": f"if:{metric}:{comparison}:{k}:{effects}+{effects}",
            "buy": f"buy:{('gold', 'squire')[k % 2]}:{k}:{effects}",
            "pair": f"pair:squire+gold:{effects}",
        }[form]


CELLS = list(cells())


@pytest.mark.parametrize("first", range(0, len(CELLS), LAWS))
def test_laws_with_other_texts_agree(first: int, tmp_path: Path) -> None:
    """N44 to N46, N60 to N67: new laws need no code."""
    tables.with_rules(tmp_path, "laws", [*CELLS[first:], *CELLS][:LAWS])
    for players in GAME.players:
        replay(first, players, {}, tables.book(tmp_path))
    replay(9, 4, {}, tables.book(tmp_path, law_choice_order="simultaneous", law_zero_majority="all"))


@pytest.mark.parametrize("shift", range(0, len(OPCODES), 2))
def test_boards_with_other_texts_agree(shift: int, tmp_path: Path) -> None:
    """N29, N60 to N67, N81, N82, N124: counties, castles and favors."""
    turned = [*OPCODES[shift:], *OPCODES[:shift]]
    gains = [
        f"gain:{a}:{1 + i % 2}+{b}:1" for i, (a, b) in enumerate(zip(turned, turned[3:] + turned[:3], strict=True))
    ]
    trades = [f"trade_once:{('gold', 'squire')[i % 2]}:{1 + i % 3}:{x}:1" for i, x in enumerate(turned)]
    tables.with_rules(tmp_path, "counties", gains)
    tables.with_rules(tmp_path, "castle", [*trades[:4], *gains[4:]])
    tables.with_rules(tmp_path, "kings_favor", gains[5:])
    tables.write(tmp_path, "ally_castle", [
        {"slot": i + 1, "rule": rule, "resolve_order": 6 - i, "provenance": "assumed", "note": ""}
        for i, rule in enumerate(gains[:6])
    ])  # fmt: skip
    for seed, players in product(range(2), (2, 3, 5)):
        replay(seed, players, {}, tables.book(tmp_path, ally_start_player=("void", "as_player")[seed]))


def test_conflict_cards_and_knights_of_other_tables_agree(tmp_path: Path) -> None:
    """N2, N14, N83 to N86, N100, N101."""
    cards = rows("conflicts")
    for i, card in enumerate(cards):
        card |= {"france": str(i % 7), "win1": "9", "win3": "4", "loss2": "3", "loss3": str(i % 3)}
    tables.write(tmp_path, "conflicts", cards)
    knights = rows("knights")
    for knight, count in zip(knights, (4, 1, 2, 1), strict=True):
        knight["count"] = str(count)
    tables.write(tmp_path, "knights", knights)
    for seed, players in product(range(2), GAME.players):
        replay(seed, players, {}, tables.book(tmp_path))
