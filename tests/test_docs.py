"""The generated documentation is current, and its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gaiola import reference

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_generated_pages_are_current() -> None:
    for name, text in reference.pages().items():
        if "toy" not in name:
            assert (ROOT / "docs" / name).read_text() == text, f"{name} is stale: run make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
