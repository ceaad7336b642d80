"""What ``ducato learn`` prints: how well each network predicts, and whether it was accepted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ducato.cli.output import percent, percent_interval, print_table

if TYPE_CHECKING:
    from ducato.learn.learning import Learned, Round
    from ducato.learn.plan import LearningPlan
    from ducato.learn.policy_rounds import PolicyRound


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
        typer.echo(f"wins {_match(found.gate)}: {_verdict(found.accepted)}")


def print_policy_round(found: PolicyRound) -> None:
    """Print how well a round's policy foretells searches, and the matches that it played."""
    scores = found.scores
    typer.echo(
        f"{found.players} players, round {found.round}: {scores['decisions']:,} decisions of "
        f"{found.games:,} games, held-out cross-entropy {scores['cross_entropy']:.4f}, "
        f"{scores['entropy']:.4f} at best; the search's choice in {percent(scores['agreement'])}"
    )
    if found.alone is not None and found.gate is not None:
        typer.echo(f"without a search, wins {_match(found.alone)}")
        typer.echo(f"in a search, wins {_match(found.gate)}: {_verdict(found.accepted)}")


def _match(gate: dict[str, Any]) -> str:
    interval = percent_interval(tuple(gate["interval95"]))
    share = f"{percent(gate['win_rate'])} of {gate['games']} games ({interval})"
    return f"{share} against {gate['present']}"


def _verdict(accepted: bool) -> str:
    return "accepted" if accepted else "not accepted: the old one stays"


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
