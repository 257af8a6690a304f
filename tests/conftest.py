"""What several tests need. The toy game of tests/toy_game is found through its entry points."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
ROOT = TESTS.parent
sys.path.append(str(TESTS))  # where the toy game is found; last, since folders here bear the names of packages
Command = Callable[..., subprocess.CompletedProcess[str]]
Told = tuple[int, str, str]
Cli = Callable[..., Told]


@pytest.fixture
def study(tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that writes a study file."""

    def write(text: str) -> Path:
        path = tmp_path / "study.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def environment() -> dict[str, str]:
    """Return the environment in which another process knows the toy game."""
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{TESTS}"}


def arguments(*words: object) -> list[str]:
    """Return the command line of another process."""
    return [sys.executable, "-m", "gaiola", *map(str, words)]


@pytest.fixture
def shell(tmp_path: Path) -> Command:
    """Return a function that runs the command line in another process, in a folder of its own."""

    def run(*words: object, **options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            arguments(*words), cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False, **options
        )

    return run


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Return a function that runs the command line in this process: exit code, output, errors."""
    from gaiola import cli

    monkeypatch.chdir(tmp_path)

    def run(*words: object) -> Told:
        monkeypatch.setattr(sys, "argv", ["gaiola", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        said = capsys.readouterr()
        return int(stop.value.code or 0), said.out, said.err

    return run
