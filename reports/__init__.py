"""From tables to figures and one self-contained HTML page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from simcore.runs import Run

__all__ = ["write"]


def write(run: Run, tables: Mapping[str, pl.DataFrame]) -> Path:
    """Write the report of a run into its folder: ``report.html``, ``tables/`` and ``findings.json``.

    Args:
        run: the run.
        tables: its analysis.

    Returns:
        Where the page lies.
    """
    from analysis import save
    from analysis.findings import findings
    from reports.page import render
    from simcore.runs import staged, write_whole

    own = [s["name"] for s in run.manifest["strategies"] if s["level"] == "user"]
    found = findings(tables, run.manifest["game"].get("seat_word", ""), own)
    page = run.path / "report.html"
    with staged(run.path) as stage:
        save(tables, stage)
    said = json.dumps([f.as_json() for f in found], indent=1, ensure_ascii=False, allow_nan=False)
    write_whole(run.path / "findings.json", f"{said}\n".encode(errors="backslashreplace"))
    write_whole(page, render(run, tables, found).encode(errors="backslashreplace"))
    return page
