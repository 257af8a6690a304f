"""A part that is damaged or missing is named, with what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest

import analysis
from simcore.errors import RunError
from tests.analysis.synthetic import write_run


@pytest.mark.parametrize("table", ["games", "seats", "rounds", "items"])
@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "scrambled"])
def test_a_damaged_part_is_named(table: str, damage: str, tmp_path: Path) -> None:
    run = write_run(tmp_path, games=300)
    file = tmp_path / table / "part-00000.parquet"
    data = file.read_bytes()
    if damage == "missing":
        file.unlink()
    else:
        kept = {"empty": b"", "cut": data[: len(data) // 2], "scrambled": b"PAR1" + bytes(len(data) - 8) + b"PAR1"}
        file.write_bytes(kept[damage])
    with pytest.raises(RunError, match=rf"{table}/part-00000\.parquet: .* --resume to play it again"):
        analysis.analyse(run)
