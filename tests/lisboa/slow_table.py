"""The table of the slow game: pieces, set-up and everything that is gained, paid or moved without a decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

GOODS = ("gold", "cloth", "books", "tools")
NOBLES = ("maia", "marquis", "king")
TYPES = (*NOBLES, "treasury")
COLOURS = ("brown", "red", "blue")
ARCHITECTS = ("blue", "green")
FIXED_STREETS = {"gold": "D", "cloth": "B", "books": "A", "tools": "C"}
MOST_SETS, HALF, MOST_CARDS, MOST_TILES, TOP_INFLUENCE = 5, 3, 6, 4, 10
RING, CHURCH_INFLUENCE, CHURCH_TREASURY = 6, 0, 3  # L18
STOP = ("stop",)

Option = tuple[Any, ...]
Steps = Generator[None, Option, None]
Answer = Generator[None, Option, Option]
Rows = Iterable[Mapping[str, Any]]


@dataclass(eq=False)
class Ship:
    """A ship in a portfolio or in the shipyard (L53)."""

    colour: str
    copy: int
    hull: int
    influence: int
    modifier: int
    cargo: list[str] = field(default_factory=list)
    at_sea: bool = False

    @property
    def name(self) -> tuple[str, int]:
        """How options and states call it."""
        return (self.colour, self.copy)


@dataclass(eq=False)
class Player:
    """What lies in front of a player."""

    seat: int
    reis: int
    influence: int
    board: int
    houses: int
    spare_markers: int
    wigs: int = 0
    log: Counter[str] = field(default_factory=Counter)
    goods: dict[str, int] = field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    plaza: int = 0
    cubes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    sets: int = 0
    markers: int = 0
    markers_used: int = 0
    favors: dict[str, int] = field(default_factory=lambda: dict.fromkeys(NOBLES, 0))
    clergy: list[int] = field(default_factory=list)
    plans: list[int] = field(default_factory=list)
    completed: list[int] = field(default_factory=list)
    decrees: list[int] = field(default_factory=list)
    upper: list[int | Ship] = field(default_factory=list)
    lower: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)

    @property
    def ships(self) -> list[Ship]:
        """The ships of the upper half."""
        return [card for card in self.upper if isinstance(card, Ship)]


def opcodes(cell: str) -> list[str]:
    """The opcodes of a cell, left to right (section 1)."""
    return [opcode for opcode in cell.split(";") if opcode != "none"]


def last_number(opcode: str) -> int:
    """The number at the end of an opcode."""
    return int(opcode.rsplit(":", 1)[1])


class Table:
    """Pieces and places.

    Attributes:
        point: The kind of decision to be taken; empty when there is none.
        seat: Who decides.
        over: Whether the game has ended.
        counts: How often things happened, all players together; no rule depends on it.
    """

    def __init__(
        self,
        players: int,
        parameters: Mapping[str, Any],
        tables: Mapping[str, Rows],
        deal: Mapping[str, Any],
        ask_single: bool,
    ) -> None:
        self.rule = {name: str(value) for name, value in parameters.items()}
        self.seats = range(players)
        self.ask_single = ask_single
        self.counts: Counter[str] = Counter()
        self.point, self.seat, self.over = "", -1, False
        self._options: list[Option] = []
        self._read(tables)
        self._lay_out(tables, deal)
        self.players = [self._new_player(seat, deal) for seat in self.seats]
        self._give_out(deal)

    # reading the tables

    def number(self, name: str) -> int:
        """Return a parameter that is a number."""
        return int(self.rule[name])

    def _read(self, tables: Mapping[str, Rows]) -> None:
        """L1; parameters that repeat or shift table values win."""
        n = len(self.seats)
        self.setup = {row["item"]: int(row["value"]) for row in tables["setup"] if int(row["players"]) == n}
        self.cards = {int(row["id"]): row for row in tables["political_cards"]}
        self.decree_cards = {int(row["id"]): row for row in tables["decrees"]}
        shift = int(self.rule["clergy_wigs"][0]) - 2
        self.tiles = {int(row["id"]): (row["power"], int(row["wigs"]) + shift) for row in tables["clergy_tiles"]}
        fewer = 1 if self.rule["plan_officials"] == "1-4" else 0
        self.plan_cards = {
            int(row["id"]): (row["kind"], row["architect"], int(row["officials"]) - fewer) for row in tables["plans"]
        }
        self.building_cards = {int(row["id"]): row for row in tables["public_buildings"]}
        in_use = [1] if self.setup["row_E_used"] else []
        self.site_rows = {row["site"]: row for row in tables["public_sites"] if in_use or int(row["in_2p"])}
        self.plots = {row["plot"]: row for row in tables["city_plots"] if in_use or int(row["in_2p"])}
        self.cube_value = {row["colour"]: int(row["value"]) for row in tables["rubble"]}
        self.tokens = {row["good"]: int(row["tokens"]) for row in tables["goods"]}
        self.price_range = {row["good"]: (int(row["min_price"]), int(row["max_price"])) for row in tables["goods"]}
        self.accepts = {(row["noble"], row["good"]) for row in tables["good_acceptance"]}
        self.coin_marks = [int(row["space"]) for row in tables["influence_track"] if int(row["coin_mark"])]
        self.treasury_moves = {row["event"]: int(row["move"]) for row in tables["treasury_moves"]}
        track = [(int(row["value_reis"]), int(row["visit_influence"])) for row in tables["treasury_track"]]
        spaces = self.number("treasury_spaces")
        while len(track) < spaces:
            track.append((track[-1][0] + 1, track[-1][1]))
        self.treasury_track = track[:spaces]
        capacity = self.number("office_capacity")
        self.capacity = {row["noble"]: capacity or int(row["spaces"]) for row in tables["offices"]}
        self.actions = {(row["noble"], row["position"]): row["action"] for row in tables["state_actions"]}
        self.noble_of = {action: noble for (noble, _), action in self.actions.items()}
        self.state_actions = [action for (_, position), action in self.actions.items() if position != "noble"]
        self.favor_wigs = {row["noble"]: int(row["endgame_wigs"]) for row in tables["royal_favors"]}
        majority = next(row for row in tables["plan_majority"] if int(row["players"]) == n)
        self.plan_prizes = [int(majority[place]) for place in ("first", "second", "third")]
        self.street_prizes = {
            row["tile"]: [int(row[place]) for place in ("first", "second", "third")] for row in tables["scoring_tiles"]
        }
        self.ship_rows = [dict(row) for row in tables["ships"]]
        for name, column in (("ship_influence", "influence"), ("ship_modifier", "sale_modifier")):
            default = {"ship_influence": "1/1/2/2", "ship_modifier": "0/1/1/2"}[name]
            if self.rule[name] != default:
                values = dict(zip(("blue", "red", "purple", "brown"), self.rule[name].split("/"), strict=True))
                for row in self.ship_rows:
                    row[column] = values[row["colour"]]
        self.set_wigs = self.number("set_wigs")

    def plot_reward(self, plot: str) -> str:
        """The reward cell of a plot (`plot_reward_reis`)."""
        cell = str(self.plots[plot]["reward"])
        return f"reis:+{self.rule['plot_reward_reis']}" if cell == "reis:+5" else cell

    # set-up

    def _lay_out(self, tables: Mapping[str, Rows], deal: Mapping[str, Any]) -> None:
        """L2 to L7, L12 to L14: what lies between the players."""
        n = len(self.seats)
        self.deal = deal
        self.period, self.turn, self.active = 1, 1, 0
        self.last_round: int | None = None
        self.church_pending = self.church_scored = False
        self.supply = dict(self.tokens)
        shift = self.number("start_price_shift")
        starts = {row["good"]: int(row["start_price"]) + shift for row in tables["goods"]}
        self.prices = {g: min(max(starts[g], low), high) for g, (low, high) in self.price_range.items()}
        slots = [row["place"] for row in tables["rubble_slots"] if self.setup["row_E_used"] or int(row["in_2p"])]
        self.cubes: dict[str, list[str]] = {place: list(deal["cubes"][place]) for place in slots}
        self.cubes_boxed = Counter({row["colour"]: int(row["count"]) for row in tables["rubble"]})
        for cubes in self.cubes.values():
            self.cubes_boxed.subtract(cubes)
        fixed = self.rule["scoring_tiles"] == "fixed"
        self.streets = dict(FIXED_STREETS if fixed else deal["streets"])
        self.stacks = {architect: [int(b) for b in deal["buildings"][architect]] for architect in ARCHITECTS}
        self.plan_stacks = {architect: [int(plan) for plan in deal["plans"][architect]] for architect in ARCHITECTS}
        self.treasury = self.setup["treasury_start_space"]
        self.cardinal = 0
        self.bag = [int(tile) for tile in deal["clergy"]]
        self.track: list[int | None] = [None] * RING
        self.decks = {kind: [int(card) for card in deal["red"][kind]] for kind in TYPES}
        self.purple = [int(card) for card in deal["purple"]]
        self.brown = {kind: [int(card) for card in deal["brown"][kind]] for kind in TYPES}
        self.boxed: dict[str, list[Any]] = {"cards": [], "decrees": [], "clergy": [], "ships": [], "plans": []}
        self.yard = self.new_ships(1)
        self.decree_pile = [int(decree) for decree in deal["decrees"]]
        self.face_up: list[int] = []
        self.refill_decrees()
        self.city_tiles = {row["stack"]: int(row["count"]) for row in tables["city_tiles"]}
        self.stores: dict[str, tuple[int, str]] = {}
        self.sites: dict[str, tuple[int, int]] = {}
        self.tiles_shown = dict.fromkeys(self.city_tiles, True)
        self.offer_shown = dict.fromkeys(ARCHITECTS, True)
        self.offices = {noble: [0] * n for noble in NOBLES}
        self.portraits = dict.fromkeys(NOBLES, self.setup["favors_per_noble"])
        self.scores: list[int] = []
        self.ranks: list[int] = []
        self.shares: list[float] = []

    def _new_player(self, seat: int, deal: Mapping[str, Any]) -> Player:
        """L9, L11."""
        item = self.setup
        officials = item["officials"] - item["start_officials_marquis_office"]
        player = Player(seat, 0, self.start_influence(seat), officials, item["houses"], item["set_markers"])
        player.plans = [int(deal["start_plans"][seat])]
        player.hand = [int(card) for card in deal["hands"][seat]]
        return player

    def start_influence(self, seat: int) -> int:
        """L9 (`start_influence_seat1` to 4)."""
        name = f"start_influence_seat{seat + 1}"
        return self.setup[name] if self.number(name) == seat + 4 else self.number(name)

    def _give_out(self, deal: Mapping[str, Any]) -> None:
        """L8, L9; unused starting plans and blue cards are boxed."""
        for player in self.players:
            self.gain_reis(player, self.setup["start_reis"])
            self.change_wigs(player, self.setup["start_wigs"], "start")
            for good in GOODS:
                player.goods[good] += self.setup["start_goods_each_type"]
                self.supply[good] -= self.setup["start_goods_each_type"]
            self.offices["marquis"][player.seat] = self.setup["start_officials_marquis_office"]
            noble = deal["favors"][player.seat]
            self.portraits[noble] -= 1
            player.favors[noble] += 1
        plans = [plan for player in self.players for plan in player.plans]
        self.boxed["plans"] = [p for p, (kind, _, _) in self.plan_cards.items() if kind == "start" and p not in plans]
        hands = [card for player in self.players for card in player.hand]
        self.boxed["cards"] = [c for c, row in self.cards.items() if row["deck"] == "blue" and c not in hands]

    def new_ships(self, period: int) -> list[Ship]:
        """L12, L87: the shipyard of a period, top first."""
        rows = [row for row in self.ship_rows if int(row["period"]) == period]
        rows.sort(key=lambda row: int(row["stack_order"]))
        return [
            Ship(row["colour"], copy, int(row["hull"]), int(row["influence"]), int(row["sale_modifier"]))
            for row in rows
            for copy in range(1, self.setup["ships_per_colour"] + 1)
        ]

    def refill_decrees(self) -> None:
        """L13, L25: with two players forbidden decrees go straight to the box."""
        while len(self.face_up) < self.setup["decrees_face_up"] and self.decree_pile:
            decree = self.decree_pile.pop(0)
            banned = self.setup["decrees_with_2p_symbol_removed"] and int(self.decree_cards[decree]["banned_2p"])
            (self.boxed["decrees"] if banned else self.face_up).append(decree)

    def refill_track(self) -> None:
        """L10, L25."""
        for space, tile in enumerate(self.track):
            if tile is None and self.bag:
                self.track[space] = self.bag.pop(0)

    def return_to_bag(self, tile: int) -> None:
        """Put a tile into the bag where the deal says; 0 is the place drawn next, at the end without a word."""
        returns: Callable[[], int] | list[int] | None = self.deal.get("returns")
        if returns is None:
            self.bag.append(tile)
            return
        place = returns() if callable(returns) else returns.pop(0)
        self.bag.insert(place % (len(self.bag) + 1), tile)

    # seats

    def clockwise(self, first: int) -> list[Player]:
        """Everybody, from a seat on."""
        n = len(self.players)
        return [self.players[(first + i) % n] for i in range(n)]

    @contextmanager
    def supposing(self, player: Player, **values: Any) -> Iterator[None]:
        """Look at a player as if something were different."""
        before = {name: getattr(player, name) for name in values}
        for name, value in values.items():
            setattr(player, name, value)
        yield
        for name, value in before.items():
            setattr(player, name, value)

    # powers

    def powers(self, player: Player) -> list[str]:
        """L57, L30, L96: clergy tiles and the lower half, in the order in which they were taken."""
        cells = [self.tiles[tile][0] for tile in player.clergy] + [self.cards[card]["benefit"] for card in player.lower]
        return [power for cell in cells for power in opcodes(cell)]

    def power(self, player: Player, name: str) -> int:
        """L95: equal powers add up."""
        return sum(last_number(power) for power in self.powers(player) if power.startswith(f"{name}:"))

    # wigs, money and influence

    def change_wigs(self, player: Player, n: int, category: str) -> None:
        """L35, I13."""
        n = max(n, -player.wigs)
        player.wigs += n
        player.log[category] += n

    @property
    def bank(self) -> int | None:
        """The coins of the bank; None if there is no end of them."""
        if self.rule["coin_supply"] == "unlimited":
            return None
        return self.number("coin_supply") - sum(player.reis for player in self.players)

    def from_bank(self, n: int) -> int:
        """How many of n reis the bank can give."""
        return n if self.bank is None else min(n, self.bank)

    def gain_reis(self, player: Player, n: int) -> None:
        """L1."""
        player.reis += self.from_bank(n)

    def lose_reis(self, player: Player, n: int) -> None:
        """L30, L95: a penalty does not touch influence."""
        if n > player.reis and self.rule["unpayable_penalty"] == "pay_nothing":
            return
        player.reis -= min(n, player.reis)

    def means(self, player: Player, reis: int, influence: int) -> int:
        """L34: cash and what influence would bring; cash beyond what the player has comes from the bank, too."""
        return player.reis + self.from_bank(reis - player.reis + sum(mark < influence for mark in self.coin_marks))

    def after_paying(self, reis: int, influence: int, cost: int) -> tuple[int, int]:
        """L34: cash and influence afterwards."""
        left = self.from_bank(cost)
        while reis < cost and left and any(mark < influence for mark in self.coin_marks):
            influence = max(mark for mark in self.coin_marks if mark < influence)
            reis += 1
            left -= 1
        return reis - min(cost, reis), influence

    def can_pay(self, player: Player, cost: int) -> bool:
        """L34."""
        return self.means(player, player.reis, player.influence) >= cost

    def pay(self, player: Player, cost: int) -> None:
        """L34."""
        player.reis, player.influence = self.after_paying(player.reis, player.influence, cost)

    def gain_influence(self, player: Player, k: int) -> None:
        """L31."""
        if k < 1:
            return
        reached = player.influence + k
        if reached >= TOP_INFLUENCE:
            points = min(k, reached - TOP_INFLUENCE + 1)
            per_point = self.rule["ip_overflow"] == "one_wig_per_point"
            self.change_wigs(player, points if per_point else 1, "ip_overflow")
        player.influence = min(TOP_INFLUENCE, reached)

    def portfolio_influence(self, player: Player) -> int:
        """L29."""
        cards = [card for card in player.upper if not isinstance(card, Ship)]
        return sum(int(self.cards[card]["influence"]) for card in cards) + sum(s.influence for s in player.ships)

    # goods

    def warehouse(self, player: Player) -> int:
        """L33: how many goods of a type there is room for."""
        return 2 + player.sets

    def has_room(self, player: Player, good: str) -> bool:
        """L33."""
        return self.supply[good] > 0 and player.goods[good] < self.warehouse(player)

    def gain_good(self, player: Player, good: str) -> bool:
        """L33; say whether there was one to be had."""
        if not self.has_room(player, good):
            return False
        self.supply[good] -= 1
        player.goods[good] += 1
        return True

    def give_back(self, player: Player, good: str) -> None:
        """A good of the warehouse returns to the supply."""
        player.goods[good] -= 1
        self.supply[good] += 1

    def held(self, player: Player) -> list[str]:
        """The types of goods in the warehouse."""
        return [good for good in GOODS if player.goods[good]]

    def unload(self, ship: Ship) -> None:
        """All goods aboard return to the supply."""
        for good in ship.cargo:
            self.supply[good] += 1
        ship.cargo, ship.at_sea = [], False

    def move_price(self, good: str, n: int) -> None:
        """L40."""
        low, high = self.price_range[good]
        self.prices[good] = min(max(self.prices[good] + n, low), high)

    # the treasury

    @property
    def treasury_value(self) -> int:
        """TV."""
        return self.treasury_track[self.treasury - 1][0]

    def move_treasury(self, n: int) -> None:
        """L39."""
        self.counts["treasury_up"] += max(n, 0)
        self.counts["treasury_down"] += max(-n, 0)
        self.treasury = min(max(self.treasury + n, 1), len(self.treasury_track))

    # rubble and portfolio

    def take_cube(self, player: Player, colour: str) -> None:
        """L36, L37."""
        if player.cubes[colour] == MOST_SETS:
            self.cubes_boxed[colour] += 1
            return
        player.cubes[colour] += 1
        sets = min(player.cubes.values())
        if sets > player.sets:
            player.sets = sets
            player.spare_markers -= 1
            player.markers += 1

    def card_limit(self, player: Player) -> int:
        """L27."""
        return min(MOST_CARDS, 2 + player.sets)

    def must_discard(self, player: Player, upper: bool) -> list[int | Ship]:
        """L28: of which cards one has to go; none if there is room."""
        half: list[int | Ship] = list(player.upper if upper else player.lower)
        if len(half) == HALF:
            return half
        both = [*player.upper, *player.lower]
        return both if len(both) == self.card_limit(player) else []

    def discard(self, player: Player, card: int | Ship) -> None:
        """L26, L28."""
        if isinstance(card, Ship):
            self.unload(card)
            player.upper.remove(card)
            self.boxed["ships"].append(card)
        else:
            (player.upper if card in player.upper else player.lower).remove(card)
            self.boxed["cards"].append(card)

    # the city

    def stores_of(self, player: Player) -> list[tuple[str, str]]:
        """Plot and good of every own store."""
        return [(plot, good) for plot, (owner, good) in self.stores.items() if owner == player.seat]

    def serves(self, site: str, plot: str, good: str) -> bool:
        """L66: does the open building on a site serve a store?"""
        building, row, place = self.building_cards[self.sites[site][0]], self.site_rows[site], self.plots[plot]
        if good not in (building["good_a"], building["good_b"]):
            return False
        if row["line_kind"] == "row":
            return bool(place["row"] == row["line"])
        if self.rule["north_line"] == "columns":
            return row["line"] in (place["good_left"], place["good_right"])
        return bool(good == row["line"])

    def score_served(self, site: str, plot: str) -> None:
        """L64, L68: the owner of a store scores at one open building."""
        owner, good = self.stores[plot]
        building, opener = self.sites[site]
        if self.rule["building_scores"] == "opener_only" and owner != opener:
            return
        if self.serves(site, plot, good):
            wigs = self.number("building_wigs") or int(self.building_cards[building]["wigs_per_store"])
            self.change_wigs(self.players[owner], wigs, "stores_served")

    def others_in_office(self, player: Player, noble: str) -> int:
        """L71."""
        return sum(self.offices[noble]) - self.offices[noble][player.seat]

    def visit_cost(self, player: Player, noble: str) -> int:
        """L71."""
        value, influence = self.treasury_track[self.treasury - 1]
        part = {"table": influence, "value": value, "zero": 0}[self.rule["visit_treasury_cost"]]
        return max(0, part + self.others_in_office(player, noble) - self.power(player, "discount:visit"))

    def pay_visit(self, player: Player, cost: int) -> None:
        """L71: influence first, then wigs."""
        influence = min(cost, player.influence)
        player.influence -= influence
        self.counts["visit_ip"] += influence
        self.change_wigs(player, influence - cost, "visit_payment")
