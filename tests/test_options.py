"""The best of a list of options."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from simcore.options import best_option, first_best_option, is_legal
from simcore.records import records
from simcore.registry import find_game

kernel = find_game("mercado").kernel()
FIRST, SECOND, THIRD = 1 << 16, 2 << 16, 3 << 16


@njit
def best(state: Any, options: Any) -> Any:
    return best_option(state[0], options[0])


@njit
def first_best(state: Any, options: Any) -> Any:
    return first_best_option(options[0])


def listed(*scores: dict[int, float]) -> tuple[Any, Any]:
    """A state and a list of options with these scores by place, a row each."""
    state, options = records(1, kernel.state), records(1, kernel.options)
    options["n"], options["scores"] = len(scores), -np.inf
    for i, places in enumerate(scores):
        options["heads"][0, i] = (i + 1) << 16
        for place, score in places.items():
            options["masks"][0, i] |= 1 << place
            options["scores"][0, i, place] = score
    return state, options


def test_the_only_best_option_is_taken() -> None:
    state, options = listed({0: 1.0, 5: 2.0}, {3: 7.0, 31: 6.0})
    assert best(state, options) == first_best(state, options) == SECOND | 3


def test_ties_are_drawn_evenly_over_rows_and_places() -> None:
    state, options = listed({0: 1.0, 4: 2.0}, {9: 1.0}, {2: 2.0, 3: 2.0})
    drawn, counts = np.unique([best(state, options) for _ in range(9000)], return_counts=True)
    assert drawn.tolist() == [FIRST | 4, THIRD | 2, THIRD | 3]
    assert counts == pytest.approx([3000] * 3, abs=4.5 * np.sqrt(2000))
    assert first_best(state, options) == FIRST | 4


def test_scores_that_are_no_numbers_give_no_option() -> None:
    for scores in ({0: np.nan, 1: np.nan}, dict.fromkeys(range(32), np.nan)):
        state, options = listed(scores)
        assert not is_legal(options[0], best(state, options))
        assert not is_legal(options[0], first_best(state, options))
