"""The run folder: manifest, parts, commit records; resumption and damage.

::

    manifest.json             what was asked, on which machine, with which versions
    games/part-00000.parquet  one part a chunk and table; also seats/ rounds/ items/, effects/ if games are forked
    chunks/00000.json         commit record, written last: the chunk is done

A chunk is done if its commit record exists, tells of the chunk's games, and every part has the recorded checksum.
Every file is written under a temporary name, synced and renamed, so a run killed at any moment leaves whole files
only.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa

from simcore import manifest as manifests
from simcore.errors import InputError, RunError
from simcore.game import Game
from simcore.plan import Chunk, Design
from simcore.recorder import parquet_bytes
from simcore.registry import find_game
from simcore.schema import TABLES, recorded

FULL = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file is too large for the limit of this shell or disk (ulimit -f)",
}
ROOMS = (*recorded(forking=True), "chunks")  # of any run
LEFTOVER = re.compile(r".+\.\d+\.tmp")  # a file that was never finished
PART = {"sha256": str, "rows": int, "bytes": int}
RECORD = {"decisions": int, "seconds": (int, float)}
SHOWN = 8  # differences that are listed
ANOTHER = "choose another folder (--out, or out= in Python)"


def write_whole(path: Path, data: bytes | pa.Buffer) -> None:
    """Write a file so that it exists whole or not at all.

    Raises:
        RunError: there is no room for it.
    """
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise _no_room(path, error) or OSError(error.errno, error.strerror, str(path)) from None


@contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """Yield a folder to write a folder of files to; they are moved into place together, or none of them is.

    Args:
        folder: in which the yielded one is copied, one level of folders deep.

    Raises:
        InputError: a file lies where a folder belongs.
        RunError: there is no room for the files.
    """
    stage = folder / f"stage.{os.getpid()}.tmp"
    try:
        stage.mkdir()
        yield stage
        for path in stage.glob("*/*"):
            place = folder / path.parent.name
            place.mkdir(exist_ok=True)
            path.replace(place / path.name)
    except FileExistsError as error:
        raise InputError(f"{error.filename}: lies where a folder belongs; move it away") from None
    except Exception as error:
        raise _no_room(folder, error) or error from None
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _no_room(path: Path, error: Exception) -> RunError | None:
    """Return the error to be shown if there was no room for a file; Polars tells the system's number in words."""
    told = re.search(r"os error (\d+)", str(error))
    number = error.errno if isinstance(error, OSError) and error.errno else int(told[1]) if told else 0
    if number not in FULL:
        return None
    return RunError(
        f"{path}: {FULL[number]}. What is finished is kept: make room, then repeat the command (to go on with a run, "
        "with --resume)"
    )


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _json(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode(errors="backslashreplace")


@dataclass(repr=False)
class Run:
    """A run folder.

    Attributes:
        path: the folder.
        manifest: what was asked, as plain JSON.
        played: whether games were played since it was opened.
    """

    path: Path
    manifest: dict[str, Any]
    played: bool = False

    def __repr__(self) -> str:
        done = len(self.parts(TABLES[0]))
        state = "finished" if done == len(self.chunks) else f"{done} of {len(self.chunks)} chunks"
        return f"Run({self.path}, {self.manifest['game']['name']}, {self.design.games:,} games, {state})"

    @cached_property
    def design(self) -> Design:
        """What is played."""
        return manifests.read_plan(self.manifest["plan"])

    @cached_property
    def game(self) -> Game:
        """The descriptor of the game.

        Raises:
            InputError: the game is not installed.
        """
        return find_game(self.manifest["game"]["name"])

    @cached_property
    def chunks(self) -> tuple[Chunk, ...]:
        """All chunks of the run."""
        return tuple(self.design.chunks(self.manifest["plan"]["chunk"]))

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that are recorded."""
        return recorded(bool(self.manifest.get("effects")))

    @property
    def rooms(self) -> tuple[str, ...]:
        """The folders in which parts and commit records lie."""
        return (*self.tables, "chunks")

    def part(self, table: str, chunk: int) -> Path:
        """Return where a chunk's part of a table lies."""
        return self.path / table / f"part-{chunk:05}.parquet"

    def record_path(self, chunk: int) -> Path:
        """Return where a chunk's commit record lies."""
        return self.path / "chunks" / f"{chunk:05}.json"

    def record(self, chunk: int) -> dict[str, Any] | None:
        """Return a chunk's commit record, or None if there is no readable one that tells of the chunk's games."""
        try:
            record = json.loads(self.record_path(chunk).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        covered = _coverage(self.chunks[chunk])
        shape = RECORD | {"parts": dict.fromkeys(self.tables, PART)} | dict.fromkeys(covered, int)
        if manifests.misfit(record, shape) or not covered.items() <= record.items():
            return None
        return dict(record)

    def parts(self, table: str) -> list[Path]:
        """Return the parts of a table that are committed, in the order of their games."""
        return [self.part(table, c.index) for c in self.chunks if self.record_path(c.index).exists()]

    @property
    def is_complete(self) -> bool:
        """Whether every chunk has been committed."""
        return all(self.record_path(c.index).exists() for c in self.chunks)

    def damaged(self, chunk: int) -> list[Path]:
        """Return the files of a committed chunk that are missing or differ from their checksum."""
        record = self.record(chunk)
        if record is None:
            return [self.record_path(chunk)]
        return [path for t in self.tables if _digest(path := self.part(t, chunk)) != record["parts"][t]["sha256"]]

    def require_sound(self) -> None:
        """Check the checksums of all committed chunks.

        Raises:
            RunError: a file is damaged.
        """
        for chunk in self.chunks:
            if self.record_path(chunk.index).exists() and (files := self.damaged(chunk.index)):
                raise RunError(f"{files[0]}: damaged; repeat the run's command with --resume to play it again")

    def pending(self) -> list[Chunk]:
        """Return the chunks that are not done, damaged ones included."""
        return [c for c in self.chunks if self.damaged(c.index)]

    def commit(self, chunk: Chunk, tables: Mapping[str, pa.Table], decisions: int, seconds: float) -> dict[str, Any]:
        """Write a chunk's parts, then its commit record.

        Args:
            chunk: that was played.
            tables: its recorded tables.
            decisions: taken in its games.
            seconds: wall time it took.

        Returns:
            The commit record.
        """
        parts = {}
        for name, table in tables.items():
            data = parquet_bytes(table)
            write_whole(self.part(name, chunk.index), data)
            parts[name] = {"sha256": hashlib.sha256(data).hexdigest(), "rows": table.num_rows, "bytes": data.size}
        record = {
            **_coverage(chunk),
            "decisions": decisions,
            "seconds": round(seconds, 3),
            "parts": parts,
        }
        write_whole(self.record_path(chunk.index), _json(record))
        return record

    def save(self) -> None:
        """Write the manifest."""
        write_whole(self.path / "manifest.json", _json(self.manifest))

    def finish(self, when: str) -> None:
        """Note in the manifest that all chunks are done.

        Args:
            when: date and time, ISO 8601.
        """
        records = [self.record(c.index) or {} for c in self.chunks]
        totals = {key: sum(r[key] for r in records) for key in ("games", "decisions", "seconds")}
        self.manifest.update(totals, finished=when)
        self.played = True
        self.save()


def _coverage(chunk: Chunk) -> dict[str, int]:
    """Return what a commit record says of the games it stands for."""
    return {
        "chunk": chunk.index,
        "stratum": chunk.stratum.index,
        "first_block": chunk.first_block,
        "blocks": chunk.blocks,
        "games": chunk.games,
    }


def _digest(path: Path) -> str:
    """Return the checksum of a file, or "" if it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def open_run(folder: Path) -> Run:
    """Open a run folder for reading.

    Raises:
        InputError: it is no run folder, or another version wrote it.
    """
    _check_name(folder)
    path = folder / "manifest.json"
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise InputError(f"{folder}: no run lies there (no manifest.json)") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not readable as JSON ({error})") from None
    if problem := manifests.problem(manifest):
        raise InputError(f"{path}: not a manifest of this version: {problem}")
    return Run(folder, manifest)


def begin(folder: Path, manifest: dict[str, Any], resume: bool) -> Run:
    """Make a run folder, or take up one that exists.

    A finished run of the same study is taken up without ``resume``: nothing is left to play.

    Raises:
        InputError: the folder holds something else, an unfinished run without ``resume``, or a run of another study;
            or it cannot be written.
    """
    _check_name(folder)
    try:
        is_run = (folder / "manifest.json").exists()
        is_free = not folder.exists() or _is_bare(folder)
    except OSError as error:
        raise InputError(f"{folder}: cannot be used ({error.strerror})") from None
    if is_run:
        return _take_up(open_run(folder), manifest, resume)
    if not is_free:
        raise InputError(f"{folder}: exists and holds no run; {ANOTHER}")
    run = Run(folder, manifest)
    _make_folders(run)
    run.save()
    return run


def _check_name(folder: Path) -> None:
    """Refuse a folder whose name is no text: Polars could not read what lies there."""
    try:
        str(folder).encode()
    except UnicodeEncodeError:
        raise InputError(f"{folder}: the name of a run's folder must be UTF-8 text; {ANOTHER}") from None


def _is_bare(folder: Path) -> bool:
    """Tell whether a folder holds nothing, or what a run leaves that was killed before its manifest was written."""
    if not folder.is_dir():
        return False
    rooms = [path for path in folder.iterdir() if path.name in ROOMS and path.is_dir()]
    files = [path for place in (folder, *rooms) for path in place.iterdir() if path not in rooms]
    return all(LEFTOVER.fullmatch(path.name) for path in files)


def _take_up(run: Run, manifest: dict[str, Any], resume: bool) -> Run:
    different = manifests.differences(run.manifest, manifest)
    if different:
        more = [f"... and {len(different) - SHOWN} more"] if len(different) > SHOWN else []
        lines = "\n  ".join([*different[:SHOWN], *more])
        raise InputError(f"{run.path}: holds a run of another study; {ANOTHER}. What differs:\n  {lines}")
    if not resume and not run.is_complete:
        done = len(run.parts(TABLES[0]))
        raise InputError(
            f"{run.path}: holds {done} of {len(run.chunks)} chunks of this study; "
            "go on with it (--resume, or resume=True in Python)"
        )
    _make_folders(run)
    _remove_surplus(run)
    run.manifest.update({key: manifest[key] for key in ("title", "study")})
    run.save()
    return run


def _make_folders(run: Run) -> None:
    """Make the folders of a run, prove that they can be written, and remove what was never finished."""
    try:
        for folder in (run.path, *(run.path / name for name in run.rooms)):
            folder.mkdir(parents=True, exist_ok=True)
            for leftover in folder.glob("*.tmp"):
                if LEFTOVER.fullmatch(leftover.name):
                    shutil.rmtree(leftover) if leftover.is_dir() else leftover.unlink()
        probe = run.path / f"probe.{os.getpid()}.tmp"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise InputError(f"{run.path}: cannot be written ({error.strerror})") from None


def _remove_surplus(run: Run) -> None:
    """Remove parts and records of chunks that the plan does not have, and empty folders in place of any of them."""
    known = {run.record_path(c.index) for c in run.chunks}
    known |= {run.part(t, c.index) for t in run.tables for c in run.chunks}
    for name in run.rooms:
        for path in (run.path / name).iterdir():
            if path.is_dir():
                path.rmdir()
            elif path not in known and re.fullmatch(r"(part-)?\d{5,}\.(parquet|json)", path.name):
                path.unlink()
