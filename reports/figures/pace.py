"""Pace: length, ends, how the score grows, when games are decided, what there is to choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from analysis import wording
from analysis.schema import ALL
from reports import style
from reports.blocks import Cell, Figure, Head, KeyEntry, Section, Table, cell, key_entry, section, text_cell
from reports.charts import Chances, Column, Dots, Heat, Line, Lines, Mark
from reports.figures.seats import seat_key
from reports.numbers import Estimate, seat_name, value
from reports.plots import Lengths
from reports.story import PHASE_MARKS, PHASES, Row, Story

MEASURES = ("rounds", "turns", "decisions")
QUANTILES = (("q05", "5 % quantile"), ("q50", "median"), ("q95", "95 % quantile"))
ROUND = "round (1 = first)"
FEW, MANY = 0.1, 0.3  # rounds that fewer of the games reach are not drawn
MOMENTS = 7  # columns of the comeback map
OFTEN = 0.1  # decisions a game from which on a decision point is shown
KINDS_SHOWN, ROUNDS_SHOWN = 16, 16  # of the map of actions
LEAST = 30  # seats in a cell of the comeback map
LEADS = {
    "lead_changes": ("lead changes a game", 1, ""),
    "never_led": ("games whose winner was never behind", 100, "%"),
    "last_change": ("part of the game played when the lead changes last", 100, "%"),
}
EVERY_SEAT = ALL_PHASES = -1


def pace(story: Story) -> Section:
    """Return the section."""
    figures = [_length(story), _ends(story), _standing(story), _ahead(story), _decided(story), _comeback(story)]
    figures += [_options(story), _actions(story), _action_rounds(story), *_rates(story), _stocks(story)]
    lead = []
    if not any(story.rows("pace_rounds", n) for n in story.players):
        lead.append(
            "This run kept no ledger of rounds (sample = 0, or too few games): what happens in a game is left out."
        )
    return section("pace", "Pace", lead, figures, [_length_table(story), _lead_table(story)])


def facets(story: Story) -> Iterable[tuple[int, str]]:
    """Return player counts and the captions of their panels."""
    return ((n, f"{n} players") for n in story.players)


def _telling(story: Story) -> str:
    """Return the measure of length that games differ in."""
    for measure in MEASURES[:-1]:
        if all(len(story.rows("pace_histogram", n, measure=measure)) > 5 for n in story.players):
            return measure
    return MEASURES[-1]


def _length(story: Story) -> Figure:
    measure = _telling(story)
    charts = []
    for n, caption in facets(story):
        bars = [(r["value"], 100 * r["share"]) for r in story.rows("pace_histogram", n, measure=measure)]
        (spread,) = story.rows("pace_length", n, measure=measure) or [{}]
        named = [(words, spread[q]) for q, words in QUANTILES] if spread else []
        charts.append((caption, Lengths(bars, named, f"{measure} a game")))
    note = (
        f"Lines: quantiles, the {measure} after which 5 %, half and 95 % of games are over. Plan for the long games, "
        "not for the mean: one game in twenty is longer than the last line."
    )
    return Figure("pace-length", "How long games are", note, charts, (), measure, "what", "value")


def _ends(story: Story) -> Figure:
    charts = []
    for n, caption in facets(story):
        rows = story.rows("pace_ends", n)
        marks = [Mark(i, "", e) for i, r in enumerate(rows) if (e := value(r, "share", 100))]
        charts.append((caption, Dots([r["label"] for r in rows], [Column("% of games", marks)], 26)))
    return Figure("pace-ends", "What ends games", "Share of games that each trigger ends.", charts, (), "end", "")


def reached(rows: Sequence[Row], share: float = FEW) -> list[Row]:
    """Keep rounds that enough games reach."""
    most = max((r["games"] for r in rows), default=0)
    return [r for r in rows if r["games"] >= share * most]


def _standing(story: Story) -> Figure:
    charts = []
    for n, caption in facets(story):
        rows = reached(story.rows("pace_rounds", n, measure="standing"), MANY)
        lines = [
            Line(seat_name(s), [(r["round"] + 1, e) for r, e in _of_seat(rows, s)], style.colour(s), style.DASHES[s])
            for s in range(n)
            if rows
        ]
        charts.append((caption, Lines(lines, "after round", f"{story.game['unit']} if the game ended now")))
    note = (
        "Mean over the sampled games that go on after a round: a game's last round, which may be partial, is left out. "
        "Rounds after which fewer than three games in ten go on are not drawn. Bands are intervals."
    )
    return Figure("pace-standing", "How the score grows", note, charts, seat_key(story), ROUND, "seat")


def _ahead(story: Story) -> Figure:
    charts = []
    for n, caption in facets(story):
        rows = reached(story.rows("pace_rounds", n, measure="standing"), MANY)
        means = {r["round"]: r["value"] for r in rows if r["seat"] == EVERY_SEAT}
        lines = [
            Line(
                seat_name(s), [(r["round"] + 1, e.less(means[r["round"]])) for r, e in _of_seat(rows, s)],
                style.colour(s), style.DASHES[s],
            )
            for s in range(n)
            if means
        ]  # fmt: skip
        charts.append(
            (caption, Lines(lines, "after round", f"{story.game['unit']} more than the mean seat", (0, ""), True))
        )
    note = (
        "The same, minus the mean of all seats. Where a line leaves zero, the seat gains or loses its edge. Bands are "
        "the intervals of the seat's own mean: where they overlap, nothing is shown. A game's last round, which may be "
        "partial, is left out here too."
    )
    return Figure("pace-ahead", "Which seat is ahead when", note, charts, seat_key(story), ROUND, "seat")


def _of_seat(rows: Sequence[Row], seat: int) -> list[tuple[Row, Estimate]]:
    return [(r, e) for r in rows if r["seat"] == seat and (e := value(r, "value"))]


def _decided(story: Story) -> Figure:
    charts = []
    for n, caption in facets(story):
        rows = reached(story.rows("pace_decided", n, by="round"))
        points = [(r["at"] + 1, e) for r in rows if (e := value(r, "share", 100))]
        line = Line("", points, style.colour(0))
        fair = (100 / n, f"fair: {100 / n:.0f} %")
        charts.append((caption, Lines([line], "after round", "games that the leader then wins, %", fair)))
    note = (
        "How often who leads after a round goes on to win. Early and steep: the game is decided early. Near the fair "
        "line for long: leading says little."
    )
    return Figure("pace-decided", "When games are decided", note, charts, (), ROUND, "")


def _comeback(story: Story) -> Figure:
    charts = []
    for n, caption in facets(story):
        charts.append((caption, _comeback_chart(story, n)))
    note = (
        f"Win share in per cent of seats that lie so many {story.game['unit']} behind the leader, with the half-width "
        "of its interval; where none or all won, ≤ or ≥ gives its other end, and a dash stands for too few games. Read "
        "along a row: how fast the chance of a seat so far behind fades."
    )
    return Figure("pace-comeback", "Can one come back?", note, charts, (), "behind by", "after round", "win share, %")


def _comeback_chart(story: Story, n: int) -> Heat:
    rows = [r for r in _reached_moments(story.rows("pace_comeback", n, by="round")) if r["games"] >= LEAST]
    moments = sorted({r["at"] for r in rows})
    bins = {r["bin"]: _range(r) for r in sorted(rows, key=lambda r: int(r["bin"]))}
    order = list(bins)
    cells = {
        (order.index(r["bin"]), moments.index(r["at"])): e
        for r in rows
        if (e := value(r, "share", 100)) and e.has_interval
    }
    return Chances(list(bins.values()), [str(m + 1) for m in moments], cells, 100 / n, 100 - 100 / n, "after round")


def _reached_moments(rows: Sequence[Row]) -> list[Row]:
    """Keep a few rounds, evenly spread over those that half of the games reach."""
    games: dict[int, int] = {}
    for r in rows:
        games[r["at"]] = games.get(r["at"], 0) + r["games"]
    late = max((at for at, count in games.items() if 2 * count >= max(games.values())), default=0)
    step = max((late + 1) / MOMENTS, 1)
    chosen = {round(step * (i + 1)) - 1 for i in range(MOMENTS)}
    return [r for r in rows if r["at"] in chosen and r["at"] <= late]


def _range(row: Row) -> str:
    low, high = row["deficit_from"], row["deficit_to"]
    return "leads" if row["bin"] == 0 else f"{low}" if low == high else f"{low} to {high}"


def _options(story: Story) -> Figure:
    charts = [(caption, _option_chart(story, n)) for n, caption in facets(story)]
    note = (
        "Mean number of legal options, by decision point and third of the game's rounds, the richest first. Points "
        "that come up less than once in ten games are left out. The scale is in ratios: equal steps are equal factors."
    )
    return Figure(
        "pace-options", "How much there is to choose", note, charts, phase_key(), "decision", "part of the game"
    )


def _option_chart(story: Story, n: int) -> Dots:
    rows = story.rows("pace_options", n)
    whole = {r["point"]: r["options"] or 0 for r in rows if r["phase"] == ALL_PHASES and (r["decisions"] or 0) >= OFTEN}
    asked = [r for r in rows if r["point"] in whole]
    asked.sort(key=lambda r: (r["point"] != ALL, -whole[r["point"]]))
    return _phases(asked, "options", 1, "options a decision", is_log=True)


def _actions(story: Story) -> Figure:
    charts = []
    for n, caption in facets(story):
        rows = [r for r in story.rows("pace_actions", n) if r["seat"] == EVERY_SEAT]
        charts.append((caption, _phases(rows, "share", 100, "% of actions")))
    note = "Share of all actions, by kind and third of the game's rounds. What nobody does is worth a question."
    return Figure("pace-actions", "What players do when", note, charts, phase_key(), "action", "part of the game")


def _action_rounds(story: Story) -> Figure:
    """Show the mix of actions in every round."""
    return Figure(
        "pace-action-rounds",
        "What players do in every round",
        "Percent of the actions in a round, with the half-width of the interval; the kinds with the largest shares.",
        [(caption, _action_map(story, n)) for n, caption in facets(story)],
        (),
        "action",
        ROUND,
    )


def _action_map(story: Story, n: int) -> Heat:
    last = max((r["round"] for r in reached(story.rows("pace_rounds", n, measure="standing"), MANY)), default=0)
    rows = [r for r in story.rows("pace_action_rounds", n) if r["round"] <= min(last, ROUNDS_SHOWN - 1)]
    top: dict[str, float] = {}
    for r in rows:
        top[r["label"]] = max(top.get(r["label"], 0), r["share"] or 0)
    kinds = sorted((label for label in top if top[label] > 0), key=lambda label: -top[label])[:KINDS_SHOWN]
    cells = {
        (kinds.index(r["label"]), int(r["round"])): e
        for r in rows
        if r["label"] in kinds and (e := value(r, "share", 100))
    }
    rounds = [str(k + 1) for k in range(1 + max((c for _, c in cells), default=0))]
    return Heat(kinds, rounds, cells, 0, 100 * max(top.values(), default=0.01), "round", signed=False)


def _rates(story: Story) -> Iterator[Figure]:
    """Yield how often something is chosen when asked for, a figure each."""
    for rate in story.game.get("rates") or ():
        charts = []
        for n, caption in facets(story):
            whole = story.rows("pace_rates", n, rate=rate["name"])
            found = [r for r in whole if r["slice"] == "round" and r["asked"] >= LEAST]
            points = [(int(r["of"]) + 1, e) for r in found if (e := value(r, "share", 100)) and e.has_interval]
            mean = next((e for r in whole if r["slice"] == ALL and (e := value(r, "share", 100))), None)
            line = Line("", points, style.colour(0))
            title = (mean.value, f"all rounds: {mean.value:.0f} %") if mean else None
            charts.append((caption, Lines([line] if points else [], "in round", "% of times asked", title)))
        yield Figure(
            f"pace-rate-{rate['name']}", wording.opened(rate["label"]),
            "Share of the decisions at which it could be chosen, round by round. The band is the interval.", charts,
            (), ROUND, "",
        )  # fmt: skip


def _stocks(story: Story) -> Figure:
    """Show what seats hold, and what lies on the table: a panel each, a line a number of players."""
    stocks = [s for s in story.game["stocks"] if not s["name"].startswith("points_")]
    return Figure(
        "pace-stocks",
        "What there is, round by round",
        "Mean after every complete round, over all seats; a line for each number of players. Bands are intervals.",
        [(s["label"], _stock_chart(story, s["name"], s["label"])) for s in stocks],
        (),
        ROUND,
        "players",
    )


def _stock_chart(story: Story, name: str, label: str) -> Lines:
    lines = []
    for i, n in enumerate(story.players):
        rows = reached(story.rows("pace_rounds", n, measure=name, seat=EVERY_SEAT), MANY)
        points = [(r["round"] + 1, e) for r in rows if (e := value(r, "value"))]
        lines.append(Line(f"{n} players", points, style.colour(i), style.DASHES[i % len(style.DASHES)]))
    return Lines([line for line in lines if line.points], "after round", f"{label}, mean of all seats")


def phase_key() -> list[KeyEntry]:
    """Return the key of the thirds of a game."""
    return [key_entry(m, words, "", filled) for words, (m, filled) in zip(PHASES, PHASE_MARKS, strict=True)]


def phase_marks(rows: Sequence[Row], labels: Sequence[str], name: str, scale: float) -> list[Mark]:
    """Return the marks of the thirds of a game, rows told by ``label``."""
    return [
        Mark(labels.index(r["label"]), PHASES[p], e, style.INK, *PHASE_MARKS[p], offset=0.24 * (p - 1))
        for r in rows
        if (p := r["phase"]) != ALL_PHASES and r["label"] in labels and (e := value(r, name, scale))
    ]


def _phases(rows: Sequence[Row], name: str, scale: float, title: str, is_log: bool = False) -> Dots:
    labels = list(dict.fromkeys(r["label"] for r in rows if r[name]))
    zero = None if is_log else 0
    return Dots(labels, [Column(title, phase_marks(rows, labels, name, scale), zero, joined=True, is_log=is_log)], 30)


def _length_table(story: Story) -> Table:
    """Return how long games and their parts are."""
    heads = [Head("length"), *(Head(f"{n} players") for n in story.players)]
    measures = {m: [story.rows("pace_length", n, measure=m) for n in story.players] for m in reversed(MEASURES)}
    rows = [[text_cell(m), *(text_cell(_range_of(f[0]) if f else "") for f in found)] for m, found in measures.items()]
    turns = [story.rows("pace_length", n, measure="turns") for n in story.players]
    each = [f"{f[0]['mean'] / n:.1f} (mean)" if f else "" for n, f in zip(story.players, turns, strict=True)]
    rows.append([text_cell("turns a player"), *map(text_cell, each)])
    parts = {(r["stage"], r["label"]) for n in story.players for r in story.rows("pace_stages", n)}
    for stage, label in sorted(parts):
        found = [story.rows("pace_stages", n, stage=stage) for n in story.players]
        rows.append(
            [text_cell(f"rounds in {label} {stage}"), *(text_cell(_range_of(f[0]) if f else "") for f in found)]
        )
    return Table(heads, rows, is_narrow=True, caption="Length: median, and the range of nine games in ten")


def _range_of(row: Row) -> str:
    return f"{row['q50']} ({row['q05']}{wording.DASH}{row['q95']})"


def _lead_table(story: Story) -> Table:
    heads = [Head("the lead"), *(Head(f"{n} players") for n in story.players)]
    rows: list[list[Cell]] = []
    for measure, (words, scale, unit) in LEADS.items():
        found = [[value(r, "value", scale) for r in story.rows("pace_lead", n, measure=measure)] for n in story.players]
        if any(any(f) for f in found):
            rows.append([text_cell(words), *(cell(f[0] if f else None, unit) for f in found)])
    caption = "Lead changes (standing at the end of rounds; shared leads count in parts)"
    return Table(heads, rows, is_narrow=True, caption=caption)
