"""The command line: ``ducato games``, ``play``, ``simulate``, ``match``, ``serve`` and so on.

Each command is a module of this package. With ``--json``, which many commands have, standard output
holds one JSON object and nothing else; progress goes to standard error. An unknown name gets the
list of valid ones and exit code 2. The commands import heavy modules when they run, so that
``ducato --help`` answers at once.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ducato import __version__
from ducato.cli import (
    backup,
    bench,
    check,
    exercises,
    export,
    games,
    lab,
    ladder,
    learn,
    match,
    play,
    replay,
    restore,
    serve,
    simulate,
)
from ducato.cli.authoring import dev, freeze_rules, new_game
from ducato.cli.output import prepare_output
from ducato.cli.paper import cards, print_game
from ducato.core.errors import DucatoError
from ducato.core.errors.machine import machine_fault

UNWRITABLE = "the output cannot be written: standard output leads to nothing that can be written to"


class Terminated(KeyboardInterrupt):
    """An interruption by another program, such as the one that shuts the machine down."""


class Stopped(Exception):
    """An interruption on its way through Typer, which would answer it by itself."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Commands(TyperGroup):
    """The commands; an interruption of one is answered by `main`."""

    def invoke(self, ctx: Any) -> Any:
        """Carry out a command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise Stopped(_code(error)) from error


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    invoke_without_command=True,
    help="Modern economic board games: play, simulate, run matches between bots.",
)


@app.callback()
def program(
    *, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """Answer what is asked of the program itself rather than of a command."""
    if version:
        sys.stdout.write(f"ducato {__version__}\n")
        raise typer.Exit


# `--help` lists the commands in this order.
app.command()(games.games)
app.command()(play.play)
app.command()(dev.dev)
app.command()(serve.serve)
app.command()(backup.backup)
app.command()(restore.restore)
app.command()(simulate.simulate)
app.command()(match.match)
app.command()(ladder.ladder)
app.add_typer(lab.app, name="lab")
app.command()(learn.learn)
app.command()(exercises.exercises)
app.command()(replay.replay)
app.command()(bench.bench)
app.command()(new_game.new_game)
app.command()(export.export)
app.command()(freeze_rules.freeze_rules)
app.command()(check.check)
app.command()(cards.cards)
app.command("print")(print_game.print_game)


def main() -> None:
    """Run the command line.

    An error of ducato gives one line on standard error and exit code 2, as does a failure of the
    machine; an interruption by the user gives exit code 130, and one by another program 143.
    """
    prepare_output()
    try:
        with _terminable():
            app()
    except DucatoError as error:
        _end(str(error), 2, at_once=_is_lost_cluster(error))
    except Stopped as error:
        _end(_stopped(), error.code)
    except KeyboardInterrupt as error:
        _end(_stopped(), _code(error))
    except (OSError, MemoryError) as error:
        fault = machine_fault(error)
        if fault is None and getattr(error, "errno", None) != errno.EBADF:
            raise
        _end(fault or UNWRITABLE, 2)
    except SystemExit:
        _flush()
        raise
    _flush()


def _end(words: str, code: int, *, at_once: bool = False) -> None:
    """End this process with a line on standard error; if `at_once`, libraries have no say in it."""
    with suppress(OSError):
        sys.stderr.write(f"ducato: {words}\n")
        sys.stderr.flush()
    _flush(code)
    if at_once:
        os._exit(code)
    raise SystemExit(code) from None


def _flush(code: int = 0) -> None:
    """Write out what is left of standard output; if that fails, say so once and give it up.

    A reader that has seen enough, as ``head`` does, is told nothing more.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        nowhere = os.open(os.devnull, os.O_WRONLY)  # or Python would try and fail once more
        os.dup2(nowhere, sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise SystemExit(code or 1) from None
        if code == 0:
            _end(machine_fault(error) or UNWRITABLE, 2)


def _is_lost_cluster(error: DucatoError) -> bool:
    """Return whether a Ray cluster is lost: Ray would then end this process with exit code 1."""
    module = sys.modules.get("ducato.runs.executors.ray_cluster")
    lost = module is not None and isinstance(error, module.LostCluster)
    return lost and bool(sys.modules["ray"].is_initialized())


def _code(error: KeyboardInterrupt) -> int:
    return 143 if isinstance(error, Terminated) else 130


def _stopped() -> str:
    """Return what is said of an interruption; if finished work is kept, how to go on."""
    following = zip(sys.argv, [*sys.argv[1:], ""], strict=True)
    named = [after if this == "--out" else this[6:] for this, after in following
             if this == "--out" or this.startswith("--out=")]  # fmt: skip
    if named and sys.argv[1:2] in (["lab"], ["ladder"], ["learn"]):
        from ducato.runs.run_folder import holds_results

        if any(holds_results(Path(name)) for name in named):
            return "stopped; finished pieces are kept: repeat the command with --resume"
    return "stopped"


@contextmanager
def _terminable() -> Iterator[None]:
    """End a command in this context at SIGTERM as at Ctrl-C; the server has its own way."""
    if threading.current_thread() is not threading.main_thread() or "serve" in sys.argv[1:2]:
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
