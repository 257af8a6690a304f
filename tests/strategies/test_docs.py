"""What docs/strategies.md shows can be saved and played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import strategies
from simcore.engine import simulate
from tests.strategies.ladder import GAMES, NAMES

PAGE = (Path(__file__).parents[2] / "docs" / "strategies.md").read_text(encoding="utf-8")


def snippet(language: str, containing: str) -> str:
    """Return the code block of the page in a language that contains a text."""
    (found,) = [code for code in re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL) if containing in code]
    return found


def test_both_ways_of_the_tutorial(tmp_path: Path) -> None:
    (tmp_path / "hermit.toml").write_text(snippet("toml", "[weights]"), encoding="utf-8")
    (tmp_path / "bots.py").write_text(snippet("python", "@compiled"), encoding="utf-8")
    pool = [strategies.load("mercado", str(tmp_path / name)) for name in ("hermit.toml", "bots.py:late_starter")]
    states, _ = simulate(GAMES["mercado"], pool, 3, 120, seed=5, checked=True)
    assert states["over"].all()


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_strategy_is_on_the_page(name: str) -> None:
    for bot in strategies.shipped(name):
        assert f"| `{bot.name}` | {bot.level} | {bot.line} |" in PAGE
