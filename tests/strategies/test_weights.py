"""Tables of weights: what is read, and what is refused in one line."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import strategies
from simcore.bots import Bot
from simcore.errors import InputError
from simcore.registry import find_game

FEATURES = [feature.name for feature in find_game("mercado").features]
IN_RANGE = st.integers(-1_000_000, 1_000_000) | st.floats(-1e6, 1e6)
TABLES = st.dictionaries(st.sampled_from(FEATURES), IN_RANGE)
WRONG = st.floats().filter(lambda x: not -1e6 <= x <= 1e6) | st.integers().filter(lambda x: abs(x) > 1_000_000)
ONE_FILE = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def read(folder: Path, text: str) -> Bot:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return strategies.load("mercado", str(path))


def refusal(folder: Path, text: str) -> str:
    """Return the error of a table, which is one line that names the file."""
    with pytest.raises(InputError) as caught:
        read(folder, text)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(str(folder / "mine.toml"))
    return message


def toml(value: float) -> str:
    return str(value) if math.isfinite(value) else {math.inf: "inf", -math.inf: "-inf"}.get(value, "nan")


@ONE_FILE
@given(TABLES, st.floats(0, 100))
def test_what_is_written_is_read(tmp_path: Path, weights: dict[str, float], temperature: float) -> None:
    rows = [f"temperature = {temperature}", "[weights]", *(f"{name} = {w}" for name, w in weights.items())]
    bot = read(tmp_path, "\n".join(rows))
    assert bot.temperature == temperature
    assert np.array_equal(bot.weights, np.array([weights.get(name, 0) for name in FEATURES], np.float32))


@ONE_FILE
@given(st.sampled_from(FEATURES), WRONG)
def test_no_number_out_of_range_is_read(tmp_path: Path, feature: str, weight: float) -> None:
    said = refusal(tmp_path, f"[weights]\n{feature} = {toml(weight)}")
    assert f"weights.{feature} = " in said


def test_defaults(tmp_path: Path) -> None:
    bot = read(tmp_path, "[weights]\n")
    assert (bot.name, bot.level, bot.line, bot.temperature) == ("mine", "user", "", 0)
    assert not bot.weights.any()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[weights]\nown_gian = 1", "unknown feature of mercado 'own_gian'; did you mean 'own_gain'?"),
        ("[weights]\ncost = true", "weights.cost = True: say a number from -1000000 to 1000000"),
        ("[weights]\ncost = '3'", "weights.cost = '3': say a number"),
        ("temperature = -1\n[weights]", "temperature = -1: say a number from 0 to 1000000"),
        ("temperature = nan\n[weights]", "temperature = nan"),
        ("wieghts = 1\n[weights]", "unknown key 'wieghts'; did you mean 'weights'?"),
        ("level = 'archetyp'\n[weights]", "unknown level 'archetyp'; did you mean 'archetype'?"),
        ("name = 3\n[weights]", "name = 3: say one line of text"),
        ("name = ' '\n[weights]", "name is empty"),
        ("line = \"a\\nb\"\n[weights]", "say one line of text"),
        ("name = 'x'", "[weights] is missing"),
        ("weights = 3", "[weights] is missing"),
        ("[weights]\ncost = = 3", "cannot be read as TOML (Invalid value (at line 2, column 8))"),
    ],
)  # fmt: skip
def test_what_is_refused(tmp_path: Path, text: str, said: str) -> None:
    assert said in refusal(tmp_path, text)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml: no such table of weights"):
        strategies.load("mercado", str(tmp_path / "none.toml"))


def test_a_table_for_another_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[weights]\ngamble = 1\n", encoding="utf-8")
    assert strategies.load("toy", str(path)).weights[0] == 1


def test_a_game_without_a_policy_by_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategies, "_modules", lambda game_name: ())
    with pytest.raises(InputError, match="mercado has no policy by weights"):
        read(tmp_path, "[weights]")
