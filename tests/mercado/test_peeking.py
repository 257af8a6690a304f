"""A policy that looks at what it must not see is found out (M34)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simcore.bots import Bot
from simcore.engine import simulate
from simcore.errors import StrategyError
from simcore.games.mercado.describe import GAME
from simcore.games.mercado.state import kernel
from simcore.options import count, nth

from .bots_in_use import weights


@kernel.policy
def by_rivals_coins(s: Any, r: Any, o: Any) -> int:
    return nth(o, s.coins[(s.cur + 1) % s.players] % count(o))


@kernel.policy
def by_rivals_accounts(s: Any, r: Any, o: Any) -> int:
    return nth(o, s.points[(s.cur + 1) % s.players].sum() % count(o))


@kernel.policy
def by_face_down_restaurants(s: Any, r: Any, o: Any) -> int:
    code = 0
    for i in range(25):
        code = code * 3 + s.face_down[i] + 1
    return nth(o, abs(code) % count(o))


@kernel.policy
def by_hidden_piles(s: Any, r: Any, o: Any) -> int:
    return nth(o, s.pile[0, max(s.pile_size[0] - 1, 0)] % count(o))


@kernel.policy
def by_next_draw(s: Any, r: Any, o: Any) -> int:
    return nth(o, np.int64(s.rng[6] >> np.uint64(40)) % count(o))


COINS = [by_rivals_coins, by_rivals_accounts]
PEEKING = [*COINS, by_face_down_restaurants, by_hidden_piles, by_next_draw]


def play(policy: Any, **rules: Any) -> None:
    bot = Bot("peeking", "user", "", policy, weights({}))
    simulate(GAME, [bot], 3, 30, 1, rules, checked=True)


@pytest.mark.parametrize("policy", PEEKING, ids=lambda p: p.py_func.__name__)
def test_peeking_is_found_out(policy: Any) -> None:
    with pytest.raises(StrategyError, match="must not see"):
        play(policy)


@pytest.mark.parametrize("policy", COINS, ids=lambda p: p.py_func.__name__)
def test_open_money_may_be_seen(policy: Any) -> None:
    play(policy, money_visibility="open")
