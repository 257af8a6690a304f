"""The records of the toy game."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.components import RuleBook
from simcore.records import Kernel, ledger_dtype, options_dtype, state_dtype
from simcore.streams import CHANCE

SAFE, GAMBLE = 0, 1
DIE = CHANCE
CARDS = 4
MAX_DECISIONS = 400

STATE = state_dtype(
    [("bonus", "i1", 5), ("place", "i2", 5), ("gift", "i2", 5)], chance_streams=1, kinds=2, categories=2
)
RULES = np.dtype([("goal", "i8"), ("head_start", "i8"), ("cut", "i8"), ("steps", "i8", CARDS)], align=True)
kernel = Kernel(STATE, RULES, options_dtype(2, 3), ledger_dtype(MAX_DECISIONS // 2, 1, 2, 1, 2, 1))


def make_rules(book: RuleBook, players: int) -> Any:
    rules = np.zeros(1, RULES)
    rules["goal"] = book.parameters["goal"]
    rules["head_start"] = book.parameters["head_start"]
    rules["cut"] = book.parameters["cut"]
    rules["steps"] = [row["steps"] for row in book.tables["bonuses"]]
    return rules
