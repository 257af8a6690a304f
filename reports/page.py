"""From a run and its tables to one self-contained page."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import polars as pl
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from analysis.findings import Finding
from reports import method
from reports.blocks import Section
from reports.figures.effects import effects
from reports.figures.handicap import handicap
from reports.figures.items import items
from reports.figures.pace import pace
from reports.figures.points import points
from reports.figures.seats import seats
from reports.figures.strategies import strategies
from reports.figures.variants import variants
from reports.notable import notable
from reports.numbers import count
from reports.story import Story
from simcore.runs import Run


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def _own(name: str) -> str:
    return (files("reports") / "templates" / name).read_text(encoding="utf-8")


def render(run: Run, tables: Mapping[str, pl.DataFrame], found: list[Finding]) -> str:
    """Return the page.

    Args:
        run: whose manifest and games it shows.
        tables: of the analysis.
        found: the findings.
    """
    story = Story(run.manifest, tables)
    script = _own("sort.js")
    return _environment().get_template("page.html.j2").render(
        **_head(story, found),
        sections=_sections(story),
        rules=method.rules(story),
        **_method(run, story),
        style=Markup(_own("style.css")),
        script=Markup(script),
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )  # fmt: skip


def _head(story: Story, found: list[Finding]) -> dict[str, Any]:
    m = story.manifest
    title = m["study"].get("report", {}).get("title") or m["title"]
    facts = [
        ("Game", f"{story.game['title']}, version {story.game['version']}"),
        ("Games played", count(m["games"] or int(story.tables["overview"]["games"].sum()))),
        ("Players", ", ".join(map(str, story.players))),
        ("Strategies", ", ".join(story.rivals or story.strategies)),
        ("Skill marks", ", ".join(story.pools[1:]) or "none"),
        ("Seed", str(m["plan"]["seed"])),
    ]
    if len(story.arms) > 1:
        facts.insert(5, ("Variants", "; ".join(story.arm(name) for name in story.arms)))
    return {
        "title": title, "facts": facts, "provenance": method.provenance(story),
        "assumptions": method.assumptions(story), "findings": found,
        "example": method.example(story), "words": method.WORDS,
    }  # fmt: skip


def _sections(story: Story) -> list[Section]:
    before = [seats(story), points(story), pace(story), strategies(story)]
    made = [*before, *effects(story), items(story), handicap(story), variants(story)]
    return [s for s in made if s]


def _method(run: Run, story: Story) -> dict[str, Any]:
    return {
        "estimators": method.ESTIMATORS,
        "ties": method.ties(story),
        "design": method.design(story),
        "machine": method.machine(story),
        "command": story.manifest["command"],
        "watch": method.watch(notable(run, story), method.shown_path(run.path)),
        "table_names": list(story.tables),
    }
