"""The options of ``ducato ladder``."""

from __future__ import annotations

from typing import Annotated

import typer

from ducato.cli.options import few_enough

Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        help="Players joined by commas, from the weakest to the strongest: random, softmax, "
        "greedy, ismcts:sims=N or a level; by default random, greedy and all levels.",
    ),
]
Games = Annotated[
    int,
    typer.Option(
        "--games", min=2, callback=few_enough, help="Number of games for each pair of bots."
    ),
]
Minutes = Annotated[
    float | None,
    typer.Option(
        min=0,
        metavar="N",
        help="Time for each number of players, after which its games are given up.",
    ),
]
Styles = Annotated[
    str | None,
    typer.Option(
        "--styles",
        metavar="LEVEL",
        help="Instead of levels, rate the game's styles of play at a level, such as steady or "
        "ismcts:sims=100: all meet all, and the level itself has 0.",
    ),
]
Install = Annotated[
    bool,
    typer.Option(
        "--install",
        help="Write ratings and games into the game's data; another time, it goes on from there.",
    ),
]
