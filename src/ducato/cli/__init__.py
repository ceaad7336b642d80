"""The command line: ``ducato games``, ``play``, ``simulate``, ``match``, ``serve`` and so on.

Each command is a module of this package. With ``--json``, which many commands have, standard output
holds one JSON object and nothing else; progress goes to standard error. An unknown name gets the
list of valid ones and exit code 2. The commands import heavy modules when they run, so that
``ducato --help`` answers at once.
"""

from __future__ import annotations

import sys

import typer

from ducato.cli import (
    backup,
    bench,
    check,
    freeze_rules,
    games,
    lab,
    match,
    new_game,
    play,
    replay,
    restore,
    serve,
    simulate,
)
from ducato.core.errors import DucatoError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Modern economic board games: play, simulate, run matches between bots.",
)
# `--help` lists the commands in this order.
app.command()(games.games)
app.command()(play.play)
app.command()(serve.serve)
app.command()(backup.backup)
app.command()(restore.restore)
app.command()(simulate.simulate)
app.command()(match.match)
app.add_typer(lab.app, name="lab")
app.command()(replay.replay)
app.command()(bench.bench)
app.command()(new_game.new_game)
app.command()(freeze_rules.freeze_rules)
app.command()(check.check)


def main() -> None:
    """Run the command line.

    An error of ducato gives one line on standard error and exit code 2; an interruption by the user
    gives exit code 130.
    """
    try:
        app()
    except DucatoError as error:
        sys.stderr.write(f"ducato: {error}\n")
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        kept = "; repeat the command with --resume to go on" if "--out" in sys.argv else ""
        sys.stderr.write(f"ducato: stopped{kept}\n")
        raise SystemExit(130) from None
