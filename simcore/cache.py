"""Where compiled code is kept, and when it is stale.

Numba's disk cache notices an edit of a function's own file only, not of a helper it inlines from another one.
So the cache folder is named by a hash of all sources and versions: an edit anywhere compiles anew, an undo
finds the old folder again. Numba falls back to another, unkeyed folder without a word when it cannot write,
so the folder is proved writable first.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from traceback import walk_tb

import llvmlite
import numba
import numpy as np

KEPT = 6  # cache folders that are kept, newest first
SOURCES = ("simcore", "strategies")


def _versions() -> bytes:
    versions = (sys.version_info[:2], numba.__version__, np.__version__, llvmlite.__version__)
    return repr((versions, numba.config.CPU_NAME, numba.config.BOUNDSCHECK)).encode()


def source_key(*places: Path) -> str:
    """Return a hash of all Python sources under the places (folders or files) and of the versions in use."""
    digest = hashlib.sha256(_versions())
    for place in places:
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _base() -> Path:
    chosen = os.environ.get("GAIOLA_CACHE")
    return Path(chosen) if chosen else Path.home() / ".cache" / "gaiola"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"x")
    except OSError:
        return False
    return True


def _prune(base: Path, current: Path) -> None:
    """Remove all but the newest few cache folders."""
    others = [p for p in base.iterdir() if p.is_dir() and p != current]
    for old in sorted(others, key=lambda p: p.stat().st_mtime, reverse=True)[KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def activate() -> Path:
    """Point Numba at the folder keyed by the house's sources; return it.

    Must run before any compiled function is defined, so `simcore` calls it on import.
    """
    places = [Path(spec.origin).parent for name in SOURCES if (spec := find_spec(name)) and spec.origin]
    folder = _base() / source_key(*places)
    if _writable(folder):
        _prune(folder.parent, folder)
    else:
        folder = Path(tempfile.mkdtemp(prefix="gaiola-"))
    numba.config.CACHE_DIR = str(folder)
    return folder


def is_empty(package: str) -> bool:
    """Tell whether nothing of a package has been compiled into the current folder yet."""
    return not any(Path(numba.config.CACHE_DIR).glob(f"**/{package.rpartition('.')[2]}_*/*.nbi"))


def is_damage(error: BaseException | None) -> bool:
    """Tell whether an error, or one that it came of, was raised while Numba loaded compiled code from the disk."""
    while error:
        for frame, _ in walk_tb(error.__traceback__):
            if frame.f_globals.get("__name__") == "numba.core.caching" and "load" in frame.f_code.co_name:
                return True
        error = error.__cause__ or error.__context__
    return False


def clear() -> None:
    """Remove all compiled code of the current folder (a damaged file makes Numba fail)."""
    shutil.rmtree(numba.config.CACHE_DIR, ignore_errors=True)


@contextmanager
def keyed_by(*places: Path) -> Iterator[None]:
    """Compile what is defined inside under a folder of its own, keyed by further sources."""
    base = Path(numba.config.CACHE_DIR)
    folder = base / source_key(*places)
    numba.config.CACHE_DIR = str(folder if _writable(folder) else tempfile.mkdtemp(prefix="gaiola-"))
    try:
        yield
    finally:
        numba.config.CACHE_DIR = str(base)
