"""Functions of one's own: they play, are compiled once, and every mistake is said in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import strategies
from simcore.engine import simulate
from simcore.errors import InputError, StrategyError
from simcore.games.mercado.state import COIN, OPEN
from simcore.registry import find_game

ROOT = Path(__file__).parents[2]
MERCADO = find_game("mercado")
HEAD = """\
from simcore.games.mercado.features import score
from simcore.options import any_option, count, nth, preferred_option
from strategies import compiled
"""
MISER = """
@compiled(game="mercado", line="never spends")
def miser(s, r, o):
    return nth(o, count(o) - 1)
"""
SPENDER = """
@compiled(game="mercado", line="never spares", weights={"is_open": 1})
def spender(s, r, o):
    score(s, r, o)
    return preferred_option(s, o)
"""
RUN = """\
import sys, strategies
from simcore.engine import simulate
from simcore.registry import find_game
bot = strategies.load("mercado", sys.argv[1])
states, _ = simulate(find_game("mercado"), [bot], 2, 20, 1)
stats = bot.policy.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()), states["acts"][..., 3].sum())
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    path = tmp_path / "bots.py"
    path.write_text(HEAD + MISER + SPENDER, encoding="utf-8")
    return path


def test_functions_play(bots: Path) -> None:
    pool = [strategies.load("mercado", f"{bots}:{name}") for name in ("miser", "spender")]
    assert [(bot.name, bot.level, bot.line) for bot in pool] == [
        ("miser", "user", "never spends"),
        ("spender", "user", "never spares"),
    ]
    assert pool[0].describe()["source"] == "bots.py"
    states, _ = simulate(MERCADO, pool, 2, 400, seed=3, checked=True)
    acts = states["acts"][:, :2]
    is_miser = states["bot"][:, :2] == 0
    assert not acts[is_miser][:, OPEN].any()
    assert acts[~is_miser][:, OPEN].all()
    assert acts[is_miser][:, COIN].all()


def test_compiled_once_and_no_edit_is_overlooked(tmp_path: Path) -> None:
    """A second process finds the compiled function; an edit of the file or of its neighbour is seen."""
    bots, near = tmp_path / "bots.py", tmp_path / "near.py"
    bots.write_text(HEAD + "import near\n" + MISER.replace("nth(", "near.pick("), encoding="utf-8")
    last = "from numba import njit\nfrom simcore.options import nth\n\n@njit\ndef pick(o, n):\n    return nth(o, n)\n"
    near.write_text(last, encoding="utf-8")

    def run() -> tuple[int, int, int]:
        """Return cache hits, misses, and how many coins were taken in 20 games."""
        words = [sys.executable, "-c", RUN, "bots.py:miser"]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        out = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=True).stdout
        hits, misses, coins = map(int, out.split())
        return hits, misses, coins

    assert run() == (0, 1, 80)  # four coins, and the game is passed out
    assert run() == (1, 0, 80)
    near.write_text(last.replace("nth(o, n)", "nth(o, 0 * n)"), encoding="utf-8")
    hits, misses, coins = run()
    assert (hits, misses) == (0, 1)
    assert coins < 80
    bots.write_text(bots.read_text(encoding="utf-8").replace("near.pick(", "nth("), encoding="utf-8")
    assert run() == (0, 1, 80)


def test_an_exception_in_play_names_strategy_and_game(bots: Path) -> None:
    body = "if s.turns > 3:\n        raise ValueError('tired')\n    return any_option(s, o)"
    bots.write_text(f"{HEAD}@compiled(game='mercado', line='')\ndef wrong(s, r, o):\n    {body}\n", encoding="utf-8")
    wrong = strategies.load("mercado", f"{bots}:wrong")
    with pytest.raises(StrategyError, match=r"strategy 'wrong' \(.*bots\.py\) in game 0, .*raised ValueError: tired"):
        simulate(MERCADO, [wrong], 2, 10, seed=3)


def test_files_next_to_each_other_and_of_the_same_name(tmp_path: Path) -> None:
    """Two folders may both have a `near.py`: each file gets its own."""
    for folder, which in (("first", "0"), ("last", "count(o) - 1")):
        (tmp_path / folder).mkdir()
        near = (
            f"from numba import njit\nfrom simcore.options import count\n\n@njit\ndef which(o):\n    return {which}\n"
        )
        (tmp_path / folder / "near.py").write_text(near, encoding="utf-8")
        text = HEAD + "import near\n" + MISER.replace("count(o) - 1", "near.which(o)")
        (tmp_path / folder / "bots.py").write_text(text, encoding="utf-8")
    first, last = (strategies.load("mercado", f"{tmp_path / folder / 'bots.py'}:miser") for folder in ("first", "last"))
    for bot, coins in ((first, False), (last, True)):
        states, _ = simulate(MERCADO, [bot], 2, 10, seed=3)
        assert (states["acts"][:, :2, COIN] == 2).all() == coins


def refusal(path: Path, name: str) -> str:
    """Return the error of a strategy, which is one line that names the file."""
    with pytest.raises(InputError) as caught:
        strategies.load("mercado", f"{path}:{name}")
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(str(path))
    return message


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return nosuch(s)", "TypingError: NameError: name 'nosuch' is not defined"),
        ("return s.coyns[0]", "there is no field 'coyns'"),
        ("return score(s, r)", "TypingError: Cannot bind 'args=(record, record)"),
        ("return 'x'", "TypingError: No conversion from"),
        ("pass", "TypingError: No conversion from none to int64"),
    ],
)
def test_a_function_that_does_not_compile(bots: Path, body: str, said: str) -> None:
    text = f"{HEAD}@compiled(game='mercado', line='')\ndef wrong(s, r, o):\n    {body}\n"
    bots.write_text(text, encoding="utf-8")
    assert f"wrong does not compile: {said}" in refusal(bots, "wrong")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1 / 0", ", line 4: ZeroDivisionError: division by zero"),
        ("import nowhere_at_all", ", line 4: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("def f(:", ", line 4: SyntaxError: invalid syntax"),
        ("exit()", ", line 4: SystemExit"),
        ("print({}['a'])", ", line 4: KeyError: 'a'"),
        ("@compiled(game='mercado')\ndef miser(s, r, o):\n    return 0", ", line 4: TypeError: compiled() missing"),
        ("def miser(s, r, o):\n    return 0", ": miser is no strategy: write @compiled(game='mercado', line=...)"),
        ("@compiled(game='toy', line='')\ndef miser(s, r, o):\n    return 0", ": miser plays toy, not mercado"),
        (MISER.replace("def miser", "def misers"), ": unknown strategy 'miser'; did you mean 'misers'?"),
        (MISER.replace("line=", "weights={'cots': 1}, line="), ": miser: unknown feature of mercado 'cots'; did you"),
        (MISER.replace("line=", "temperature=-1, line="), ": miser: temperature = -1: say a number from 0"),
    ],
)
def test_what_is_refused(bots: Path, text: str, said: str) -> None:
    bots.write_text(HEAD + text, encoding="utf-8")
    assert said in refusal(bots, "miser")


def test_a_file_without_a_name_lists_what_it_defines(bots: Path) -> None:
    with pytest.raises(InputError, match=r"say which strategy, .*bots\.py:NAME \(it defines miser, spender\)"):
        strategies.load("mercado", str(bots))


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.py: no such file of strategies"):
        strategies.load("mercado", f"{tmp_path / 'none.py'}:miser")
