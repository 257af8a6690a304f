"""The experimental design: pure, balanced, and the same whatever it is cut into."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy_game.bots import BOTS

from simcore import engine, plan
from simcore.errors import InputError
from simcore.registry import find_game
from simcore.streams import start, start_streams

ARMS = [("base", (0, 1, 2)), ("other", (0, 1, 2))]
FIELDS = ("game", "block", "deal", "rotation", "lineup", "bot", "player", "sampled", "keys")


def design(games: int = 600, sample: float = 0.1) -> plan.Design:
    return plan.design(7, ARMS, [2, 4], games, [("greedy", 1)], sample=sample)


def test_ids_are_unique_and_lead_back_to_their_block() -> None:
    d = design()
    ids = np.concatenate([plan.seating(d, s, 0, s.blocks).game for s in d.strata])
    assert (ids == np.arange(d.games)).all()
    for s in d.strata:
        stratum, block = d.locate(s.first_game + s.players)
        assert (stratum, block) == (s, 1)
    with pytest.raises(InputError, match="games 0 to"):
        d.locate(d.games)


@settings(max_examples=30, deadline=None)
@given(first=st.integers(0, 60), count=st.integers(1, 60), stratum=st.integers(0, 7))
def test_a_game_does_not_depend_on_the_blocks_it_is_seated_with(first: int, count: int, stratum: int) -> None:
    d = design()
    s = d.strata[stratum]
    whole, part = plan.seating(d, s, 0, 120), plan.seating(d, s, first, count)
    here = slice(first * s.players, (first + count) * s.players)
    for name in FIELDS:
        assert (getattr(whole, name)[here] == getattr(part, name)).all()


def test_every_line_up_is_played_equally_often_and_every_bot_sits_equally_often_in_every_seat() -> None:
    d = design(4 * 81)
    s = next(s for s in d.strata if s.players == 4)
    seats = plan.seating(d, s, 0, s.blocks)
    assert (np.bincount(seats.lineup) == 4).all()
    counts = np.array([np.bincount(seats.bot[:, i], minlength=3) for i in range(4)])
    assert (counts == counts[0, 0]).all()


def test_rotations_turn_the_line_up_and_the_players_with_it() -> None:
    d = design()
    s = d.strata[0]
    seats = plan.seating(d, s, 0, s.blocks)
    table = plan.lineup_table(d.seed, s)
    rows = np.arange(len(seats.game))[:, None]
    n = s.players
    assert (seats.bot[:, :n] == table[seats.lineup][rows, seats.player[:, :n]]).all()
    assert (seats.player[:, 0] == -seats.rotation % n).all()


def test_a_line_up_of_short_period_plays_more_deals() -> None:
    d = plan.design(1, [("base", (0, 1))], [4], 16, [], lineups=[(0, 1, 0, 1), (0, 0, 0, 0), (0, 0, 0, 1)])
    seats = plan.seating(d, d.strata[0], 0, 3)
    assert seats.rotation.tolist() == [0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3]
    assert seats.deal.tolist() == [0, 0, 1, 1, 0, 1, 2, 3, 0, 0, 0, 0]


def test_arms_and_rotations_share_their_deals_and_blocks_do_not() -> None:
    d = design()
    base, other = (next(s for s in d.strata if s.arm == arm and s.players == 4) for arm in ("base", "other"))
    a, b = (plan.seating(d, s, 0, s.blocks) for s in (base, other))
    assert (a.keys == b.keys).all()
    assert (a.bot == b.bot).all()
    blocks = {(int(block), int(deal)): int(key) for block, deal, key in zip(a.block, a.deal, a.keys, strict=True)}
    assert len(set(blocks.values())) == len(blocks)
    assert all(blocks[int(k), int(deal)] == int(key) for k, deal, key in zip(a.block, a.deal, a.keys, strict=True))


def test_streams_of_a_game_differ_by_purpose() -> None:
    d = design()
    keys = plan.seating(d, d.strata[0], 0, 50).keys
    streams = start(keys[:, None], np.arange(8))
    assert len(np.unique(streams[::2])) == streams[::2].size


def test_streams_start_alike_in_compiled_code() -> None:
    games = np.zeros(3, [("key", "u8"), ("rng", "u8", 7)])
    games["key"] = [1, 2**63 + 5, 2**64 - 1]
    for game in games:
        start_streams(game)
    assert (games["rng"] == start(games["key"][:, None], np.arange(7))).all()


def test_the_sample_takes_whole_blocks_and_about_its_share() -> None:
    d = design(40_000)
    s = d.strata[0]
    seats = plan.seating(d, s, 0, s.blocks)
    by_block = seats.sampled.reshape(-1, s.players)
    assert (by_block == by_block[:, :1]).all()
    assert abs(by_block.mean() - 0.1) < 0.01
    assert plan.seating(design(600, 1.0), s, 0, 10).sampled.all()
    assert not plan.seating(design(600, 0.0), s, 0, 100).sampled.any()


def test_chunks_hold_whole_blocks_of_one_stratum() -> None:
    d = design()
    for size in (1, 7, 100, 10_000):
        chunks = list(d.chunks(size))
        assert [c.index for c in chunks] == list(range(len(chunks)))
        assert sum(c.games for c in chunks) == d.games
        assert all(c.games <= max(size, c.stratum.players) for c in chunks)


def test_games_in_memory_do_not_depend_on_how_many_are_asked_for() -> None:
    game = find_game("toy")
    few, _ = engine.simulate(game, BOTS, 3, 90, seed=5)
    many, _ = engine.simulate(game, BOTS, 3, 6000, seed=5)
    assert (few["score"] == many["score"][:90]).all()


def test_a_planted_seat_advantage_is_found() -> None:
    game = find_game("toy")
    fair, _ = engine.simulate(game, BOTS[:3], 2, 8000, seed=5)
    favoured, _ = engine.simulate(game, BOTS[:3], 2, 8000, seed=5, rules={"head_start": 3})
    assert abs(fair["win60"][:, 0].mean() / 60 - 0.5) < 0.03
    assert favoured["win60"][:, 0].mean() / 60 > 0.6


def test_line_ups_that_never_meet_are_noticed() -> None:
    assert plan.uncovered(design(16)) != []
    assert plan.uncovered(design(4 * 81)) == []
