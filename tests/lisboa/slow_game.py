"""Lisboa a second time, slowly: written from the rules alone, with lists and dictionaries.

Two to four players, no solo module. The rules are generators: whenever somebody has to decide they call `ask`, which
sets the point, the seat and the options and waits for the choice. Nothing here is random: whatever chance decides is
given from outside. The numbers in the docstrings are those of the rules.

The subjects: `slow_table` (pieces, set-up, gains and payments), `slow_actions` (effects, state and noble actions),
`slow_scoring` (decrees and the end), this file (turns, portfolio, court, periods).

Options name things as the tables do; a ship is a pair (colour, copy):

    start_clergy        ("tile", tile)
    main                ("main", card, mode)
    gain_good/lose_good ("good", good); with produce_decline also ("none",)
    price_good          ("price", good)
    office              ("office", noble), ("stop",)
    make_room           ("card", card), ("ship", colour, copy); with voluntary_portfolio_discard also ("stop",)
    sell                ("sell", good, owner, ship), ("stop",)
    trade               ("trade", good, action), ("stop",)
    ship                ("ship", "new" or ship, (good, ...))
    cardinal            ("steps", n)
    clergy              ("tile", space); with four tiles and clergy_at_limit swap ("swap", space, own tile), ("stop",)
    plan_stack          ("stack", architect)
    favor               ("favor", noble)
    visit_state_action  ("none",), ("top",), ("bottom",)
    event_state_action  ("state", action), ("stop",)
    store               ("store", plot, good, place, colour); place and colour are "none" without a cube
    building            ("building", plan, site)
    staff               ("from", "plaza" or noble); without staff_must_use_own first ("use", n)
    decree              ("decree", decree)
    second_decree       ("no",), ("yes",)
    follow              ("follow", "no" or "top" or "bottom" or "noble")
    pile_cube           ("cube", colour)
    draw                ("deck", type)
    church_discard      ("stop",), ("discard", tile)
    period_discard      ("stop",), ("discard", card)
    period_reward       ("reward", card)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import count
from typing import Any, Self

from .slow_scoring import Scoring
from .slow_table import GOODS, NOBLES, STOP, TYPES, Option, Player, Rows, Steps, opcodes

STATE_POSITIONS = ("top", "bottom")
Goods = dict[str, int]


class SlowGame(Scoring):
    """A game of Lisboa."""

    def __init__(
        self,
        players: int,
        parameters: Mapping[str, Any],
        tables: Mapping[str, Rows],
        deal: Mapping[str, Any],
        ask_single: bool = True,
    ) -> None:
        """Set up a game and go to its first decision.

        Args:
            players: 2 to 4.
            parameters: The value of every parameter.
            tables: The rows of every table by its name.
            deal: What chance decides. `cubes`: colours by place, for the places in use; `streets`: scoring tile by
                good; `buildings` and `plans`: the stack of each architect, top first; `favors` and `start_plans`: one
                by seat; `clergy`: the bag, first drawn first; `returns`: where a tile that goes back into the bag
                comes to lie, a list of numbers or a function without arguments (0: drawn next; taken modulo the
                tiles in the bag plus one; at the end if there is no such entry); `hands`: five blue cards by seat;
                `red` and `brown`: the display deck of each type, top first; `purple`: the deck, top first;
                `decrees`: the pile, top first.
            ask_single: Whether decisions with one option are asked as well (L99 leaves it open).
        """
        super().__init__(players, parameters, tables, deal, ask_single)
        self.run(self.whole_game())

    # deciding

    def run(self, steps: Steps) -> None:
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
        """Return what the player may choose."""
        return list(self._options)

    def apply(self, option: Option) -> None:
        """Choose an option and go on to the next decision."""
        if option not in self._options:
            raise ValueError(f"{option} is no option at {self.point}: {self._options}")
        self._advance(option)

    # the course of the game

    def whole_game(self) -> Steps:
        """L10, L21, L86 to L88."""
        yield from self.choose_start_tiles()
        self.refill_track()
        yield from self.take_turns()

    def take_turns(self) -> Steps:
        """L21, L86 to L88: from the turn at hand to the end of the game."""
        first = self.turn
        for self.turn in count(first):
            self.active = (self.turn - 1) % len(self.players)
            yield from self.take_turn(self.players[self.active])
            if self.period == 1:
                if self.period_ends("period1_end_sets"):
                    yield from self.change_period()
            elif self.last_round is None and self.period_ends("game_end_sets"):
                self.last_round = self.round + self.number("extra_rounds")
            if self.last_round == self.round and self.active == len(self.players) - 1:
                break
        self.final_scoring()

    @property
    def round(self) -> int:
        """L88: counted by seat."""
        return 1 + (self.turn - 1) // len(self.players)

    def choose_start_tiles(self) -> Steps:
        """L10."""
        for player in self.players:
            drawn = [self.bag.pop(0) for _ in range(self.setup["start_clergy_drawn"])]
            _, kept = yield from self.ask("start_clergy", player, [("tile", tile) for tile in drawn])
            drawn.remove(kept)
            player.clergy.append(kept)
            for tile in drawn:
                self.return_to_bag(tile)

    def take_turn(self, player: Player) -> Steps:
        """L21."""
        self.dock(player)
        yield from self.main_decision(player)
        yield from self.draw(player)
        yield from self.upkeep()

    def dock(self, player: Player) -> None:
        """L22."""
        for ship in player.ships:
            if ship.at_sea:
                self.unload(ship)

    def draw(self, player: Player) -> Steps:
        """L24 (`draw_rule`)."""
        while len(player.hand) < self.setup["hand_size"]:
            options: list[Option] = [("deck", kind) for kind in TYPES if self.decks[kind]]
            if not options:
                return
            _, kind = yield from self.ask("draw", player, options)
            player.hand.append(self.decks[kind].pop(0))
            if self.rule["draw_rule"] == "one_card":
                return

    def upkeep(self) -> Steps:
        """L25."""
        if self.church_pending:
            yield from self.score_church()
        self.church_scored = False
        self.refill_track()
        self.refill_decrees()
        self.tiles_shown = dict.fromkeys(self.tiles_shown, True)
        self.offer_shown = dict.fromkeys(self.offer_shown, True)

    def period_ends(self, sets: str) -> bool:
        """L86, L88 (`set_trigger_scope`, `third_deck_trigger`)."""
        any_player = self.rule["set_trigger_scope"] == "any_player"
        counted = self.players if any_player else [self.players[self.active]]
        by_sets = any(player.sets >= self.setup[sets] for player in counted)
        by_decks = sum(not deck for deck in self.decks.values()) >= self.number("third_deck_trigger")
        name = "trigger_period1" if self.period == 1 else "trigger_game"
        self.counts[f"{name}_sets"] += by_sets
        self.counts[f"{name}_decks"] += by_decks
        return by_sets or by_decks

    def change_period(self) -> Steps:
        """L87 (`period_change_first`)."""
        self.counts["turns_period1"] = self.turn
        self.period = 2
        for deck in self.decks.values():
            self.boxed["cards"] += deck
            deck.clear()
        for player in self.players:
            self.change_wigs(player, self.set_wigs * player.sets, "sets_period1")
        self.boxed["ships"] += self.yard
        self.yard = self.new_ships(2)
        for player in self.clockwise(self.active if self.rule["period_change_first"] == "active" else 0):
            yield from self.exchange_hand(player)
        self.boxed["cards"] += self.purple
        self.purple = []
        self.decks, self.brown = self.brown, {kind: [] for kind in TYPES}
        self.refill_track()
        self.refill_decrees()

    def exchange_hand(self, player: Player) -> Steps:
        """L87 (4)."""
        discarded: list[int] = []
        while True:
            cards: list[Option] = [("discard", card) for card in player.hand]
            choice = yield from self.ask("period_discard", player, [STOP, *cards])
            if choice == STOP:
                break
            player.hand.remove(choice[1])
            discarded.append(choice[1])
            self.boxed["cards"].append(choice[1])
        for noble in NOBLES:
            able = [c for c in discarded if self.cards[c]["type"] == noble and ":-" not in self.cards[c]["bottom"]]
            if able:
                _, card = yield from self.ask("period_reward", player, [("reward", card) for card in able])
                yield from self.resolve(player, self.cards[card]["bottom"], "card_reward")
        while len(player.hand) < self.setup["hand_size"] and self.purple:
            player.hand.append(self.purple.pop(0))

    # the main decision (L23)

    def main_decision(self, player: Player) -> Steps:
        """L23."""
        if not player.hand:
            return
        options: list[Option] = [("main", card, mode) for card in player.hand for mode in self.modes(player, card)]
        _, card, mode = yield from self.ask("main", player, options)
        player.hand.remove(card)
        self.counts[f"main_{mode}"] += 1
        if mode in ("sell", "trade"):
            yield from self.to_portfolio(player, card)
            yield from self.sell(player) if mode == "sell" else self.trade(player)
            return
        self.boxed["cards"].append(card)
        if mode == "gold":
            self.gain_good(player, "gold")
        elif mode == "visit":
            yield from self.visit(player, self.cards[card]["type"])
        else:
            yield from self.event(player, self.cards[card]["event"])

    def modes(self, player: Player, card: int) -> Iterator[str]:
        """L23: the legal modes of a card."""
        kind = self.cards[card]["type"]
        yield "gold"
        after = list(self.after_goods(player, self.cards[card]["bottom"]))
        if self.may_sell(player, kind) and any(any(goods.values()) for goods in after):
            yield "sell"
        if any(self.may_trade(player, goods) for goods in after):
            yield "trade"
        if kind != "treasury" and self.may_visit(player, kind):
            yield "visit"
        if kind == "treasury" and self.may_sponsor(player, self.cards[card]["event"]):
            yield "event"

    def after_goods(self, player: Player, cell: str) -> Iterator[Goods]:
        """L23: the warehouses that the good opcodes of a cell can leave."""
        warehouses: list[Goods] = [dict(player.goods)]
        for opcode in opcodes(cell):
            if not opcode.startswith("good:"):
                continue
            _, kind, n = opcode.split(":")
            for _ in range(abs(int(n))):
                step = 1 if int(n) > 0 else -1
                warehouses = [new for goods in warehouses for new in self.one_good(player, goods, kind, step)]
        yield from warehouses

    def one_good(self, player: Player, goods: Goods, kind: str, step: int) -> list[Goods]:
        """The warehouses after a single gain or loss; the same one if it is impossible."""
        able = []
        for good in GOODS if kind == "any" else (kind,):
            left = self.supply[good] - (goods[good] - player.goods[good])
            if goods[good] if step < 0 else left > 0 and goods[good] < self.warehouse(player):
                able.append(goods | {good: goods[good] + step})
        return able or [goods]

    def may_sell(self, player: Player, kind: str) -> bool:
        """L23: some way of making room leaves a ship in port."""
        in_port = [ship for owner in self.players for ship in owner.ships if not ship.at_sea]
        cards = self.must_discard(player, upper=kind != "treasury")
        return any(ship is not card for card in cards for ship in in_port) if cards else bool(in_port)

    def may_trade(self, player: Player, goods: Goods) -> bool:
        """L23, L46."""
        with self.supposing(player, goods=goods):
            return bool(self.trade_options(player, []))

    def may_visit(self, player: Player, noble: str) -> bool:
        """L73."""
        cost = self.visit_cost(player, noble)
        if cost > player.influence + player.wigs:
            return False
        with self.supposing(player, influence=max(0, player.influence - cost)):
            return self.possible(player, self.actions[noble, "noble"])

    def may_sponsor(self, player: Player, cell: str) -> bool:
        """L80."""
        cost = self.event_cost(player)
        if not self.can_pay(player, cost):
            return False
        reis, influence = self.after_paying(player.reis, player.influence, cost)
        with self.supposing(player, reis=reis, influence=influence):
            return any(self.event_opcode_possible(player, opcode) for opcode in opcodes(cell))

    def event_opcode_possible(self, player: Player, opcode: str) -> bool:
        """L80."""
        name, _, rest = opcode.partition(":")
        if name == "act":
            return self.possible(player, rest, by_event=True)
        if name == "state":
            return any(self.possible(player, action) for action in self.state_actions)
        return name == "rubble" and bool(self.cubes["pile"])

    # portfolio, selling, trading

    def to_portfolio(self, player: Player, card: int) -> Steps:
        """L30."""
        upper = self.cards[card]["type"] != "treasury"
        if upper:
            yield from self.resolve(player, self.cards[card]["bottom"], "card_reward")
        else:
            self.gain_reis(player, self.treasury_value)
            self.move_treasury(self.treasury_moves["treasury_card_to_portfolio"])
            self.counts["treasury_to_portfolio"] += 1
        yield from self.make_room(player, upper)
        if upper:
            player.upper.append(card)
        else:
            player.lower.append(card)

    def sell_options(self, player: Player) -> list[Option]:
        """L41."""
        return [
            ("sell", good, owner.seat, ship.name)
            for good in self.held(player)
            for owner in self.players
            for ship in owner.ships
            if not ship.at_sea
        ]

    def sell(self, player: Player) -> Steps:
        """L41 to L44."""
        sold = 0
        while options := self.sell_options(player) + [STOP] * (sold > 0):
            choice = yield from self.ask("sell", player, options)
            if choice == STOP:
                break
            _, good, owner, name = choice
            ship = next(ship for ship in self.players[owner].ships if ship.name == name)
            self.sell_one(player, good, self.players[owner], ship)
            sold += 1
        self.counts["goods_sold"] += sold
        if sold:
            yield from self.fire(player, "sell")

    def sell_one(self, player: Player, good: str, owner: Player, ship: Any) -> None:
        """L42, L43 (`price_rise_on_sail`)."""
        extra = self.power(player, "sale:all") + self.power(player, f"sale:{good}")
        player.goods[good] -= 1
        ship.cargo.append(good)
        self.gain_reis(player, self.prices[good] + ship.modifier + extra)
        if len(ship.cargo) == ship.hull:
            ship.at_sea = True
            self.change_wigs(owner, ship.hull, "ships_sailed")
            for aboard in ship.cargo:
                self.move_price(aboard, self.number("price_rise_on_sail"))

    def trade_options(self, player: Player, used: list[str]) -> list[Option]:
        """L46."""
        options: list[Option] = []
        for good in self.held(player):
            with self.supposing(player, goods=player.goods | {good: player.goods[good] - 1}):
                for action in self.state_actions:
                    accepted = (self.noble_of[action], good) in self.accepts
                    if accepted and action not in used and self.possible(player, action):
                        options.append(("trade", good, action))
        return options

    def trade(self, player: Player) -> Steps:
        """L45 to L48 (`trade_payment`)."""
        upfront = self.rule["trade_payment"] == "upfront"
        used: list[str] = []
        while len(used) < 2 and (options := self.trade_options(player, used) + [STOP] * len(used)):
            choice = yield from self.ask("trade", player, options)
            if choice == STOP:
                break
            _, good, action = choice
            self.give_back(player, good)
            used.append(action)
            if not upfront:
                yield from self.perform(player, action)
        for action in used if upfront else []:
            if self.possible(player, action):
                yield from self.perform(player, action)

    # the court

    def visit(self, player: Player, noble: str) -> Steps:
        """L71 to L75."""
        self.pay_visit(player, self.visit_cost(player, noble))
        yield from self.fire(player, "visit")
        able: list[Option] = [
            (position,) for position in STATE_POSITIONS if self.may_add(player, noble, self.actions[noble, position])
        ]
        (position,) = yield from self.ask("visit_state_action", player, [("none",), *able])
        if position != "none":
            yield from self.perform(player, self.actions[noble, position])
        action = self.actions[noble, "noble"]
        if self.possible(player, action):
            yield from self.perform(player, action)
        else:
            self.counts["noble_action_lost"] += 1
        yield from self.let_follow(player, noble)

    def may_add(self, player: Player, noble: str, action: str) -> bool:
        """L49, L74 (`noble_action_impossible`)."""
        if not self.possible(player, action):
            return False
        if self.rule["noble_action_impossible"] == "skip":
            return True
        twin = self.twin()
        actor = twin.players[player.seat]
        twin.run(twin.perform(actor, action))
        while twin.point:
            twin.apply(twin.options()[0])
        return twin.possible(actor, self.actions[noble, "noble"])

    def twin(self) -> Self:
        """A copy of the table on which something can be tried."""
        twin = object.__new__(type(self))
        twin.__dict__.update(deepcopy({name: value for name, value in self.__dict__.items() if name != "_steps"}))
        return twin

    def let_follow(self, visitor: Player, noble: str) -> Steps:
        """L76, L77 (`follower_limit`)."""
        followers, limit = 0, self.number("follower_limit")
        for player in self.clockwise(visitor.seat)[1:]:
            positions = self.follow_positions(player, noble)
            if not positions or (limit and followers == limit):
                continue
            options: list[Option] = [("follow", position) for position in ("no", *positions)]
            _, position = yield from self.ask("follow", player, options)
            if position == "no":
                continue
            followers += 1
            self.move_favor(player, noble, -1)
            self.pay_visit(player, self.visit_cost(player, noble))
            action = self.actions[noble, position]
            self.counts["follow"] += 1
            self.counts[f"follow_{action}"] += 1
            yield from self.perform(player, action)
            yield from self.fire(player, "follow")

    def move_favor(self, player: Player, noble: str, n: int) -> None:
        """A favor between a player and the portrait."""
        player.favors[noble] += n
        self.portraits[noble] -= n

    def follow_positions(self, player: Player, noble: str) -> list[str]:
        """L76: the actions that are possible after returning the favor and paying."""
        cost = self.visit_cost(player, noble)
        if not player.favors[noble] or cost > player.influence + player.wigs:
            return []
        self.move_favor(player, noble, -1)
        with self.supposing(player, influence=max(0, player.influence - cost)):
            able = [p for p in (*STATE_POSITIONS, "noble") if self.possible(player, self.actions[noble, p])]
        self.move_favor(player, noble, 1)
        return able

    def event_cost(self, player: Player) -> int:
        """L79."""
        return max(0, self.treasury_value - self.power(player, "discount:event"))

    def event(self, player: Player, cell: str) -> Steps:
        """L79 (`event_treasury_move`)."""
        self.counts["event"] += 1
        self.pay(player, self.event_cost(player))
        yield from self.resolve(player, cell, "event")
        self.move_treasury(self.number("event_treasury_move"))

    # what can be seen

    def state(self) -> dict[str, Any]:
        """Return everything on and beside the table."""
        return {
            "period": self.period,
            "turn": self.turn,
            "round": self.round,
            "active": self.active,
            "last_round": self.last_round,
            "church_pending": self.church_pending,
            "over": self.over,
            "scores": list(self.scores),
            "ranks": list(self.ranks),
            "shares": list(self.shares),
            "players": [self.picture(player) for player in self.players],
            "supply": dict(self.supply),
            "prices": dict(self.prices),
            "treasury": self.treasury,
            "cardinal": self.cardinal,
            "track": list(self.track),
            "clergy_bag": list(self.bag),
            "offices": {noble: list(office) for noble, office in self.offices.items()},
            "portraits": dict(self.portraits),
            "stores": dict(self.stores),
            "sites": dict(self.sites),
            "cubes": {place: sorted(cubes) for place, cubes in self.cubes.items()},
            "cubes_boxed": {colour: n for colour, n in self.cubes_boxed.items() if n},
            "city_tiles": dict(self.city_tiles),
            "streets": dict(self.streets),
            "building_stacks": {architect: list(stack) for architect, stack in self.stacks.items()},
            "building_offers": {a: self.stacks[a][0] if self.offered(a) else None for a in self.stacks},
            "plan_stacks": {architect: list(stack) for architect, stack in self.plan_stacks.items()},
            "decks": {kind: list(deck) for kind, deck in self.decks.items()},
            "purple": list(self.purple),
            "brown": {kind: list(deck) for kind, deck in self.brown.items()},
            "face_up_decrees": list(self.face_up),
            "decree_pile": list(self.decree_pile),
            "shipyard": [ship.name for ship in self.yard],
            "boxed": {
                kind: sorted(piece.name if kind == "ships" else piece for piece in pieces)
                for kind, pieces in self.boxed.items()
            },
        }

    def picture(self, player: Player) -> dict[str, Any]:
        """What belongs to a player."""
        return {
            "wigs": player.wigs,
            "log": {category: n for category, n in player.log.items() if n},
            "reis": player.reis,
            "influence": player.influence,
            "goods": dict(player.goods),
            "board": player.board,
            "plaza": player.plaza,
            "houses": player.houses,
            "cubes": dict(player.cubes),
            "sets": player.sets,
            "markers": player.markers,
            "markers_used": player.markers_used,
            "favors": dict(player.favors),
            "clergy": list(player.clergy),
            "plans": list(player.plans),
            "completed": list(player.completed),
            "decrees": list(player.decrees),
            "upper": [card for card in player.upper if isinstance(card, int)],
            "ships": {ship.name: {"cargo": list(ship.cargo), "at_sea": ship.at_sea} for ship in player.ships},
            "lower": list(player.lower),
            "hand": list(player.hand),
            "portfolio_influence": self.portfolio_influence(player),
        }
