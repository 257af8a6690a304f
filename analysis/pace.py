"""Tables of the pace of a game: length, rounds, leads, comebacks, options, actions."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from analysis.book import Book, in_order, labelled, rates
from analysis.ledger import deficit_range
from analysis.schema import ALL, frame
from analysis.seats import strategy_names
from analysis.tallies import NONE
from simcore.game import STAGE

LENGTHS = ("turns", "rounds", "decisions")
LEADS = ("lead_changes", "never_led", "last_change")


def _together(book: Book, measures: Sequence[str]) -> pl.DataFrame:
    """Return the figures of several measures in their order."""
    return pl.concat(
        [book.figures(m).with_columns(order=pl.lit(i)) for i, m in enumerate(measures)]
    ).sort("stratum", "order")  # fmt: skip


def length(book: Book) -> pl.DataFrame:
    """Return mean and quantiles of turns, rounds and decisions."""
    rows = _together(book, LENGTHS).with_columns(games="y", mean="value")
    spread = pl.concat([book.quantiles(m).with_columns(measure=pl.lit(m)) for m in LENGTHS]).drop("name", "strategy")
    return frame("pace_length", rows.join(spread, on=["stratum", "measure"], maintain_order="left"))


def histogram(book: Book) -> pl.DataFrame:
    """Return how many games had which length."""
    order = pl.col("measure").replace_strict({m: i for i, m in enumerate(LENGTHS)}, default=NONE, return_dtype=pl.Int64)
    rows = book.tally.counts.with_columns(order=order).filter(pl.col("order") != NONE).join(book.strata, on="stratum")
    share = pl.col("games") / pl.col("games").sum().over("stratum", "measure")
    return frame("pace_histogram", rows.with_columns(share=share).sort("stratum", "order", "value"))


def ends(book: Book) -> pl.DataFrame:
    """Return the mix of end reasons."""
    labels = book.run.labels("end_reasons")
    ordered = labelled(in_order(rates(book.figures("end")), labels), labels)
    return frame("pace_ends", ordered.with_columns(reason="name", games="y", share="value"))


def rounds(book: Book) -> pl.DataFrame:
    """Return standing and stocks at the end of complete rounds."""
    labels = {"standing": f"score so far, in {book.run.manifest['game']['unit']}"} | book.run.labels("stocks")
    rows = in_order(book.figures("standing"), labels, "at", "seat")
    games = pl.when(pl.col("seat") == NONE).then(pl.col("y") // pl.col("players")).otherwise(pl.col("y"))
    return frame("pace_rounds", labelled(rows, labels).with_columns(measure="name", round="at", games=games))


def lead(book: Book) -> pl.DataFrame:
    """Return lead changes, games whose winner was never led by another, and when the lead changed last."""
    games = pl.col("seat_games") // pl.col("players")
    sampled = book.seat_games.filter(pl.col("strategy") == NONE)
    rows = _together(book, LEADS).join(sampled, on="stratum", maintain_order="left")
    return frame("pace_lead", rows.with_columns(games=games))


def decided(book: Book) -> pl.DataFrame:
    """Return how often the leader at a moment wins."""
    rows = in_order(rates(book.figures("decided")), ("round", "phase"), "at")
    return frame("pace_decided", rows.with_columns(by="name", share="value", games=pl.col("y") // 3600))


def comeback(book: Book) -> pl.DataFrame:
    """Return win shares by deficit and time."""
    rows = in_order(rates(book.figures("comeback")), ("round", "phase"), "at", "bin")
    ranges = [deficit_range(b) for b in rows["bin"]]
    return frame(
        "pace_comeback",
        rows.with_columns(
            by="name", share="value", games=pl.col("y") // 60,
            deficit_from=pl.Series([r[0] for r in ranges], dtype=pl.Int64),
            deficit_to=pl.Series([r[1] for r in ranges], dtype=pl.Int64),
        ),
    )  # fmt: skip


def options(book: Book) -> pl.DataFrame:
    """Return the number of options a decision, by decision point and phase."""
    labels = {ALL: "all decisions"} | book.run.labels("points")
    sampled = book.seat_games.filter(pl.col("strategy") == NONE)
    rows = in_order(book.figures("options"), labels, "at").join(sampled, on="stratum", maintain_order="left")
    games = pl.col("seat_games") // pl.col("players")
    found = labelled(rows, labels).with_columns(games=games, decisions=pl.col("y") / games)
    return frame("pace_options", found.with_columns(point="name", phase="at", options="value"))


def actions(book: Book) -> pl.DataFrame:
    """Return the mix of actions by phase and seat."""
    sampled = book.seat_games.filter(pl.col("strategy") == NONE)
    each = (
        pl.when(pl.col("seat") == NONE).then(pl.col("seat_games")).otherwise(pl.col("seat_games") // pl.col("players"))
    )
    shares = book.figures("action_share").join(sampled, on="stratum").with_columns(seats=each)
    labels = book.run.labels("kinds")
    rows = labelled(in_order(shares, labels, "at", "seat"), labels)
    games = pl.when(pl.col("seat") == NONE).then(pl.col("seats") // pl.col("players")).otherwise(pl.col("seats"))
    return frame(
        "pace_actions",
        rows.with_columns(kind="name", phase="at", games=games, actions=pl.col("x") / pl.col("seats"), share="value"),
    )


def action_rounds(book: Book) -> pl.DataFrame:
    """Return the mix of actions round by round."""
    labels = book.run.labels("kinds")
    rows = labelled(in_order(book.figures("action_round"), labels, "at"), labels)
    return frame("pace_action_rounds", rows.with_columns(kind="name", round="at", actions="x", share="value"))


def chosen(book: Book) -> pl.DataFrame:
    """Return how often something is chosen when asked for: in all, by round, by seat and by strategy."""
    labels = {rate["name"]: rate["label"] for rate in book.run.rates}
    by = {"round": "at", "seat": "seat", "strategy": "strategy"}
    slices = pl.coalesce(
        *(pl.when(pl.col(key) != NONE).then(pl.lit(name)) for name, key in by.items()), pl.lit(ALL)
    )  # fmt: skip
    rows = rates(book.figures("rate")).filter(pl.col("y") > 0)
    rows = labelled(in_order(rows, labels, "at", "seat", "strategy"), labels)
    names = strategy_names(book, rows["strategy"])
    number = pl.max_horizontal("at", "seat")
    of = pl.when(number != NONE).then(number.cast(pl.String)).otherwise(names)
    return frame(
        "pace_rates", rows.with_columns(rate="name", slice=slices, of=of, asked="y", share="value")
    )  # fmt: skip


def stages(book: Book) -> pl.DataFrame:
    """Return how many rounds each part of the game takes."""
    found = book.quantiles("stage_rounds").join(book.strata, on="stratum")
    counts = book.tally.counts.filter(pl.col("measure") == "stage_rounds")
    games = counts.group_by("stratum", "name").agg(
        pl.col("games").sum(), mean=(pl.col("value") * pl.col("games")).sum() / pl.col("games").sum()
    )
    label = next((s["label"] for s in book.run.named("stocks") if s.get("role") == STAGE), "")
    rows = found.join(games, on=["stratum", "name"]).sort("stratum", "name")
    return frame("pace_stages", rows.with_columns(stage=pl.col("name").cast(pl.Int64), label=pl.lit(label)))


TABLES = {
    "pace_length": length,
    "pace_histogram": histogram,
    "pace_ends": ends,
    "pace_rounds": rounds,
    "pace_lead": lead,
    "pace_decided": decided,
    "pace_comeback": comeback,
    "pace_options": options,
    "pace_actions": actions,
    "pace_action_rounds": action_rounds,
    "pace_rates": chosen,
    "pace_stages": stages,
}
