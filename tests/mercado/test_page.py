"""docs/games/mercado.md says what the data and the code say."""

from __future__ import annotations

import re
from pathlib import Path

from simcore.games.mercado.describe import GAME

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "games" / "mercado.md").read_text(encoding="utf-8")


def test_page_has_every_rule_and_invariant_in_order() -> None:
    assert re.findall(r"^- \*\*(M\d+)\*\*", PAGE, re.M) == [f"M{n}" for n in range(1, 38)]
    assert re.findall(r"^\| \*\*(I\d+)\*\*", PAGE, re.M) == [f"I{n}" for n in range(1, 16)]


def test_page_lists_every_parameter_with_its_values() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \| (.+) \| (M\d+) \|$", PAGE, re.M)
    parameters = GAME.parameters()
    others = {n: ", ".join(str(v) for v in p.values if v != p.default) or "-" for n, p in parameters.items()}
    assert [row[:3] for row in rows] == [(n, str(p.default), others[n]) for n, p in parameters.items()]
    for name, _, _, rule in rows:
        text = PAGE.split(f"**{rule}**", 1)[1].split("\n- **M", 1)[0]
        assert f"`{name}`" in text, f"{rule} does not name {name}"


def test_every_rule_that_code_cites_is_on_the_page() -> None:
    sources = [*(ROOT / "simcore" / "games" / "mercado").glob("*.py"), *Path(__file__).parent.glob("*.py")]
    cited = {n for path in sources for n in re.findall(r"\b[MI]\d+\b", path.read_text(encoding="utf-8"))}
    numbers = {f"M{n}" for n in range(1, 38)} | {f"I{n}" for n in range(1, 16)}
    assert cited <= numbers
    assert len(cited & numbers) > 40
