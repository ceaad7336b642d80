"""What ``ducato learn`` prints: how well each network predicts, and whether it was accepted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ducato.cli.output import percent, percent_interval, print_table

if TYPE_CHECKING:
    from ducato.learn.learning import Learned, Round
    from ducato.learn.plan import LearningPlan


def print_round(found: Round) -> None:
    """Print the scores of a round's network and of playouts, and the match that it played."""
    games = found.games + found.search_games
    columns = ["turns left", "positions"]
    names = list(found.quality)
    columns += [f"{name}\nlog-loss" for name in names] + [f"{name}\nBrier" for name in names]
    print_table(
        columns,
        [_row(found, names, index) for index in range(len(found.quality["network"]))],
        title=f"{found.players} players, round {found.round}: {found.positions:,} positions of "
        f"{games:,} games, held-out log-loss {found.scores[0]['log_loss']:.4f}, "
        f"AUC {found.scores[0]['auc']:.3f}",
    )
    if found.gate is not None:
        verdict = "accepted" if found.accepted else "not accepted: the old one stays"
        typer.echo(
            f"wins {percent(found.gate['win_rate'])} of {found.gate['games']} games "
            f"({percent_interval(tuple(found.gate['interval95']))}) against "
            f"{found.gate['present']}: {verdict}"
        )


def _row(found: Round, names: list[str], index: int) -> list[str]:
    scores: list[Any] = [found.quality[name][index] for name in names]
    cells = [scores[0]["turns_left"], f"{scores[0]['positions']:,}"]
    cells += [f"{score['log_loss']:.4f}" for score in scores]
    return cells + [f"{score['brier']:.4f}" for score in scores]


def print_summary(plan: LearningPlan, learned: Learned, *, matched: bool, out: Path) -> None:
    """Print what was distilled, what was not done, and where the results are."""
    weights = learned.distilled
    if weights is not None:
        verdict = "accepted" if weights["accepted"] else "not accepted: the old ones stay"
        typer.echo(
            f"weights of {weights['decisions']:,} searched decisions: cross-entropy "
            f"{weights['before']:.4f} before, {weights['after']:.4f} after, "
            f"{weights['entropy']:.4f} at best; {verdict}"
        )
        if weights["nonlinear"] > 0:
            typer.echo(
                f"{percent(weights['nonlinear'])} of the actions have a score that is not linear "
                "in the weights: try them in a match before you use them"
            )
    if not matched:
        typer.echo("no match was played: try what was learned before you use it")
    if learned.stopped:
        typer.echo("the time is over: --resume does the rounds that are left")
    typer.echo(f"results are in {out}")
