"""Games worth watching: the closest, the longest and the most typical of every player count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.parts import read_part
from reports.story import Story
from simcore.runs import Run

Array = NDArray[Any]


@dataclass(frozen=True)
class Notable:
    """A game worth watching.

    Attributes:
        what: the closest, the longest or the most typical.
        players: player count.
        game: its id.
        why: its length and scores, in words.
    """

    what: str
    players: int
    game: int
    why: str


def notable(run: Run, story: Story) -> list[Notable]:
    """Return the games worth watching of the headline pool of the baseline."""
    return [found for n in story.players for found in _of_players(run, story, n)]


def _of_players(run: Run, story: Story, n: int) -> Iterator[Notable]:
    chunks = list(_decided(run, story, n))
    if not chunks:
        return
    game, turns, decisions = (np.concatenate([c[i] for c in chunks]) for i in range(3))
    scores = np.concatenate([c[3] for c in chunks])
    ranked = np.sort(scores, axis=1)
    best, spread, gap = ranked[:, -1], ranked[:, -1] - ranked[:, 0], ranked[:, -1] - ranked[:, -min(2, n)]
    even = spread.astype(np.int64) * (1 + int(best.max() - best.min())) - best  # of equally close games the richest
    far = sum(np.abs(x - np.median(x)) / (1 + x.std()) for x in (decisions, gap, best))
    for what, i in (("closest", even.argmin()), ("longest", decisions.argmax()), ("most typical", np.argmin(far))):
        said = ", ".join(map(str, scores[i]))
        yield Notable(what, n, int(game[i]), f"{turns[i]} turns, scores by seat: {said}")


def _decided(run: Run, story: Story, n: int) -> Iterator[tuple[Array, Array, Array, Array]]:
    """Yield id, turns, decisions and scores of the decided games, chunk by chunk."""
    for c in run.chunks:
        s = c.stratum
        if (s.arm, s.players, s.pool) != (story.arms[0], n, story.pool) or not run.record_path(c.index).exists():
            continue
        games = read_part(run.part("games", c.index), ["game", "turns", "decisions", "no_result"])
        score = read_part(run.part("seats", c.index), ["score"])["score"].to_numpy().reshape(-1, n)
        kept = ~games["no_result"].to_numpy()
        if kept.any():
            game, turns, decisions = (games[name].to_numpy()[kept] for name in ("game", "turns", "decisions"))
            yield game, turns, decisions, score[kept]
