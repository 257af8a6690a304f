"""The command line. Everything heavy is imported by the command that needs it."""

from __future__ import annotations

import errno
import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from simcore.manifest import RunSpec
    from simcore.runs import Run

INTERRUPTED = 130
KEPT = "interrupted: finished chunks are kept; to go on, repeat the command with --resume"
UNUSABLE = (
    errno.EACCES,
    errno.EEXIST,
    errno.EISDIR,
    errno.ELOOP,
    errno.ENAMETOOLONG,
    errno.ENOENT,
    errno.ENOTDIR,
    errno.ENOTEMPTY,
    errno.EPERM,
    errno.EROFS,
)  # errors of a path that the user gave
RESTARTED = "GAIOLA_RESTARTED"  # set for the second try
HELP = """Gaiola plays millions of bot games of a board game and says, with honest intervals, how it is balanced.

A first report:  gaiola study mercado_quick

Exit codes: 0 done, 1 a run or a verification failed, 2 the input was wrong, 130 interrupted (finished chunks are kept).
"""


class _Commands(TyperGroup):
    """Names the nearest command if one is unknown, as all other errors do."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        from simcore.errors import InputError, one_of

        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise InputError(one_of("command", args[0], self.list_commands(ctx)))
        return super().resolve_command(ctx, args)


app = typer.Typer(cls=_Commands, help=HELP, rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
components_app = typer.Typer(cls=_Commands, help="Component tables: export them for editing, check an edited copy.")
app.add_typer(components_app, name="components")

StudyArgument = Annotated[str, typer.Argument(help="Study file, or the name of an installed study.", metavar="STUDY")]
GameArgument = Annotated[str, typer.Argument(help="Name of a game (gaiola games).", metavar="GAME")]
RunArgument = Annotated[Path, typer.Argument(help="Folder of a run.", metavar="RUN")]
Json = Annotated[bool, typer.Option("--json", help="For machines.")]
Out = Annotated[Path | None, typer.Option(help="Folder of the run; runs/NAME if not given.")]
Games = Annotated[int | None, typer.Option(min=1, help="Games a player count and arm.")]
Seed = Annotated[int | None, typer.Option(min=0, help="Seed of the study.")]
Jobs = Annotated[int | None, typer.Option(min=1, help="Workers; one a core if not given.")]
Chunk = Annotated[int | None, typer.Option(min=1, help="Games a chunk (about 50,000).")]
Backend = Annotated[str, typer.Option(help="threads or processes.")]
Players = Annotated[list[int] | None, typer.Option(help="Player count; for several: --players 2 --players 3.")]
Set = Annotated[list[str] | None, typer.Option("--set", help="KEY=VALUE: a rule of the game; may be repeated.")]
Strategy = Annotated[
    list[str] | None, typer.Option(help="FILE.py:NAME or FILE.toml, added to the pool; may be repeated.")
]
Components = Annotated[str | None, typer.Option(help="Folder with edited component tables.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with an unfinished run.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what it would cost.")]
Check = Annotated[bool, typer.Option("--check", help="Test the rules' invariants and peeking after every action.")]


def _say_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"gaiola {version('gaiola')}")
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Say which.")]


@components_app.callback(invoke_without_command=True)
def _components(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.callback(invoke_without_command=True)
def _main(context: typer.Context, version: Version = False) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _player(with_report: bool) -> Callable[..., None]:
    """Return the command that plays a study, with or without its report."""

    def command(
        study: StudyArgument,
        out: Out = None,
        games: Games = None,
        seed: Seed = None,
        jobs: Jobs = None,
        chunk: Chunk = None,
        backend: Backend = "threads",
        players: Players = None,
        rules: Set = None,
        strategy: Strategy = None,
        components: Components = None,
        resume: Resume = False,
        dry_run: DryRun = False,
        check: Check = False,
    ) -> None:
        from simcore.engine import play_run

        changes = {"games": games, "seed": seed, "players": players or None, "components": components}
        spec, name = _resolve(study, changes | {"check": check or None}, rules or [], strategy or [], chunk)
        folder = out or Path("runs") / name
        if dry_run:
            from gaiola.estimate import estimate

            typer.echo(estimate(spec, jobs))
            return
        try:
            run = play_run(spec, folder, jobs or -1, backend, resume)
        except KeyboardInterrupt:
            if (folder / "manifest.json").exists():
                raise typer.Abort from None
            raise
        if with_report:
            _report(run)
        typer.echo(_summary(run, with_report))

    return command


app.command("run", help="Play a study and record its games.")(_player(with_report=False))
app.command("study", help="Play a study, analyse it and write its report: the main job.")(_player(with_report=True))


def _resolve(
    name: str, changes: dict[str, Any], rules: list[str], added: list[str], chunk: int | None
) -> tuple[RunSpec, str]:
    """Return what a study and a command line ask for, and the study's name."""
    from gaiola import resolve, study

    path = study.find(name)
    said = study.read(path)
    asked = resolve.override(said, changes, rules, added)
    where = f"{path}" if asked == said else f"{path} and the command line"
    words = [word for word in sys.argv[1:] if word not in ("--resume", "--dry-run")]
    spec = resolve.resolve(asked, shlex.join(["gaiola", *words]), chunk or resolve.CHUNK, where)
    for warning in resolve.warnings(spec):
        typer.echo(f"warning: {warning}", err=True)
    return spec, path.stem


def _summary(run: Run, reported: bool) -> str:
    """Say what was played, or that nothing was left to play."""
    games, decisions = run.manifest["games"], run.manifest["decisions"]
    if run.played:
        return f"{run.path}: {games:,} games, {decisions:,} decisions"
    return f"{run.path}: already played ({games:,} games){'; report written anew' if reported else ''}"


def _report(run: Run) -> None:
    """Analyse a run and write its report, saying what takes a while."""
    import gaiola
    import reports

    typer.echo("analysing ...", err=True)
    tables = gaiola.analyse(run)
    typer.echo("writing the report ...", err=True)
    typer.echo(str(reports.write(run, tables)))


@app.command("report")
def report(run: RunArgument) -> None:
    """Analyse a finished run and write its report."""
    from simcore.errors import InputError
    from simcore.runs import open_run

    opened = open_run(run)
    if not opened.is_complete:
        raise InputError(f"{run}: the run is not finished; repeat its command with --resume")
    _report(opened)


@app.command("new")
def new(
    game: GameArgument, file: Annotated[Path | None, typer.Argument(help="GAME_study.toml if not given.")] = None
) -> None:
    """Write a commented study file to start from."""
    from gaiola.template import study_template
    from simcore.errors import InputError
    from simcore.registry import find_game
    from simcore.runs import write_whole

    text = study_template(find_game(game))
    path = file or Path(f"{game}_study.toml")
    if os.path.lexists(path):
        raise InputError(f"{path}: exists already; nothing was overwritten")
    write_whole(path, text.encode())
    typer.echo(f"{path}: edit it, then run: gaiola study {path}")


@app.command("games")
def games(as_json: Json = False) -> None:
    """List the installed games."""
    from simcore import registry

    rows = [
        {"name": g.name, "title": g.title, "version": g.version, "players": list(g.players)}
        for g in registry.games().values()
    ]
    lines = [f"{g['name']:<12} {g['title']} ({g['players'][0]} to {g['players'][-1]} players)" for g in rows]
    typer.echo(json.dumps(rows, indent=1) if as_json else "\n".join(lines))


@app.command("strategies")
def list_strategies(
    game: GameArgument,
    features: Annotated[bool, typer.Option("--features", help="List what a heuristic may see instead.")] = False,
    as_json: Json = False,
) -> None:
    """List the strategies of a game, or the features that weights may be given to."""
    from simcore.registry import find_game

    found = find_game(game)
    if features:
        rows = [{"name": f.name, "meaning": f.meaning} for f in found.features]
        lines = [f"{f['name']:<18} {f['meaning']}" for f in rows]
    else:
        import strategies
        from simcore.engine import load_kernel

        load_kernel(found)
        rows = [{"name": b.name, "level": b.level, "line": b.line} for b in strategies.shipped(game)]
        lines = [f"{b['name']:<18} {b['level']:<10} {b['line']}" for b in rows]
    typer.echo(json.dumps(rows, indent=1) if as_json else "\n".join(lines))


@app.command("replay")
def replay(
    run: RunArgument,
    game_id: Annotated[int, typer.Argument(help="Id of a game of the run.", metavar="GAME_ID")],
    as_json: Json = False,
) -> None:
    """Show a game of a run again, action by action."""
    from gaiola.resolve import again
    from simcore.replay import Playback, agrees
    from simcore.runs import open_run

    opened = open_run(run)
    spec = again(opened)
    for line in Playback(spec, game_id).lines():
        typer.echo(json.dumps(line.json) if as_json else "\n".join(filter(None, (line.words, line.picture))))
    if not agrees(opened, spec, game_id):
        typer.echo("warning: this game was recorded otherwise: the rules or strategies have changed since", err=True)


@components_app.command("export")
def export_components(
    game: GameArgument, folder: Annotated[Path, typer.Argument(help="Folder to write to.", metavar="DIR")]
) -> None:
    """Copy a game's component tables to a folder, to be edited."""
    from gaiola import components
    from simcore.registry import find_game

    for path in components.export(find_game(game), folder):
        typer.echo(str(path))


@components_app.command("check")
def check_components(
    folder: Annotated[Path, typer.Argument(help="Folder with edited tables.", metavar="DIR")],
    game: Annotated[str | None, typer.Option(help="Game they belong to, if the file names do not tell.")] = None,
) -> None:
    """Check edited component tables and show what differs, cell by cell."""
    from gaiola import components
    from simcore.registry import find_game

    found = find_game(game) if game else components.guess(folder)
    typer.echo("\n".join(components.differences(found, folder)) or f"{folder}: the same as shipped")


@app.command("verify")
def verify(run: RunArgument) -> None:
    """Check the checksums of a run and play a sample of its games again."""
    from gaiola.resolve import again
    from simcore.errors import RunError
    from simcore.replay import verify as check
    from simcore.runs import open_run

    opened = open_run(run)
    problems = check(opened, again(opened))
    if problems:
        raise RunError("\n".join(problems))
    typer.echo(f"{run}: all checksums and all games played again agree")


@app.command("bench")
def bench(
    game: GameArgument,
    as_json: Json = False,
    games: Annotated[int, typer.Option(min=1000, help="Games of a measurement.")] = 200_000,
) -> None:
    """Measure how fast a game is played, recorded and analysed on this machine."""
    from gaiola import bench as benches

    rows = benches.bench(game, games)
    typer.echo(json.dumps(rows, indent=1) if as_json else benches.table(rows))


def main() -> None:
    """Run the command line; a user's mistake is said in a line or two, never with a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a file name may be no text
    try:
        code = app(standalone_mode=False)
        if code == INTERRUPTED:
            sys.stderr.write("gaiola: interrupted: nothing is lost; repeat the command\n")
    except Exception as error:
        code = _start_anew() if not os.environ.get(RESTARTED) and _is_damage(error) else _explain(error)
    sys.exit(code)


def _is_damage(error: Exception) -> bool:
    """Tell whether compiled code on the disk is damaged."""
    cache = sys.modules.get("simcore.cache")
    return cache is not None and not isinstance(error, typer.Abort) and bool(cache.is_damage(error))


def _start_anew() -> int:
    """Remove compiled code that lies damaged on the disk and run the command again, once."""
    from simcore import cache

    sys.stderr.write("compiled code on the disk is damaged: compiling anew\n")
    cache.clear()
    command = [sys.executable, "-m", "gaiola", *sys.argv[1:]]
    return subprocess.run(command, env={**os.environ, RESTARTED: "1"}, check=False).returncode


def _explain(error: Exception) -> int:
    """Say what went wrong; return the exit code. An error of Gaiola itself is raised again."""
    from simcore.errors import GaiolaError

    if isinstance(error, typer.Abort):
        message, code = KEPT, INTERRUPTED
    elif isinstance(error, GaiolaError):
        message, code = str(error), error.exit_code
    elif hasattr(error, "format_message"):  # of Click, whose errors Typer keeps private
        message, code = _with_value(error.format_message(), error.__cause__), 2
    elif isinstance(error, OSError):
        message = f"{error.filename or 'input or output'}: {error.strerror or error}"
        code = 2 if error.errno in UNUSABLE else 1
    else:
        raise error
    sys.stderr.write(f"gaiola: {message}\n")
    return code


def _with_value(message: str, cause: Any) -> str:
    """Name the value that an option's message calls "Input"; its cause, one of pydantic's errors, knows it."""
    if not hasattr(cause, "errors"):
        return message
    return message.partition(", unable")[0].replace("Input", repr(cause.errors()[0]["input"]), 1)
