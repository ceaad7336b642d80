"""``ducato learn``: the learning of values and weights by which the bots of a game play."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import typer

from ducato.cli.learn.options import (
    Challenger,
    Distil,
    Editions,
    Games,
    GateGames,
    Install,
    Minutes,
    Out,
    Present,
    Resume,
    Rounds,
    SearchGames,
    SearchSims,
    Seats,
    Sims,
    Temperature,
)
from ducato.cli.options import GameName, Jobs, Json, Seed
from ducato.cli.output import print_json

if TYPE_CHECKING:
    from ducato.core.game import Game
    from ducato.learn.plan import LearningPlan

THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""The variables that say how many threads the libraries behind NumPy use."""


def learn(
    game: GameName,
    *,
    out: Out,
    players: Seats = "all",
    edition: Editions = None,
    number: Games = 20_000,
    rounds: Rounds = 1,
    minutes: Minutes = None,
    temperature: Temperature = 1.0,
    search_games: SearchGames = 0,
    search_sims: SearchSims = 64,
    distil: Distil = 0,
    sims: Sims = 400,
    gate: GateGames = 200,
    challenger: Challenger = "ismcts:seconds=0.005:value=1",
    present: Present = None,
    install: Install = False,
    resume: Resume = False,
    seed: Seed = 0,
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """Learn to judge the states of a game, from games that bots play against themselves."""
    if "numpy" not in sys.modules:
        for name in THREADS:  # the matrices are small: threads would wait for each other
            os.environ.setdefault(name, "1")
    from ducato.cli.learn.output import print_round, print_summary
    from ducato.core.game import blaming, find_game
    from ducato.lab.run import RunFolder
    from ducato.learn.gate import can_play
    from ducato.learn.install import check_installable
    from ducato.learn.install import install as write_beside
    from ducato.learn.learning import learn as run
    from ducato.learn.plan import LearningPlan

    found = find_game(game)
    plan = LearningPlan(
        game=found,
        players=_players(found, players),
        editions=tuple(dict.fromkeys(edition or found.editions[:1])),
        games=number,
        rounds=rounds,
        temperature=temperature,
        search_games=search_games,
        search_sims=search_sims,
        distil=distil,
        sims=sims,
        gate=gate,
        challenger=challenger,
        present=present or "",
        seed=seed,
    )
    _check(plan)
    if install:
        check_installable(found)
    folder = RunFolder(out, plan.to_dict(), resume=resume)
    say = (lambda text: None) if as_json else (lambda text: typer.echo(text, err=True))
    with blaming(found):
        learned = run(plan, folder, minutes=minutes, jobs=jobs, quiet=as_json, progress=say)
    installed = write_beside(plan, out, learned) if install else []
    if as_json:
        print_json({"plan": plan.to_dict(), **learned.to_dict(), "installed": installed})
        return
    for one in learned.rounds:
        print_round(one)
    print_summary(plan, learned, matched=gate > 0 and can_play(plan.challenger), out=out)
    for file in installed:
        typer.echo(f"written: {file}")


def _players(game: Game, given: str) -> tuple[int, ...]:
    from ducato.runs.play.lab_settings import player_counts

    return tuple(player_counts(game, None if given == "all" else given))


def _check(plan: LearningPlan) -> None:
    """See before the folder is touched that the bots, the editions and the features exist.

    Raises:
        UnknownName, BadValue, BrokenGame: one does not, or is not possible.
    """
    from ducato.bots import make
    from ducato.learn.positions import state_features

    for players in plan.players:
        tables = plan.tables(players)
        state_features(tables[0])
        if plan.gate and plan.present:
            make(plan.present, tables[0])
