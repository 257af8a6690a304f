"""The descriptor of a game: everything the engine, analysis and reports know about it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simcore import cache
from simcore.components import Parameter, RuleBook, TableSpec, read_parameters, read_rulebook
from simcore.errors import InputError
from simcore.records import Kernel
from simcore.streams import CHANCE

ROOMS = ("rules", "features", "check", "ledger")
RIVAL = "rival"  # of a fact of items: what the best other item on display would have brought, -1 without one
PART = "part"  # of a fact of items: part of the game in which it was taken, from 1
STAGE = "stage"  # of a stock: the part of the game that a round has ended in, from 1
ROLES = (RIVAL, PART, STAGE)


@dataclass(frozen=True)
class Named:
    """A thing a game declares, with the words a report uses for it.

    Attributes:
        name: column-safe name.
        label: short words for tables and charts.
        meaning: one line.
        role: what the analysis may take it for, one of `ROLES`; "" for nothing beyond its name.
    """

    name: str
    label: str
    meaning: str = ""
    role: str = ""


@dataclass(frozen=True)
class Rate:
    """How often a kind of action is chosen when it is asked for.

    Attributes:
        name: column-safe name.
        label: short words for tables and charts.
        kind: name of the kind of actions.
        point: name of the decision point.
    """

    name: str
    label: str
    kind: str
    point: str


@dataclass(frozen=True)
class Item:
    """Something a player can take: a stand, a card, a law.

    Attributes:
        name: unique in the game.
        kind: name of its item kind.
        label: short words for tables and charts.
        provenance: of the component that it is.
        short: fewer words, for charts of many items; the label if empty.
    """

    name: str
    kind: str
    label: str
    provenance: str = ""
    short: str = ""


@dataclass(frozen=True)
class Contrast:
    """A comparison of two branches of a moment.

    Attributes:
        name: column-safe name.
        label: short words for tables and charts.
        branch: name of a branch.
        against: name of the branch it is compared with.
    """

    name: str
    label: str
    branch: str
    against: str


@dataclass(frozen=True)
class Moment:
    """A kind of decision where a game can be forked: played on from there in several branches.

    Attributes:
        name: column-safe name.
        label: short words for tables and charts.
        item_kind: name of the item kind that is at stake.
        branches: what is made to happen, in the order of their numbers.
        most: the most items a game can have at stake in moments of this kind.
        part: what it means that a seat took part, such as "voted for it".
        contrasts: which branches are compared.
        tested: groups of seats whose chance to win is tested for every item: did (those who took part), leader, last.
    """

    name: str
    label: str
    item_kind: str
    branches: tuple[Named, ...]
    most: int
    part: str
    contrasts: tuple[Contrast, ...]
    tested: tuple[str, ...] = ("did", "leader", "last")


def drawn_streams(before: Any, after: Any, rules: Any) -> Mapping[str, Any]:
    """Return which chance streams were drawn from: all that can be said of chance without knowing the game."""
    drawn = np.flatnonzero(before["rng"][CHANCE:] != after["rng"][CHANCE:]).tolist()
    return {"streams": drawn} if drawn else {}


@dataclass(frozen=True)
class Game:
    """A game, as the rest of the house sees it.

    Attributes:
        name: as on the command line.
        title: as printed on the box.
        version: rises when results change.
        package: the Python package that holds its rooms.
        players: player counts.
        tables: its component tables.
        kinds: kinds of actions, in the order of their numbers.
        points: decision points, in the order of their numbers.
        categories: score categories; they add up to the score.
        stocks: what is counted at round ends.
        item_kinds: kinds of items; ``meaning`` says what "brought" counts.
        end_reasons: in the order of their numbers.
        features: what a heuristic may see of an option.
        max_decisions: decisions after which a game counts as endless.
        unit: what scores count, in the plural.
        seat_word: what the first seat is, such as "start player".
        items: lists the items of a rule book.
        make_rules: builds the rules record of a rule book for a player count.
        describe_action: names an action in words: (state, rules, action) -> text.
        action_arguments: names its arguments: (state, rules, action) -> mapping.
        describe_state: a readable picture of a state, hidden parts included.
        state_json: the full state under the names of the specification.
        check_tables: raises InputError where tables contradict the rules.
        legend: explains the picture of a state.
        item_facts: further whole numbers that the ledger tells of every item.
        rates: how often something is chosen when asked for.
        seat_parameters: parameters with a value a seat, named NAME1, NAME2, ...; such as start values.
        moments: where games can be forked, in the order of their numbers; a game with moments has a room for them.
        chance_json: what chance turned up between two states: (before, after, rules) -> mapping, empty if nothing did.
    """

    name: str
    title: str
    version: str
    package: str
    players: tuple[int, ...]
    tables: tuple[TableSpec, ...]
    kinds: tuple[Named, ...]
    points: tuple[Named, ...]
    categories: tuple[Named, ...]
    stocks: tuple[Named, ...]
    item_kinds: tuple[Named, ...]
    end_reasons: tuple[Named, ...]
    features: tuple[Named, ...]
    max_decisions: int
    unit: str
    seat_word: str
    items: Callable[[RuleBook], tuple[Item, ...]]
    make_rules: Callable[[RuleBook, int], Any]
    describe_action: Callable[[Any, Any, int], str]
    action_arguments: Callable[[Any, Any, int], Mapping[str, Any]]
    describe_state: Callable[[Any, Any], str]
    state_json: Callable[[Any, Any], Mapping[str, Any]]
    check_tables: Callable[[RuleBook], None]
    chance_json: Callable[[Any, Any, Any], Mapping[str, Any]] = drawn_streams
    legend: str = ""
    item_facts: tuple[Named, ...] = ()
    rates: tuple[Rate, ...] = ()
    seat_parameters: tuple[Named, ...] = ()
    moments: tuple[Moment, ...] = ()

    @property
    def components(self) -> Path:
        """The folder of the shipped tables."""
        module = importlib.import_module(self.package)
        return Path(module.__path__[0]) / "components"

    def parameters(self) -> dict[str, Parameter]:
        """Return the rule parameters by name."""
        return read_parameters(self.components)

    def rulebook(self, rules: Mapping[str, object] | None = None, components: Path | None = None) -> RuleBook:
        """Return the rule book for overrides and a folder of edited tables.

        Raises:
            InputError: an override or a table is wrong, or tables contradict the rules.
        """
        book = read_rulebook(self.components, self.tables, rules, components)
        self.check_tables(book)
        return book

    def check_players(self, players: int) -> None:
        """Raise InputError for a player count the game does not have."""
        if players not in self.players:
            raise InputError(f"players = {players}: {self.title} is for {', '.join(map(str, self.players))} players")

    def kernel(self) -> Kernel:
        """Return the compiled functions (compiles them at the first call on a machine)."""
        with cache.keyed_by(self.components.parent):  # a game may come from elsewhere
            for room in (*ROOMS, "moments") if self.moments else ROOMS:
                importlib.import_module(f"{self.package}.{room}")
        kernel: Kernel = importlib.import_module(f"{self.package}.state").kernel
        kernel.compile()
        return kernel
