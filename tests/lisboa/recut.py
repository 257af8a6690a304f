"""The two games in lockstep where one of them asks in one question what the other asks in several.

`produce_decline`: the compiled game asks once for all goods, the slow one good by good. `clergy_at_limit`: the compiled
game asks for the tile on the track and then for the own one that goes, the slow one for the pair. `staff_must_use_own`:
the compiled game asks for one official after the other until stop, the slow one first asks how many.
"""

from __future__ import annotations

from typing import Any

from simcore.games.lisboa.describe import GAME

from .lockstep import Chooser, Lockstep
from .position import Game
from .rules_in_use import CUT_OTHERWISE
from .slow_game import SlowGame
from .slow_table import STOP, Option

NO_GOOD = ("none",)
PARAMETERS = GAME.parameters()


class Recut(Lockstep):
    """Two games whose questions are cut differently; the slow one's are answered."""

    def __init__(self, game: Game, slow: SlowGame, where: str) -> None:
        self.produced: list[str] = []
        self.able, self.used, self.use = set[int](), 0, 0  # how many officials may work, do already, and shall
        super().__init__(game, slow, where)

    @property
    def declining(self) -> bool:
        """Whether the slow game asks for a good to be left out."""
        return self.slow.point == "gain_good" and NO_GOOD in self.slow.options()

    def is_aligned(self) -> bool:
        """Whether both games ask the same seat for the same."""
        if self.game.point == "produce" or self.declining:
            return self.game.point == "produce" and self.declining and self.game.seat == self.slow.seat
        return super().is_aligned()

    def skip(self) -> None:
        """Take a decision that only the compiled game asks, or asks only now."""
        if self.game.point != "produce":
            super().skip()
            return
        said = {frozenset(option[1]): action for option, action in self.game.said().items()}
        self.game.do(said[frozenset(self.produced)])
        self.produced = []

    def take(self, option: Option) -> None:
        """Decide, and compare."""
        deed = {"use": self.use_officials, "swap": self.swap}.get(option[0])
        if self.declining:
            self.slow.apply(option)
            self.produced += option[1:]
            if self.declining:
                return
        elif deed:
            deed(option)
        else:
            self.used += option[0] == "from"
            self.both(option, self.game.said()[option])
        self.dismiss()
        self.compare(option)

    def use_officials(self, option: Option) -> None:
        """The slow game is told how many officials work; the compiled one not yet."""
        self.able = {n for _, n in self.slow.options()}
        self.used, self.use = 0, option[1]
        self.slow.apply(option)

    def dismiss(self) -> None:
        """No further official of one's own works, if enough do."""
        if self.able and self.used == self.use:
            if self.use < max(self.able):
                self.game.do(self.game.said()[STOP])
            self.able = set()

    def swap(self, option: Option) -> None:
        """One tile against another."""
        _, space, own = option
        self.game.do(self.game.said()["tile", space])
        assert set(self.game.said()) == {("discard", tile) for word, _, tile in pairs_of(self.slow) if word == "swap"}
        self.both(option, self.game.said()["discard", own])

    def same_options(self, said: set[Option], told: set[Option]) -> bool:
        """Whether the options come to the same."""
        if self.declining:
            return {good for option in said for good in option[1]} >= {option[1] for option in told - {NO_GOOD}}
        if any(option[0] == "use" for option in told):
            places = {place for place, n in self.slow.placed(self.slow.players[self.slow.seat]).items() if n}
            return said == {("from", place) for place in places} | ({STOP} if ("use", 0) in told else set())
        if any(option[0] == "swap" for option in told):
            return said == {("tile", option[1]) for option in told - {STOP}} | {STOP}
        if self.able:
            return said == told | ({STOP} if self.used in self.able else set())
        return super().same_options(said, told)

    def play(self, chooser: Chooser) -> Game:
        """Play both games to the end."""
        while not self.slow.over:
            self.take(chooser.random.choice(self.slow.options()))
        assert self.game.s["over"]
        return self.game


def pairs_of(slow: SlowGame) -> list[tuple[Any, ...]]:
    """The options with two arguments."""
    return [option for option in slow.options() if len(option) == 3]


def replay(seed: int, players: int, rules: dict[str, Any], book: Any = None) -> Game:
    """Play a random game twice."""
    cut = any(
        str(rules.get(name, p.default)) != str(p.default) for name, p in PARAMETERS.items() if name in CUT_OTHERWISE
    )
    return (Recut if cut else Lockstep).of_a_deal(seed, players, rules, book).play(Chooser(seed))
