"""From batches of finished games to the recorded tables, column by column.

Columns are filled batch by batch while the records are still in the processor's cache; no Python object is
made per game. Ledgers are turned into rows whenever their buffer is full, so memory stays flat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from simcore.game import Game
from simcore.plan import Seating, Stratum
from simcore.schema import EFFECTS, columns, recorded

Array = NDArray[Any]
Columns = dict[str, Array]
IN_CACHE = 2000  # games whose headers fit the processor's cache


def numpy_dtypes(game: Game, table: str) -> dict[str, Any]:
    """Return the NumPy dtype of every column of a recorded table."""
    return {c.name: np.bool_ if str(c.dtype) == "Boolean" else str(c.dtype).lower() for c in columns(game, table)}


def tie_break(score: Array, win60: Array) -> Array:
    """Tell which seats had the best score in games that a tie-break decided.

    Args:
        score: (games, players).
        win60: share of the win in sixtieths (games, players).

    Returns:
        Bool (games, players).
    """
    points, share = np.ascontiguousarray(score.T), np.ascontiguousarray(win60.T)  # seats first: quicker sums
    best = points == points.max(axis=0)
    sharers = best.sum(axis=0, dtype=np.int16)
    shared = (share * sharers == 60) | ~best
    decided = ~shared.all(axis=0) & (share > 0).any(axis=0) & (sharers > 1)
    return np.asarray((best & decided).T)


class Recorder:
    """Collects the columns of one chunk.

    Args:
        game: whose columns are filled.
        stratum: the chunk belongs to.
        seats: the chunk's games.
        forking: whether games are forked, and the table of effects is recorded.
    """

    def __init__(self, game: Game, stratum: Stratum, seats: Seating, forking: bool = False) -> None:
        self._game, self._players, self._seats = game, stratum.players, seats
        count = len(seats.game)
        self._dtypes = {table: numpy_dtypes(game, table) for table in recorded(forking)}
        rows = {"games": count, "seats": count * stratum.players}
        self._full = {t: {c: np.empty(n, d) for c, d in self._dtypes[t].items()} for t, n in rows.items()}
        self._sampled: dict[str, list[Columns]] = {table: [] for table in self._dtypes if table not in rows}
        self._plan(stratum)

    def _plan(self, stratum: Stratum) -> None:
        """Fill the columns that the plan knows before a game is played."""
        games, seats = self._full["games"], self._full["seats"]
        games["stratum"][:], games["players"][:] = stratum.index, stratum.players
        for name in ("game", "block", "deal", "rotation", "lineup"):
            games[name][:] = getattr(self._seats, name)
        seats["game"][:] = np.repeat(self._seats.game, self._players)
        seats["seat"][:] = np.tile(np.arange(self._players), len(self._seats.game))
        seats["strategy"][:] = self._seats.bot[:, : self._players].reshape(-1)

    def add(self, first: int, batch: Any) -> None:
        """Take the columns of finished games.

        Args:
            first: index in the chunk of the batch's first game.
            batch: array of state records.
        """
        for start in range(0, len(batch), IN_CACHE):
            self._take(first + start, batch[start : start + IN_CACHE])

    def _take(self, first: int, batch: Any) -> None:
        """Take the columns of games whose headers fit the processor's cache."""
        n = self._players
        here = slice(first, first + len(batch))
        for name in ("turns", "rounds", "decisions", "end_reason", "no_result"):
            self._full["games"][name][here] = batch[name]
        score, win60 = batch["score"][:, :n], batch["win60"][:, :n]
        self._put(here, "score", score)
        self._put(here, "win60", win60)
        self._put(here, "rank", batch["rank"][:, :n])
        self._put(here, "tie_break", tie_break(score, win60))
        points = np.ascontiguousarray(batch["points"][:, :n].transpose(2, 0, 1))  # one pass over the headers
        for category, values in zip(self._game.categories, points, strict=True):
            self._put(here, f"points_{category.name}", values)

    def _put(self, games: slice, name: str, cells: Array) -> None:
        """Write cells (games, players) into a column of seats."""
        self._full["seats"][name].reshape(-1, self._players)[games] = cells

    def add_ledgers(self, games: Array, books: Any) -> None:
        """Take the rounds and items of sampled games.

        Args:
            games: their ids (N,).
            books: array of N ledger records.
        """
        self._sampled["rounds"].append(self._rounds(games, books))
        self._sampled["items"].append(self._items(games, books))

    def _rounds(self, games: Array, books: Any) -> Columns:
        """One row a game, seat and round."""
        n, longest = self._players, int(books["rounds"].max(initial=0))
        kept = np.repeat((np.arange(longest) < books["rounds"][:, None])[:, None], n, axis=1)
        game, seat, turn = np.nonzero(kept)
        rows: Columns = {"game": games[game], "seat": seat, "round": turn}
        rows["standing"] = books["standing"][:, :longest, :n].swapaxes(1, 2)[kept]
        for prefix, source, names in (
            ("stock", "stocks", self._game.stocks),
            ("acts", "acts", self._game.kinds),
            ("asked", "asked_by", self._game.points),
            ("options", "options_by", self._game.points),
        ):
            cells = books[source][:, :longest, :n].swapaxes(1, 2)[kept]
            rows |= {f"{prefix}_{named.name}": cells[:, i] for i, named in enumerate(names)}
        return self._cast("rounds", rows)

    def _items(self, games: Array, books: Any) -> Columns:
        """One row a game, seat and item that was on offer, taken, or of which anything else is written down."""
        n, count = self._players, books["offered"].shape[2]
        cells = {name: books[name][:, :n].reshape(-1) for name in ("offered", "taken", "decision", "round", "brought")}
        told = [values != 0 for name, values in cells.items() if name not in ("decision", "round")]
        here = np.flatnonzero(np.logical_or.reduce([*told, books["facts"][:, :n].any(axis=-1).reshape(-1)]))
        seated, item = np.divmod(here, count)
        rows: Columns = {"game": games[seated // n], "seat": seated % n, "item": item}
        rows |= {name: values[here] for name, values in cells.items()}
        for name in ("decision", "round"):
            rows[name][rows["taken"] == 0] = -1
        for i, fact in enumerate(self._game.item_facts):
            rows[f"fact_{fact.name}"] = books["facts"][:, :n, :, i].reshape(-1)[here]
        return self._cast("items", rows)

    def add_effects(self, effects: Array) -> None:
        """Take the effects of forked games: one row a moment, branch and seat.

        Args:
            effects: array of `simcore.forks.EFFECT` records.
        """
        n = self._players
        repeated = {"moment": "kind"} | {name: name for name in ("game", "decision", "item", "branch", "rollouts")}
        by_seat = {"rank_before": "rank"} | {name: name for name in ("part", "win60", "score", "ahead")}
        rows: Columns = {"seat": np.tile(np.arange(n), len(effects))}
        rows |= {name: np.repeat(effects[field], n) for name, field in repeated.items()}
        rows |= {name: effects[field][:, :n].reshape(-1) for name, field in by_seat.items()}
        self._sampled[EFFECTS].append(self._cast(EFFECTS, rows))

    def _cast(self, table: str, rows: Columns) -> Columns:
        return {name: rows[name].astype(dtype) for name, dtype in self._dtypes[table].items()}

    def tables(self) -> dict[str, pa.Table]:
        """Return the recorded tables of the chunk."""
        full: dict[str, Mapping[str, Array]] = dict(self._full)
        for table, pieces in self._sampled.items():
            empty = {name: np.empty(0, dtype) for name, dtype in self._dtypes[table].items()}
            full[table] = {name: np.concatenate([p[name] for p in [empty, *pieces]]) for name in empty}
        return {t: pa.table({name: _arrow(values) for name, values in full[t].items()}) for t in self._dtypes}


def _arrow(values: Array) -> pa.Array:
    """Return a column without nulls as an Arrow array over the same memory."""
    if values.dtype == np.bool_:
        bits = np.packbits(values, bitorder="little")
        return pa.Array.from_buffers(pa.bool_(), len(values), [None, pa.py_buffer(bits)])
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [None, pa.py_buffer(values)])


def parquet_bytes(table: pa.Table) -> pa.Buffer:
    """Return a table as the bytes of a Parquet file.

    Ids are packed as differences; of other numbers the bytes are split into streams, which costs half as much as
    dictionaries and takes no more room.
    """
    numbers = [field.name for field in table.schema if field.type != pa.bool_()]
    ids = [name for name in ("game", "block") if name in numbers]
    encoding = dict.fromkeys(numbers, "BYTE_STREAM_SPLIT") | dict.fromkeys(ids, "DELTA_BINARY_PACKED")
    sink = pa.BufferOutputStream()
    pq.write_table(
        table, sink, compression="zstd", compression_level=1, use_dictionary=False, column_encoding=encoding,
        write_statistics=ids, row_group_size=1 << 20,
    )  # fmt: skip
    return sink.getvalue()
