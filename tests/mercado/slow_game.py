"""Mercado a second time, slowly: written from the rules alone, with dictionaries and lists.

`SlowGame.play` is a generator: it yields the legal options of every decision and receives the one chosen. Chance
before the first turn is read from a dealt state; later draws come from a copy of its random stream.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

TYPES = ["tomato", "flower", "grape", "meat", "fish"]
HELPS = {"pizzeria": "tomato", "tea_house": "flower", "wine_bar": "grape", "burger_joint": "meat", "sushi_bar": "fish"}
KINDS = [*HELPS, "pub"]
SPACES = [(row, column) for row in range(5) for column in range(5)]
DOORS = [side + str(line) for side in "NSWE" for line in range(5)]
NUMBERS = [1, 2, 3, 4]
WORDS = ["open", "customer", "restaurant", "coin", "take", "keep", "own_swap", "display_swap"]

Option = tuple[Any, ...]
Decision = Generator[list[Option], Option, Any]


def number_of(option: Option) -> int:
    """The option as the compiled game writes it."""
    what, place = 0, 0
    if option[0] == "open":
        what, place = TYPES.index(option[1]), SPACES.index(option[2])
    elif option[0] == "customer":
        what, place = option[1], DOORS.index(option[2])
    elif option[0] == "restaurant":
        what, place = KINDS.index(option[1]), SPACES.index(option[2])
    elif option[0] == "take":
        place = TYPES.index(option[1])
    return WORDS.index(option[0]) * 65536 + what * 32 + place


def advance(decisions: Any, choice: tuple[Any, ...]) -> list[Any]:
    """The options of the next decision; none if the game is over."""
    try:
        return list(decisions.send(choice))
    except StopIteration:
        return []


def around(space: tuple[int, int]) -> list[tuple[int, int]]:
    """M2."""
    row, column = space
    return [q for q in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)) if q in SPACES]


def line(door: str) -> list[tuple[int, int]]:
    """M3: the spaces that an entrance looks along."""
    k = int(door[1])
    return [q for q in SPACES if (q[1] if door[0] in "NS" else q[0]) == k]


class SlowGame:
    """A game that has been dealt."""

    def __init__(self, state: Any, book: Any) -> None:
        self.rule = book.parameters
        self.players = int(state["players"])
        table = book.tables[f"customers_{self.rule['customer_table']}"]
        self.face = {row["tile_id"]: (row["customers"], [t for t in TYPES if row[t]]) for row in table}
        seats = range(self.players)
        self.bag = Counter({t: int(state["bag"][i]) for i, t in enumerate(TYPES)})
        self.display = self._tiles(state["display"])
        self.hands = [self._tiles(state["hand"][p]) for p in seats]
        self.held = [Counter({k: int(state["held"][p, i]) for i, k in enumerate(KINDS)}) for p in seats]
        self.down = {q: KINDS[state["face_down"][i]] for i, q in enumerate(SPACES) if state["face_down"][i] >= 0}
        self.show = {n: [int(x) for x in state["show"][n - 1] if x >= 0] for n in NUMBERS}
        self.pile = {n: [int(x) for x in state["pile"][n - 1][: state["pile_size"][n - 1]]] for n in NUMBERS}
        self.coins = [self.rule["start_coins"]] * self.players
        self.accounts: Counter[tuple[int, str]] = Counter({(p, "start"): self.coins[p] for p in seats})
        self.wood = [self.rule["wooden_stands"]] * self.players
        self.stands: dict[tuple[int, int], tuple[str, int]] = {}
        self.up: dict[tuple[int, int], str] = {}
        self.placed: dict[str, int] = {}
        self.seat, self.passes, self.turns, self.left, self.reason, self.over = 0, 0, 0, None, "passing", False
        self.random = int(state["rng"][6])

    def _tiles(self, counts: Any) -> list[str]:
        return [t for i, t in enumerate(TYPES) for _ in range(counts[i])]

    # chance

    def draw(self) -> str:
        """M7: one of the tiles in the bag, by the stream's next number."""
        word = 2**64 - 1
        self.random = (self.random + 0x9E3779B97F4A7C15) & word
        z = self.random
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & word
        z = (z ^ z >> 27) * 0x94D049BB133111EB & word
        z ^= z >> 31
        tile = self._tiles([self.bag[t] for t in TYPES])[(z >> 32) * self.bag.total() >> 32]
        self.bag[tile] -= 1
        return tile

    # looking at the market

    def free(self) -> list[tuple[int, int]]:
        """M4."""
        return [q for q in SPACES if q not in self.stands and q not in self.up]

    def free_doors(self) -> list[str]:
        """M4."""
        return [door for door in DOORS if door not in self.placed]

    def worth(self, space: tuple[int, int], stand: str) -> int:
        """M24: 1 + h."""
        return 1 + sum(self.up.get(q) == "pub" or HELPS.get(self.up.get(q, "")) == stand for q in around(space))

    def cost(self, space: tuple[int, int]) -> int:
        """M18."""
        row = sum(q[0] == space[0] for q in self.stands)
        column = sum(q[1] == space[1] for q in self.stands)
        return 1 + (row + column if self.rule["cost_rule"] == "sum_lines" else max(row, column))

    def payout(self, tile: int, door: str, stands: dict[tuple[int, int], tuple[str, int]]) -> Counter[int]:
        """M27: what the tile pays every seat's stands in its line."""
        n, types = self.face[tile]
        coins: Counter[int] = Counter()
        for q in line(door):
            if q in stands and stands[q][0] in types:
                coins[stands[q][1]] += n * self.worth(q, stands[q][0])
        return coins

    def opening_pays(self, seat: int, stand: str, space: tuple[int, int]) -> Counter[int]:
        """M25, M26: what opening a stand pays every seat."""
        coins: Counter[int] = Counter()
        doors = [door for door in DOORS if door in self.placed and space in line(door)]
        if self.rule["stand_trigger"] == "all_matching":
            for door in doors:
                coins += self.payout(self.placed[door], door, {**self.stands, space: (stand, seat)})
        else:
            shown = [self.face[self.placed[door]] for door in doors]
            coins[seat] = sum(n * self.worth(space, stand) for n, types in shown if stand in types)
        return coins

    # options

    def actions(self, seat: int) -> list[Option]:
        """M15 in the order of M35."""
        return [*self.openings(seat), *self.placings(seat), *self.restaurants(seat), ("coin",)]

    def openings(self, seat: int) -> list[Option]:
        """M16, M19."""

        def pays(stand: str, q: tuple[int, int]) -> bool:
            income = self.opening_pays(seat, stand, q)[seat] if self.rule["finance_from_income"] == "yes" else 0
            return bool(self.coins[seat] + income >= self.cost(q))

        mine = [t for t in TYPES if t in self.hands[seat] and self.wood[seat]]
        return [("open", t, q) for t in mine for q in self.free() if pays(t, q)]

    def placings(self, seat: int) -> list[Option]:
        """M21; of equal tiles the lowest stands for all."""
        options, seen = [], []
        for n in NUMBERS:
            for tile in sorted(self.show[n]):
                if self.face[tile] not in seen:
                    seen.append(self.face[tile])
                    options += [("customer", tile, door) for door in self.free_doors() if self.fits(seat, tile, door)]
        return options

    def fits(self, seat: int, tile: int, door: str) -> bool:
        """M21."""
        n, types = self.face[tile]
        here = [self.stands[q] for q in line(door) if q in self.stands]
        matching = [stand for stand in here if stand[0] in types]
        counted = matching if self.rule["customer_minimum"] == "matching_stands" else here
        return len(counted) >= n and any(owner == seat for _, owner in matching)

    def restaurants(self, seat: int) -> list[Option]:
        """M22."""
        return [("restaurant", kind, q) for kind in KINDS if self.held[seat][kind] for q in self.free()]

    # play

    def receive(self, seat: int, why: str, coins: int) -> None:
        """A seat receives coins or pays them."""
        self.coins[seat] += coins
        self.accounts[seat, why] += coins

    def swaps(self, tiles: list[str], name: str) -> Decision:
        """M13, M14."""
        rule = self.rule[name]
        while rule != "off" and len(tiles) == 3 and len(set(tiles)) == 1 and self.bag.total() > self.bag[tiles[0]]:
            if rule == "optional" and (yield [("keep",), (name,)]) == ("keep",):
                return
            self.bag.update(tiles)
            tiles[:] = [self.draw() for _ in tiles]
            if self.rule[f"{name}_limit"] == "once":
                return

    def turn(self, first: bool) -> Decision:
        """M12; returns the kind of action. Before the first turn the deal has done forced swaps."""
        seat = self.seat
        if not (first and self.rule["own_swap"] == "forced"):
            yield from self.swaps(self.hands[seat], "own_swap")
        if self.rule["display_swap_time"] == "also_turn_start" and not (
            first and self.rule["display_swap"] == "forced"
        ):
            yield from self.swaps(self.display, "display_swap")
        kind, *arguments = yield self.actions(seat)
        self.passes = self.passes + 1 if kind == "coin" else 0
        getattr(self, f"do_{kind}")(seat, *arguments)
        if kind == "open" and self.takes(seat):
            yield from self.swaps(self.display, "display_swap")
            if self.display:
                _, stand = yield [("take", t) for t in TYPES if t in self.display]
                self.display.remove(stand)
                self.hands[seat].append(stand)
                if self.bag.total():
                    self.display.append(self.draw())
        return kind

    def takes(self, seat: int) -> bool:
        """M20."""
        return self.rule["refill_after_last_wood"] == "always" or self.wood[seat] > len(self.hands[seat])

    def pick_up(self, seat: int, space: tuple[int, int]) -> None:
        """M17, M23."""
        if space in self.down:
            self.held[seat][self.down.pop(space)] += 1

    def do_open(self, seat: int, stand: str, space: tuple[int, int]) -> None:
        """M16 to M19."""
        self.pick_up(seat, space)
        income, cost = self.opening_pays(seat, stand, space), self.cost(space)
        self.hands[seat].remove(stand)
        self.wood[seat] -= 1
        self.stands[space] = (stand, seat)
        for who, coins in income.items():
            self.receive(who, "openings" if who == seat else "guests", coins)
        self.receive(seat, "costs", -cost)

    def do_customer(self, seat: int, tile: int, door: str) -> None:
        """M21, M27."""
        self.placed[door] = tile
        for who, coins in self.payout(tile, door, self.stands).items():
            self.receive(who, "customers" if who == seat else "guests", coins)
        n = self.face[tile][0]
        self.show[n].remove(tile)
        while self.pile[n] and len(self.show[n]) < self.rule["show_per_number"]:
            self.show[n].append(self.pile[n].pop())

    def do_restaurant(self, seat: int, kind: str, space: tuple[int, int]) -> None:
        """M22, M23."""
        self.held[seat][kind] -= 1
        self.pick_up(seat, space)
        self.up[space] = kind
        self.receive(seat, "bonus", self.rule["restaurant_bonus"])

    def do_coin(self, seat: int) -> None:
        """M15."""
        self.receive(seat, "coins", self.rule["coin_action"])

    def play(self) -> Decision:
        """M28 to M31."""
        while not self.over:
            kind = yield from self.turn(self.turns == 0)
            self.turns += 1
            if self.left is not None:
                self.left -= 1
            elif self.triggered(kind):
                self.reason = "entrances" if kind == "customer" else "spaces"
                after = {"others": self.players - 1, "everyone": self.players}
                self.left = after.get(self.rule["last_turns"], self.players - 1 - self.seat)
            self.over = self.left == 0 or self.passes == self.rule[f"passout_{self.players}p"]
            self.seat = (self.seat + 1) % self.players

    def triggered(self, kind: str) -> bool:
        """M28."""
        if kind == "coin":
            return False
        number, limit = len(self.free()), self.rule["end_free_spaces"]
        if kind == "customer":
            number, limit = len(self.free_doors()), self.rule["end_free_entrances"]
        return bool(number == limit if self.rule["trigger_test"] == "eq" else number <= limit)

    def result(self) -> tuple[list[int], list[float]]:
        """M32, M33: final scores and shares of the win."""
        scores = [c - self.rule["restaurant_penalty"] * h.total() for c, h in zip(self.coins, self.held, strict=True)]
        if self.rule["score_floor"] == "zero":
            scores = [max(score, 0) for score in scores]
        stands = [sum(owner == p for _, owner in self.stands.values()) for p in range(self.players)]
        best = max(zip(scores, stands, strict=True))
        winners = [p for p in range(self.players) if (scores[p], stands[p]) == best]
        no_result = self.rule["final_tie"] == "replay" and len(winners) > 1
        return scores, [0 if no_result or p not in winners else 1 / len(winners) for p in range(self.players)]

    def picture(self) -> dict[str, Any]:
        """Everything that can be compared between two decisions."""
        return {
            "seat": self.seat, "coins": self.coins, "wood": self.wood, "hands": [sorted(h) for h in self.hands],
            "display": sorted(self.display), "bag": +self.bag, "held": [+h for h in self.held],
            "stands": self.stands, "up": self.up, "down": self.down, "placed": self.placed,
            "show": {n: sorted(x) for n, x in self.show.items()}, "pile": self.pile, "passes": self.passes,
            "turns": self.turns, "left": self.left, "over": self.over,
        }  # fmt: skip
