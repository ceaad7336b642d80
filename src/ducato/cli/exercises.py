"""``ducato exercises``: positions with one best choice, made from games between bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ducato.cli.options import Edition, GameName, Json, Players, Seed, load_game
from ducato.cli.output import print_json


def exercises(
    game: GameName,
    *,
    out: Annotated[
        Path,
        typer.Option("--out", help="File of games with exercises; it is continued if it is there."),
    ],
    number: Annotated[
        int, typer.Option("--exercises", min=0, help="Number of exercises to have at the end.")
    ] = 500,
    minutes: Annotated[
        float,
        typer.Option("--minutes", min=0, metavar="N", help="Time after which no more are made."),
    ] = 480.0,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Search each exercise anew with ten times the budget, and drop those with which "
            "the strongest bot disagrees.",
        ),
    ] = False,
    install: Annotated[
        bool, typer.Option("--install", help="Write the exercises into the game's data.")
    ] = False,
    players: Players = None,
    edition: Edition = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Make exercises; stop at any time, and repeat the command to go on."""
    from ducato.lab.exercise_making import (
        ExerciseMaker,
        MadeSoFar,
        check_file,
        install_exercises,
        make_exercises,
    )
    from ducato.learn.install import check_installable

    loaded = load_game(game, players, edition)
    data = check_installable(loaded.game) if install else None
    maker = ExerciseMaker(loaded, seed)

    def note(made: MadeSoFar) -> None:
        typer.echo(
            f"{made.games} games, {made.exercises} exercises, {made.rejected} rejected", err=True
        )

    made = make_exercises(maker, out, number, 60 * minutes, note)
    report: dict[str, object] = {"game": loaded.name, **made._asdict()}
    lines = [f"{made.exercises} exercises from {made.games} games: {out}"]
    if check:
        agreed, checked = check_file(maker, out, seed + 2, note)
        report |= {"checked": checked, "agreed": agreed}
        lines.append(f"the strongest bot agrees with {agreed} of {checked} at ten times the budget")
    if data is not None:
        file = install_exercises(loaded.game, data, out)
        report["installed"] = str(file)
        lines.append(f"written: {file}")
    if as_json:
        print_json(report)
        return
    for line in lines:
        typer.echo(line)
