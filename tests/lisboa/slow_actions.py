"""The actions of the slow game: effects, state actions, noble actions, and whether they are possible."""

from __future__ import annotations

from itertools import combinations

from .slow_table import (
    ARCHITECTS,
    CHURCH_INFLUENCE,
    CHURCH_TREASURY,
    COLOURS,
    GOODS,
    MOST_TILES,
    NOBLES,
    RING,
    STOP,
    Answer,
    Option,
    Player,
    Ship,
    Steps,
    Table,
    last_number,
    opcodes,
)


class Actions(Table):
    """Everything that a player may carry out."""

    def ask(self, point: str, player: Player, options: list[Option]) -> Answer:
        """Have a player choose one of the options."""
        if len(options) == 1 and not self.ask_single:
            return options[0]
        self.point, self.seat, self._options = point, player.seat, options
        return (yield)

    # effects (L95)

    def resolve(self, player: Player, cell: str, category: str) -> Steps:
        """Resolve the opcodes of a cell from left to right; category says where wigs come from."""
        for opcode in opcodes(cell):
            yield from self.resolve_one(player, opcode, category)

    def resolve_one(self, player: Player, opcode: str, category: str) -> Steps:
        name, _, rest = opcode.partition(":")
        if name in ("reis", "influence", "portfolio_influence", "wig", "treasury"):
            self.resolve_number(player, name, int(rest or 0), category)
        elif name == "good":
            good, n = rest.split(":")
            yield from self.resolve_good(player, good, int(n))
        elif name == "price":
            good, n = rest.split(":")
            if good == "any":
                _, good = yield from self.ask("price_good", player, [("price", good) for good in GOODS])
            self.move_price(good, int(n))
        elif name == "act":
            if self.possible(player, rest, category == "event"):
                yield from self.perform(player, rest, category == "event")
        elif name == "state":
            yield from self.resolve_state(player, int(rest))
        elif name == "official":
            yield from self.place_officials(player, int(rest))
        else:
            once = {
                "plan": self.take_plan,
                "clergy": self.take_any_tile,
                "favor": self.take_favor,
                "decree": self.take_decree,
                "rubble": self.take_from_pile,
            }[name]
            for _ in range(int(rest)):
                yield from once(player)

    def resolve_number(self, player: Player, name: str, n: int, category: str) -> None:
        """The opcodes without a decision."""
        if name == "reis":
            if n > 0:
                self.gain_reis(player, n)
            else:
                self.lose_reis(player, -n)
        elif name == "influence":
            self.gain_influence(player, n)
        elif name == "portfolio_influence":
            self.gain_influence(player, self.portfolio_influence(player))
        elif name == "treasury":
            self.move_treasury(n)
        elif -n <= player.wigs or self.rule["unpayable_penalty"] == "pay_what_you_can":
            self.change_wigs(player, n, category)

    def resolve_good(self, player: Player, good: str, n: int) -> Steps:
        """Single gains or losses; of any good the owner chooses before each unit."""
        for _ in range(abs(n)):
            chosen = good
            if good == "any":
                able = [g for g in GOODS if self.has_room(player, g)] if n > 0 else self.held(player)
                if not able:
                    return
                point = "gain_good" if n > 0 else "lose_good"
                _, chosen = yield from self.ask(point, player, [("good", g) for g in able])
            if n > 0:
                self.gain_good(player, chosen)
            elif player.goods[chosen]:
                self.give_back(player, chosen)

    def resolve_state(self, player: Player, n: int) -> Steps:
        """L82; only events have this opcode."""
        used: list[str] = []
        for _ in range(n):
            able = [a for a in self.state_actions if a not in used and self.possible(player, a)]
            options: list[Option] = [("state", action) for action in able]
            if used:
                options.append(STOP)
            if not options:
                return
            choice = yield from self.ask("event_state_action", player, options)
            if choice == STOP:
                return
            used.append(choice[1])
            yield from self.perform(player, choice[1])

    def fire(self, player: Player, trigger: str) -> Steps:
        """L49: every own power for an action once."""
        for power in self.powers(player):
            start, _, effect = power.partition("=")
            if start == f"on:{trigger}":
                yield from self.resolve(player, effect, "power")

    # actions in general

    def possible(self, player: Player, action: str, by_event: bool = False) -> bool:
        """L49, L60, L67, L70."""
        if action == "recruit":
            return player.board > 0
        if action == "plan":
            return any(self.plan_stacks.values())
        if action == "ship":
            return bool(self.ship_options(player))
        if action == "produce":
            return bool(self.stores_of(player))
        if action == "cardinal":
            return True
        if action == "favor":
            return bool(self.favor_options(player))
        if action == "decree":
            return bool(self.face_up)
        return bool(self.store_options(player, by_event) if action == "store" else self.building_options(player))

    def perform(self, player: Player, action: str, by_event: bool = False) -> Steps:
        """An action with all its costs, options and triggers (L49, L81)."""
        self.counts[f"act_{action}"] += 1
        if action == "store":
            yield from self.store(player, by_event)
        else:
            steps = {
                "recruit": self.recruit,
                "plan": self.plan,
                "ship": self.ship,
                "produce": self.produce,
                "cardinal": self.move_cardinal,
                "favor": self.take_favor,
                "decree": self.decree,
                "building": self.building,
            }[action]
            yield from steps(player)
        yield from self.fire(player, action)

    # Maia

    def recruit(self, player: Player) -> Steps:
        """L50."""
        yield from self.place_officials(player, 2 + self.power(player, "recruit_extra"))

    def place_officials(self, player: Player, n: int) -> Steps:
        """L50: up to n officials of the board, each in another office."""
        chosen: list[str] = []
        while player.board and len(chosen) < min(n, len(NOBLES)):
            options: list[Option] = [("office", noble) for noble in NOBLES if noble not in chosen]
            if chosen:
                options.append(STOP)
            choice = yield from self.ask("office", player, options)
            if choice == STOP:
                return
            chosen.append(choice[1])
            self.enter_office(player, choice[1])

    def enter_office(self, player: Player, noble: str) -> None:
        """L51."""
        office = self.offices[noble]
        if sum(office) >= self.capacity[noble]:
            leaders = [seat for seat in self.seats if office[seat] == max(office)]
            for seat in leaders[:1] if self.rule["displace"] == "one_leader" else leaders:
                office[seat] -= 1
                self.players[seat].plaza += 1
        player.board -= 1
        office[player.seat] += 1

    def plan(self, player: Player) -> Steps:
        """L52."""
        for _ in range(1 + self.power(player, "plan_extra")):
            yield from self.take_plan(player)

    def take_plan(self, player: Player) -> Steps:
        """L52: the top of a stack."""
        options: list[Option] = [("stack", architect) for architect in ARCHITECTS if self.plan_stacks[architect]]
        if options:
            _, architect = yield from self.ask("plan_stack", player, options)
            player.plans.append(self.plan_stacks[architect].pop(0))

    # Marquis

    def ship_options(self, player: Player) -> list[Option]:
        """L53."""
        if not self.yard:
            return []
        hull, held = self.yard[0].hull, self.held(player)
        cost = max(0, hull - self.power(player, "discount:ship"))
        places: list[tuple[str | tuple[str, int], int]] = [("new", cost)]
        places += [(ship.name, max(0, cost - ship.hull)) for ship in player.ships if ship.hull < hull]
        return [("ship", place, goods) for place, price in places for goods in combinations(held, price)]

    def ship(self, player: Player) -> Steps:
        """L53, L54."""
        _, place, goods = yield from self.ask("ship", player, self.ship_options(player))
        for good in goods:
            self.give_back(player, good)
        new = self.yard.pop(0)
        if place == "new":
            yield from self.make_room(player, upper=True)
        else:
            old = next(ship for ship in player.ships if ship.name == place)
            if self.rule["upgrade_keeps_cargo"] == "yes":
                new.cargo, old.cargo, old.at_sea = old.cargo, [], False
            self.discard(player, old)
        player.upper.append(new)
        self.move_treasury(self.number("ship_treasury_move"))
        self.gain_influence(player, self.portfolio_influence(player))

    def make_room(self, player: Player, upper: bool) -> Steps:
        """L28 (`voluntary_portfolio_discard`)."""
        cards, may_stop = self.must_discard(player, upper), False
        if not cards and self.rule["voluntary_portfolio_discard"] == "yes":
            cards, may_stop = [*player.upper, *player.lower], True
        options: list[Option] = [("ship", *c.name) if isinstance(c, Ship) else ("card", c) for c in cards]
        if not options:
            return
        choice = yield from self.ask("make_room", player, [*options, STOP] if may_stop else options)
        if choice != STOP:
            self.discard(player, cards[options.index(choice)])

    def produce(self, player: Player) -> Steps:
        """L55; where `produce_decline` allows it every good is asked for, in the order of the goods."""
        drawn: list[str] = []
        stored: list[str] = []
        for good in GOODS:
            n = min(sum(g == good for _, g in self.stores_of(player)), self.supply[good])
            if not n:
                continue
            if self.rule["produce_decline"] == "yes":
                choice = yield from self.ask("gain_good", player, [("good", good), ("none",)])
                if choice == ("none",):
                    continue
            drawn.append(good)
            stored += [good for _ in range(n) if self.gain_good(player, good)]
        for _ in range(self.power(player, "produce_extra")):
            options: list[Option] = [("good", good) for good in drawn if self.has_room(player, good)]
            if not options:
                break
            _, good = yield from self.ask("gain_good", player, options)
            self.gain_good(player, good)
        if "produce_noprice" not in self.powers(player):
            for good in drawn:
                if good in stored or self.rule["produce_price_drop"] == "drawn":
                    self.move_price(good, -1)

    def decree(self, player: Player) -> Steps:
        """L70."""
        yield from self.take_decree(player)
        for _ in range(self.number("max_marker_per_decree_action")):
            if not player.markers or not self.face_up:
                return
            choice = yield from self.ask("second_decree", player, [("no",), ("yes",)])
            if choice == ("no",):
                return
            player.markers -= 1
            player.markers_used += 1
            self.counts["marker_used"] += 1
            yield from self.take_decree(player)

    def take_decree(self, player: Player) -> Steps:
        """L70, L95."""
        if self.face_up:
            _, decree = yield from self.ask("decree", player, [("decree", decree) for decree in self.face_up])
            self.face_up.remove(decree)
            player.decrees.append(decree)
            if self.rule["refill_decrees"] == "immediate":
                self.refill_decrees()

    # King

    def move_cardinal(self, player: Player) -> Steps:
        """L56."""
        most = 2 + self.power(player, "cardinal_extra")
        _, steps = yield from self.ask("cardinal", player, [("steps", n) for n in range(1, most + 1)])
        reached = False
        for _ in range(steps):
            self.cardinal = (self.cardinal + 1) % RING
            if self.cardinal == CHURCH_TREASURY:
                self.move_treasury(self.treasury_moves["cardinal_reaches_or_passes_c3"])
            elif self.cardinal == CHURCH_INFLUENCE:
                reached = True
        scores = reached and not self.church_scored
        at_once = scores and self.rule["church_timing"] == "immediate"
        if scores and not at_once:
            self.church_pending = True
        yield from self.take_tile(player, self.beside_cardinal())
        if at_once:
            yield from self.score_church()

    def beside_cardinal(self) -> list[int]:
        """L56: the two tile spaces next to the cardinal."""
        return [(self.cardinal - 1) % RING, self.cardinal]

    def take_any_tile(self, player: Player) -> Steps:
        """L95 (`clergy_reward_source`)."""
        whole = self.rule["clergy_reward_source"] == "whole_track"
        yield from self.take_tile(player, list(range(RING)) if whole else self.beside_cardinal())

    def take_tile(self, player: Player, spaces: list[int]) -> Steps:
        """L56, L57."""
        spaces = [space for space in spaces if self.track[space] is not None]
        if not spaces:
            return
        options: list[Option]
        if len(player.clergy) < MOST_TILES:
            options = [("tile", space) for space in spaces]
        elif self.rule["clergy_at_limit"] == "swap":
            options = [("swap", space, tile) for space in spaces for tile in player.clergy]
            options.append(STOP)
        else:
            return
        choice = yield from self.ask("clergy", player, options)
        if choice == STOP:
            return
        if choice[0] == "swap":
            player.clergy.remove(choice[2])
            self.boxed["clergy"].append(choice[2])
        tile = self.track[choice[1]]
        assert tile is not None
        player.clergy.append(tile)
        self.track[choice[1]] = None
        if self.rule["refill_church"] == "immediate":
            self.refill_track()

    def score_church(self) -> Steps:
        """L83, L84."""
        self.church_pending, self.church_scored = False, True
        self.counts["church_scoring"] += 1
        gained: list[Player] = []
        for player in self.clockwise(self.active):
            discarded = 0
            while True:
                tiles: list[Option] = [("discard", tile) for tile in player.clergy]
                choice = yield from self.ask("church_discard", player, [STOP, *tiles])
                if choice == STOP:
                    break
                discarded += 1
                tile = choice[1]
                player.clergy.remove(tile)
                self.change_wigs(player, self.tiles[tile][1], "church")
                if self.rule["clergy_discard_to"] == "bag":
                    self.return_to_bag(tile)
                else:
                    self.boxed["clergy"].append(tile)
            when = self.rule["church_influence"]
            influence = self.portfolio_influence(player)
            if influence and (when == "always" or (when == "if_discarded" and discarded)):
                self.gain_influence(player, influence)
                gained.append(player)
        for player in gained:
            yield from self.fire(player, "church")

    def favor_options(self, player: Player) -> list[Option]:
        """L58."""
        return [("favor", noble) for noble in NOBLES if self.portraits[noble] and not player.favors[noble]]

    def take_favor(self, player: Player) -> Steps:
        """L58."""
        options = self.favor_options(player)
        if options:
            _, noble = yield from self.ask("favor", player, options)
            self.portraits[noble] -= 1
            player.favors[noble] += 1

    def take_from_pile(self, player: Player) -> Steps:
        """L95, rubble."""
        pile = self.cubes["pile"]
        if pile:
            colours: list[Option] = [("cube", colour) for colour in COLOURS if colour in pile]
            _, colour = yield from self.ask("pile_cube", player, colours)
            pile.remove(colour)
            self.take_cube(player, colour)

    # stores

    def after_reward(self, player: Player, cell: str) -> tuple[int, int]:
        """L60: cash and influence with the reis or influence of a reward."""
        reis, influence = player.reis, player.influence
        for opcode in opcodes(cell):
            if opcode.startswith("reis:"):
                reis = max(0, reis + self.from_bank(last_number(opcode)))
            elif opcode.startswith("influence:"):
                influence = min(10, influence + last_number(opcode))
        return reis, influence

    def lines_of(self, plot: str) -> list[str]:
        """The places of cubes beside a plot."""
        return [f"row{self.plots[plot]['row']}", f"col{self.plots[plot]['col']}"]

    def land_price(self, player: Player, plot: str, by_event: bool) -> int:
        """L63 (`event_pays_treasury_and_land`)."""
        value = 0 if by_event and self.rule["event_pays_treasury_and_land"] == "no" else self.treasury_value
        rubble = sum(self.cube_value[cube] for line in self.lines_of(plot) for cube in self.cubes[line])
        return value + rubble - self.power(player, "discount:store")

    def tile_stack(self, plot: str, good: str) -> str:
        """L16."""
        return good if self.plots[plot]["tile_size"] == "large" else f"small_{good}"

    def tile_available(self, stack: str) -> bool:
        """L14 (`refill_city_tiles`)."""
        return self.city_tiles[stack] > 0 and self.tiles_shown[stack]

    def cube_choices(self, plot: str) -> list[tuple[str, str]]:
        """L60: place and colour of the cubes that may be taken for a plot."""
        places = self.lines_of(plot)
        empty = not any(self.cubes[place] for place in places)
        rule = self.rule["pile_cube_store"]
        if rule == "always" or (rule == "only_if_empty" and empty):
            places.append("pile")
        choices = [(place, colour) for place in places for colour in COLOURS if colour in self.cubes[place]]
        return choices or [("none", "none")]

    def store_options(self, player: Player, by_event: bool = False) -> list[Option]:
        """L60."""
        options: list[Option] = []
        for plot, row in self.plots.items():
            if plot in self.stores or not player.houses:
                continue
            means = self.means(player, *self.after_reward(player, self.plot_reward(plot)))
            price = self.land_price(player, plot, by_event)
            for good in (row["good_left"], row["good_right"]):
                if good == "none" or not self.tile_available(self.tile_stack(plot, good)):
                    continue
                for place, colour in self.cube_choices(plot):
                    off = self.cube_value[colour] if place in self.lines_of(plot) else 0
                    if max(0, price - off) <= means:
                        options.append(("store", plot, good, place, colour))
        return options

    def store(self, player: Player, by_event: bool) -> Steps:
        """L59 to L65."""
        choice = yield from self.ask("store", player, self.store_options(player, by_event))
        _, plot, good, place, colour = choice
        stack = self.tile_stack(plot, good)
        self.city_tiles[stack] -= 1
        self.tiles_shown[stack] = self.rule["refill_city_tiles"] == "immediate"
        player.houses -= 1
        self.stores[plot] = (player.seat, good)
        yield from self.resolve(player, self.plot_reward(plot), "plot_reward")
        if colour in self.cubes.get(place, []):
            self.cubes[place].remove(colour)
            self.take_cube(player, colour)
        price = max(0, self.land_price(player, plot, by_event))
        self.counts["store_cost"] += price
        self.pay(player, price)
        self.move_treasury(self.treasury_moves["store_built"])
        for site in self.sites:
            self.score_served(site, plot)

    # public buildings

    def staff_price(self, player: Player) -> int:
        """L69 (`hire_price`)."""
        rule = self.rule["hire_price"]
        value = self.treasury_value if rule == "treasury" else int(rule)
        return max(0, value - self.power(player, "discount:hire"))

    def staff_needed(self, player: Player, plan: int) -> int:
        """L69."""
        return max(0, self.plan_cards[plan][2] - self.power(player, "discount:staff"))

    def placed(self, player: Player) -> dict[str, int]:
        """Own officials in the plaza and the offices."""
        return {"plaza": player.plaza} | {noble: self.offices[noble][player.seat] for noble in NOBLES}

    def offered(self, architect: str) -> bool:
        """L67, L68 (`refill_building_offer`)."""
        return bool(self.stacks[architect]) and self.offer_shown[architect]

    def building_options(self, player: Player) -> list[Option]:
        """L67."""
        own, price = sum(self.placed(player).values()), self.staff_price(player)
        options: list[Option] = []
        for plan in player.plans:
            architect = self.plan_cards[plan][1]
            if not self.offered(architect):
                continue
            cost = price * max(0, self.staff_needed(player, plan) - own)
            for site, row in self.site_rows.items():
                if site not in self.sites and cost <= self.means(player, *self.after_reward(player, row["reward"])):
                    options.append(("building", plan, site))
        return options

    def building(self, player: Player) -> Steps:
        """L68."""
        _, plan, site = yield from self.ask("building", player, self.building_options(player))
        architect = self.plan_cards[plan][1]
        self.sites[site] = (self.stacks[architect].pop(0), player.seat)
        self.offer_shown[architect] = self.rule["refill_building_offer"] == "immediate"
        for colour in self.cubes[site]:
            self.take_cube(player, colour)
        self.cubes[site] = []
        yield from self.resolve(player, self.site_rows[site]["reward"], "site_reward")
        yield from self.staff(player, plan)
        player.plans.remove(plan)
        player.completed.append(plan)
        self.move_treasury(self.treasury_moves["building_opened"])
        for plot in self.stores:
            self.score_served(site, plot)

    def staff(self, player: Player, plan: int) -> Steps:
        """L69 (`staff_must_use_own`)."""
        need = self.staff_needed(player, plan)
        most = min(need, sum(self.placed(player).values()))
        use = most
        if self.rule["staff_must_use_own"] == "no":
            price = self.staff_price(player)
            able = [n for n in range(most + 1) if self.can_pay(player, price * (need - n))] or [most]
            _, use = yield from self.ask("staff", player, [("use", n) for n in able])
        for _ in range(use):
            options: list[Option] = [("from", place) for place, n in self.placed(player).items() if n]
            _, place = yield from self.ask("staff", player, options)
            if place == "plaza":
                player.plaza -= 1
            else:
                self.offices[place][player.seat] -= 1
            player.board += 1
        cost = (need - use) * self.staff_price(player)
        self.counts["hire_cost"] += cost
        self.pay(player, cost)
