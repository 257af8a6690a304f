"""The descriptor of Lancaster, and its actions and states in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcore.components import Column, Row, RuleBook, TableSpec
from simcore.game import Contrast, Game, Item, Moment, Named
from simcore.games.lancaster.book import ALLY_USES, check_tables, make_rules
from simcore.games.lancaster.cells import read_cell
from simcore.games.lancaster.features import MEANINGS
from simcore.games.lancaster.parliament import quantity
from simcore.games.lancaster.placing import SQUIRE_BITS
from simcore.games.lancaster.rules import BETTER_BITS
from simcore.games.lancaster.state import (
    ADD,
    ALLY_CASTLE,
    ALLY_CONFLICT,
    ALLY_COUNTY,
    BALLOTS,
    BOTH,
    CARDS,
    CASTLE,
    COMPARISONS,
    CONFLICT,
    CONFLICTS,
    COUNTIES,
    COUNTY,
    COUNTY_A,
    COURT,
    DECLINE,
    FAVOR,
    FEATURES,
    FORMS,
    GROUPS,
    LETTERS,
    LOWER_1,
    MAX_SQUIRES,
    METRICS,
    NAME,
    NO,
    NOBLE,
    OPCODES,
    PLACING,
    QUANTITY,
    RANSOM,
    REWARD,
    ROUNDS,
    SLOT,
    SLOT_1,
    SLOTS,
    STRENGTHS,
    TILE,
    TITLE,
    TRADE,
    UPGRADE,
    VOTING,
    YES,
)
from simcore.options import KIND_SHIFT, PLACE_MASK, WHAT_MASK, WHAT_SHIFT

YES_NO = range(2)
NOTE, RULE = Column("note"), Column("rule")
SLOT_COLUMNS = (
    Column("slot", range(1, SLOTS + 1), key=True), RULE, Column("resolve_order", range(1, SLOTS + 1)), NOTE,
)  # fmt: skip
LEGEND = (
    "A to I are counties: 3+2@0 is a knight of strength 3 with 2 squires of seat 0 (the 1st seat); in castles [3] is a "
    "tile laid on slot 3, 4:2 a knight of strength 2 on slot 4; conflicts show their card (strength of France) and the "
    "stacks in the order of their spaces"
)
SIGNS = {"eq": "=", "ge": "≥", "le": "≤"}
GAINS = {"pp": "pp", "noble_any": "noble", "upgrade_deployed": "upgrade", "upgrade34_deployed": "3 to 4"}
COUNTED = {f"deployed_strength{k}": f"{k}-knights" for k in range(1, STRENGTHS + 1)}
CONFLICT_NAMES = ("lower1", "lower2", "upper1", "upper2")
TABLES = (
    TableSpec(
        "setup",
        (
            Column("players", range(2, 6), key=True),
            Column("nobles_per_county", range(5)),
            *(Column(name, range(13)) for name in ("gold", "squires", "markers")),
            *(Column(name, YES_NO) for name in ("allies", "hidden_stock")),
        ),
    ),
    TableSpec(
        "knights",
        (
            Column("strength", range(1, STRENGTHS + 1), key=True),
            *(Column(name, range(8)) for name in ("count", "start_in_court", "ally_start_in_court")),
            NOTE,
        ),
    ),
    TableSpec(
        "counties",
        (
            Column("letter", tuple(LETTERS), key=True),
            Column("name"),
            Column("min_strength", range(1, 5)),
            Column("rule"),
            NOTE,
        ),
    ),
    TableSpec(
        "castle",
        (
            Column("slot", range(1, SLOTS + 1), key=True),
            Column("rule"),
            Column("resolve_order", range(1, SLOTS + 1)),
            NOTE,
        ),
    ),
    TableSpec("kings_favor", (Column("tile", range(1, 7), key=True), RULE, NOTE)),
    TableSpec(
        "conflicts",
        (
            Column("card", range(1, CARDS + 1), key=True),
            Column("france", range(31)),
            *(Column(f"{what}{k}", range(31)) for what in ("win", "loss") for k in (1, 2, 3)),
            *(Column(f"removed_{n}p", YES_NO) for n in (2, 3, 4, 5)),
            NOTE,
        ),
    ),
    TableSpec(
        "laws",
        (Column("law", range(1, 1000), key=True), Column("group", range(GROUPS)), Column("key"), Column("rule"), NOTE),
    ),
    TableSpec(
        "law_groups",
        (
            Column("group", range(GROUPS), key=True),
            Column("base_count", range(25)),
            Column("cards_in_deck", range(16)),
            Column("pile_position"),
            NOTE,
        ),
    ),
    TableSpec(
        "nobles",
        (
            Column("nobles", range(37), key=True),
            Column("end_pp", range(200)),
            Column("markers_per_castle_step", range(37)),
            NOTE,
        ),
    ),
    TableSpec(
        "end_scoring",
        (
            Column("category", ("knights", "castle"), key=True),
            Column("metric"),
            Column("first", range(31)),
            Column("second", range(31)),
            NOTE,
        ),
    ),
    TableSpec(
        "ally_castle",
        (
            Column("slot", range(1, SLOTS + 1), key=True),
            Column("rule"),
            Column("resolve_order", range(1, SLOTS + 1)),
            NOTE,
        ),
    ),
    TableSpec("ally_effects", (Column("opcode", key=True), Column("behaviour", tuple(ALLY_USES)), NOTE)),
)

_KINDS = (
    Named("tile", "lay an extension", "lay an own extension tile on its slot (N16, N65)"),
    Named("county", "knight to a county", "place a knight, with squires, in a county (N23, N24)"),
    Named("castle", "knight to the castle", "place a knight in the own castle (N27)"),
    Named("conflict", "knight to a conflict", "place a knight in a conflict with France (N28)"),
    Named("ally_county", "ally to a county", "place an ally's knight in a county (N121, N122)"),
    Named("ally_castle", "ally to its castle", "place an ally's knight in the ally's castle (N123)"),
    Named("ally_conflict", "ally to a conflict", "place an ally's knight in a conflict (N123)"),
    Named("add", "add squires", "add squires to a knight that stands in a county (`squires_later`)"),
    Named("pass", "pass", "decline to place a knight (`pass_allowed`)"),
    Named("favor", "take a king's favor", "take a favor tile after placing a knight in a conflict (N29)"),
    Named("noble", "take a noble", "take a noble tile, or remove one for an ally (N66, N124)"),
    Named("upgrade", "upgrade a knight", "exchange a knight for a stronger one (N63, N64)"),
    Named("yes", "vote yes", "vote for a proposal, with markers (N41)"),
    Named("no", "vote no", "vote against a proposal, with markers (N41)"),
    Named("quantity", "use a buying law", "choose how often to pay for what a law offers (N46)"),
    Named("reward", "county: reward", "take the printed reward of a county (N81)"),
    Named("title", "county: noble", "take the noble tile of a county instead (N81)"),
    Named("both", "county: both", "pay for both (N81)"),
    Named("trade", "castle trade", "pay what a castle slot asks for what it gives (N82)"),
    Named("name", "name the start player", "name who starts the next round (N67)"),
    Named("ransom", "ransom a knight", "buy back a captured knight (N86)"),
    Named("slot", "choose a slot", "choose which castle slot is executed next (`castle_order`)"),
    Named("decline", "decline", "decline what is offered"),
)
_POINTS = (
    Named("start_tile", "first extension", "N16"),
    Named("place", "placing a knight", "N20"),
    Named("favor", "king's favor", "N29"),
    Named("noble", "noble of any county", "N66"),
    Named("ally_noble", "noble for an ally", "N124"),
    Named("upgrade", "upgrade", "N63"),
    Named("extension", "extension", "N65"),
    Named("vote", "vote", "N41"),
    Named("quantity", "quantity of a law", "N46"),
    Named("county", "county reward", "N81"),
    Named("trade", "castle trade", "N82"),
    Named("start_player", "start player", "N67"),
    Named("ransom", "ransom", "N86"),
    Named("slot", "order of slots", "N82"),
)
_CATEGORIES = (
    Named("county", "counties"),
    Named("castle", "castle"),
    Named("conflict_win", "conflicts won"),
    Named("conflict_loss", "conflicts lost"),
    Named("law", "laws"),
    Named("favor", "king's favors"),
    Named("nobles", "nobles"),
    Named("end_knights", "strongest knights"),
    Named("end_castle", "largest castle"),
    Named("leftovers", "gold and squires left"),
)
_STOCKS = (
    Named("gold", "gold"),
    Named("squires", "squires"),
    Named("markers", "voting markers"),
    Named("nobles", "noble tiles"),
    Named("extensions", "extensions"),
    Named("strength", "strength of all knights in play"),
    Named("conflicts_won", "conflicts won, with an own knight", "so far"),
    Named("conflicts_lost", "conflicts lost, with an own knight", "so far"),
    Named("knights_lost", "knights lost", "so far"),
    Named("ransomed", "knights ransomed", "so far"),
    Named("expelled", "rivals expelled", "so far"),
    *(Named(f"points_{c.name}", c.label, "points so far") for c in _CATEGORIES[:-1]),
)
_ITEM_KINDS = (
    Named("county", "counties", "times the county was held at its evaluation counts as taken; power points it paid"),
    Named("favor", "king's favors", "power points the tile paid"),
    Named("conflict", "conflict cards", "power points the card paid"),
    Named("slot", "extensions", "power points the slot paid"),
    Named("law", "laws", "power points the law handed to the seat; taken means that the seat voted yes"),
)
_FACTS = (
    Named("passed", "passed", "1 if the law was voted on and passed"),
    Named("spent", "markers spent", "markers that the seat put into the ballot"),
    Named("applied", "times carried out", "rounds in which the law was in force"),
    Named("gold", "gold handed out", "gold that the law handed to the seat"),
    Named("squires", "squires handed out", "squires that the law handed to the seat"),
    Named("markers", "markers handed out", "markers that the law handed to the seat"),
    Named(
        "rank",
        "rank before",
        "rank before its ballot, or before it was first carried out, by the score if the game ended then",
    ),
)
_MOMENTS = (
    Moment(
        name="law_vote",
        label="vote on a law",
        item_kind="law",
        branches=(
            Named("passed", "passed", "the law passes, whatever the votes; markers are spent all the same (N41)"),
            Named("blank", "passed as a blank card", "it pushes out the oldest law, but does nothing itself"),
            Named("rejected", "rejected", "it leaves the game, and the oldest law stays (N42)"),
        ),
        most=3 * ROUNDS,
        part="voted for it",
        contrasts=(
            Contrast("text", "the law's text", "passed", "blank"),
            Contrast("vote", "the vote", "passed", "rejected"),
        ),
    ),
    Moment(
        name="opening_law",
        label="law in force at the start",
        item_kind="law",
        branches=(
            Named("kept", "kept", "the law is in force at the start (N15)"),
            Named("blank", "a blank card", "the card lies there, but does nothing"),
        ),
        most=3,
        part="nobody takes part",
        contrasts=(Contrast("text", "the law's text", "kept", "blank"),),
    ),
)
_END_REASONS = (Named("rounds", "five rounds played", "N1"),)


def items(book: RuleBook) -> tuple[Item, ...]:
    """Return the items of a rule book: counties, favors, conflict cards, castle slots, laws."""
    return (
        *(_item(row, "county", "letter", f"{row['letter']} ({_printed(row)})") for row in _sorted(book, "counties")),
        *(_item(row, "favor", "tile", f"{row['tile']} ({_printed(row)})") for row in _sorted(book, "kings_favor")),
        *(_item(row, "card", "card", f"{row['card']} (France {row['france']})") for row in _sorted(book, "conflicts")),
        *(_item(row, "slot", "slot", f"{row['slot']} ({_printed(row)})") for row in _sorted(book, "castle")),
        *(_item(row, "law", "law", f"{row['law']} ({_printed(row)})") for row in book.tables["laws"]),
    )


def _sorted(book: RuleBook, table: str) -> list[Row]:
    """Rows in the order of their first column, the key."""
    return sorted(book.tables[table], key=lambda row: next(iter(row.values())))


def _item(row: Mapping[str, Any], kind: str, key: str, label: str) -> Item:
    return Item(f"{kind}_{row[key]}", "conflict" if kind == "card" else kind, label, str(row["provenance"]))


def _printed(row: Mapping[str, Any]) -> str:
    """What a component says, in words."""
    cell = read_cell(str(row["rule"]), "")
    gains = " + ".join(_gain(*effect) for effect in cell.effects)
    metric = COUNTED.get(METRICS[cell.metric], METRICS[cell.metric].replace("_", " "))
    form = FORMS[cell.form]
    if form == "per":
        return f"{gains} per {'county' if metric == 'counties' else metric.removesuffix('s')}"
    if form == "per_group":
        return f"{gains} per {cell.k} {metric}"
    if form == "most":
        return f"most {metric}: {gains}"
    if form == "if":
        return f"{metric} {SIGNS[COMPARISONS[cell.compare]]} {cell.k}: {gains}"
    if cell.pays:
        return f"{gains} for {' + '.join(_counted(resource, cell.cost) for resource in cell.pays)}"
    return gains


def _gain(opcode: int, n: int) -> str:
    words = GAINS.get(OPCODES[opcode], OPCODES[opcode].replace("_", " "))
    return f"{n} pp" if words == "pp" else _counted(words, n)


def _counted(words: str, n: int) -> str:
    plural = words if words == "gold" else f"{words}s"
    return words if n == 1 else f"{n} {plural}"


def place_name(place: int) -> str:
    """Return the name of a place."""
    if place == COURT:
        return "court"
    if place < SLOT_1:
        return LETTERS[place - COUNTY_A]
    return f"castle{place - SLOT_1 + 1}" if place < LOWER_1 else CONFLICT_NAMES[place - LOWER_1]


def action_arguments(s: Any, r: Any, action: int) -> dict[str, Any]:
    """Name the kind and arguments of an action as the specification does."""
    kind, what, place = action >> KIND_SHIFT, action >> WHAT_SHIFT & WHAT_MASK, action & PLACE_MASK
    named = {"kind": _KINDS[kind].name}
    if kind in (COUNTY, ALLY_COUNTY, CASTLE, ALLY_CASTLE, CONFLICT, ALLY_CONFLICT, ADD):
        return named | _placement(s, kind, what, place)
    return named | _choice(s, r, action, kind, what, place)


def _placement(s: Any, kind: int, what: int, place: int) -> dict[str, Any]:
    if kind in (COUNTY, ALLY_COUNTY):
        return {"county": LETTERS[place], "strength": (what >> SQUIRE_BITS) + 1, "squires": what & MAX_SQUIRES}
    if kind in (CASTLE, ALLY_CASTLE):
        return {"slot": place + 1, "strength": what + 1}
    if kind in (CONFLICT, ALLY_CONFLICT):
        return {"conflict": CONFLICT_NAMES[place], "card": int(s["card"][place]) + 1, "strength": what + 1}
    return {"county": LETTERS[place], "squires": what}


def _choice(s: Any, r: Any, action: int, kind: int, what: int, place: int) -> dict[str, Any]:
    if kind == UPGRADE:
        k, better = what >> BETTER_BITS, what & (1 << BETTER_BITS) - 1
        return {"strength": k + 1, "new_strength": better + 1, "place": place_name(place)}
    if kind in (YES, NO):
        return {"law": int(r["law_number"][s["bill"][s["at"]]]), "markers": quantity(action)}
    if kind == QUANTITY:
        return {"law": int(r["law_number"][s["law"][s["at"]]]), "quantity": quantity(action)}
    if kind in (REWARD, TITLE, BOTH):
        return {"county": LETTERS[COUNTIES - 1 - int(s["at"]) if r["backwards"] else int(s["at"])]}
    one_word: dict[int, dict[str, Any]] = {
        TILE: {"slot": place + 1},
        SLOT: {"slot": place + 1},
        FAVOR: {"tile": place + 1},
        NOBLE: {"letter": LETTERS[place % COUNTIES]},
        NAME: {"named": place},
        RANSOM: {"strength": int(s["captive"]) + 1},
        TRADE: {"slot": int(s["at"]) + 1},
        DECLINE: {"of": _POINTS[int(s["point"])].name},
    }
    return one_word.get(kind, {})


def describe_action(s: Any, r: Any, action: int) -> str:
    """Return an action in words."""
    a = action_arguments(s, r, action)
    kind = str(a["kind"]).removeprefix("ally_")
    who = "an ally's knight" if str(a["kind"]).startswith("ally_") else "a knight"
    if kind == "county":
        with_squires = f" and {a['squires']} squires" if a["squires"] else ""
        return f"places {who} of strength {a['strength']}{with_squires} in county {a['county']}"
    words = {
        "tile": "lays extension {slot}",
        "castle": who_places(who) + " on castle slot {slot}",
        "conflict": who_places(who) + " in conflict {conflict} (card {card})",
        "add": "adds {squires} squires in county {county}",
        "pass": "passes",
        "favor": "takes king's favor {tile}",
        "noble": "takes a noble {letter}" if s["side"] < s["players"] else "removes a noble {letter}",
        "upgrade": "upgrades a knight from {strength} to {new_strength} ({place})",
        "yes": "votes yes with {markers} markers on law {law}",
        "no": "votes no with {markers} markers on law {law}",
        "quantity": "uses law {law} {quantity} times",
        "reward": "takes the reward of county {county}",
        "title": "takes the noble of county {county}",
        "both": "pays for reward and noble of county {county}",
        "trade": "trades on castle slot {slot}",
        "name": "names seat {named} start player",
        "ransom": "ransoms a knight of strength {strength}",
        "slot": "executes castle slot {slot}",
        "decline": "declines ({of})",
    }
    return words[kind].format(**a)


def who_places(who: str) -> str:
    """Begin a sentence about a placement."""
    return f"places {who} of strength {{strength}}"


def _strengths(counts: Any) -> list[int]:
    return [k + 1 for k in range(STRENGTHS) for _ in range(int(counts[k]))]


def _slots(mask: int) -> list[int]:
    return [slot + 1 for slot in range(SLOTS) if int(mask) >> SLOT_1 + slot & 1]


def _laws(r: Any, laws: Any) -> list[int]:
    return [int(r["law_number"][law]) for law in laws]


def _conflict(s: Any, r: Any, i: int) -> dict[str, Any] | None:
    """An open conflict: its card, and the stacks in the order of their spaces."""
    if s["card"][i] < 0:
        return None
    spaces = [int(side) for side in s["space"][i][: s["spaces"][i]]]
    return {
        "card": int(s["card"][i]) + 1,
        "france": int(r["france"][s["card"][i]]),
        "stacks": [{"side": side, "knights": _strengths(s["stack"][i][side])} for side in spaces],
    }


def _side(s: Any, side: int) -> dict[str, Any]:
    """A side's knights."""
    castle = {slot: k + 1 for k in range(STRENGTHS) for slot in _slots(s["where"][side][k])}
    return {
        "reserve": _strengths(s["reserve"][side]),
        "court": _strengths(s["court"][side]),
        "castle": {str(slot): castle[slot] for slot in sorted(castle)},
        "counties": {
            LETTERS[c]: {"strength": int(s["knight"][c]), "squires": int(s["helpers"][c])}
            for c in range(COUNTIES)
            if s["holder"][c] == side
        },
    }


def _player(s: Any, p: int) -> dict[str, Any]:
    return {
        "power_points": int(s["pp"][p]),
        **{name: int(s[name][p]) for name in ("gold", "squires", "markers")},
        "extensions": _slots(s["laid"][p]),
        "nobles": "".join(LETTERS[c] * int(s["noble"][p][c]) for c in range(COUNTIES)),
        **_side(s, p),
    }


def _voted_on(s: Any) -> int:
    """N40: how many proposals of the round are done with; before the first round there are none."""
    if s["phase"] == VOTING:
        return int(s["at"])
    return 0 if s["phase"] == PLACING else BALLOTS


def state_json(s: Any, r: Any) -> dict[str, Any]:
    """Return the full state under the names of the specification, hidden parts included.

    Sides are players (0, 1, ...), then allies of a two-player game (2, 3).
    """
    players = range(int(s["players"]))
    return {
        "round": min(int(s["rounds"]) + 1, ROUNDS),
        "phase": PHASE_NAMES[int(s["phase"])],
        "seat": None if s["over"] else int(s["cur"]),
        "decision": None if s["over"] else _POINTS[int(s["point"])].name,
        "over": bool(s["over"]),
        "start_player": int(s["start"]),
        "named_start_player": int(s["named"]) if s["named"] >= 0 else None,
        "players": [_player(s, p) for p in players],
        "allies": [_side(s, side) for side in range(len(players), int(r["sides"]))],
        "nobles_left": {LETTERS[c]: int(s["titles"][c]) for c in range(COUNTIES)},
        "nobles_in_box": int(s["box"]),
        "favors": [t + 1 for t in range(6) if int(s["favors"]) >> t & 1],
        "conflicts": {CONFLICT_NAMES[i]: _conflict(s, r, i) for i in range(CONFLICTS)},
        "current_laws": _laws(r, s["law"]),
        "proposals": _laws(r, s["bill"][_voted_on(s) :]),
        "votes": [int(v) for v in s["vote"][: len(players)]],
        "pledges": [int(q) for q in s["pledge"][: len(players)]],
        "conflict_deck": [int(card) + 1 for card in s["deck"][: s["deck_left"]][::-1]],
        "law_pile": _laws(r, s["pile"][: s["pile_left"]][::-1]),
        "points": {c.name: [int(s["points"][p][i]) for p in players] for i, c in enumerate(_CATEGORIES)},
        "scores": [int(s["score"][p]) for p in players] if s["over"] else None,
        "win_shares": [int(s["win60"][p]) / 60 for p in players] if s["over"] else None,
    }


def chance_json(before: Any, after: Any, r: Any) -> dict[str, Any]:
    """Return what chance turned up between two states: proposals and conflict cards of a new round."""
    if before["rounds"] == after["rounds"] and before["deck_left"] == after["deck_left"]:
        return {}
    if after["over"]:
        return {}
    return {
        "proposals": _laws(r, after["bill"]),
        "conflicts": [int(after["card"][i]) + 1 for i in range(2, CONFLICTS)],
    }


def _county_text(s: Any, c: int) -> str:
    if s["holder"][c] < 0:
        return f"{LETTERS[c]} ."
    squires = f"+{s['helpers'][c]}" if s["helpers"][c] else ""
    return f"{LETTERS[c]} {s['knight'][c]}{squires}@{s['holder'][c]}"


def _conflict_text(s: Any, r: Any, i: int) -> str:
    found = _conflict(s, r, i)
    if found is None:
        return f"{CONFLICT_NAMES[i]}: none"
    stacks = " ".join(f"{'+'.join(map(str, x['knights']))}@{x['side']}" for x in found["stacks"])
    return f"{CONFLICT_NAMES[i]}: card {found['card']} ({found['france']}): {stacks or 'nobody'}"


def _side_text(s: Any, side: int) -> str:
    knights = _side(s, side)
    castle = " ".join([f"[{n}]" for n in _slots(s["laid"][side])] + [f"{n}:{k}" for n, k in knights["castle"].items()])
    court, reserve = ("".join(map(str, knights[name])) or "-" for name in ("court", "reserve"))
    return f"court {court}, reserve {reserve}, castle {castle or '-'}"


def describe_state(s: Any, r: Any) -> str:
    """Return a picture of a state: counties, conflicts, laws, favors, then every player."""
    d = state_json(s, r)
    lines = [
        f" round {d['round']}, {d['phase']}; start player: seat {d['start_player']}",
        " " + "  ".join(_county_text(s, c) for c in range(COUNTIES)),
        " " + "; ".join(_conflict_text(s, r, i) for i in range(CONFLICTS)),
        f" laws in force: {_numbers(d['current_laws'])}; proposals: {_numbers(d['proposals'])}; "
        f"favors: {_numbers(d['favors'])}",
    ]
    for p, player in enumerate(d["players"]):
        lines.append(
            f" seat {p}: {player['power_points']} points, {player['gold']} gold, {player['squires']} squires, "
            f"{player['markers']} markers, nobles {player['nobles'] or '-'}; {_side_text(s, p)}"
        )
    lines += [f" ally of seat {i}: {_side_text(s, len(d['players']) + i)}" for i in range(len(d["allies"]))]
    return "\n".join(lines)


def _numbers(numbers: Any) -> str:
    return ", ".join(map(str, numbers)) or "none"


PHASE_NAMES = ("set-up", "placing knights", "votes", "laws", "counties", "castles", "conflicts")

GAME = Game(
    name="lancaster",
    title="Lancaster",
    version="1",
    package="simcore.games.lancaster",
    players=(2, 3, 4, 5),
    tables=TABLES,
    kinds=_KINDS,
    points=_POINTS,
    categories=_CATEGORIES,
    stocks=_STOCKS,
    item_kinds=_ITEM_KINDS,
    moments=_MOMENTS,
    item_facts=_FACTS,
    end_reasons=_END_REASONS,
    features=tuple(Named(f, f.replace("_", " "), MEANINGS[f]) for f in FEATURES),
    max_decisions=3000,
    unit="power points",
    seat_word="first start player",
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
