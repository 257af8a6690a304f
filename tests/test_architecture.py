"""The directions of imports, and no game's name where all games are served."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "simcore": {"simcore"},
    "strategies": {"strategies", "simcore"},
    "analysis": {"analysis", "simcore"},
    "reports": {"reports", "analysis", "simcore"},
    "gaiola": {"gaiola", "reports", "analysis", "strategies", "simcore", "configs"},
}
ENGINE = [*(ROOT / "simcore").glob("*.py"), *(ROOT / "analysis").rglob("*.py"), *(ROOT / "reports").rglob("*.*")]
GAMES = [path.name for path in (ROOT / "simcore" / "games").iterdir() if path.is_dir() and path.name[0] != "_"]


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("package", ALLOWED)
def test_imports_run_one_way(package: str) -> None:
    for path in (ROOT / package).rglob("*.py"):
        wrong = set(imported(path)) & set(ALLOWED) - ALLOWED[package]
        assert not wrong, f"{path} imports {wrong}"


def test_no_game_is_named_where_all_games_are_served() -> None:
    names = re.compile("|".join(GAMES), re.IGNORECASE)
    for path in ENGINE:
        if path.suffix in (".py", ".j2", ".html", ".css", ".js"):
            found = names.search(path.read_text(encoding="utf-8"))
            assert not found, f"{path} names {found}"


def test_games_do_not_know_each_other() -> None:
    for name in GAMES:
        others = "|".join(other for other in GAMES if other != name) or "^$"
        for path in (ROOT / "simcore" / "games" / name).rglob("*.py"):
            assert not re.search(rf"games\.({others})", path.read_text(encoding="utf-8"))
