"""The recorded tables: every column with its type and meaning.

``games``, ``seats``, ``rounds`` and ``items`` are written part by part (one part a chunk), and ``effects`` if a study
asks for it. Columns marked
with a star in the documentation are filled from the game's descriptor: score categories, stocks, kinds of
actions, decision points.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from simcore.game import Game


@dataclass(frozen=True)
class Col:
    """A column of a recorded table."""

    name: str
    dtype: pl.DataType
    meaning: str


I8, I16, I32, I64, BOOL = pl.Int8(), pl.Int16(), pl.Int32(), pl.Int64(), pl.Boolean()

TABLES = ("games", "seats", "rounds", "items")
EFFECTS = "effects"


def recorded(forking: bool) -> tuple[str, ...]:
    """Return the tables that a run records, with or without forks."""
    return (*TABLES, EFFECTS) if forking else TABLES


def columns(game: Game, table: str) -> tuple[Col, ...]:
    """Return the columns of a recorded table for a game.

    Args:
        game: its descriptor fills the starred columns.
        table: one of `TABLES`, or `EFFECTS`.
    """
    if table == "games":
        return (
            Col("game", I64, "id, unique in the run"),
            Col("stratum", I16, "index of the arm, player count and pool (manifest: plan.strata)"),
            Col("players", I8, "number of players"),
            Col("block", I64, "block in the stratum: one deal in all rotations of a line-up"),
            Col("deal", I8, "sub-deal of the block"),
            Col("rotation", I8, "how far the line-up is rotated"),
            Col("lineup", I32, "index of the line-up in the stratum"),
            Col("turns", I16, "turns played, all seats together"),
            Col("rounds", I16, "rounds played, a partial last one counts"),
            Col("decisions", I16, "decisions taken, all seats together"),
            Col("end_reason", I8, "index of what ended the game (manifest: game.end_reasons)"),
            Col("no_result", BOOL, "the game decided nothing and is left out of shares"),
        )
    if table == "seats":
        return (
            Col("game", I64, "id, unique in the run"),
            Col("seat", I8, "position from the first start player, 0-based"),
            Col("strategy", I8, "index of the strategy (manifest: strategies)"),
            Col("score", I32, f"final score in {game.unit}"),
            Col("rank", I8, "1 is best; tied seats share the better rank"),
            Col("win60", I8, "share of the win in sixtieths: 60 alone, 30 shared by two"),
            Col(
                "tie_break",
                BOOL,
                "the seat had the best score and a tie-break decided for or against it; false without a result",
            ),
            *(Col(f"points_{c.name}", I16, f"score from {c.label}*") for c in game.categories),
        )
    if table == "rounds":
        return (
            Col("game", I64, "id, unique in the run (sampled games)"),
            Col("seat", I8, "position from the first start player, 0-based"),
            Col("round", I16, "0-based; a partial last round counts"),
            Col("standing", I32, "score if the game ended after the round"),
            *(Col(f"stock_{s.name}", I16, f"{s.label} at the round's end*") for s in game.stocks),
            *(Col(f"acts_{k.name}", I16, f"actions up to the round's end: {k.label}*") for k in game.kinds),
            *(Col(f"asked_{p.name}", I16, f"decisions up to the round's end: {p.label}*") for p in game.points),
            *(Col(f"options_{p.name}", I16, f"options at those decisions: {p.label}*") for p in game.points),
        )
    if table == EFFECTS:
        return (
            Col("game", I64, "id, unique in the run (forked games)"),
            Col("moment", I8, "index of the kind of moment (manifest: game.moments)"),
            Col("decision", I16, "number of the decision in the game at which it was forked"),
            Col("item", I16, "index of the item at stake (manifest: game.items)"),
            Col("branch", I8, "index of what was made to happen (manifest: game.moments, branches)"),
            Col("rollouts", I16, "games played on from there, over which the last three columns are summed"),
            Col("seat", I8, "position from the first start player, 0-based"),
            Col("part", BOOL, "the seat did in the main line what the moment's `part` says"),
            Col("rank_before", I8, "rank by standing before the decision; tied seats share the better rank"),
            Col("win60", I32, "sum of the shares of the win in sixtieths; nothing from games without a result"),
            Col("score", I32, f"sum of the final scores in {game.unit}"),
            Col("ahead", I32, f"sum of the {game.unit} ahead of the best other seat, 0 for a seat behind it"),
        )
    return (
        Col("game", I64, "id, unique in the run (sampled games)"),
        Col("seat", I8, "position from the first start player, 0-based"),
        Col("item", I16, "number of the item (manifest: arms.ARM.items)"),
        Col("offered", I16, "decisions at which the seat could take it"),
        Col("taken", I16, "how often the seat took it"),
        Col("decision", I16, "number of the decision in the game that took it first, -1 if none"),
        Col("round", I16, "round of the first taking, -1 if none"),
        Col("brought", I32, "what it brought to the seat (manifest: game.item_kinds says what is counted)"),
        *(Col(f"fact_{f.name}", I16, f"{f.label}*") for f in game.item_facts),
    )
