"""What ``ducato ladder`` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ducato.cli.output import percent, percent_interval, print_table, rules_label

if TYPE_CHECKING:
    from ducato.lab.studies.ladder import Ladder
    from ducato.runs.statistics import Estimate


def print_ladder(result: Ladder, titles: dict[str, str]) -> None:
    """Print the ratings, who won against whom, and what a doubled budget gains.

    Args:
        result: the ratings.
        titles: the levels of the game by their bots.
    """
    rules = rules_label(result.game, result.edition, result.options, result.players)
    typer.echo(f"{result.games:,} games of {rules}")
    if result.stopped:
        typer.echo("the time was over before all games were played: --resume plays on")
    if result.unfinished:
        typer.echo(f"{result.unfinished:,} games did not end: all seats share the win")
    print_table(
        ["level", "bot", "Elo", "95 %", "games", "a decision", "95 %"],
        [
            [titles.get(x.name, ""), x.name, *_elo(x.elo), f"{x.games:,}", *_time(x.seconds)]
            for x in result.levels
        ],
        texts=2,
    )
    print_table(
        ["better", "worse", "games", "wins a single game", "95 %"],
        [
            [p.better, p.worse, f"{p.games:,}", percent(p.wins.value), percent_interval(p.wins[1:])]
            for p in result.pairs
        ],
        texts=2,
    )
    for gain in result.doublings:
        value, low, high = (f"{points:+.0f}" for points in gain.elo)
        typer.echo(f"{gain.search}: {value} Elo for each doubling of its budget ({low} to {high})")


def print_styles(result: Ladder) -> None:
    """Print how often each style, in the row, wins a game against each other, in the column."""
    names = [level.name for level in result.levels]
    shares = {(pair.better, pair.worse): pair.wins.value for pair in result.pairs}
    shares |= {(pair.worse, pair.better): 1 - pair.wins.value for pair in result.pairs}
    titles = [name.partition("style=")[2] or "level" for name in names]
    print_table(
        ["wins a single game against", *titles],
        [
            [title, *(percent(shares[row, c]) if (row, c) in shares else "" for c in names)]
            for title, row in zip(titles, names, strict=True)
        ],
        texts=1,
    )


def _elo(rating: Estimate) -> tuple[str, str]:
    """Return a rating and its interval, in whole points."""
    return f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}"


def _time(seconds: Estimate) -> tuple[str, str]:
    """Return a processor time and its interval, in milliseconds."""
    value, low, high = (f"{1000 * max(0.0, x):.3g}" for x in seconds)
    return f"{value} ms", f"{low} to {high}"
