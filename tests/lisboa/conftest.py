"""What Lisboa's tests share: the game, compiled once."""

from __future__ import annotations

from typing import Any

import pytest

from simcore.engine import load_kernel
from simcore.games.lisboa.describe import GAME


@pytest.fixture(scope="session", autouse=True)
def kernel() -> Any:
    """The compiled functions."""
    return load_kernel(GAME)
