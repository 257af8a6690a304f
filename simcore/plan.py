"""The experimental design: what a game's id says about who plays where, with which luck.

Everything here is pure. Runs, resumption, replays and analysis all go through it, so a game's result depends
on the study alone.

A *line-up* is a tuple of strategies, one a player. A *block* is one deal times the n cyclic rotations of a
line-up, always n games: seat and skill are not confounded, and the block is the unit of every interval. A
line-up of period p < n plays its p rotations on n / p deals. A *stratum* is a row of blocks that is analysed
together: an arm, a player count and a pool.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simcore.errors import InputError
from simcore.streams import MAX_SEATS, start

MIXED = "mixed"
SAMPLE, ORDER, FORK = 1001, 1002, 1004  # purposes that are no stream of a game
MAX_LINEUPS = 1_000_000


@dataclass(frozen=True)
class Stratum:
    """A row of blocks: an arm, a player count and a pool.

    Attributes:
        index: position in the design.
        arm: name of the arm.
        players: games are for so many.
        pool: ``mixed``, or the name of the skill mark all seats play.
        bots: the pool's strategies, as indices into the run's list.
        lineups: line-ups given by hand (indices into the run's list), empty for all of the pool.
        rotate: whether line-ups are rotated.
        first_game: id of its first game.
        blocks: number of blocks.
    """

    index: int
    arm: str
    players: int
    pool: str
    bots: tuple[int, ...]
    lineups: tuple[tuple[int, ...], ...]
    rotate: bool
    first_game: int
    blocks: int

    @property
    def games(self) -> int:
        """Number of games."""
        return self.blocks * self.players

    @property
    def all_lineups(self) -> int:
        """Number of line-ups."""
        return len(self.lineups) or len(self.bots) ** self.players


@dataclass(frozen=True)
class Chunk:
    """Whole blocks of one stratum that are played and written together."""

    index: int
    stratum: Stratum
    first_block: int
    blocks: int

    @property
    def games(self) -> int:
        """Number of games."""
        return self.blocks * self.stratum.players


@dataclass(frozen=True)
class Design:
    """All that is to be played.

    Attributes:
        seed: of the study.
        strata: in the order of their games' ids.
        sample: share of blocks whose games keep a ledger.
        fork: share of the mixed pool's blocks whose games are forked.
    """

    seed: int
    strata: tuple[Stratum, ...]
    sample: float
    fork: float = 0.0

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(s.games for s in self.strata)

    def chunks(self, size: int) -> Iterator[Chunk]:
        """Cut the design into chunks of about so many games, in whole blocks."""
        index = 0
        for stratum in self.strata:
            step = max(1, size // stratum.players)
            for first in range(0, stratum.blocks, step):
                yield Chunk(index, stratum, first, min(step, stratum.blocks - first))
                index += 1

    def locate(self, game: int) -> tuple[Stratum, int]:
        """Return the stratum and block of a game id.

        Raises:
            InputError: the design has no such game.
        """
        for stratum in self.strata:
            if 0 <= game - stratum.first_game < stratum.games:
                return stratum, (game - stratum.first_game) // stratum.players
        raise InputError(f"game {game}: this run has games 0 to {self.games - 1}")


def design(
    seed: int,
    arms: Sequence[tuple[str, Sequence[int]]],
    players: Sequence[int],
    games: int,
    marks: Sequence[tuple[str, int]],
    lineups: Sequence[Sequence[int]] = (),
    rotate: bool = True,
    sample: float = 0.05,
    fork: float = 0.0,
) -> Design:
    """Build a design.

    Args:
        seed: of the study.
        arms: name and pool of every arm.
        players: player counts.
        games: games a player count, arm and the mixed pool; rounded up to whole blocks.
        marks: name and strategy of the skill marks, each played a tenth as often with all seats alike.
        lineups: line-ups by hand, used for the player counts they fit.
        rotate: whether line-ups are rotated.
        sample: share of blocks whose games keep a ledger.
        fork: share of the mixed pool's blocks whose games are forked.
    """
    strata: list[Stratum] = []
    first = 0
    for arm, pool in arms:
        for n in players:
            by_hand = tuple(tuple(line) for line in lineups if len(line) == n)
            rows = [(MIXED, tuple(pool), by_hand, games)]
            rows += [(name, (bot,), (), -(-games // 10)) for name, bot in marks]
            for name, bots, by, wanted in rows:
                stratum = Stratum(len(strata), arm, n, name, bots, by, rotate, first, -(-wanted // n))
                if stratum.all_lineups > MAX_LINEUPS:
                    raise InputError(
                        f"{len(bots)} strategies in {n} seats give {stratum.all_lineups} line-ups "
                        f"(at most {MAX_LINEUPS}): choose fewer, or list [[lineups]]"
                    )
                strata.append(stratum)
                first += stratum.games
    return Design(seed, tuple(strata), sample, fork)


@lru_cache(maxsize=64)
def lineup_table(seed: int, stratum: Stratum) -> NDArray[np.int8]:
    """Return all line-ups of a stratum in the order they are visited, an array (line-ups, players)."""
    n = stratum.players
    if stratum.lineups:
        return np.array(stratum.lineups, np.int8)
    base = len(stratum.bots)
    numbers = np.arange(base**n)
    digits = numbers[:, None] // base ** np.arange(n - 1, -1, -1) % base
    order = np.argsort(start(seed, ORDER, n, numbers), kind="stable")
    return np.array(stratum.bots, np.int8)[digits][order]


@lru_cache(maxsize=64)
def _periods(seed: int, stratum: Stratum) -> NDArray[np.int64]:
    """Return the smallest rotation that leaves each line-up as it is, an array (line-ups,); 1 if none is rotated."""
    lineups = lineup_table(seed, stratum)
    if not stratum.rotate:
        return np.ones(len(lineups), np.int64)
    n = stratum.players
    period = np.full(len(lineups), n, np.int64)
    for p in range(n - 1, 0, -1):
        if n % p == 0:
            period[(np.roll(lineups, p, axis=1) == lineups).all(axis=1)] = p
    return period


@lru_cache(maxsize=8)
def _players(n: int) -> NDArray[np.int8]:
    """Return the player in every seat for every rotation, an array (rotations, 5)."""
    seats, rotation = np.arange(MAX_SEATS), np.arange(n)[:, None]
    return np.where(seats < n, (seats - rotation) % n, seats).astype(np.int8)


@lru_cache(maxsize=8)
def _bots(seed: int, stratum: Stratum) -> NDArray[np.int8]:
    """Return the bot in every seat for every line-up and rotation, an array (line-ups, rotations, 5)."""
    n, lineups = stratum.players, lineup_table(seed, stratum)
    padded = np.pad(lineups, ((0, 0), (0, MAX_SEATS - n)))
    return padded[:, _players(n)]


@dataclass(frozen=True)
class Seating:
    """The games of some blocks, as arrays with one row a game.

    Attributes:
        game: ids (N,).
        block: block in the stratum (N,).
        deal: sub-deal of the block (N,).
        rotation: (N,).
        lineup: index of the line-up in the stratum (N,).
        bot: strategy of every seat (N, 5).
        player: player of the block in every seat (N, 5).
        sampled: whether the game keeps a ledger (N,).
        forked: whether the game's moments are forked (N,).
        keys: hash of (seed, players, block, sub-deal), from which streams start (N,).
    """

    game: NDArray[np.int64]
    block: NDArray[np.int64]
    deal: NDArray[np.int64]
    rotation: NDArray[np.int64]
    lineup: NDArray[np.int64]
    bot: NDArray[np.int8]
    player: NDArray[np.int8]
    sampled: NDArray[np.bool_]
    forked: NDArray[np.bool_]
    keys: NDArray[np.uint64]


def seating(plan: Design, stratum: Stratum, first_block: int, blocks: int) -> Seating:
    """Return the games of some blocks of a stratum.

    Args:
        plan: the design the stratum belongs to.
        stratum: one of its strata.
        first_block: block to begin with.
        blocks: how many.
    """
    n = stratum.players
    local = np.arange(first_block * n, (first_block + blocks) * n)
    block, position = local // n, local % n
    table = lineup_table(plan.seed, stratum)
    lineup = block % len(table)
    period = _periods(plan.seed, stratum)[lineup]
    deal, rotation = position // period, position % period
    sampled = _chosen(plan.seed, SAMPLE, n, block, plan.sample)
    forked = _chosen(plan.seed, FORK, n, block, plan.fork if stratum.pool == MIXED else 0.0)
    keys = start(plan.seed, n, block, deal)
    return Seating(
        stratum.first_game + local, block, deal, rotation, lineup,
        _bots(plan.seed, stratum)[lineup, rotation], _players(n)[rotation], sampled, forked, keys,
    )  # fmt: skip


def _chosen(seed: int, purpose: int, players: int, blocks: NDArray[np.int64], share: float) -> NDArray[np.bool_]:
    """Choose a share of blocks by their hashes."""
    if share >= 1:
        return np.ones(len(blocks), np.bool_)
    return start(seed, purpose, players, blocks) < np.uint64(share * 2.0**64)


def uncovered(plan: Design) -> list[Stratum]:
    """Return the strata in which not every class of line-ups (up to rotation) is played."""
    return [s for s in plan.strata if s.blocks < s.all_lineups and not _covers_classes(plan, s)]


def _covers_classes(plan: Design, stratum: Stratum) -> bool:
    table = lineup_table(plan.seed, stratum)
    n = stratum.players
    weight = (int(table.max()) + 1) ** np.arange(n, dtype=np.int64)
    codes = np.min([np.roll(table, k, axis=1).astype(np.int64) @ weight for k in range(n)], axis=0)
    return len(np.unique(codes[: stratum.blocks])) == len(np.unique(codes))
