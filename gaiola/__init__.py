"""Front door: the command line and the public Python calls.

>>> import gaiola                                                     # doctest: +SKIP
>>> run = gaiola.run({"game": "mercado", "games": 10_000})            # doctest: +SKIP
>>> gaiola.analyse(run)["seat_shares"]                                # doctest: +SKIP
>>> gaiola.report(run)                                                # doctest: +SKIP
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis import Tables
    from gaiola.study import Study
    from simcore.runs import Run

__all__ = ["analyse", "report", "run"]


def __dir__() -> list[str]:
    return __all__


def run(
    study: str | Path | Mapping[str, Any] | Study, out: str | Path | None = None, jobs: int = -1, resume: bool = False
) -> Run:
    """Play a study; one that is finished already is not played again.

    Args:
        study: a file, the name of an installed study, a mapping with the keys of a study file, or a `Study`.
        out: folder of the run, ``runs/NAME`` if not given.
        jobs: workers, -1 for one a core.
        resume: go on with an unfinished run.

    Returns:
        The finished run.

    Raises:
        InputError: the study or the folder is wrong, or a strategy misbehaved.
        RunError: the run failed; finished chunks are kept.
    """
    from gaiola import study as studies
    from gaiola.resolve import resolve
    from simcore.engine import play_run

    if isinstance(study, (str, Path)):
        path = studies.find(str(study))
        asked, name, where = studies.read(path), path.stem, str(path)
        command = shlex.join(["gaiola", "run", str(study)])
    else:
        asked = studies.parse(study, "study") if isinstance(study, Mapping) else study
        said = asked.model_dump(exclude_unset=True)
        name, where, command = asked.game, "study", f"import gaiola; gaiola.run({said})"
    return play_run(resolve(asked, command, where=where), Path(out or Path("runs") / name), jobs, resume=resume)


def analyse(run: Run) -> Tables:
    """Return the analysis tables of a run, Polars frames by name, and save them beside it.

    Raises:
        RunError: a file of the run is damaged, or no chunk is finished.
    """
    import analysis
    from simcore.runs import staged

    run.require_sound()
    tables = analysis.analyse(run)
    with staged(run.path) as stage:
        analysis.save(tables, stage)
    return tables


def report(run: Run) -> Path:
    """Analyse a run, write its report and return the report's path.

    Raises:
        RunError: a file of the run is damaged, or no chunk is finished.
    """
    import reports

    written: Path = reports.write(run, analyse(run))
    return written
