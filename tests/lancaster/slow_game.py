"""Lancaster a second time, slowly: written from the rules alone, with lists and dictionaries.

The base game for two to five players, without modules. The rules are generators: whenever somebody has to decide they
call `ask`, which sets the point, the seat and the options and waits for the choice. Nothing here is random: what chance
decided before the first turn is given from outside. The numbers in the docstrings are those of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

CATEGORIES = (
    "county", "castle", "conflict_win", "conflict_loss", "law", "nobles", "end_knights", "end_castle", "leftovers",
)  # fmt: skip
SLOTS = (1, 2, 3, 4, 5, 6)
FIELDS = ("lower1", "lower2", "upper1", "upper2")
NOBLE_TILES = 36
MOST_SQUIRES = 63
SETUP, PLACING, PARLIAMENT, REWARDS, OVER = range(5)
TABLE_HOLDS = {"start_markers": "1", "castle_slot6": "gain:pp:1", "end_first": "8", "end_second": "4"}
NONE = ("none",)

Option = tuple[Any, ...]
Effects = list[tuple[str, int]]
Steps = Generator[None, Option, None]
Answer = Generator[None, Option, Option]
Rows = Iterable[Mapping[str, Any]]


@dataclass(eq=False)
class Side:
    """Seven knights under one banner: a player's own or those of the player's ally."""

    seat: int
    kind: str
    reserve: list[int] = field(default_factory=list)
    court: list[int] = field(default_factory=list)
    counties: dict[str, tuple[int, int]] = field(default_factory=dict)
    castle: dict[int, int] = field(default_factory=dict)


@dataclass
class Conflict:
    """An open card with the stacks that stand on its spaces, first space first."""

    card: int
    stacks: list[tuple[Side, list[int]]] = field(default_factory=list)

    def stack(self, side: Side) -> list[int]:
        """Return the knights of a side; an empty list without a space."""
        return next((knights for owner, knights in self.stacks if owner is side), [])


def effects_of(text: str, times: int = 1) -> Effects:
    """N60: opcode:n joined by +, with every n multiplied."""
    pairs = (part.split(":") for part in text.split("+"))
    return [(opcode, int(n) * times) for opcode, n in pairs]


class SlowGame:
    """A game of Lancaster.

    Attributes:
        point: The kind of decision to be taken; empty when there is none.
        seat: Who decides.
        over: Whether the game has ended.
    """

    def __init__(
        self,
        players: int,
        parameters: Mapping[str, Any],
        tables: Mapping[str, Rows],
        deal: Mapping[str, Any],
    ) -> None:
        """Set up a game (N10 to N15) and go to its first decision.

        Args:
            players: 2 to 5.
            parameters: The value of every parameter of the base game.
            tables: The rows of every table by its name.
            deal: What chance decided: `start_player`; `laws`, the 15 of the pile, top first; `current`, the three
                current laws, oldest first; `conflicts`, the ten cards in the order of drawing; `start_tiles`, a
                slot for every seat if start_tile_choice is random.
        """
        self.rule = {name: str(value) for name, value in parameters.items()}
        self.players = players
        self.seats = range(players)
        self._read(tables)
        start = next(row for row in tables["setup"] if int(row["players"]) == players)
        markers = int(start["markers"]) if self.table_holds("start_markers") else self.number("start_markers")
        self.stock = {
            "gold": [int(start["gold"])] * players,
            "squire": [int(start["squires"])] * players,
            "marker": [markers] * players,
        }
        kinds = ["own", "ally"] if int(start["allies"]) else ["own"]
        self.sides = {kind: [self._new_side(seat, kind, tables["knights"]) for seat in self.seats] for kind in kinds}
        self.points: list[Counter[str]] = [Counter() for _ in self.seats]
        self.tiles: list[list[int]] = [[] for _ in self.seats]
        self.new_tiles: list[list[int]] = [[] for _ in self.seats]
        self.nobles: list[list[str]] = [[] for _ in self.seats]
        self.nobles_left = dict.fromkeys(self.counties, int(start["nobles_per_county"]))
        self.box = NOBLE_TILES - sum(self.nobles_left.values())
        self.pile = [int(law) for law in deal["laws"]]
        self.current = [int(law) for law in deal["current"]]
        self.deck = [int(card) for card in deal["conflicts"]]
        self.start_tiles = [int(slot) for slot in deal.get("start_tiles") or []]
        self.proposals: list[int] = []
        self.conflicts: dict[str, Conflict] = {}
        self.favors = self.all_favors()
        self.start_player = int(deal["start_player"])
        self.named: int | None = None
        self.round, self.phase, self.over = 0, SETUP, False
        self.scores: list[int] = []
        self.ranks: list[int] = []
        self.shares: list[float] = []
        self.follow(self.whole_game())

    def _read(self, tables: Mapping[str, Rows]) -> None:
        """Take from the tables what the parameters leave standing."""
        self.counties = {row["letter"]: (int(row["min_strength"]), row["rule"]) for row in tables["counties"]}
        rows = [(int(row["slot"]), int(row["resolve_order"]), row["rule"]) for row in tables["castle"]]
        self.castle = {slot: (order, rule) for slot, order, rule in rows}
        if not self.table_holds("castle_slot6"):
            self.castle[6] = (self.castle[6][0], self.rule["castle_slot6"])
        rows = [(int(row["slot"]), int(row["resolve_order"]), row["rule"]) for row in tables["ally_castle"]]
        self.ally_castle = {slot: (order, rule) for slot, order, rule in rows}
        if self.rule["ally_castle"] == "none":
            self.ally_castle = {}
        self.ally_effects = {row["opcode"]: row["behaviour"] for row in tables["ally_effects"]}
        self.favor_rules = {int(row["tile"]): row["rule"] for row in tables["kings_favor"]}
        if self.rule["favor_second_upgrade"] == "yes":
            self.favor_rules[6] = "gain:upgrade:1"
        self.cards = {int(row["card"]): row for row in tables["conflicts"]}
        self.laws = {int(row["law"]): row["rule"] for row in tables["laws"]}
        if self.rule["laws_17_18"] == "left_out":
            self.laws[17] = self.laws[18] = "gain:pp:0"
        self.noble_points = {int(row["nobles"]): int(row["end_pp"]) for row in tables["nobles"]}
        self.end_scoring = list(tables["end_scoring"])

    def _new_side(self, seat: int, kind: str, rows: Rows) -> Side:
        """N2, N10, N120."""
        side = Side(seat, kind)
        column = "start_in_court" if kind == "own" else "ally_start_in_court"
        for row in rows:
            in_court = int(row[column])
            side.court += [int(row["strength"])] * in_court
            side.reserve += [int(row["strength"])] * (int(row["count"]) - in_court)
        return side

    # parameters

    def number(self, name: str) -> int:
        """Return the value of a parameter that is a number."""
        return int(self.rule[name])

    def table_holds(self, name: str) -> bool:
        """Whether a parameter that repeats a value of a table stands at its default."""
        return self.rule[name] == TABLE_HOLDS[name]

    # deciding

    def ask(self, point: str, seat: int, options: list[Option]) -> Answer:
        """Have a player choose one of the options."""
        self.point, self.seat, self._options = point, seat, options
        return (yield)

    def follow(self, steps: Steps) -> None:
        """Go on from here with other steps, up to their first decision."""
        self._steps = steps
        self._advance(None)

    def _advance(self, choice: Option | None) -> None:
        try:
            if choice is None:
                next(self._steps)
            else:
                self._steps.send(choice)
        except StopIteration:
            self.point, self.seat, self._options = "", -1, []

    def options(self) -> list[Option]:
        """Return what the player may choose; none comes last."""
        return list(self._options)

    def apply(self, option: Option) -> None:
        """Choose an option and go on to the next decision."""
        if option not in self._options:
            raise ValueError(f"{option} is no option at {self.point}: {self._options}")
        self._advance(option)

    # looking at the game

    def order(self) -> list[int]:
        """N5."""
        return [(self.start_player + i) % self.players for i in self.seats]

    def own(self, seat: int) -> Side:
        """Return a player's own knights."""
        return self.sides["own"][seat]

    def banners(self, seat: int) -> list[Side]:
        """Return what a player leads: the own side, with two players also the ally."""
        return [sides[seat] for sides in self.sides.values()]

    def everyone(self) -> list[Side]:
        """Return all sides."""
        return [side for sides in self.sides.values() for side in sides]

    def whereabouts(self, side: Side) -> list[tuple[str, int]]:
        """N2: place and strength of every knight outside the reserve."""
        found = [("court", strength) for strength in side.court]
        found += [(letter, strength) for letter, (strength, _) in side.counties.items()]
        found += [(f"castle{slot}", strength) for slot, strength in side.castle.items()]
        for place, conflict in self.conflicts.items():
            found += [(place, strength) for strength in conflict.stack(side)]
        return found

    def deployed(self, side: Side) -> list[int]:
        """N2: the strengths that count for the deployed metrics."""
        skipped = ("court", "castle") if self.rule["deployed_scope"] == "no_castle" else ("court",)
        return [strength for place, strength in self.whereabouts(side) if not place.startswith(skipped)]

    def occupant(self, letter: str) -> Side | None:
        """N26: the side that stands in a county."""
        return next((side for side in self.everyone() if letter in side.counties), None)

    def metric(self, name: str, seat: int) -> int:
        """N47: the metrics of the base game."""
        side = self.own(seat)
        if name.startswith("deployed_strength"):
            knights = self.deployed(side)
            last = name.removeprefix("deployed_strength")
            return knights.count(int(last)) if last else sum(knights)
        stacks = [
            conflict.stack(side)
            for place, conflict in self.conflicts.items()
            if place.startswith("upper") or self.rule["conflict_count_rows"] == "both"
        ]
        lent = self.rule["squire_majority_scope"] == "stock_and_counties"
        values = {
            "gold": self.stock["gold"][seat],
            "squires": self.stock["squire"][seat] + (sum(q for _, q in side.counties.values()) if lent else 0),
            "counties": len(side.counties),
            "conflicts": sum(bool(stack) for stack in stacks),
            "conflict_knights": sum(len(stack) for stack in stacks),
            "castle_knights": len(side.castle),
            "extensions": len(self.tiles[seat]),
            "nobles": len(self.nobles[seat]),
            "knight_strength_total": sum(strength for _, strength in self.whereabouts(side)),
        }
        return values[name]

    # the course of the game

    def whole_game(self) -> Steps:
        """N1."""
        yield from self.choose_start_tiles()
        for number in range(1, self.number("rounds") + 1):
            self.begin_round(number)
            yield from self.place_knights()
            yield from self.hold_parliament()
            yield from self.give_rewards()
            self.end_round()
        self.finish()

    def choose_start_tiles(self) -> Steps:
        """N16."""
        if self.rule["start_tile_choice"] == "random":
            self.tiles = [[slot] for slot in self.start_tiles]
            return
        for seat in self.order():
            _, slot = yield from self.ask("start_tile", seat, [("tile", slot) for slot in SLOTS])
            self.tiles[seat].append(slot)

    def all_favors(self) -> list[int]:
        """N13."""
        return list(range(1, self.number("favor_tiles") + 1))

    def begin_round(self, number: int) -> None:
        """N17."""
        self.round, self.phase = number, PLACING
        self.proposals, self.pile = self.pile[:3], self.pile[3:]
        for place in ("upper1", "upper2"):
            self.conflicts[place] = Conflict(self.deck.pop(0))
        self.favors = self.all_favors()
        self.new_tiles = [[] for _ in self.seats]

    def end_round(self) -> None:
        """N88."""
        if self.named is not None:
            self.start_player = self.named
        elif self.rule["start_player_unclaimed"] == "clockwise":
            self.start_player = (self.start_player + 1) % self.players
        self.named = None

    # phase 1

    def place_knights(self) -> Steps:
        """N20 to N22, N121."""
        seat, idle = self.start_player, 0
        while idle < self.players:
            options = self.turn_options(seat)
            choice = ("pass",)
            if options:
                choice = yield from self.ask("place", seat, options)
            idle = idle + 1 if choice == ("pass",) else 0
            yield from self.take_turn(seat, choice)
            seat = (seat + 1) % self.players

    def turn_options(self, seat: int) -> list[Option]:
        """N20: nobody is asked without a legal placement. N26: squires may be added instead of placing."""
        options = self.placements(seat)
        if options and self.rule["squires_later"] == "allowed":
            most = min(self.stock["squire"][seat], MOST_SQUIRES)
            options += [("add", letter, q) for letter in self.own(seat).counties for q in range(1, most + 1)]
        if options and self.rule["pass_allowed"] == "yes":
            options.append(("pass",))
        return options

    def placements(self, seat: int) -> list[Option]:
        """N7, N20, N121."""
        options: list[Option] = []
        for side in self.banners(seat):
            for strength in sorted(set(side.court)):
                options += self.into_counties(side, strength)
                options += self.into_castle(side, strength)
                options += self.into_conflicts(side, strength)
        return options

    def into_counties(self, side: Side, strength: int) -> list[Option]:
        """N23 to N25, N122."""
        options: list[Option] = []
        most = min(self.stock["squire"][side.seat], MOST_SQUIRES) if side.kind == "own" else 0
        for letter, (minimum, _) in self.counties.items():
            occupant = self.occupant(letter)
            to_beat = 0
            if occupant is not None:
                if occupant.seat == side.seat and self.rule["self_expel"] == "forbidden":
                    continue
                to_beat = sum(occupant.counties[letter])
            for q in range(most + 1):
                counted = strength + q if self.rule["minimum_counts_squires"] == "yes" else strength
                if counted >= minimum and strength + q > to_beat:
                    options.append(("county", side.kind, letter, strength, q))
        return options

    def into_castle(self, side: Side, strength: int) -> list[Option]:
        """N27, N123."""
        tiles = self.tiles[side.seat] if side.kind == "own" else []
        slots = self.castle if side.kind == "own" else self.ally_castle
        free = [slot for slot in slots if slot not in side.castle and slot not in tiles]
        return [("castle", side.kind, slot, strength) for slot in free]

    def into_conflicts(self, side: Side, strength: int) -> list[Option]:
        """N28."""
        spaces = self.number("conflict_participants")
        return [
            ("conflict", side.kind, place[:-1], int(place[-1]), strength)
            for place, conflict in self.conflicts.items()
            if conflict.stack(side) or len(conflict.stacks) < spaces
        ]

    def take_turn(self, seat: int, choice: Option) -> Steps:
        """N23 to N29."""
        what, *rest = choice
        if what == "county":
            kind, letter, strength, squires = rest
            self.enter_county(self.sides[kind][seat], letter, strength, squires)
        elif what == "castle":
            kind, slot, strength = rest
            side = self.sides[kind][seat]
            side.court.remove(strength)
            side.castle[slot] = strength
        elif what == "conflict":
            kind, row, column, strength = rest
            side = self.sides[kind][seat]
            self.enter_conflict(side, f"{row}{column}", strength)
            yield from self.take_favor(side)
        elif what == "add":
            letter, squires = rest
            strength, before = self.own(seat).counties[letter]
            self.own(seat).counties[letter] = (strength, before + squires)
            self.stock["squire"][seat] -= squires

    def enter_county(self, side: Side, letter: str, strength: int, squires: int) -> None:
        """N23, N24, N122."""
        beaten = self.occupant(letter)
        if beaten is not None:
            knight, lost = beaten.counties.pop(letter)
            beaten.court.append(knight)
            if self.rule["expelled_squires"] == "returned":
                self.stock["squire"][beaten.seat] += lost
        side.court.remove(strength)
        self.stock["squire"][side.seat] -= squires
        side.counties[letter] = (strength, squires)

    def enter_conflict(self, side: Side, place: str, strength: int) -> None:
        """N28."""
        side.court.remove(strength)
        conflict = self.conflicts[place]
        if not conflict.stack(side):
            conflict.stacks.append((side, []))
        conflict.stack(side).append(strength)

    def take_favor(self, side: Side) -> Steps:
        """N29, N124."""
        if not self.favors:
            return
        options: list[Option] = [("favor", tile) for tile in self.favors]
        if self.rule["favor_take"] == "optional":
            options.append(NONE)
        choice = yield from self.ask("favor", side.seat, options)
        if choice != NONE:
            self.favors.remove(choice[1])
            yield from self.carry_out(side, self.favor_rules[choice[1]], "favor")

    # rule cells and effects

    def carry_out(self, side: Side, rule: str, category: str) -> Steps:
        """N60: a rule with one beneficiary."""
        form = rule.split(":")[0]
        if form == "trade_once":
            yield from self.trade(side, rule, category)
        elif form in ("buy", "pair"):
            quantity = yield from self.choose_quantity(side.seat, rule)
            yield from self.exchange(side.seat, rule, quantity, category)
        else:
            yield from self.execute(side, self.entitled(rule)[side.seat], category)

    def entitled(self, rule: str) -> list[Effects]:
        """The effects that a rule gives to every player as things stand; empty lists for nothing."""
        form, rest = rule.split(":", 1)
        if form == "gain":
            return [effects_of(rest) for _ in self.seats]
        name, rest = rest.split(":", 1)
        values = [self.metric(name, seat) for seat in self.seats]
        if form == "per":
            times = values
        elif form == "per_group":
            size, rest = rest.split(":", 1)
            times = [value // int(size) for value in values]
        elif form == "most":
            times = self.leaders(values)
        elif form == "if":
            comparison, bound, rest = rest.split(":", 2)
            tests = {"eq": int.__eq__, "ge": int.__ge__, "le": int.__le__}
            times = [int(tests[comparison](value, int(bound))) for value in values]
        else:
            raise ValueError(f"unknown rule {rule}")
        return [effects_of(rest, k) if k else [] for k in times]

    def leaders(self, values: Sequence[int]) -> list[int]:
        """N45: 1 for everybody whom a majority serves."""
        best = max(values)
        if best == 0 and self.rule["law_zero_majority"] == "none":
            return [0 for _ in values]
        if values.count(best) > 1 and self.rule["majority_tie"] == "none":
            return [0 for _ in values]
        return [int(value == best) for value in values]

    def execute(self, side: Side, effects: Effects, category: str) -> Steps:
        """N61 to N67, N124."""
        for opcode, n in effects:
            if side.kind == "own" or self.ally_can(opcode):
                yield from self.execute_one(side, opcode, n, category)

    def ally_can(self, opcode: str) -> bool:
        """N124, N125: whether an effect is more than void for an ally."""
        if opcode == "start_player" and self.rule["ally_start_player"] == "as_player":
            return True
        behaviour: str = self.ally_effects["upgrade" if opcode.startswith("upgrade") else opcode]
        return behaviour != "void"

    def execute_one(self, side: Side, opcode: str, n: int, category: str) -> Steps:
        """N61 to N67."""
        if opcode == "pp":
            self.points[side.seat][category] += n
        elif opcode in self.stock:
            self.gain(side.seat, opcode, n)
        elif opcode == "recruit":
            for _ in range(n):
                self.recruit(side)
        elif opcode == "start_player":
            yield from self.name_start_player(side.seat, n)
        else:
            for _ in range(n):
                if opcode == "extension":
                    yield from self.lay_tile(side.seat)
                elif opcode == "noble_any":
                    yield from self.take_any_noble(side)
                else:
                    yield from self.upgrade(side, opcode)

    def gain(self, seat: int, kind: str, n: int) -> None:
        """N3, N61."""
        if self.rule["supply_limit"] != "none":
            n = min(n, int(self.rule["supply_limit"]) - self.outside_supply(kind))
        self.stock[kind][seat] += max(n, 0)

    def outside_supply(self, kind: str) -> int:
        """N3: how many pieces of a kind the players hold, with the squires that stand in counties."""
        standing = sum(q for side in self.everyone() for _, q in side.counties.values())
        return sum(self.stock[kind]) + (standing if kind == "squire" else 0)

    def recruits(self, side: Side) -> list[int]:
        """N62: the knight that a recruit would bring, if any."""
        if 1 in side.reserve:
            return [1]
        return sorted(side.reserve)[:1] if self.rule["recruit_fallback"] == "lowest_available" else []

    def recruit(self, side: Side) -> None:
        """N62."""
        for strength in self.recruits(side):
            side.reserve.remove(strength)
            side.court.append(strength)

    def stronger(self, side: Side, strength: int) -> int:
        """N63: what a knight of this strength may become; 0 for nothing."""
        better = [s for s in side.reserve if s > strength]
        if self.rule["upgrade_step"] == "next_only":
            better = [s for s in better if s == strength + 1]
        return min(better, default=0)

    def upgradable(self, side: Side, opcode: str, place: str, strength: int) -> bool:
        """N63, N64: whether an opcode may improve a knight at this place."""
        if opcode == "upgrade":
            where = {"court": place == "court", "deployed": place != "court", "any": True}
            return where[self.rule["upgrade_scope"]]
        return place != "court" and (opcode == "upgrade_deployed" or strength == 3)

    def upgrades(self, side: Side, opcode: str) -> list[Option]:
        """N7, N63, N64."""
        return [
            ("upgrade", strength, self.stronger(side, strength), place)
            for place, strength in sorted(set(self.whereabouts(side)))
            if self.stronger(side, strength) and self.upgradable(side, opcode, place, strength)
        ]

    def upgrade(self, side: Side, opcode: str) -> Steps:
        """N63, N64."""
        options = self.upgrades(side, opcode)
        if not options:
            return
        choice = yield from self.ask("upgrade", side.seat, [*options, NONE])
        if choice != NONE:
            _, weaker, better, place = choice
            side.reserve.remove(better)
            side.reserve.append(weaker)
            self.replace(side, weaker, better, place)

    def replace(self, side: Side, weaker: int, better: int, place: str) -> None:
        """N63: the stronger knight takes exactly the place of the weaker one."""
        if place in side.counties:
            side.counties[place] = (better, side.counties[place][1])
        elif place.startswith("castle"):
            side.castle[int(place.removeprefix("castle"))] = better
        else:
            knights = side.court if place == "court" else self.conflicts[place].stack(side)
            knights.remove(weaker)
            knights.append(better)

    def free_tiles(self, seat: int) -> list[Option]:
        """N65."""
        covered = self.own(seat).castle if self.rule["extension_on_occupied"] == "forbidden" else {}
        return [("tile", slot) for slot in SLOTS if slot not in self.tiles[seat] and slot not in covered]

    def lay_tile(self, seat: int) -> Steps:
        """N65."""
        options = self.free_tiles(seat)
        if not options:
            return
        choice = yield from self.ask("extension", seat, [*options, NONE])
        if choice != NONE:
            slot = choice[1]
            self.tiles[seat].append(slot)
            self.new_tiles[seat].append(slot)
            if slot in self.own(seat).castle:
                self.own(seat).court.append(self.own(seat).castle.pop(slot))

    def wanted(self, side: Side, letter: str) -> bool:
        """N6, N66, N124: whether a side could take a tile of this letter, or for an ally remove it."""
        free = side.kind == "ally" or self.rule["noble_duplicates"] == "allowed"
        return self.nobles_left[letter] > 0 and (free or letter not in self.nobles[side.seat])

    def take_any_noble(self, side: Side) -> Steps:
        """N66, N124."""
        options: list[Option] = [("noble", letter) for letter in self.counties if self.wanted(side, letter)]
        if not options:
            return
        point = "noble" if side.kind == "own" else "ally_noble"
        choice = yield from self.ask(point, side.seat, [*options, NONE])
        if choice != NONE:
            self.take_noble(side, choice[1])

    def take_noble(self, side: Side, letter: str) -> None:
        """N66; N124, N125: what an ally takes leaves the game."""
        self.nobles_left[letter] -= 1
        if side.kind == "own":
            self.nobles[side.seat].append(letter)
        else:
            self.box += 1

    def name_start_player(self, seat: int, n: int) -> Steps:
        """N67."""
        if n:
            choice = yield from self.ask("start_player", seat, [("start_player", other) for other in self.seats])
            self.named = choice[1]

    def trade(self, side: Side, rule: str, category: str) -> Steps:
        """N82."""
        _, kind, cost, rest = rule.split(":", 3)
        effects = effects_of(rest)
        if self.stock[kind][side.seat] < int(cost) or not self.useful(side, effects):
            return
        choice = yield from self.ask("trade", side.seat, [("trade", "yes"), ("trade", "no")])
        if choice == ("trade", "yes"):
            self.stock[kind][side.seat] -= int(cost)
            yield from self.execute(side, effects, category)

    def useful(self, side: Side, effects: Effects) -> bool:
        """N82: whether at least one effect would change something."""
        for opcode, n in effects:
            if opcode == "recruit":
                possible = bool(self.recruits(side))
            elif opcode.startswith("upgrade"):
                possible = bool(self.upgrades(side, opcode))
            elif opcode == "extension":
                possible = bool(self.free_tiles(side.seat))
            elif opcode == "noble_any":
                possible = any(self.wanted(side, letter) for letter in self.counties)
            else:
                possible = True
            if possible and n:
                return True
        return False

    # phase 2

    def hold_parliament(self) -> Steps:
        """N40 to N44."""
        self.phase = PARLIAMENT
        while self.proposals:
            yield from self.vote()
        if self.rule["markers_after_votes"] == "returned":
            self.stock["marker"] = [0 for _ in self.seats]
        for law in list(self.current):
            yield from self.apply_law(self.laws[law])

    def vote(self) -> Steps:
        """N41, N42."""
        votes: dict[int, Option] = {}
        if self.rule["vote_reinforce"] == "open":
            for seat in self.order():
                votes[seat] = yield from self.ask("vote", seat, [("vote", "yes", 0), ("vote", "no", 0)])
        fixed = dict(votes)
        for seat in self.order():
            answers = [fixed[seat][1]] if fixed else ["yes", "no"]
            amounts = range(self.stock["marker"][seat] + 1)
            votes[seat] = yield from self.ask("vote", seat, [("vote", a, m) for a in answers for m in amounts])
        tally = Counter({"yes": 0, "no": 0})
        for seat, (_, answer, markers) in votes.items():
            tally[answer] += 1 + markers
            self.stock["marker"][seat] -= markers
        law = self.proposals.pop(0)
        tied_passes = self.rule["vote_tie"] == "pass"
        if tally["yes"] > tally["no"] or (tally["yes"] == tally["no"] and tied_passes):
            self.current = [*self.current[1:], law]

    def apply_law(self, rule: str) -> Steps:
        """N44 to N47."""
        if rule.split(":")[0] not in ("buy", "pair"):
            entitled = self.entitled(rule)
            for seat in self.order():
                yield from self.execute(self.own(seat), entitled[seat], "law")
            return
        at_once = self.rule["law_choice_order"] == "simultaneous"
        chosen: dict[int, int] = {}
        for seat in self.order():
            chosen[seat] = yield from self.choose_quantity(seat, rule)
            if not at_once:
                yield from self.exchange(seat, rule, chosen[seat], "law")
        if at_once:
            for seat in self.order():
                yield from self.exchange(seat, rule, chosen[seat], "law")

    def price(self, rule: str) -> dict[str, int]:
        """N46: what one unit of a buy or pair rule costs."""
        form, first, second = rule.split(":")[:3]
        return {first: int(second)} if form == "buy" else dict.fromkeys(first.split("+"), 1)

    def choose_quantity(self, seat: int, rule: str) -> Generator[None, Option, int]:
        """N46."""
        most = min(self.stock[kind][seat] // cost for kind, cost in self.price(rule).items())
        choice = yield from self.ask("quantity", seat, [("quantity", q) for q in range(most + 1)])
        return int(choice[1])

    def exchange(self, seat: int, rule: str, quantity: int, category: str) -> Steps:
        """N46."""
        for kind, cost in self.price(rule).items():
            self.stock[kind][seat] -= cost * quantity
        opcode, n = rule.split(":")[-2:]
        if quantity:
            yield from self.execute(self.own(seat), [(opcode, int(n) * quantity)], category)

    # phase 3

    def give_rewards(self) -> Steps:
        """N80, N81."""
        self.phase = REWARDS
        for letter in self.rule["county_order"]:
            side = self.occupant(letter)
            if side is not None:
                yield from self.reward_county(side, letter)
        for seat in self.order():
            yield from self.castle_step(seat)
        yield from self.resolve_conflicts()

    def county_options(self, side: Side, letter: str) -> list[Option]:
        """N81, N125."""
        options = [("county", "REWARD")]
        removable = side.kind == "own" or self.rule["ally_county_noble"] == "remove_tile"
        if not (self.wanted(side, letter) and removable):
            return options
        options.append(("county", "NOBLE"))
        gold = self.stock["gold"][side.seat]
        if self.rule["both_pay_timing"] == "after":
            gold += self.printed_gold(self.counties[letter][1])
        if side.kind == "own" and gold >= self.number("both_cost"):
            options.append(("county", "BOTH"))
        return options

    def printed_gold(self, rule: str) -> int:
        """N81: the gold that a county prints."""
        form, rest = rule.split(":", 1)
        return sum(n for opcode, n in effects_of(rest) if opcode == "gold") if form == "gain" else 0

    def reward_county(self, side: Side, letter: str) -> Steps:
        """N81, N125."""
        _, choice = yield from self.ask("county", side.seat, self.county_options(side, letter))
        strength, _ = side.counties.pop(letter)
        side.court.append(strength)
        first = self.rule["both_pay_timing"] == "before"
        if choice == "BOTH" and first:
            self.pay_for_both(side.seat)
        if choice in ("NOBLE", "BOTH"):
            self.take_noble(side, letter)
        if choice in ("REWARD", "BOTH"):
            yield from self.carry_out(side, self.counties[letter][1], "county")
        if choice == "BOTH" and not first:
            self.pay_for_both(side.seat)

    def pay_for_both(self, seat: int) -> None:
        """N81; N3: a short supply may have kept back some of the printed gold, but no stock falls below zero."""
        self.stock["gold"][seat] = max(self.stock["gold"][seat] - self.number("both_cost"), 0)

    def castle_step(self, seat: int) -> Steps:
        """N82, N124."""
        for side in self.banners(seat):
            yield from self.run_castle(side)
        self.gain(seat, "marker", self.number("markers_per_noble") * len(self.nobles[seat]))
        for side in self.banners(seat):
            side.court += side.castle.values()
            side.castle.clear()

    def run_castle(self, side: Side) -> Steps:
        """N82: every slot with a knight or a tile once."""
        table, tiles = self.ally_castle, []
        if side.kind == "own":
            table, tiles = self.castle, self.tiles[side.seat]
        if self.rule["extension_pays_same_round"] == "no":
            tiles = [slot for slot in tiles if slot not in self.new_tiles[side.seat]]
        left = sorted((slot for slot in table if slot in side.castle or slot in tiles), key=table.__getitem__)
        while left:
            slot = left[0]
            if self.rule["castle_order"] == "owner_choice":
                _, slot = yield from self.ask("slot", side.seat, [("slot", slot) for slot in left])
            left.remove(slot)
            yield from self.carry_out(side, table[slot][1], "castle")

    def resolve_conflicts(self) -> Steps:
        """N83; what slides waits until the lower row is empty."""
        places = list(FIELDS)
        if self.rule["conflict_resolution_order"] == "upper_first":
            places = places[2:] + places[:2]
        sliding = []
        for place in places:
            if place in self.conflicts:
                won = self.won(self.conflicts[place])
                self.score_conflict(place, won)
                if not won and place.startswith("upper") and self.round < self.number("rounds"):
                    sliding.append(place)
                else:
                    yield from self.leave_conflict(place, won)
        for place in sliding:
            self.conflicts[place.replace("upper", "lower")] = self.conflicts.pop(place)

    def won(self, conflict: Conflict) -> bool:
        """N83, N87."""
        england = sum(sum(knights) for _, knights in conflict.stacks)
        france = int(self.cards[conflict.card]["france"])
        needed = france if self.rule["conflict_win_compare"] == "ge" else france + 1
        return england >= needed and len(conflict.stacks) > 0

    def scaled(self, points: int) -> int:
        """N85, N86: the percentage, rounded half up."""
        return (points * self.number("conflict_pp_scale") + 50) // 100

    def ranking(self, conflict: Conflict) -> list[tuple[Side, int]]:
        """N84, N126: sides with the strengths of their stacks, best first."""
        stacks = [(side, sum(knights)) for side, knights in conflict.stacks]
        if self.rule["ally_conflict_rank"] == "skipped":
            stacks = [stack for stack in stacks if stack[0].kind == "own"]
        return sorted(stacks, key=lambda stack: -stack[1])

    def rank_points(self, conflict: Conflict, column: str) -> list[tuple[Side, int]]:
        """N84 to N86: what each rank pays."""
        ranking = self.ranking(conflict)
        row = self.cards[conflict.card]
        prizes = [self.scaled(int(row[f"{column}{rank}"])) if rank <= 3 else 0 for rank in range(1, len(ranking) + 1)]
        result = []
        for rank, (side, strength) in enumerate(ranking):
            tied = [prize for prize, (_, other) in zip(prizes, ranking, strict=True) if other == strength]
            shares = {
                "earlier_space": prizes[rank],
                "both_higher": tied[0],
                "split_down": sum(tied) // len(tied),
            }
            result.append((side, shares[self.rule["conflict_tie_rank"]]))
        return result

    def score_conflict(self, place: str, won: bool) -> None:
        """N85, N86, N126: the points of an ally are lost."""
        conflict = self.conflicts[place]
        if won:
            points = self.rank_points(conflict, "win")
        elif self.rule["loss_points"] not in ("both", place[:-1]):
            points = []
        elif self.rule["loss_points_mode"] == "card":
            points = self.rank_points(conflict, "loss")
        elif self.rule["loss_points_mode"] == "one_each":
            points = [(side, self.scaled(1)) for side, _ in conflict.stacks]
        else:
            points = [(side, self.scaled(sum(knights) // 2)) for side, knights in conflict.stacks]
        for side, n in points:
            if side.kind == "own":
                self.points[side.seat]["conflict_win" if won else "conflict_loss"] += n

    def leave_conflict(self, place: str, won: bool) -> Steps:
        """N85, N86: a card leaves the game."""
        conflict = self.conflicts[place]
        captured = place.startswith("lower") or self.rule["last_round_upper_loss"] == "as_lower"
        if captured and not won:
            for seat in self.order():
                for side in self.banners(seat):
                    yield from self.ransom(side, conflict.stack(side))
        for side, knights in conflict.stacks:
            side.court += knights
        del self.conflicts[place]

    def ransom(self, side: Side, knights: list[int]) -> Steps:
        """N86, N126: the captured knights of one side; each stays on the card until its fate is decided."""
        for strength in sorted(knights, reverse=True):
            if side.kind == "ally":
                free = self.rule["ally_ransom"] == "return"
            elif self.rule["ransom"] in ("none_free", "none_lost"):
                free = self.rule["ransom"] == "none_free"
            else:
                cost = strength if self.rule["ransom"] == "strength" else 1
                free = yield from self.buys_back(side.seat, cost)
            knights.remove(strength)
            (side.court if free else side.reserve).append(strength)

    def buys_back(self, seat: int, cost: int) -> Generator[None, Option, bool]:
        """N86: whether a player pays a ransom; nobody is asked without the gold."""
        if self.stock["gold"][seat] < cost:
            return False
        choice = yield from self.ask("ransom", seat, [("ransom", "pay"), ("ransom", "leave")])
        if choice == ("ransom", "pay"):
            self.stock["gold"][seat] -= cost
        return choice == ("ransom", "pay")

    # the end

    def finish(self) -> None:
        """N100 to N102."""
        for row in self.end_scoring:
            values = [self.metric(row["metric"], seat) for seat in self.seats]
            first = int(row["first"]) if self.table_holds("end_first") else self.number("end_first")
            second = int(row["second"]) if self.table_holds("end_second") else self.number("end_second")
            for seat, prize in enumerate(self.end_prizes(values, first, second)):
                self.points[seat]["end_" + row["category"]] += prize
        for seat in self.seats:
            self.points[seat]["nobles"] += self.noble_score(len(self.nobles[seat]))
            if self.rule["end_leftovers"] == "gold_and_squires_3_to_1":
                self.points[seat]["leftovers"] += (self.stock["gold"][seat] + self.stock["squire"][seat]) // 3
        self.scores = [points.total() for points in self.points]
        keys = [(self.scores[seat], self.tie_break(seat)) for seat in self.seats]
        self.ranks = [1 + sum(other > key for other in keys) for key in keys]
        winners = self.ranks.count(1)
        self.shares = [1 / winners if rank == 1 else 0.0 for rank in self.ranks]
        self.phase, self.over = OVER, True

    def end_prizes(self, values: Sequence[int], first: int, second: int) -> list[int]:
        """N100."""
        counted = sorted((v for v in values if v or self.rule["end_zero_counts"] == "yes"), reverse=True)
        levels = sorted(set(counted), reverse=True)
        prizes = dict.fromkeys(values, 0)
        if self.rule["end_tie"] == "split_down":
            for level in levels:
                places = [place for place, value in enumerate(counted) if value == level]
                prizes[level] = sum((first, second)[place] for place in places if place < 2) // len(places)
        else:
            alone = bool(levels) and counted.count(levels[0]) == 1
            for level, prize in zip(levels, (first, second), strict=False):
                if level == levels[0] or alone or self.rule["end_tie"] == "full_with_second":
                    prizes[level] = prize
        return [prizes[value] for value in values]

    def noble_score(self, k: int) -> int:
        """N101."""
        if self.rule["noble_points"] == "linear4":
            return 4 * k
        return self.noble_points.get(k, k * (k - 1) // 2)

    def tie_break(self, seat: int) -> int:
        """N102."""
        names = {"gold": "gold", "nobles": "nobles", "knights": "knight_strength_total"}
        name = names.get(self.rule["final_tiebreak"])
        return self.metric(name, seat) if name else 0

    # comparing

    def state(self) -> dict[str, Any]:
        """Everything that can be compared between two decisions."""
        picture = {
            "points": [{name: points[name] for name in CATEGORIES} for points in self.points],
            "total": [points.total() for points in self.points],
            "gold": list(self.stock["gold"]),
            "squires": list(self.stock["squire"]),
            "markers": list(self.stock["marker"]),
            "sides": {kind: [self.picture(side) for side in sides] for kind, sides in self.sides.items()},
            "conflicts": {
                place: {
                    "card": conflict.card,
                    "stacks": [(side.seat, side.kind, sorted(knights)) for side, knights in conflict.stacks if knights],
                }
                for place, conflict in self.conflicts.items()
            },
            "tiles": [sorted(tiles) for tiles in self.tiles],
            "nobles": [sorted(letters) for letters in self.nobles],
            "nobles_left": dict(self.nobles_left),
            "box": self.box,
            "laws": list(self.current),
            "proposals": list(self.proposals),
            "favors": list(self.favors),
            "start_player": self.start_player,
            "round": self.round,
            "phase": self.phase,
        }
        if self.over:
            picture |= {"scores": self.scores, "ranks": self.ranks, "shares": self.shares}
        return picture

    def picture(self, side: Side) -> dict[str, Any]:
        """The knights of a side that do not stand in conflicts."""
        return {
            "reserve": sorted(side.reserve),
            "court": sorted(side.court),
            "counties": dict(side.counties),
            "castle": dict(side.castle),
        }
