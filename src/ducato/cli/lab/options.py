"""Arguments and options that the commands of the lab share."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ducato.cli.options import chosen
from ducato.core.errors import BadValue

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ducato.core.game import Game, LoadedGame
    from ducato.lab.run import Conditions, RunFolder

Level = Annotated[
    str,
    typer.Option(
        "--level", help="The player of all seats: random, softmax, greedy or ismcts:sims=N."
    ),
]
Levels = Annotated[
    str,
    typer.Option(
        "--level",
        help="Players joined by commas: random, softmax, greedy, ismcts:sims=N. Findings are "
        "those of the last one.",
    ),
]
Metrics = Annotated[
    str | None, typer.Option("--metric", help="Names of metrics, joined by commas.")
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="auto|ADDRESS", help="Run on a Ray cluster instead of local processes."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", help="Folder for the results; finished pieces of work are kept there."),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Continue the run that the folder of --out holds.")
]
Csv = Annotated[bool, typer.Option("--csv", help="Also write the tables as CSV.")]
Parquet = Annotated[bool, typer.Option("--parquet", help="Also write the tables as Parquet.")]
MANY = Annotated[
    str | None, typer.Option("--players", help="Number of seats: 3, 2-5 or 2,4; by default all.")
]


def run_folder(
    out: Path | None,
    game: LoadedGame,
    levels: list[str],
    plan: dict[str, Any],
    *,
    resume: bool,
    ray: str | None = None,
) -> RunFolder | None:
    """Return the folder of a run, or None without ``--out``.

    Args:
        out: the folder.
        game: a loaded game, to see that the players exist before the folder is touched.
        levels: the players.
        plan: what the run is about.
        resume: whether the folder may hold this run already.
        ray: the address of a Ray cluster, to see that there is one before the folder is touched.

    Raises:
        UnknownName: there is no such player.
        BadValue: a player's option is not possible, or ``--resume`` is given without ``--out``.
        MissingExtra: Ray or, for a folder, Polars is not installed.
        LostCluster: there is no cluster at the address.
        OtherRun: the folder holds another run, or this one without ``--resume``.
        InUse: another process is writing in the folder.
    """
    from ducato.lab.run import RunFolder
    from ducato.runs.executors import executor
    from ducato.runs.play.lab_players import Seats

    Seats(game, levels)
    if out is None and resume:
        raise BadValue("--resume", True, "given together with --out, the folder to continue")
    if ray is not None:
        executor(ray=ray)
    if out is None:
        return None
    return RunFolder(out, plan, resume=resume)


def study_conditions(
    command: str,
    game: LoadedGame,
    what: Mapping[str, Any],
    *,
    level: str,
    games: int,
    seed: int,
    jobs: int,
    ray: str | None,
    out: Path | None,
    resume: bool,
) -> Conditions:
    """Return how the games of a study are played, with the folder of ``--out`` that keeps them.

    Args:
        command: the name of the command.
        game: a loaded game; see `run_folder` for it and the errors.
        what: what the study is about, by the names of the plan.
        level: the player of all seats.
        games: the number of games of each run.
        seed: the seed.
        jobs: the number of processes.
        ray: the address of a Ray cluster.
        out: the folder, if there is one.
        resume: whether the folder may hold this study already.
    """
    from ducato.lab.run import Conditions

    begun = {"command": command, "game": game.name, "players": game.players, **what}
    plan = {**begun, "level": level, "games": games, "seed": seed}
    folder = run_folder(out, game, [level], plan, resume=resume, ray=ray)
    return Conditions(level, games, seed, jobs, ray, folder, quiet=False)


def interval_width(given: str | None) -> float | None:
    """Return the half-width that ``--until interval=1%`` asks for; None if it is not given.

    Raises:
        BadValue: it has another form, or the width is not possible.
    """
    if given is None:
        return None
    found = re.fullmatch(r"interval=([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*%?", given)
    width = float(found[1]) / 100 if found else 0.0
    if not 0.001 <= width <= 0.5:
        raise BadValue("--until", given, "interval=W%, with W from 0.1 to 50 points")
    return width


def loaded_with(game: Game, players: int | None, given: str) -> LoadedGame:
    """Return a game with options joined by commas, such as "edition=x,price=2".

    Raises:
        BadValue, UnknownName: an option does not exist or cannot have that value.
    """
    values: dict[str, Any] = chosen([part.strip() for part in given.split(",") if part.strip()])
    edition = values.pop("edition", None)
    if "players" in values:
        raise BadValue("players", values["players"], "given with --players, for both sides")
    return game.load(players, edition, **values)
