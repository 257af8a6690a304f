"""The commented study that `gaiola new` writes."""

from __future__ import annotations

import re

from simcore.components import Parameter
from simcore.game import Game

TEMPLATE = """# A study of {title}. Run it with: gaiola study FILE
# Every key but game may be left out; the values given here are the defaults.

title = "How is {title} balanced?"
game = "{name}"
players = {players}          # player counts
games = 100_000              # games a player count
seed = 1755
# strategies = ["...", "..."]     # the pool; all archetypes and balanced if left out (gaiola strategies {name})
skill_marks = true           # beside the pool, tables of equal skill: random, greedy, balanced
# sample = 0.05              # share of games whose rounds and items are recorded; about 20,000 games if left out
check = false                # test the rules' invariants after every action (slow)
# components = "my_tables"        # folder of edited tables (gaiola components export {name} my_tables)

# Line-ups by hand, instead of strategies:
# [[lineups]]
# seats = ["...", "..."]
# rotate = true

[rules]                      # parameters of the game{page}
{rules}

# Variants to compare, each with rules, components or strategies of its own:
# [arms.NAME]
# rules = {{ {example} }}

{effects}[report]
# threshold = 0.02           # a seat within 2 points of its fair share counts as fair; 0.015 for more than 2 players
# item_threshold = 0.01
"""

EFFECTS = """# What a decision causes, by playing on from it in several branches:
# [effects]
# moment = "{name}"    # {known}
# games = 0.1                # share of the games that are forked
# rollouts = 8               # how often each branch is played on

"""


def study_template(game: Game) -> str:
    """Return a commented study of a game."""
    parameters = [p for p in game.parameters().values() if len(p.values) > 1]
    rules = "\n".join(map(_rule, parameters)) or "# this game has none"
    example = next((f"{p.name} = {_toml(p.values[-1])}" for p in parameters), "")
    known = [moment.name for moment in game.moments]
    effects = EFFECTS.format(name=known[0], known=", ".join(known)) if known else ""
    page = f"; paragraphs such as M1: docs/games/{game.name}.md" if re.search(r"\bM\d", rules) else ""
    return TEMPLATE.format(
        title=game.title, name=game.name, players=list(game.players), rules=rules, page=page, example=example,
        effects=effects,
    )  # fmt: skip


def _rule(parameter: Parameter) -> str:
    values = ", ".join(map(str, parameter.values))
    return f"# {parameter.name} = {_toml(parameter.default)}    # {values}: {parameter.note}"


def _toml(value: int | str) -> str:
    return str(value) if isinstance(value, int) else f'"{value}"'
