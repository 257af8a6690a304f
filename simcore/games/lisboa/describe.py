"""The descriptor of Lisboa."""

from __future__ import annotations

from simcore.components import RuleBook
from simcore.game import PART, RIVAL, STAGE, Contrast, Game, Item, Moment, Named, Rate
from simcore.games.lisboa.book import make_rules
from simcore.games.lisboa.decrees import decree_words
from simcore.games.lisboa.features import MEANINGS
from simcore.games.lisboa.names import CATEGORIES, KINDS, POINTS
from simcore.games.lisboa.state import BY_SETS_1, DECREES, FEATURES, GOOD_NAMES
from simcore.games.lisboa.tables import TABLES, check_tables
from simcore.games.lisboa.words import (
    LEGEND,
    action_arguments,
    chance_json,
    describe_action,
    describe_state,
    state_json,
)

_STOCKS = (
    Named("wigs", "wigs so far"),
    Named("reis", "reis"),
    Named("influence", "influence"),
    Named("goods", "goods"),
    Named("officials", "officials in offices"),
    Named("stores", "stores"),
    Named("plans", "plans completed"),
    Named("hull", "hulls of own ships"),
    Named("sets", "rubble sets"),
    Named("clergy", "clergy tiles"),
    Named("treasury", "treasury space"),
    Named("period", "period", role=STAGE),
    *(Named(f"price_{g}", f"price of {g}") for g in GOOD_NAMES),
    *(Named(f"points_{c.name}", c.label, "wigs so far") for c in CATEGORIES[: BY_SETS_1 + 1]),
)
_ITEM_KINDS = (Named("decree", "decrees", "wigs of the decree at the end"),)
_FACTS = (
    Named("period", "period", "period in which it was taken", PART),
    Named(
        "best_other",
        "best other",
        "wigs at the end of the best other decree that lay face up when it was taken, -1 if there was none",
        RIVAL,
    ),
)
_TRIGGERS = ("decks", "sets")  # display decks empty, or rubble sets
_END_REASONS = tuple(
    Named(f"{first}_{last}", f"period 1 {first}, game {last}", "L86, L88, `third_deck_trigger`")
    for first in _TRIGGERS
    for last in _TRIGGERS
)
_MOMENTS = (
    Moment(
        name="decree",
        label="taking a decree",
        item_kind="decree",
        branches=(
            Named("taken", "taken", "the decree is taken (L70)"),
            Named("blank", "a blank card", "the card is taken, but is worth nothing"),
            Named("another", "another decree face up", "one of the others face up is taken, each with the same chance"),
        ),
        most=DECREES,
        part="took it",
        contrasts=(
            Contrast("display", "the decree against the average of the display", "taken", "another"),
            Contrast("text", "the decree's text", "taken", "blank"),
        ),
        tested=("did",),
    ),
)


def items(book: RuleBook) -> tuple[Item, ...]:
    """Return the items of a rule book: decrees."""
    rows = sorted(book.tables["decrees"], key=lambda row: int(row["id"]))
    words = [decree_words(row["id"], str(row["condition"])) for row in rows]
    return tuple(
        Item(f"decree_{row['id']}", "decree", label, str(row["provenance"]), short)
        for row, (label, short) in zip(rows, words, strict=True)
    )


GAME = Game(
    name="lisboa",
    title="Lisboa",
    version="1",
    package="simcore.games.lisboa",
    players=(2, 3, 4),
    tables=TABLES,
    kinds=KINDS,
    points=POINTS,
    categories=CATEGORIES,
    stocks=_STOCKS,
    item_kinds=_ITEM_KINDS,
    moments=_MOMENTS,
    item_facts=_FACTS,
    rates=(Rate("follow", "visits followed when a seat may follow", "follow", "follow"),),
    seat_parameters=(Named("start_influence_seat", "influence at the start"),),
    end_reasons=_END_REASONS,
    features=tuple(Named(f, f.replace("_", " "), MEANINGS[f]) for f in FEATURES),
    max_decisions=5000,
    unit="wigs",
    seat_word="start player",
    items=items,
    make_rules=make_rules,
    describe_action=describe_action,
    action_arguments=action_arguments,
    describe_state=describe_state,
    state_json=state_json,
    chance_json=chance_json,
    legend=LEGEND,
    check_tables=check_tables,
)
