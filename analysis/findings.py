"""Three to seven findings of a run in plain sentences, the most important first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import polars as pl

from analysis import intervals, wording
from analysis.schema import ALL
from analysis.variants import IMBALANCE, SHARES
from simcore.plan import MIXED

MOST = 7
BEYOND = (*intervals.SEAT_WORDS, *intervals.ITEM_WORDS, *intervals.CHANGE_WORDS)
BASE = {  # importance of no effect
    "handicap": 2.5, "variants": 1.5, "seats": 1.0, "effects": 1.0, "pace": 0.9, "strategies": 0.2, "items": 0.1
}  # fmt: skip
OWN = 5.0  # importance of a strategy that the user has brought
WEIGHTS = {  # in addition, of an effect at its threshold
    "variants": 1.5, "seats": 1.0, "effects": 0.5, "strategies": 0.4, "items": 0.3
}  # fmt: skip
FULL = 5.0  # thresholds beyond which an effect is no more important
NAMED = 3  # items that are named
MENTIONED = 6  # further items that are mentioned
DIFFERENT = "different"
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


def findings(tables: Mapping[str, pl.DataFrame], seat_word: str = "", own: Sequence[str] = ()) -> list[Finding]:
    """Return the findings of a run's first arm and of its variants, the most important first.

    Args:
        tables: of the analysis.
        seat_word: what the game calls the first seat, such as "start player".
        own: names of the strategies that the user has brought; each has a finding.
    """
    strata = tables["overview"].filter(pl.col("games") > 0)
    if strata.is_empty():
        return []
    arm = strata["arm"][0]
    mine = list(_own(tables, arm, own))[:MOST]
    found = [
        *_seats(tables, arm, seat_word),
        *_handicap(tables, arm, seat_word),
        *_variants(tables, seat_word),
        *_pace(tables, arm),
        *_strategies(tables, arm),
        *(list(_effects(tables, arm)) or _items(tables, arm)),
    ]
    others = _by_importance(found)[: MOST - len(mine)]
    return _by_importance([*mine, *others])


def _by_importance(found: Iterable[Finding]) -> list[Finding]:
    return sorted(found, key=lambda f: -f.importance)


def _finding(name: str, section: str, sentences: list[str], row: Row, effect: str, games: int | None = None) -> Finding:
    """Return a finding on a judged row of a table."""
    prefix = "" if effect in ("change", "value") else f"{effect}_"
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
        who = wording.seat(row["seat"], seat_word)
        sentences = [_seat_sentence(row, n, who, all(r["verdict"] == intervals.FAIR for r in seats))]
        agreement = _agreement(here, row, seat_word)
        yield _finding(f"seats-{n}", "seats", sentences + ([agreement] if agreement else []), row, "deviation")


def _seat_sentence(row: Row, n: int, who: str, fair: bool) -> str:
    interval = row["deviation"], row["deviation_low"], row["deviation_high"]
    share = wording.percent(row["share"], row["low"], row["high"])
    off = f"{wording.points(*interval)} {'above' if row['deviation'] >= 0 else 'below'} a fair {wording.FAIR_SHARE[n]}"
    if fair:
        start = f"With {wording.players([n])} no seat is favoured"
        return f"{start}: {who}, the farthest from fair, wins {share}, {off}: fair."
    return f"With {wording.players([n])} {who} wins {share}, {off}: {row['verdict']}."


def _agreement(here: pl.DataFrame, row: Row, seat_word: str) -> str:
    """Say for which skill marks, the strongest first, and for which strategies the same holds, and what else is so."""
    same = here.filter(pl.col("seat") == row["seat"])
    clauses: dict[str, list[str]] = {}
    for mark in reversed(same.filter((pl.col("slice") == ALL) & (pl.col("pool") != row["pool"])).rows(named=True)):
        play = here.filter((pl.col("slice") == ALL) & (pl.col("pool") == mark["pool"])).rows(named=True)
        clauses.setdefault(_clause(mark, row, play, seat_word), []).append(mark["pool"])
    spoken = {clause: f"for {wording.together(names, _link(clause))} play" for clause, names in clauses.items()}
    strategies = same.filter((pl.col("slice") == "strategy") & (pl.col("pool") == row["pool"])).rows(named=True)
    if len(strategies) > 1:
        count, total = sum(_holds(r, row) == "" for r in strategies), len(strategies)
        share = "all" if count == total else f"{wording.number(count)} of"
        also = f"for {share} {wording.number(total)} strategies"
        key = "so" if count else intervals.NOT_SHOWN
        also = also if count else f"for any of {wording.number(total)} strategies by itself"
        spoken[key] = f"{spoken[key]} {_link(key)} {also}" if key in spoken else also
    parts = [_part(clause, whom) for clause, whom in spoken.items()]
    told = [(r["name"], _clause(r, row)) for r in strategies]
    parts += [_part(clause, f"for the strategy {name}") for name, clause in told if clause.startswith(DIFFERENT)]
    return f"It is {'; '.join(parts)}." if parts else ""


def _link(clause: str) -> str:
    return "or" if clause.startswith("not") else "and"


def _part(clause: str, whom: str) -> str:
    """Put whom a clause is about behind its first word or words."""
    word, colon, there = clause.partition(": ")
    return f"{word} {whom}{colon}{there}"


def _clause(other: Row, row: Row, play: Sequence[Row] = (), seat_word: str = "") -> str:
    """Return what of a seat is so in another row: a word, and after a colon what is there instead.

    Args:
        other: the same seat for a skill mark or a strategy.
        row: the headline's.
        play: all seats of the skill mark.
        seat_word: what the first seat is called.
    """
    up = intervals.SEAT_WORDS[0]
    leader = max((r for r in play if r["verdict"] == up), key=lambda r: float(r["deviation"]), default=other)
    if leader is not other and other["verdict"] != up and row["verdict"] in (intervals.FAIR, up):
        return f"{DIFFERENT}: there {wording.seat(leader['seat'], seat_word)} leads, {_size(leader)}"
    word = _holds(other, row) or "so"
    apart = not _overlap(other, row["deviation_low"], row["deviation_high"])
    if word == "so":
        return f"so: there {_size(other)}" if apart and row["verdict"] in BEYOND else "so"
    if word.startswith("not") and apart:
        return f"{DIFFERENT}: there {_size(other)}"
    return word if _overlap(other, row["deviation"], row["deviation"]) else f"{word}: there {_size(other)}"


def _size(row: Row) -> str:
    return wording.signed(row["deviation"], row["deviation_low"], row["deviation_high"])


def _overlap(row: Row, low: float | None, high: float | None) -> bool:
    """Tell whether a deviation's interval and another one have a part in common, or one of them is missing."""
    least, most = row["deviation_low"], row["deviation_high"]
    if least is None or most is None or low is None or high is None:
        return True
    return bool(least <= high and low <= most)


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
    return "not shown" if verdict == intervals.NOT_SHOWN else "not so"


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
    yield _finding("strategies", "strategies", sentences, row, "share", _games(tables, row))


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
    known = here.drop_nulls("worth_low") if here["worth_low"].count() else here
    top = sorted(known.rows(named=True), key=_clearly, reverse=True)[: max(min(NAMED, counts[n]), 1)]
    if not counts[n]:
        top = [_unlisted(r) for r in top]
    takers = min(r["takers"] for r in top)
    found = _finding("items", "items", _item_sentences(top, n, counts[n], len(here)), top[0], "worth", takers)
    yield replace(found, verdict=OBSERVED if counts[n] else found.verdict, counted="takers")


def _unlisted(row: Row) -> Row:
    """Return an item that does not stand out among all of them: beyond the threshold it is only by itself."""
    return row if row["verdict"] == intervals.FAIR else row | {"verdict": intervals.NOT_SHOWN}


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


def _effects(tables: Mapping[str, pl.DataFrame], arm: str) -> Iterator[Finding]:
    """The items that most clearly change a chance to win by themselves; if none does, the one that comes closest.

    Of several contrasts of a moment the first one counts; the others stand beside it.
    """
    rows = tables["item_effects"].filter((pl.col("arm") == arm) & (pl.col("measure") == "win"))
    rows = rows.filter(pl.col("listed").is_not_null()).drop_nulls("low")
    main = rows.filter(pl.col("contrast") == pl.col("contrast").first().over("moment"))
    tested = main.rows(named=True)
    shown = [r for r in tested if r["listed"] and r["verdict"] in BEYOND]
    order = sorted(shown or tested, key=lambda r: (-abs(intervals.surely(r["low"], r["high"])), -abs(r["value"])))
    clearest: dict[str, Row] = {}
    for row in order:
        clearest.setdefault(row["item"], row)
    named, more = list(clearest.values())[: NAMED if shown else 1], list(clearest.values())[NAMED:] if shown else []
    for row in named if shown else map(_unlisted, named):
        beside = rows.filter(pl.col(k) == row[k] for k in ("item", "players", "pool", "moment")).rows(named=True)
        sentences = _effect_sentences(row, beside, bool(shown))
        if more and row is named[-1]:
            labels = [f"“{r['label']}”" for r in more]
            rest = [f"{len(more) - MENTIONED} in the table"] if len(more) > MENTIONED else []
            sentences.append(f"So shown for {len(more)} more: {wording.together([*labels[:MENTIONED], *rest])}.")
        found = _finding(f"effects-{row['item']}", "effects", sentences, row, "value")
        yield replace(found, section=f"effects-{row['kind']}")


def _whom(row: Row) -> str:
    """Return whose chance an effect is about."""
    return wording.SIDES.get(row["group"], f"those who {row['part']}")


def _effect_sentences(row: Row, beside: Sequence[Row], shown: bool) -> list[str]:
    interval = row["value"], row["low"], row["high"]
    start = f"With {wording.players([row['players']])}"
    kind = wording.spaced(row["kind"])
    item = f"the {kind} “{wording.marked(row['label'], row['provenance'])}”"
    said = (
        f"{item} {'raises' if row['value'] >= 0 else 'lowers'} the win chance of "
        f"{_whom(row)} by {wording.points(*interval)} {wording.between(*interval)}, effect of {row['contrast_label']}"
    )
    if not shown:
        start = (
            f"With all {kind}s tested at once none stands out; nearest to it, with {wording.players([row['players']])},"
        )
    sentences = [f"{start} {said}: {row['verdict']}."]
    same, also = ([r for r in beside if (r["contrast"] == row["contrast"]) == is_same] for is_same in (True, False))
    others = [f"{_whom(r)}: {_effect_size(r)}" for r in same if r["group"] != row["group"]]
    others += [f"effect of {r['contrast_label']}: {_effect_size(r)}" for r in also if r["group"] == row["group"]]
    if others:
        sentences.append(f"{wording.opened('; '.join(others))}.")
    return sentences + [_beside_naive(r) for r in same if r["explained_low"] is not None]


def _effect_size(row: Row) -> str:
    return wording.signed(row["value"], row["low"], row["high"])


def _beside_naive(row: Row) -> str:
    """Say what an effect looks like without forks, and how far that is from what is caused."""
    naive = wording.signed(row["naive"], row["naive_low"], row["naive_high"])
    seen = f"Those who {row['part']}, where it came about, won {naive} against a fair share"
    if row["explained_low"] <= 0 <= row["explained_high"]:
        return f"{seen}, which is not shown to differ."
    rest = wording.signed(row["explained"], row["explained_low"], row["explained_high"])
    return f"{seen}; the difference, {rest}, is who they are, not what the {wording.spaced(row['kind'])} does."


def _handicap(tables: Mapping[str, pl.DataFrame], arm: str, seat_word: str) -> Iterator[Finding]:
    """One finding a player count: what one more at the start is worth, and what would level the seats."""
    rows = tables["slopes"].filter((pl.col("arm") == arm) & (pl.col("of_seat") == pl.col("seat"))).drop_nulls("low")
    if rows.is_empty():
        return
    rows = rows.filter(pl.col("pool") == _main_pool(rows))
    for n in rows["players"].unique().sort():
        here = rows.filter(pl.col("players") == n).rows(named=True)
        row = max(here, key=lambda r: (abs(intervals.surely(r["low"], r["high"])), abs(r["value"])))
        size = wording.signed(row["value"], row["low"], row["high"])
        sentences = [
            f"With {wording.players([n])} one more {row['label']} for {wording.seat(row['seat'], seat_word)} is worth "
            f"{size} of its win chance."
        ]
        others = [f"{wording.seat(r['seat'])}: {_effect_size(r)}" for r in here if r is not row]
        sentences += [f"{wording.opened('; '.join(others))}."] if others else []
        levels = tables["levels"].filter(pl.col(k) == row[k] for k in ("arm", "players", "pool", "label"))
        sentences += _level_sentences(levels.rows(named=True))
        yield Finding(
            f"handicap-{n}", sentences[0], tuple(sentences[1:]), "", row["value"], row["low"], row["high"],
            row["games"], None, "handicap", BASE["handicap"],
        )  # fmt: skip


def _level_sentences(levels: Sequence[Row]) -> list[str]:
    """Say with which values the seats would be level, and which of them are guesses from afar."""
    if not levels or any(r["value"] is None for r in levels):
        return []
    halves = [(r["high"] - r["low"]) / 2 for r in levels if r["low"] is not None]
    d = wording.digits(max(halves, default=1.0))
    wanted, given = (" / ".join(f"{r[c]:.{k}f}" for r in levels) for c, k in (("value", d), ("default", 0)))
    far = [wording.seat(r["seat"]) for r in levels if r["extrapolated"]]
    half = max(halves, default=0.0)
    said = [f"With {wanted} instead of {given} the seats would be level (each to within {half:.{max(d, 1)}f})."]
    if far:
        said.append(f"For {wording.together(far)} that is farther than any arm went: an extrapolation.")
    return said


def _one_number(tables: Mapping[str, pl.DataFrame]) -> list[str]:
    """Return the arms that are told of as a handicap."""
    rows = tables["slopes"].filter(pl.col("of_seat") >= 0)
    return [name for arms in rows["arms"].unique() for name in arms.split(", ")]


def _variants(tables: Mapping[str, pl.DataFrame], seat_word: str) -> Iterator[Finding]:
    """One finding an arm and player count: whether it is fairer, and which seat and strategy change most."""
    rows = tables["variants"].drop_nulls("change").filter(~pl.col("arm").is_in(_one_number(tables)))
    if rows.is_empty():
        return
    rows = rows.filter(pl.col("pool") == _main_pool(rows))
    for (arm, n), here in rows.group_by("arm", "players", maintain_order=True):
        changes = {m: here.filter(pl.col("measure") == m).rows(named=True) for m in (IMBALANCE, *SHARES)}
        if not changes[IMBALANCE]:
            continue
        (row,) = changes[IMBALANCE]
        seats, strategies = (max(changes[m], key=lambda r: _rank(r, "change"), default=None) for m in SHARES)
        sentences = [_imbalance_sentence(row)]
        if seats:
            sentences.append(f"{_moved(seats, wording.seat(int(seats['name']), seat_word))}.")
        if strategies and strategies["verdict"] in intervals.CHANGE_WORDS:
            sentences.append(f"{_moved(strategies, 'the strategy ' + strategies['name'])}.")
        yield _finding(f"variants-{arm}-{n}", "variants", sentences, row, "change")


def _imbalance_sentence(row: Row) -> str:
    """Answer in one sentence whether an arm is fairer."""
    interval = row["change"], row["low"], row["high"]
    before, after = (wording.points(row[c], row["low"], row["high"]) for c in ("base", "figure"))
    word = row["verdict"]
    said = f"the distance {word}" if word in intervals.CHANGE_WORDS else word
    return (
        f"Under {row['arm']} instead of {row['baseline']}, with {wording.players([row['players']])}, the farthest seat "
        f"lies {after} from fair instead of {before.split(' ')[0]}, {wording.signed(*interval)}: {said}."
    )


def _moved(row: Row, who: str) -> str:
    """Say how a win share changes, and to what."""
    interval = row["change"], row["low"], row["high"]
    decimals = wording.digits(50 * (row["high"] - row["low"])) if row["low"] is not None else 0
    to = f"{wording.between(*interval)}, to {100 * row['figure']:.{decimals}f} %"
    if row["verdict"] in intervals.CHANGE_WORDS:
        return f"{wording.opened(who)} {row['verdict']} by {wording.points(*interval)} {to}"
    way = "up" if row["change"] >= 0 else "down"
    return f"{wording.opened(who)} changes most, {way} by {wording.points(*interval)} {to}: {row['verdict']}"


def _own(tables: Mapping[str, pl.DataFrame], arm: str, own: Sequence[str]) -> Iterator[Finding]:
    """One finding a strategy that the user has brought: how it does, and beside whom it does worst."""
    rows = tables["strengths"].filter((pl.col("arm") == arm) & (pl.col("term") == "strategy")).drop_nulls("share")
    meetings = tables["matchups"].filter((pl.col("arm") == arm) & (pl.col("against") != pl.col("strategy")))
    for name in own:
        here = rows.filter(pl.col("name") == name).sort("players").rows(named=True)
        if not here:
            continue
        said = [
            f"with {wording.players([r['players']])} {wording.signed(r['share'], r['share_low'], r['share_high'])}, "
            f"{r['verdict']}"
            for r in here
        ]
        text = f"Your strategy {name} against a fair share: {'; '.join(said)}."
        worst = meetings.filter(pl.col("strategy") == name).drop_nulls("value").sort("value").rows(named=True)
        beaten = [f"{wording.opened(_worst(worst[0]))}."] if worst else []
        row = max(here, key=lambda r: _rank(r, "share"))
        games = _games(tables, row)
        found = _finding(f"own-{name}", "strategies", [text, *beaten], row, "share", games)
        yield replace(found, importance=OWN)


def _worst(row: Row) -> str:
    size = wording.signed(row["value"], row["low"], row["high"])
    return f"it does worst beside {row['against']}, with {wording.players([row['players']])}: {size} against fair"


def _games(tables: Mapping[str, pl.DataFrame], row: Row) -> int:
    """Return the games of a row's stratum."""
    keys = [pl.col(k) == row[k] for k in ("arm", "players", "pool")]
    return int(tables["overview"].filter(*keys)["games"][0])
