"""The descriptor of the toy game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toy_game.state import MAX_DECISIONS, make_rules

from simcore.components import Column, RuleBook, TableSpec
from simcore.game import Contrast, Game, Item, Moment, Named
from simcore.options import KIND_SHIFT

KINDS = (Named("safe", "safe step", "one step ahead, or waiting"), Named("gamble", "gamble", "throws the die"))
STAKES = (Item("low", "stake", "low stake"), Item("high", "stake", "high stake"))
GIFT = Moment(
    "gift",
    "gift",
    "stake",
    (Named("given", "given"), Named("none", "nothing"), Named("blank", "nothing in another way")),
    most=8,
    part="gambled at this stake",
    contrasts=(Contrast("gift", "the gift", "given", "none"), Contrast("blank", "a blank gift", "blank", "none")),
)
PAUSE = Moment(
    "pause",
    "pause",
    "stake",
    (Named("stepped", "stepped"), Named("waited", "waited")),
    most=4,
    part="made the step",
    contrasts=(Contrast("step", "the step", "stepped", "waited"),),
)


def action_arguments(s: Any, r: Any, action: int) -> Mapping[str, Any]:
    kind = action >> KIND_SHIFT
    return {"kind": KINDS[kind].name} | ({"stake": STAKES[action & 1].name} if kind else {"steps": 1 - (action & 1)})


def describe_action(s: Any, r: Any, action: int) -> str:
    if action >> KIND_SHIFT == 0:
        return "waits" if action & 1 else "a safe step"
    return f"gambles at {STAKES[action & 1].label}"


def state_json(s: Any, r: Any) -> Mapping[str, Any]:
    n = int(s["players"])
    return {"turn": int(s["cur"]), "place": s["place"][:n].tolist(), "bonus": s["bonus"][:n].tolist()}


def describe_state(s: Any, r: Any) -> str:
    return f"places {s['place'][: s['players']].tolist()}, bonus cards {s['bonus'][: s['players']].tolist()}"


def items(book: RuleBook) -> tuple[Item, ...]:
    return STAKES


def check_tables(book: RuleBook) -> None:
    """All tables are fine."""


GAME = Game(
    name="toy",
    title="Toy Race",
    version="1",
    package="toy_game",
    players=(2, 3, 4),
    tables=(TableSpec("bonuses", (Column("card", range(1, 5), key=True), Column("steps", range(10)))),),
    kinds=KINDS,
    points=(Named("move", "move", "a step or the die"),),
    categories=(Named("steps", "steps"), Named("bonus", "bonus card")),
    stocks=(Named("place", "place on the track", "steps from the start"),),
    item_kinds=(Named("stake", "stake", "nothing is counted"),),
    end_reasons=(Named("goal", "a seat reached the goal"),),
    features=(
        Named("gamble", "gamble", "1 for the die"),
        Named("behind", "behind", "steps behind the leader"),
        Named("waits", "waits", "1 for staying"),
    ),
    max_decisions=MAX_DECISIONS,
    unit="steps",
    seat_word="start player",
    items=items,
    make_rules=make_rules,
    describe_action=describe_action,
    action_arguments=action_arguments,
    describe_state=describe_state,
    state_json=state_json,
    check_tables=check_tables,
    item_facts=(Named("place", "place before the last taking"),),
    moments=(GIFT, PAUSE),
)
