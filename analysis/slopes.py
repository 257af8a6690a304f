"""What one more of a number is worth to every seat, and which start values would level the seats.

Arms that differ from the first one in one numeric parameter play the same blocks. All of them are counted together, so
that whatever is reckoned from several arms has its interval from the blocks that they share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analysis import intervals
from analysis.book import Book
from analysis.imbalance import Moments, shares
from analysis.intervals import Array
from analysis.parts import Source, read_part
from analysis.schema import TABLES, frame
from analysis.tallies import NONE
from simcore.plan import Chunk, Stratum

VAGUE = 5  # steps: a level whose interval reaches farther than so many says nothing
Steps = Mapping[str, Mapping[int, float]]  # by parameter: how far each arm, by its place among all, is from the first


# ---------------------------------------------------------------- estimators


@dataclass(frozen=True)
class Slopes:
    """Changes of all seats' win shares for one more of every parameter.

    Attributes:
        value: by parameter and seat (P, n).
        spread: covariances of the first arm's shares and then of the slopes, row by row (n + P n, n + P n).
    """

    value: Array
    spread: Array

    @property
    def error(self) -> Array:
        """Standard errors of the slopes (P, n)."""
        size = self.value.size
        return np.sqrt(np.maximum(np.diag(self.spread)[-size:], 0)).reshape(self.value.shape) if size else self.value


def slopes_of(found: Array, spread: Array, steps: Sequence[Mapping[int, float]]) -> Slopes:
    """Return the slopes of win shares, by least squares through the first arm.

    With an arm one below and one above, that is half the difference of the two.

    Args:
        found: win shares by arm and seat, the first arm first (A, n).
        spread: their covariances, row by row (A n, A n).
        steps: of every parameter: how far each of its arms is from the first one.
    """
    arms, n = found.shape
    weights = np.zeros((len(steps), arms))
    for row, here in zip(weights, steps, strict=True):
        square = sum(step * step for step in here.values())
        for arm, step in here.items():
            row[arm] = step / square
        row[0] = -row.sum()
    first = np.eye(1, arms)
    turned = np.kron(np.vstack([first, weights]), np.eye(n))
    return Slopes(weights @ found, turned @ spread @ turned.T)


def levelled(first: Array, found: Slopes) -> tuple[Array, Array]:
    """Return how far the seats' parameters must be moved to give all the fair share, the first seat's kept.

    Win shares are taken to be linear in the parameters. Errors are by the delta method: a small change of the shares or
    slopes moves the solution of M d = -gap by -M^-1 (dgap + dM d).

    Args:
        first: win shares of the first arm (n,).
        found: slopes for the parameters of all seats but the first (n - 1, n).

    Returns:
        The shifts and their standard errors (n - 1,); nan where slopes say nothing.
    """
    n = len(first)
    with np.errstate(all="ignore"):
        try:
            inverse = np.linalg.inv(found.value[:, 1:].T)
        except np.linalg.LinAlgError:
            return np.full(n - 1, np.nan), np.full(n - 1, np.nan)
        shift = -inverse @ (first[1:] - 1 / n)
        gradient = np.zeros((n - 1, n * n))
        gradient[:, 1:n] = -inverse
        for j in range(n - 1):
            gradient[:, n * (j + 1) + 1 : n * (j + 2)] = -inverse * shift[j]
        error = np.sqrt(np.maximum(np.diag(gradient @ found.spread @ gradient.T), 0))
    return shift, error


# ---------------------------------------------------------------- arms and blocks


@dataclass(frozen=True)
class Family:
    """The arms of a player count and pool that differ from the first in one number each.

    Attributes:
        strata: of the arms, that of the first arm first.
        steps: by parameter, the step of each arm by its place in ``strata``.
    """

    strata: tuple[Stratum, ...]
    steps: Steps


def families(run: Source) -> Iterator[Family]:
    """Yield the families of a run."""
    strata = run.design.strata
    for base in (s for s in strata if s.arm == strata[0].arm):
        members, steps = [base], dict[str, dict[int, float]]()
        for other in strata:
            is_like = (other.players, other.pool, other.bots) == (base.players, base.pool, base.bots)
            if is_like and (changed := _one_number(run, base.arm, other.arm)):
                steps.setdefault(changed[0], {})[len(members)] = changed[1]
                members.append(other)
        played = {k: v for k, v in steps.items() if seat_of(run, k) < base.players}
        if played:
            yield Family(tuple(members), played)


def _one_number(run: Source, base: str, arm: str) -> tuple[str, float] | None:
    """Return the only parameter in which two arms differ and by how much, if it is a number."""
    one, two = ({"rules": {}, "edited": {}} | run.manifest["arms"][name] for name in (base, arm))
    changed = [name for name in two["rules"] if two["rules"][name] != one["rules"][name]]
    if len(changed) != 1 or one["edited"] != two["edited"]:
        return None
    before, after = (found["rules"][changed[0]] for found in (one, two))
    return (changed[0], after - before) if isinstance(before, int) and isinstance(after, int) else None


def seat_of(run: Source, parameter: str) -> int:
    """Return whose value a parameter is, -1 if it is none of a seat."""
    for named in run.manifest["game"].get("seat_parameters") or []:
        number = parameter.removeprefix(named["name"])
        if number != parameter and number.isdigit():
            return int(number) - 1
    return NONE


def label_of(run: Source, parameter: str) -> str:
    """Return the words for a parameter."""
    for named in run.manifest["game"].get("seat_parameters") or []:
        if parameter.startswith(named["name"]):
            return str(named["label"])
    return parameter


def _moments(run: Source, family: Family) -> Moments | None:
    """Return sums over the blocks that all arms of a family have played; None without any."""
    chunks: list[list[Chunk]] = [[c for c in run.chunks.values() if c.stratum.index == s.index] for s in family.strata]
    total: Moments | None = None
    for first in chunks[0]:
        rows = _totals(run, first)
        for there in chunks[1:]:
            near = [c for c in there if c.first_block < first.first_block + first.blocks]
            near = [c for c in near if first.first_block < c.first_block + c.blocks]
            if not near:
                rows = rows.clear()
                break
            more = pl.concat([_totals(run, c) for c in near])
            rows = rows.join(more, on="block", suffix=f"_{len(rows.columns)}", maintain_order="left")
        if len(rows):
            values = rows.drop("block").to_numpy().astype(float)
            here = Moments(len(values), values.sum(axis=0), values.T @ values)
            total = total.plus(here) if total else here
    return total


def _totals(run: Source, chunk: Chunk) -> pl.DataFrame:
    """Return the wins of all seats and what they are shares of, in sixtieths, a row a block."""
    n, part = chunk.stratum.players, f"part-{chunk.index:05d}.parquet"
    games = read_part(run.path / "games" / part, ["block", "no_result"])
    wins = read_part(run.path / "seats" / part, ["win60"])["win60"].to_numpy().reshape(-1, n).astype(np.int64)
    decided = (~games["no_result"]).to_numpy().astype(np.int64)
    seats = {f"x{p}": wins[:, p] * decided for p in range(n)}
    rows = pl.DataFrame({"block": games["block"], **seats, "y": 60 * decided})
    return rows.group_by("block").agg(pl.all().sum()).sort("block")


# ---------------------------------------------------------------- tables


@dataclass(frozen=True)
class _Found:
    """What a family says."""

    family: Family
    blocks: int
    first: Array
    slopes: Slopes

    @property
    def about(self) -> dict[str, Any]:
        base = self.family.strata[0]
        games = self.blocks * base.players
        return {"arm": base.arm, "players": base.players, "pool": base.pool, "games": games, "blocks": self.blocks}


def _found(book: Book) -> Iterator[_Found]:
    for family in families(book.run):
        if sums := _moments(book.run, family):
            n = family.strata[0].players
            found, spread = shares(sums, n)
            matrix = found.reshape(-1, n)
            yield _Found(family, sums.blocks, matrix[0], slopes_of(matrix, spread, list(family.steps.values())))


def handicap(book: Book) -> dict[str, pl.DataFrame]:
    """Return two tables: what one more of a parameter is worth to every seat, and values that would level the seats.

    The seat whose parameter it is comes first. Levels are told where every seat but the first has been varied.
    """
    found = list(_found(book))
    makers = {"slopes": _slope_rows, "levels": _level_rows}
    rows = {name: [row for f in found for row in make(book.run, f)] for name, make in makers.items()}
    return {name: frame(name, pl.DataFrame(r, {c.name: c.dtype for c in TABLES[name]})) for name, r in rows.items()}


def _slope_rows(run: Source, found: _Found) -> Iterator[dict[str, Any]]:
    error, n = found.slopes.error, len(found.first)
    half = error * float(intervals.quantile(found.blocks))
    for j, (name, steps) in enumerate(found.family.steps.items()):
        own = seat_of(run, name)
        arms = [found.family.strata[k].arm for k in steps]
        about = {
            "parameter": name, "label": label_of(run, name), "of_seat": own, "arms": ", ".join(arms),
            "default": run.manifest["arms"][found.about["arm"]]["rules"][name],
            "farthest": max(map(abs, steps.values())),
        }  # fmt: skip
        for seat in sorted(range(n), key=lambda s: s != own):
            value, reach = found.slopes.value[j, seat], half[j, seat]
            yield {
                **found.about, **about, "seat": seat, "value": value, "low": value - reach, "high": value + reach,
                "error": error[j, seat], "p_value": float(intervals.p_value(value, error[j, seat], found.blocks)),
            }  # fmt: skip


def _level_rows(run: Source, found: _Found) -> Iterator[dict[str, Any]]:
    n = len(found.first)
    for named in run.manifest["game"].get("seat_parameters") or []:
        places = [name for s in range(1, n) if (name := f"{named['name']}{s + 1}") in found.family.steps]
        if len(places) < n - 1:
            continue
        shift, error = levelled(found.first, _rows_of(found, places))
        half = error * float(intervals.quantile(found.blocks))
        rules = run.manifest["arms"][found.about["arm"]]["rules"]
        for seat in range(n):
            name = f"{named['name']}{seat + 1}"
            row = {**found.about, "parameter": name, "label": named["label"], "seat": seat, "default": rules[name]}
            row["share"] = found.first[seat]
            if seat == 0:
                yield {**row, "value": float(rules[name]), "extrapolated": False}
                continue
            value, reach = rules[name] + shift[seat - 1], half[seat - 1]
            far = max(map(abs, found.family.steps[name].values()))
            if reach <= VAGUE * far:
                row |= {"value": value, "low": value - reach, "high": value + reach}
            yield row | {"extrapolated": bool(abs(shift[seat - 1]) > far)}


def _rows_of(found: _Found, names: Sequence[str]) -> Slopes:
    """Return the slopes of some parameters."""
    n, order = len(found.first), list(found.family.steps)
    places = [order.index(name) for name in names]
    kept = [*range(n), *(n + n * j + seat for j in places for seat in range(n))]
    return Slopes(found.slopes.value[places], found.slopes.spread[np.ix_(kept, kept)])
