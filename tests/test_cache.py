"""Compiled code is kept by what it was made from, in a folder that can be written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numba
import pytest

from simcore import cache

HELPER = "from numba import njit\n\n@njit\ndef bonus():\n    return {bonus}\n"
ENTRY = """
from numba import njit, int64
from helper import bonus

@njit(int64(), cache=True)
def total():
    return bonus() + 1
"""
SCRIPT = """
import sys
from pathlib import Path
from simcore import cache
sys.path.insert(0, sys.argv[1])
with cache.keyed_by(Path(sys.argv[1])):
    from entry import total
print(total(), sum(total.stats.cache_hits.values()))
"""
DAMAGED = """
import sys
from pathlib import Path
from simcore import cache
sys.path.insert(0, sys.argv[1])
try:
    with cache.keyed_by(Path(sys.argv[1])):
        import entry
except Exception as error:
    print(cache.is_damage(error), cache.is_damage(ValueError()))
"""


def compiled(folder: Path, bonus: int) -> tuple[int, int]:
    """Write a helper, call the function that uses it in another process; return its answer and the cache hits."""
    (folder / "helper.py").write_text(HELPER.format(bonus=bonus))
    (folder / "entry.py").write_text(ENTRY)
    told = subprocess.run([sys.executable, "-c", SCRIPT, folder], capture_output=True, text=True, check=True).stdout
    answer, hits = map(int, told.split())
    return answer, hits


def test_an_edit_of_a_helper_in_another_file_is_never_overlooked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAIOLA_CACHE", str(tmp_path / "cache"))
    (tmp_path / "code").mkdir()
    assert compiled(tmp_path / "code", 1) == (2, 0)
    assert compiled(tmp_path / "code", 1) == (2, 1)
    assert compiled(tmp_path / "code", 5) == (6, 0)
    assert compiled(tmp_path / "code", 1) == (2, 1), "an undone edit finds its old folder again"


def test_a_folder_that_cannot_be_written_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", numba.config.CACHE_DIR)
    (tmp_path / "file").write_text("no folder can be made here")
    monkeypatch.setenv("GAIOLA_CACHE", str(tmp_path / "file"))
    folder = cache.activate()
    assert folder.is_dir()
    assert tmp_path not in folder.parents


def test_only_the_newest_folders_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", numba.config.CACHE_DIR)
    monkeypatch.setenv("GAIOLA_CACHE", str(tmp_path))
    for i in range(10):
        (tmp_path / f"old{i}").mkdir()
    current = cache.activate()
    assert current.is_dir()
    assert len(list(tmp_path.iterdir())) == cache.KEPT


@pytest.mark.parametrize("content", [b"", b"2.0", b"\xff" * 50, b"cnowhere\nnothing\n."])
def test_damage_is_told_from_other_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setenv("GAIOLA_CACHE", str(tmp_path / "cache"))
    (tmp_path / "code").mkdir()
    compiled(tmp_path / "code", 1)
    for path in (tmp_path / "cache").rglob("*.nbc"):
        path.write_bytes(content)
    told = subprocess.run(
        [sys.executable, "-c", DAMAGED, tmp_path / "code"], capture_output=True, text=True, check=True
    )
    assert told.stdout == "True False\n"
