"""Three to seven findings of a run in plain sentences, the most important first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import polars as pl

from analysis import intervals, wording
from analysis.schema import ALL
from simcore.plan import MIXED

MOST = 7
BEYOND = (*intervals.SEAT_WORDS, *intervals.ITEM_WORDS)
BASE = {"variants": 1.5, "seats": 1.0, "pace": 0.9, "strategies": 0.2, "items": 0.1}  # importance of no effect
WEIGHTS = {"variants": 1.5, "seats": 1.0, "strategies": 0.4, "items": 0.3}  # in addition, of an effect at its threshold
FULL = 5.0  # thresholds beyond which an effect is no more important
NAMED = 3  # items that are named
OBSERVED = "observed"  # in place of a verdict: an edge of takers, not of what they took
Row = dict[str, Any]


@dataclass(frozen=True)
class Finding:
    """A finding.

    Attributes:
        id: stable name within a report.
        headline: one sentence that ends with the verdict.
        details: further sentences.
        verdict: word of the verdict, "" where nothing is judged, "observed" for items that stand out.
        effect: deviation, as a share; for the pace the leader's win share.
        low: lower end of its interval.
        high: upper end of its interval.
        games: games behind it; for items the takers of the rarest one that is named.
        more_games: about so many more would end a "not shown".
        section: anchor of the report's section.
        importance: what findings are sorted by.
        counted: what is counted behind it, "games" or "takers".
        robustness: whether it survives other readings of rules and components.
    """

    id: str
    headline: str
    details: tuple[str, ...]
    verdict: str
    effect: float
    low: float | None
    high: float | None
    games: int
    more_games: int | None
    section: str
    importance: float
    counted: str = "games"
    robustness: str = "not tested"

    @property
    def text(self) -> str:
        """All sentences."""
        return " ".join((self.headline, *self.details))

    def as_json(self) -> dict[str, Any]:
        """Return the finding as plain JSON."""
        return {**asdict(self), "details": list(self.details), "text": self.text}


def findings(tables: Mapping[str, pl.DataFrame], seat_word: str = "") -> list[Finding]:
    """Return the findings of a run's first arm and of its variants, the most important first.

    Args:
        tables: of the analysis.
        seat_word: what the game calls the first seat, such as "start player".
    """
    strata = tables["overview"].filter(pl.col("games") > 0)
    if strata.is_empty():
        return []
    arm = strata["arm"][0]
    found = [
        *_seats(tables, arm, seat_word),
        *_variants(tables, seat_word),
        *_pace(tables, arm),
        *_strategies(tables, arm),
        *_items(tables, arm),
    ]
    return sorted(found, key=lambda f: -f.importance)[:MOST]


def _finding(name: str, section: str, sentences: list[str], row: Row, effect: str, games: int | None = None) -> Finding:
    """Return a finding on a judged row of a table."""
    prefix = "" if effect == "change" else f"{effect}_"
    more = row.get("more_games")
    verdict = row["verdict"]
    if more is not None and verdict == intervals.NOT_SHOWN:
        sentences = [*sentences, f"It would need about {wording.about(more)} more games."]
    importance = BASE[section] + WEIGHTS[section] * min(float(abs(row[effect] or 0) / row["threshold"]), FULL)
    return Finding(
        name, sentences[0], tuple(sentences[1:]), verdict, row[effect], row[f"{prefix}low"], row[f"{prefix}high"],
        row["games"] if games is None else games, more, section, importance,
    )  # fmt: skip


def _main_pool(rows: pl.DataFrame) -> str:
    pools = rows["pool"].unique(maintain_order=True).to_list()
    return MIXED if MIXED in pools else str(pools[0])


def _rank(row: Row, effect: str) -> tuple[bool, float]:
    """Sort key: what is beyond its threshold first, then by size."""
    return row["verdict"] in BEYOND, abs(row[effect] or 0)


def _seats(tables: Mapping[str, pl.DataFrame], arm: str, seat_word: str) -> Iterator[Finding]:
    """One finding a player count: the seat that is farthest from fair."""
    rows = tables["seat_shares"].filter(pl.col("arm") == arm)
    for n in rows["players"].unique().sort():
        here = rows.filter(pl.col("players") == n)
        pool = _main_pool(here)
        whole = here.filter((pl.col("slice") == ALL) & (pl.col("pool") == pool))
        seats = whole.drop_nulls("deviation").rows(named=True)
        if not seats:
            continue
        row = max(seats, key=lambda r: _rank(r, "deviation"))
        who = wording.seat(row["seat"], n, seat_word)
        sentences = [_seat_sentence(row, n, who, all(r["verdict"] == intervals.FAIR for r in seats))]
        agreement = _agreement(here, row)
        yield _finding(f"seats-{n}", "seats", sentences + ([agreement] if agreement else []), row, "deviation")


def _seat_sentence(row: Row, n: int, who: str, fair: bool) -> str:
    interval = row["deviation"], row["deviation_low"], row["deviation_high"]
    share = wording.percent(row["share"], row["low"], row["high"])
    off = f"{wording.points(*interval)} {'above' if row['deviation'] >= 0 else 'below'} a fair {wording.FAIR_SHARE[n]}"
    if fair:
        start = f"With {wording.players([n])} no seat is favoured"
        return f"{start}: {who}, the farthest from fair, wins {share}, {off}: fair."
    return f"With {wording.players([n])} {who} wins {share}, {off}: {row['verdict']}."


def _agreement(here: pl.DataFrame, row: Row) -> str:
    """Say for which strategies and skill marks the same holds."""
    same = here.filter(pl.col("seat") == row["seat"])
    strategies = same.filter((pl.col("slice") == "strategy") & (pl.col("pool") == row["pool"])).rows(named=True)
    count, total = sum(_holds(r, row) == "" for r in strategies), len(strategies)
    pools: dict[str, list[str]] = {"": [], "not": [], "not shown": [], "leaning the same way": []}
    for mark in same.filter((pl.col("slice") == ALL) & (pl.col("pool") != row["pool"])).iter_rows(named=True):
        pools[_holds(mark, row)].append(mark["pool"])
    yes = [f"for {wording.together(pools.pop(''))} play"] if pools[""] else []
    if total > 1:
        share = "all" if count == total else f"{wording.number(count)} of"
        yes.insert(0, f"for {share} {wording.number(total)} strategies")
    no = [f"{word} for {wording.together(names, 'or')} play" for word, names in pools.items() if word and names]
    parts = [f"so {wording.together(yes)}", *no] if yes else no
    return f"It is {'; '.join(parts)}." if parts else ""


def _holds(other: Row, row: Row) -> str:
    """Say whether what a row says of a seat holds in another one, as a word before "for"; "" if it does."""
    verdict, expected = other["verdict"], row["verdict"]
    along = (other["deviation"] or 0) * row["deviation"] > 0
    if verdict == expected and (along or verdict in (intervals.FAIR, intervals.NOT_SHOWN)):
        return ""
    if along and verdict in BEYOND and expected == intervals.LEANING:
        return ""
    if along and verdict == intervals.LEANING and expected in BEYOND:
        return "leaning the same way"
    return "not shown" if verdict == intervals.NOT_SHOWN else "not"


def _pace(tables: Mapping[str, pl.DataFrame], arm: str) -> Iterator[Finding]:
    """Length and decidedness."""
    lengths = tables["pace_length"].filter((pl.col("arm") == arm) & (pl.col("measure") == "turns"))
    lengths = lengths.filter(pl.col("pool") == _main_pool(lengths)).sort("players")
    said = [
        f"{median} turns with {wording.players([n])} (nine in ten: {low}{wording.DASH}{high})"
        for n, low, median, high in lengths.select("players", "q05", "q50", "q95").iter_rows()
    ]
    sentences = [f"A game typically takes {wording.together(said)}."]
    played = tables["pace_decided"].filter((pl.col("arm") == arm) & (pl.col("pool") == lengths["pool"][0]))
    decided = played.filter((pl.col("by") == "phase") & (pl.col("at") == 1)).drop_nulls("share")
    row = max(decided.rows(named=True), key=lambda r: r["share"], default={})
    if row:
        share = wording.percent(row["share"], row["low"], row["high"])
        who = f"With {wording.players([row['players']])} the leader after two thirds of the rounds"
        sentences.append(f"{who} wins {share}.")
    games = int(lengths["games"].sum())
    yield Finding(
        "pace", sentences[0], tuple(sentences[1:]), "", row.get("share", 0.0), row.get("low"), row.get("high"),
        games, None, "pace", BASE["pace"],
    )  # fmt: skip


def _strategies(tables: Mapping[str, pl.DataFrame], arm: str) -> Iterator[Finding]:
    """The strategy that wins most over fair."""
    rows = tables["strengths"].filter((pl.col("arm") == arm) & (pl.col("term") == "strategy")).drop_nulls("share")
    best = rows.sort("share", descending=True, maintain_order=True).group_by("players", maintain_order=True).first()
    if rows["name"].n_unique() < 2:
        return
    row = max(best.rows(named=True), key=lambda r: _rank(r, "share"))
    interval = row["share"], row["share_low"], row["share_high"]
    n = row["players"]
    sentences = [
        f"With {wording.players([n])} the strategy {row['name']} wins {wording.points(*interval)} "
        f"{'more' if row['share'] >= 0 else 'less'} than a fair {wording.FAIR_SHARE[n]} "
        f"{wording.between(*interval)}: {row['verdict']}."
    ]
    others = best.filter(pl.col("players") != n).sort("players")
    same = others.filter(pl.col("name") == row["name"])["players"].to_list()
    if same:
        sentences.append(f"It is the strongest with {wording.players(same)} too.")
    sentences += [
        f"With {wording.players([r['players']])} the strongest is {r['name']}."
        for r in others.filter(pl.col("name") != row["name"]).iter_rows(named=True)
    ]
    stratum = (pl.col("arm") == arm) & (pl.col("players") == n) & (pl.col("pool") == row["pool"])
    yield _finding("strategies", "strategies", sentences, row, "share", tables["overview"].filter(stratum)["games"][0])


def _items(tables: Mapping[str, pl.DataFrame], arm: str) -> Iterator[Finding]:
    """The items whose takers surely win most or least often, where most of them stand out."""
    rows = tables["item_worth"].filter(
        (pl.col("arm") == arm) & (pl.col("strategy") == ALL) & pl.col("worth").is_not_null()
    )
    if rows.is_empty():
        return
    rows = rows.filter(pl.col("pool") == _main_pool(rows))
    beyond = rows.filter(pl.col("verdict").is_in(intervals.ITEM_WORDS) & pl.col("listed"))
    counts = {n: len(beyond.filter(pl.col("players") == n)) for n in rows["players"].unique().sort()}
    n = max(counts, key=lambda k: counts[k])
    here = rows.filter(pl.col("players") == n)
    top = sorted(here.rows(named=True), key=_clearly, reverse=True)[: max(min(NAMED, counts[n]), 1)]
    takers = min(r["takers"] for r in top)
    found = _finding("items", "items", _item_sentences(top, n, counts[n], len(here)), top[0], "worth", takers)
    yield replace(found, verdict=OBSERVED if counts[n] else found.verdict, counted="takers")


def _clearly(row: Row) -> tuple[bool, float, float]:
    """Sort key of items: by the end of the interval that is nearest to fair, so that rare items do not win."""
    return row["listed"], abs(intervals.surely(row["worth_low"], row["worth_high"])), abs(row["worth"])


def _item_sentences(top: list[Row], n: int, count: int, total: int) -> list[str]:
    names = wording.together([f"“{r['label']}”" for r in top])
    sizes = wording.together([wording.signed(r["worth"], r["worth_low"], r["worth_high"]) for r in top])
    takers = f"takers of {names} win {sizes} against a fair {wording.FAIR_SHARE[n]}"
    if not count:
        return [f"With {wording.players([n])} no item stands out; farthest from fair, {takers}: {top[0]['verdict']}."]
    return [
        f"With {wording.players([n])} {takers}.",
        f"{wording.number(count).capitalize()} of {total} items stand out. This is observed, not caused: players who "
        "do well anyway may take other items.",
    ]


def _variants(tables: Mapping[str, pl.DataFrame], seat_word: str) -> Iterator[Finding]:
    """One finding an arm: the win share that changes most."""
    rows = tables["variants"].filter(pl.col("measure").is_in(["seat_share", "strategy_share"])).drop_nulls("change")
    for arm in rows["arm"].unique(maintain_order=True):
        here = rows.filter(pl.col("arm") == arm)
        here = here.filter(pl.col("pool") == _main_pool(here))
        row = max(here.rows(named=True), key=lambda r: _rank(r, "change"))
        n, seat = row["players"], row["measure"] == "seat_share"
        who = wording.seat(int(row["name"]), n, seat_word) if seat else f"the strategy {row['name']}"
        interval = row["change"], row["low"], row["high"]
        change = f"{wording.points(*interval)} {'more' if row['change'] >= 0 else 'less'} {wording.between(*interval)}"
        alone = all(word == intervals.FAIR for word in here["verdict"])
        only = ", the largest change of a win share" if alone else ""
        sentence = (
            f"Under {arm} instead of {row['baseline']}, with {wording.players([n])}, {who} wins {change}{only}: "
            f"{row['verdict']}."
        )
        yield _finding(f"variants-{arm}", "variants", [sentence], row, "change")
