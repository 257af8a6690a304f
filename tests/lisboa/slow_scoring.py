"""The end of the slow game: counting keys, decrees, majorities, final scoring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from .slow_actions import Actions
from .slow_table import GOODS, NOBLES, Player


class Scoring(Actions):
    """Section 15 and the vocabulary of decrees."""

    def key(self, name: str, player: Player) -> int:
        """L97."""
        head, _, part = name.partition(".")
        if head in ("stores", "store_types", "store_sets", "served_stores"):
            return self.store_key(head, part, player)
        if head in ("buildings", "plans", "plans_open", "plan_officials"):
            return self.plan_key(head, part, player)
        keys: dict[str, Callable[[], int]] = {
            "ships": lambda: len(player.ships),
            "hull": lambda: sum(ship.hull for ship in player.ships),
            "cargo": lambda: sum(len(ship.cargo) for ship in player.ships),
            "portfolio_influence": lambda: self.portfolio_influence(player),
            "influence": lambda: player.influence,
            "clergy": lambda: len(player.clergy),
            "favors": lambda: sum(player.favors.values()),
            "officials": lambda: sum(self.offices[n][player.seat] for n in NOBLES if part in ("", n)),
            "offices_present": lambda: sum(self.offices[n][player.seat] > 0 for n in NOBLES),
            "sets": lambda: player.sets,
            "cubes": lambda: player.cubes[part],
            "markers": lambda: player.markers,
            "goods": lambda: player.goods[part] if part else sum(player.goods.values()),
            "good_sets": lambda: min(player.goods.values()),
            "reis": lambda: player.reis,
            "decrees": lambda: len(player.decrees),
            "treasury_cards": lambda: len(player.lower),
            "noble_cards": lambda: len(player.upper) - len(player.ships),
        }
        return keys[head]()

    def store_key(self, head: str, part: str, player: Player) -> int:
        """The keys about own stores."""
        stores = self.stores_of(player)
        goods = Counter(good for _, good in stores)
        if head == "store_types":
            return len(goods)
        if head == "store_sets":
            return min(goods[good] for good in GOODS)
        if head == "served_stores":
            return sum(any(self.serves(site, plot, good) for site in self.sites) for plot, good in stores)
        if part.startswith("row"):
            return sum(f"row{self.plots[plot]['row']}" == part for plot, _ in stores)
        return goods[part] if part else len(stores)

    def plan_key(self, head: str, part: str, player: Player) -> int:
        """The keys about plans and buildings."""
        if head == "plans_open":
            return len(player.plans)
        if head == "buildings":
            mine = [site for site, (_, opener) in self.sites.items() if opener == player.seat]
            return sum(part in ("", self.site_rows[site]["side"]) for site in mine)
        completed = [self.plan_cards[plan] for plan in player.completed]
        if head == "plan_officials":
            return sum(officials for _, _, officials in completed)
        return sum(part in ("", architect) for _, architect, _ in completed)

    def decree_value(self, condition: str, player: Player) -> int:
        """L98."""
        form, key, *rest = condition.split(":")
        key, _, divisor = key.partition("/")
        mine = self.key(key, player)
        if form == "per":
            wigs = min(int(rest[1].removeprefix("max")), mine // int(divisor or 1) * int(rest[0]))
        elif form == "atleast":
            wigs = int(rest[1]) if mine >= int(rest[0]) else 0
        else:
            wigs = self.majority_value(key, rest[0], player)
        return wigs * self.number("decree_scale_percent") // 100

    def majority_value(self, key: str, prizes: str, player: Player) -> int:
        """L98; strict (`majority_decree_ties`): tied leaders are no first and get the second prize."""
        first, second = map(int, prizes.split("/"))
        values = [self.key(key, other) for other in self.players]
        mine = values[player.seat]
        more = sum(value > mine for value in values)
        if mine == 0 or more > 1:
            return 0
        if more == 0 and (values.count(mine) == 1 or self.rule["majority_decree_ties"] == "friendly"):
            return first
        return second

    def prizes(self, values: Sequence[int], prizes: Sequence[int]) -> list[int]:
        """L91, L92: what everybody gets in a majority."""
        won = []
        for mine in values:
            place = sum(value > mine for value in values)
            places = range(place, place + values.count(mine))
            paid = [prizes[p] if p < len(prizes) else 0 for p in places]
            if self.rule["majority_ties"] == "friendly":
                won.append(paid[0] if mine else 0)
            else:
                won.append(sum(paid) // len(paid) if mine else 0)
        return won

    def street(self, good: str) -> list[int]:
        """L90 (c)."""
        prizes = self.street_prizes[self.streets[good]]
        if len(self.players) == 2 and self.rule["street_third_2p"] == "0":
            prizes = prizes[:2]
        return self.prizes([self.key(f"stores.{good}", player) for player in self.players], prizes)

    def final_scoring(self) -> None:
        """L90, L93."""
        streets = [self.street(good) for good in GOODS]
        plans = self.prizes([self.key("plan_officials", player) for player in self.players], self.plan_prizes)
        due: list[dict[str, int]] = []
        for player in self.players:
            cards = [self.decree_cards[decree]["condition"] for decree in player.decrees]
            due.append({
                "ships_hull": self.key("hull", player),
                "sets_final": self.set_wigs * player.sets,
                "streets": sum(street[player.seat] for street in streets),
                "reis": player.reis // 5,
                "decrees": sum(self.decree_value(condition, player) for condition in cards),
                "plan_majority": plans[player.seat],
                "favors": sum(self.favor_wigs[noble] * n for noble, n in player.favors.items()),
            })  # fmt: skip
        for player, wigs in zip(self.players, due, strict=True):
            for category, n in wigs.items():
                self.change_wigs(player, n, category)
        self.find_winner()

    def find_winner(self) -> None:
        """L94."""
        self.scores = [player.wigs for player in self.players]
        standing = [(player.wigs, player.influence, player.reis) for player in self.players]
        if self.rule["winner_tiebreak"] == "shared":
            standing = [(wigs, 0, 0) for wigs, _, _ in standing]
        self.ranks = [1 + sum(other > mine for other in standing) for mine in standing]
        self.shares = [(rank == 1) / self.ranks.count(1) for rank in self.ranks]
        self.over = True
