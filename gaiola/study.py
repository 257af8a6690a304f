"""The study file: what is asked, as TOML.

The shortest study is one line, ``game = "..."``. Every key has a default; an unknown key or a bad value is an
error of one line that names the file, the key, the value and what is allowed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from simcore.components import shown
from simcore.errors import InputError, one_of
from strategies.weights import read_toml

MAX_GAMES = 10**10
MAX_ROLLOUTS = 1000
KEPT, LEAST_SHARE = 20_000, 0.02  # games that keep a ledger: enough to see items, few enough to cost little
RuleValue = int | str
KINDS = {
    "bool_type": "should be true or false",
    "dict_type": "should be a table of keys",
    "float_type": "should be a number",
    "list_type": "should be a list",
    "model_type": "should be a table of keys",
    "string_too_short": "is empty",
    "string_type": "should be text in quotes",
    "too_short": "is empty: name at least one",
}  # errors of pydantic in plain words


def _line(text: str) -> str:
    if not text.isprintable() or not text.strip():
        raise ValueError("should be one line of text, not blank")
    return text


Folder = Annotated[str, Field(min_length=1)]
Names = Annotated[list[str], Field(min_length=1)]
ArmName = Annotated[str, AfterValidator(_line)]


class Section(BaseModel):
    """A part of a study: unknown keys are errors, and nothing is converted silently."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Lineup(Section):
    """A line-up by hand: ``[[lineups]]``."""

    seats: Names
    rotate: bool = True


class Arm(Section):
    """A variant to compare: ``[arms.NAME]``. What it does not say is as in the study."""

    title: str = ""
    rules: dict[str, RuleValue] = {}
    components: Folder | None = None
    strategies: Names | None = None

    @property
    def changes(self) -> bool:
        """Whether the arm differs from the study as such."""
        return bool(self.rules or self.components or self.strategies)


class Report(Section):
    """How the report judges: ``[report]``."""

    title: str = ""
    threshold: Annotated[float, Field(gt=0, lt=1)] | None = None
    item_threshold: Annotated[float, Field(gt=0, lt=1)] | None = None


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, (int, str)) else value


class Effects(Section):
    """What is forked, and how often: ``[effects]``."""

    moment: Annotated[Names, BeforeValidator(_listed)]
    branches: Names | None = None
    games: Annotated[float, Field(gt=0, le=1)] = 0.1
    moments: Annotated[float, Field(gt=0, le=1)] = 1.0
    rollouts: Annotated[int, Field(ge=1, le=MAX_ROLLOUTS)] = 8


class Study(Section):
    """A study, as its file says it."""

    game: str
    title: str = ""
    players: Annotated[list[int], Field(min_length=1), BeforeValidator(_listed)] | None = None
    games: Annotated[int, Field(ge=1, le=MAX_GAMES)] = 100_000
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 1755
    strategies: Names | None = None
    lineups: list[Lineup] = []
    skill_marks: bool = True
    check: bool = False
    sample: Annotated[float, Field(ge=0, le=1)] | None = None
    components: Folder | None = None
    rules: dict[str, RuleValue] = {}
    arms: dict[ArmName, Arm] = {}
    effects: Effects | None = None
    report: Report = Report()

    @property
    def share(self) -> float:
        """The share of blocks that keep a ledger: about `KEPT` games a player count if the study does not say."""
        return min(1.0, max(LEAST_SHARE, KEPT / self.games)) if self.sample is None else self.sample


def parse(data: Mapping[str, Any], where: str) -> Study:
    """Return the study that a mapping describes.

    Args:
        data: keys and values, as in TOML.
        where: file name for error messages.

    Raises:
        InputError: a key or a value is wrong.
    """
    try:
        return Study.model_validate(data)
    except ValidationError as error:
        raise InputError(f"{where}: {_say(error.errors()[0])}") from None


def _say(error: Mapping[str, Any]) -> str:
    """Return one line for one of pydantic's errors."""
    path = [part for part in error["loc"] if part not in ("int", "str", "[key]")]
    key = shown(".".join(str(part) if str(part).isprintable() else repr(part) for part in path))
    if error["type"] == "extra_forbidden":
        return one_of("key", key, (".".join([*map(str, path[:-1]), name]) for name in _section(path[:-1]).model_fields))
    if error["type"] == "missing":
        return f"key {key!r} is missing"
    if "[key]" in error["loc"]:
        return f"{shown('.'.join(map(str, path[:-1])))}: the name {shown(repr(path[-1]))} {error['ctx']['error']}"
    message = KINDS.get(error["type"], error["msg"].removeprefix("Input ").replace("valid integer", "whole number"))
    return f"{key} = {shown(repr(error['input']))} {message}"


def _section(path: Sequence[Any]) -> type[Section]:
    """Return the model that a key lies in."""
    sections: dict[Any, type[Section]] = {"arms": Arm, "effects": Effects, "lineups": Lineup, "report": Report}
    return sections.get(path[0], Study) if path else Study


def shipped() -> dict[str, Path]:
    """Return the installed studies by name."""
    found = (Path(str(entry)) for entry in files("configs").iterdir() if entry.name.endswith(".toml"))
    return {path.stem: path for path in sorted(found)}


def find(name: str) -> Path:
    """Return the file of a study, given as a path or by the name of an installed study.

    Raises:
        InputError: there is no such file or study.
    """
    path = Path(name)
    if path.is_file():
        return path
    if path.suffix == ".toml" or path.parent != Path():
        raise InputError(f"{name}: no such study file")
    if name not in shipped():
        raise InputError(one_of("study", name, shipped()))
    return shipped()[name]


def read(path: Path) -> Study:
    """Read a study file. Paths in it are relative to its folder.

    Raises:
        InputError: it cannot be read, or is wrong.
    """
    study = parse(read_toml(path), str(path))
    return study.model_copy(update=dict(_located(study, path.parent)))


def _located(study: Study, folder: Path) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a study that name files, with paths relative to the working folder."""
    if study.components:
        yield "components", _from_here(study.components, folder)
    if study.strategies:
        yield "strategies", [locate(name, folder) for name in study.strategies]
    lineups = [x.model_copy(update={"seats": [locate(n, folder) for n in x.seats]}) for x in study.lineups]
    yield "lineups", lineups
    yield "arms", {name: _located_arm(arm, folder) for name, arm in study.arms.items()}


def _located_arm(arm: Arm, folder: Path) -> Arm:
    strategies = [locate(name, folder) for name in arm.strategies] if arm.strategies else None
    components = _from_here(arm.components, folder) if arm.components else None
    return arm.model_copy(update={"strategies": strategies, "components": components})


def locate(name: str, folder: Path) -> str:
    """Return a strategy's name, or its file as seen from the working folder."""
    is_file = name.endswith(".toml") or ".py" in name
    return _from_here(name, folder) if is_file else name


def _from_here(name: str, folder: Path) -> str:
    return Path(os.path.relpath(folder / name)).as_posix()
