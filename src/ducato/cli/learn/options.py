"""The options of ``ducato learn``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ducato.cli.options import few_enough

Out = Annotated[Path, typer.Option("--out", help="Folder for the run and its results.")]
Seats = Annotated[str, typer.Option("--players", help="Number of seats: 3, 2-5 or 2,4; or all.")]
Editions = Annotated[
    list[str] | None,
    typer.Option(
        "--edition",
        metavar="EDITION",
        help="Edition of the rules, or all; may be given several times. They are played in turn; "
        "by default the first.",
    ),
]
Games = Annotated[
    int,
    typer.Option(
        "--games", min=10, callback=few_enough, help="Number of games of a round and table."
    ),
]
Rounds = Annotated[
    int, typer.Option(min=1, max=100, help="Rounds; each learns further, from new games.")
]
Minutes = Annotated[
    float | None,
    typer.Option(min=0, metavar="N", help="Time after which no new round is begun."),
]
Temperature = Annotated[
    float,
    typer.Option(min=0.01, metavar="N", help="Temperature of the players; higher is more random."),
]
SearchGames = Annotated[
    int,
    typer.Option(
        min=0, help="Number of further games of a round and table, between bots that search."
    ),
]
SearchSims = Annotated[
    int, typer.Option(min=10, help="Number of simulations of a choice in these games.")
]
Distil = Annotated[
    int,
    typer.Option(
        min=0, help="Number of games to search deeply for better weights of actions, first."
    ),
]
Sims = Annotated[int, typer.Option(min=10, help="Number of simulations of each of these searches.")]
GateGames = Annotated[
    int, typer.Option("--gate", min=0, help="Games against the present bot; 0 accepts without.")
]
Challenger = Annotated[
    str, typer.Option("--challenger", metavar="BOT", help="The bot with a new network.")
]
Present = Annotated[
    str | None,
    typer.Option(
        "--present",
        metavar="BOT",
        help="The bot to beat; by default the challenger with the network of before, or "
        "ismcts:seconds=0.005 if there is none.",
    ),
]
Install = Annotated[
    bool, typer.Option("--install", help="Write what was accepted beside the game, too.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Continue the run that the folder of --out holds.")
]
