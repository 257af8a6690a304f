"""The tables of the analysis: every column with its type and meaning.

``None`` (null) stands for what does not apply or cannot be said; seats, rounds and phases count from 0, and -1
is "all of them". Shares are between 0 and 1. ``low`` and ``high`` bound a 95 % interval that is robust by block.
"""

from __future__ import annotations

import polars as pl

from simcore.schema import Col

INT, REAL, TEXT, FLAG = pl.Int64(), pl.Float64(), pl.String(), pl.Boolean()
ALL = "all"
RANKS = 5

STRATUM = (
    Col("arm", TEXT, "variant of the game (arm of the study)"),
    Col("players", INT, "number of players"),
    Col("pool", TEXT, "who plays: mixed, or the skill mark that plays all seats"),
)
SEAT = Col("seat", INT, "position from the first start player, 0-based; -1 is all seats")
PHASE = Col("phase", INT, "third of the game's rounds, 0-based; -1 is the whole game")
GAMES = Col("games", INT, "games behind the figure")
VERDICT = Col("verdict", TEXT, "fair, favoured, disfavoured, leaning or not shown, against the threshold")
PROVENANCE = Col(
    "provenance", TEXT, "where what it does comes from: official, secondary, inferred or assumed; empty if not told"
)
MORE = Col(
    "more_games", INT, "about so many more games (of that arm, player count and pool) end a 'not shown'; else null"
)


def estimate(name: str, meaning: str, low: str = "", high: str = "") -> tuple[Col, Col, Col]:
    """Return the columns of an estimate and its interval, by default ``name``, ``name_low`` and ``name_high``."""
    return (
        Col(name, REAL, meaning),
        Col(low or f"{name}_low", REAL, f"lower end of the interval of {name}"),
        Col(high or f"{name}_high", REAL, f"upper end of the interval of {name}"),
    )


def value(name: str, meaning: str) -> tuple[Col, Col, Col]:
    """Return the columns of a table's main estimate: ``name``, ``low`` and ``high``."""
    return estimate(name, meaning, "low", "high")


TABLES: dict[str, tuple[Col, ...]] = {
    "overview": (
        *STRATUM,
        Col("planned", INT, "games planned"),
        GAMES,
        Col("blocks", INT, "blocks played: one deal in all rotations of a line-up"),
        Col("sampled", INT, "games with a ledger (rounds and items)"),
        Col("lineups", INT, "line-ups in the pool"),
        Col("no_result", REAL, "share of games that decided nothing; they are left out of shares"),
        Col("shared_win", REAL, "share of decided games won by several seats"),
        Col("turns", REAL, "mean turns a game"),
        Col("rounds", REAL, "mean rounds a game"),
        Col("decisions", REAL, "mean decisions a game"),
    ),
    "seat_shares": (
        *STRATUM,
        Col("slice", TEXT, "all games, one class of line-ups (lineup), or one strategy in that seat (strategy)"),
        Col("name", TEXT, "all, the line-up up to rotation, or the strategy"),
        SEAT,
        GAMES,
        Col("blocks", INT, "blocks behind the figure"),
        *value("share", "win share; intervals of a table's seats hold at once (Bonferroni)"),
        *estimate("deviation", "share minus fair; for a strategy: minus its own average over seats"),
        Col("threshold", REAL, "deviation from which on a seat counts as favoured"),
        VERDICT,
        MORE,
        *estimate("score", "mean final score"),
        *estimate("margin", "mean of own score minus the best other score"),
        *(Col(f"rank_{k}", REAL, f"share of games finished in place {k} (slice all only), ties in the better one")
          for k in range(1, RANKS + 1)),
        Col("tie_break", REAL, "share of games in which a tie-break decided for or against the seat"),
        Col("no_result", REAL, "share of games that decided nothing"),
    ),
    "points": (
        *STRATUM,
        Col("category", TEXT, "score category"),
        Col("label", TEXT, "its words"),
        SEAT,
        Col("who", TEXT, "all, winner or rest; shared wins count in parts"),
        GAMES,
        *value("mean", "mean points a game and seat"),
        *estimate("difference", "mean minus that of all seats, by block; for seats of all players only"),
    ),
    "pace_length": (
        *STRATUM,
        Col("measure", TEXT, "turns, rounds or decisions"),
        GAMES,
        *value("mean", "mean a game"),
        *(Col(q, INT, f"{w} of all games played (exact)") for q, w in (
            ("least", "least"), ("q05", "5 % quantile"), ("q25", "lower quartile"), ("q50", "median"),
            ("q75", "upper quartile"), ("q95", "95 % quantile"), ("q99", "99 % quantile"), ("most", "most"))),
    ),
    "pace_histogram": (
        *STRATUM,
        Col("measure", TEXT, "turns, rounds or decisions"),
        Col("value", INT, "its value"),
        GAMES,
        Col("share", REAL, "share of games"),
    ),
    "pace_ends": (
        *STRATUM,
        Col("reason", TEXT, "what ended the game"),
        Col("label", TEXT, "its words"),
        GAMES,
        *value("share", "share of games"),
    ),
    "pace_rounds": (
        *STRATUM,
        Col("measure", TEXT, "standing (score if the game ended now) or the name of a stock"),
        Col("label", TEXT, "its words"),
        Col("round", INT, "round just ended, 0-based; a game's last round is left out, since it may be partial"),
        SEAT,
        Col("games", INT, "sampled games that went on after the round"),
        *value("value", "mean at the round's end"),
    ),
    "pace_lead": (
        *STRATUM,
        Col("measure", TEXT, "lead_changes (a game; shared leads count in parts), never_led (share of games "
            "whose winner led or shared the lead after every round) or last_change (the last one, share of the game)"),
        GAMES,
        *value("value", "mean"),
    ),
    "pace_decided": (
        *STRATUM,
        Col("by", TEXT, "round or phase"),
        Col("at", INT, "round just ended, or third of the game just ended, 0-based"),
        GAMES,
        *value("share", "share of games that the leader at that moment wins"),
    ),
    "pace_comeback": (
        *STRATUM,
        Col("by", TEXT, "round or phase"),
        Col("at", INT, "round just ended, or third of the game just ended, 0-based"),
        Col("bin", INT, "bin of the deficit to the leader, rising; 0 is the lead itself"),
        Col("deficit_from", INT, "smallest deficit of the bin"),
        Col("deficit_to", INT, "largest deficit of the bin"),
        Col("games", INT, "seats of sampled games in the bin"),
        *value("share", "win share of seats so far behind"),
    ),
    "pace_options": (
        *STRATUM,
        Col("point", TEXT, "decision point, or all"),
        Col("label", TEXT, "its words"),
        PHASE,
        Col("games", INT, "sampled games"),
        Col("decisions", REAL, "decisions a game"),
        *value("options", "mean number of options a decision"),
    ),
    "pace_actions": (
        *STRATUM,
        Col("kind", TEXT, "kind of action"),
        Col("label", TEXT, "its words"),
        PHASE,
        SEAT,
        Col("games", INT, "sampled games"),
        Col("actions", REAL, "actions of the kind a game and seat"),
        *value("share", "share of actions"),
    ),
    "pace_action_rounds": (
        *STRATUM,
        Col("kind", TEXT, "kind of action"),
        Col("label", TEXT, "its words"),
        Col("round", INT, "round, 0-based"),
        Col("actions", INT, "actions of the kind in that round, in all sampled games"),
        *value("share", "share of the actions in that round"),
    ),
    "pace_rates": (
        *STRATUM,
        Col("rate", TEXT, "what is chosen or not"),
        Col("label", TEXT, "its words"),
        Col("slice", TEXT, "all, round, seat or strategy"),
        Col("of", TEXT, "all; the round or seat, 0-based; or the strategy"),
        Col("asked", INT, "decisions at which it could be chosen, in sampled games"),
        *value("share", "share of them at which it was"),
    ),
    "pace_stages": (
        *STRATUM,
        Col("stage", INT, "part of the game, from 1"),
        Col("label", TEXT, "what parts are called"),
        Col("games", INT, "sampled games that got there"),
        Col("mean", REAL, "mean number of rounds that ended in it"),
        *(Col(q, INT, f"{w} of that number (exact)") for q, w in (
            ("least", "least"), ("q05", "5 % quantile"), ("q25", "lower quartile"), ("q50", "median"),
            ("q75", "upper quartile"), ("q95", "95 % quantile"), ("most", "most"))),
    ),
    "item_worth": (
        *STRATUM,
        Col("strategy", TEXT, "all, or a strategy"),
        Col("item", TEXT, "what can be taken"),
        Col("kind", TEXT, "kind of item"),
        Col("label", TEXT, "its words"),
        Col("method", TEXT, "observational: takers differ from others in more than the taking"),
        Col("games", INT, "sampled games times seats"),
        Col("offered", REAL, "decisions a game and seat at which it could be taken"),
        Col("offered_games", REAL, "share of games and seats in which it could be taken at all"),
        *estimate("take_rate", "takings per decision at which it could be taken"),
        Col("taken", INT, "takings"),
        Col("takers", INT, "games and seats in which it was taken"),
        *estimate("brought", "mean of what it brought to a taker"),
        *estimate("worth", "win share over fair of those who took it"),
        *estimate("over_own", "worth minus what their strategy wins over fair in all games; null over all strategies "
            "and where one plays alone"),
        Col("threshold", REAL, "worth from which on an item counts as too strong"),
        Col("verdict", TEXT, "fair, too strong, too weak, leaning or not shown, against the threshold"),
        MORE,
        Col("p_value", REAL, "of a worth of zero"),
        Col("listed", FLAG, "worth differs from zero with many items tested at once (Benjamini-Hochberg, 5 %)"),
        Col("round_mean", REAL, "mean round of the first taking"),
        *(Col(f"round_{q}", INT, f"{w} of the round of the first taking") for q, w in (
            ("q25", "lower quartile"), ("q50", "median"), ("q75", "upper quartile"))),
    ),
    "item_timing": (
        *STRATUM,
        Col("item", TEXT, "what can be taken"),
        Col("kind", TEXT, "kind of item"),
        Col("label", TEXT, "its words"),
        Col("phase", INT, "third of the game in which it was first taken, 0-based"),
        Col("takers", INT, "games and seats"),
        *value("worth", "win share over fair of those who took it then"),
    ),
    "item_takings": (
        *STRATUM,
        Col("item", TEXT, "what was taken"),
        Col("label", TEXT, "its words"),
        Col("kind", TEXT, "kind of item"),
        PROVENANCE,
        Col("slice", TEXT, "all takings, those of one strategy, or those in one part of the game"),
        Col("of", TEXT, "all, the strategy, or the number of the part, from 1"),
        Col("takers", INT, "games and seats in which it was taken"),
        Col("share", REAL, "share of them in all that took it"),
        *estimate("brought", "mean of what it brought to a taker"),
        *(Col(q, INT, f"{w} of what it brought (exact; not by part)") for q, w in (
            ("least", "least"), ("q05", "5 % quantile"), ("q25", "lower quartile"), ("q50", "median"),
            ("q75", "upper quartile"), ("q95", "95 % quantile"), ("most", "most"))),
        *estimate("void", "share of takers to whom it brought nothing at all"),
        Col("compared", INT, "takers who had something else to choose from"),
        *estimate("other", "mean of what the best other on display would have brought them, known at the end"),
        *estimate("over", "mean of what it brought minus that"),
        *estimate("beaten", "share of them to whom the best other would have brought more"),
    ),
    "item_effects": (
        *STRATUM,
        Col("item", TEXT, "what was decided on"),
        Col("label", TEXT, "its words"),
        Col("kind", TEXT, "kind of item"),
        PROVENANCE,
        Col("moment", TEXT, "where games were forked"),
        Col("contrast", TEXT, "which two branches are compared"),
        Col("contrast_label", TEXT, "its words"),
        Col("part", TEXT, "what those have done who did it, in words"),
        Col("group", TEXT, "whose gain it is: did (those who did it, where not all did), unanimous (all seats, where "
            "all did), leader, last, rank_1 and so on (by score before; none of these where all are level), all, or "
            "field"),
        Col("measure", TEXT, "win (chance to win), score; of the field gap (score of the leader before minus that of "
            "the last before) or ahead (the winner's margin)"),
        Col("method", TEXT, "causal: the same games played on both ways, with the same luck"),
        GAMES,
        Col("moments", INT, "moments behind the figure, averaged over rollouts"),
        Col("blocks", INT, "blocks behind the figure"),
        *value("value", "mean gain a seat (of the field: a moment)"),
        Col("error", REAL, "standard error of value, robust by block"),
        Col("p_value", REAL, "of a value of zero (Student's t)"),
        Col("adjusted", REAL, "p_value with the declared groups (did, perhaps leader and last) of all items tested at "
            "once, by contrast (Benjamini-Hochberg); win only"),
        Col("listed", FLAG, "adjusted is at most 5 %"),
        Col("threshold", REAL, "gain of win chance that counts"),
        Col("verdict", TEXT, "did: fair, too strong, too weak, leaning or not shown, against the threshold; other wins:"
            " rises, falls, no change that matters, leaning, not shown; without threshold: rises, falls, not shown"),
        MORE,
        Col("takers", INT, "games and seats behind naive"),
        *estimate("naive", "win share over fair of those who took it where it came about: observational"),
        *estimate("explained", "naive minus value: what takers win that the item does not cause"),
    ),
    "effect_strategies": (
        *STRATUM,
        Col("item", TEXT, "what was decided on"),
        Col("label", TEXT, "its words"),
        Col("kind", TEXT, "kind of item"),
        PROVENANCE,
        Col("moment", TEXT, "where games were forked"),
        Col("contrast", TEXT, "which two branches are compared"),
        Col("contrast_label", TEXT, "its words"),
        Col("strategy", TEXT, "strategy of those who did it, where not all did"),
        Col("measure", TEXT, "win (chance to win) or score"),
        Col("method", TEXT, "causal: the same games played on both ways, with the same luck"),
        Col("moments", INT, "moments and seats behind the figure, averaged over rollouts"),
        Col("blocks", INT, "blocks behind the figure"),
        *value("value", "mean gain of those who did it"),
        Col("error", REAL, "standard error of value, robust by block"),
        Col("p_value", REAL, "of a value of zero (Student's t)"),
        Col("adjusted", REAL, "p_value with all items of a contrast and strategy tested at once (Benjamini-Hochberg); "
            "win only"),
        Col("listed", FLAG, "adjusted is at most 5 %"),
        Col("threshold", REAL, "gain of win chance that counts"),
        Col("verdict", TEXT, "as for those who did it in item_effects"),
        MORE,
    ),
    "item_ballots": (
        *STRATUM,
        Col("item", TEXT, "what was voted on"),
        Col("label", TEXT, "its words"),
        Col("kind", TEXT, "kind of item"),
        PROVENANCE,
        Col("slice", TEXT, "all, seat, or rank (by score before the ballot)"),
        Col("at", INT, "seat, 0-based, or rank, 1 is best; -1 is all"),
        Col("measure", TEXT, "passed, yes, spent_for, spent_against (a ballot); applied (a game); brought and goods "
            "(each time it is carried out)"),
        Col("what", TEXT, "its words"),
        Col("cases", INT, "ballots, games, or times carried out behind the figure"),
        *value("value", "all: sum over seats, of passed the share; else mean of that seat or rank"),
    ),
    "agreement": (
        *STRATUM,
        Col("kind", TEXT, "kind of item"),
        Col("label", TEXT, "its words"),
        Col("strategy", TEXT, "one strategy"),
        Col("against", TEXT, "the other at the same table (itself: in two seats)"),
        Col("votes", INT, "pairs of votes on the same ballot"),
        Col("alike", REAL, "share of them that are alike"),
        Col("chance", REAL, "share that would be alike if both voted yes as often, but independently"),
        *value("value", "alike minus chance"),
    ),
    "matchups": (
        *STRATUM,
        Col("strategy", TEXT, "whose win share it is (row)"),
        Col("against", TEXT, "strategy that also sits at the table (column)"),
        Col("games", INT, "games times seats of the row's strategy"),
        *value("value", "win share over fair"),
        Col("verdict", TEXT, "as for seats"),
    ),
    "strengths": (
        *STRATUM,
        Col("term", TEXT, "strategy or seat"),
        Col("name", TEXT, "the strategy, or the seat's number"),
        Col("games", INT, "games in the fit (the first blocks only)"),
        *value("strength", "Plackett-Luce term, log scale, mean zero; intervals of seats hold at once (Bonferroni)"),
        *estimate("share", "win share over fair, all games; intervals of seats hold at once (Bonferroni)"),
        Col("threshold", REAL, "win share over fair that counts"),
        VERDICT,
    ),
    "variants": (
        *STRATUM,
        Col("baseline", TEXT, "arm it is compared with"),
        Col("measure", TEXT, "imbalance (distance from fair of the seat farthest from it), seat_share, "
            "strategy_share, score, turns, rounds or decisions"),
        Col("name", TEXT, "seat number, strategy, or all"),
        Col("games", INT, "games in each arm"),
        Col("base", REAL, "figure of the baseline"),
        Col("figure", REAL, "figure of the arm"),
        *value("change", "figure minus base, paired by block; interval of imbalance: bound that holds for all pairs "
            "of seats at once (Bonferroni)"),
        Col("variance_ratio", REAL, "variance of the paired change over that of an unpaired one"),
        Col("threshold", REAL, "change that counts, for shares and imbalance"),
        Col("verdict", TEXT, "rises, falls, no change that matters, leaning or not shown, against the threshold; "
            "without one: changed or not shown"),
        MORE,
    ),
    "slopes": (
        *STRATUM,
        Col("parameter", TEXT, "number of the rules in which some arms differ from the first, and in nothing else"),
        Col("label", TEXT, "its words"),
        Col("of_seat", INT, "seat whose value it is, 0-based; -1 if it is none of a seat"),
        Col("arms", TEXT, "those arms"),
        Col("default", REAL, "its value in the first arm"),
        Col("farthest", REAL, "the farthest that an arm is from it"),
        Col("seat", INT, "seat whose win share changes, 0-based"),
        Col("games", INT, "games in each arm"),
        Col("blocks", INT, "blocks that all arms share"),
        *value("value", "change of the seat's win share for one more, paired by block"),
        Col("error", REAL, "standard error of value, robust by block"),
        Col("p_value", REAL, "of a value of zero (Student's t)"),
    ),
    "levels": (
        *STRATUM,
        Col("parameter", TEXT, "number of the rules that each seat has for itself"),
        Col("label", TEXT, "its words"),
        Col("seat", INT, "whose it is, 0-based"),
        Col("games", INT, "games in each arm"),
        Col("blocks", INT, "blocks that all arms share"),
        Col("default", REAL, "its value in the first arm"),
        Col("share", REAL, "the seat's win share there"),
        *value("value", "value with which all seats would win alike, if win shares are linear in it; the first seat's "
            "is kept"),
        Col("extrapolated", FLAG, "it is farther from the default than any arm that was played"),
    ),
}  # fmt: skip


def frame(name: str, rows: pl.DataFrame) -> pl.DataFrame:
    """Return a table with its declared columns and types; what rows lack or what is no number becomes null."""
    given = {c.name: pl.col(c.name) if c.name in rows.columns else pl.lit(None) for c in TABLES[name]}
    table = rows.select(given[c.name].cast(c.dtype).alias(c.name) for c in TABLES[name])
    return table.with_columns(pl.selectors.float().fill_nan(None))
