"""A bar with rate and time left on a terminal; elsewhere a line at the start."""

from __future__ import annotations

import sys
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress
from rich.text import Text


class _Rate(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f} games/s" if task.speed else "- games/s")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


class Progress:
    """Shows how many games are played.

    Args:
        games: in all.
        what: is played.
        chunks: that they are played in.
        workers: that play them.
        wanted: show a bar if standard error is a terminal, say a line if not.
    """

    def __init__(self, games: int, what: str, chunks: int, workers: int, wanted: bool) -> None:
        columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn())
        terminal = sys.stderr.isatty()
        line = f"playing {games:,} games of {what} in {_count(chunks, 'chunk')} with {_count(workers, 'worker')} ...\n"
        self._line = line if wanted and not terminal else ""
        self._bar = RichProgress(*columns, console=Console(stderr=True), disable=not (wanted and terminal))
        self._task = self._bar.add_task(what, total=games)

    def __enter__(self) -> Progress:
        sys.stderr.write(self._line)
        sys.stderr.flush()
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()

    def advance(self, games: int) -> None:
        """Count games that are done."""
        self._bar.advance(self._task, games)
