"""Games worth watching: the closest, the longest and the most typical of every player count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from reports.story import Story
from simcore.runs import Run


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
    games = _summaries(run, story, n)
    if games.is_empty():
        return
    far = pl.sum_horizontal(
        ((pl.col(c) - pl.col(c).median()).abs() / (pl.col(c).std().fill_null(0) + 1))
        for c in ("decisions", "gap", "top")
    )
    for what, order in (
        ("closest", [pl.col("spread"), -pl.col("top")]), ("longest", [-pl.col("decisions")]), ("most typical", [far])
    ):  # fmt: skip
        row = games.sort(*order, pl.col("game")).row(0, named=True)
        scores = ", ".join(map(str, row["scores"]))
        yield Notable(what, n, row["game"], f"{row['turns']} turns, scores by seat: {scores}")


def _summaries(run: Run, story: Story, n: int) -> pl.DataFrame:
    """Return a row a decided game: length, best score, gap to the second, gap to the last."""
    strata = [s.index for s in run.design.strata if (s.arm, s.players, s.pool) == (story.arms[0], n, story.pool)]
    chunks = [c.index for c in run.chunks if c.stratum.index in strata and run.record_path(c.index).exists()]
    frames = [_chunk(run, index, n) for index in chunks]
    return pl.concat(frames) if frames else pl.DataFrame()


def _chunk(run: Run, index: int, n: int) -> pl.DataFrame:
    games = pl.read_parquet(run.part("games", index), columns=["game", "turns", "decisions", "no_result"])
    score = pl.read_parquet(run.part("seats", index), columns=["score"])["score"].cast(pl.Int64)
    scores = score.reshape((len(games), n)).arr.to_list()
    ranked = scores.list.sort(descending=True)
    best = ranked.list.get(0)
    with_scores = games.with_columns(
        scores=scores, top=best, gap=best - ranked.list.get(min(1, n - 1)), spread=best - ranked.list.get(n - 1)
    )
    return with_scores.filter(~pl.col("no_result")).drop("no_result")
