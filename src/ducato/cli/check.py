"""``ducato check``: whether a game keeps the contract, and what to do if not."""

from __future__ import annotations

import sys
from contextlib import nullcontext, redirect_stdout
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ducato.cli.options import Edition, Json, Options, Players, chosen
from ducato.cli.output import print_json

if TYPE_CHECKING:
    from ducato.checks import CheckPlan, CheckResult


def check(
    game: Annotated[
        str, typer.Argument(metavar="GAME|PATH", help="An installed game, or a folder.")
    ],
    *,
    players: Players = None,
    edition: Edition = None,
    options: Options = None,
    seeds: Annotated[int, typer.Option(min=1, help="Number of random games of each kind.")] = 3,
    quick: Annotated[
        bool, typer.Option("--quick", help="One game, and nothing that takes long.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check a game, which need not be installed: exit code 1 if there is an error."""
    from ducato.checks import CheckPlan, CheckResult, run
    from ducato.core.errors import BrokenGame
    from ducato.core.game.folder import game_from
    from ducato.table.game_checks import ALL

    plan = CheckPlan(players, edition, chosen(options), range(seeds), quick)
    try:
        found = game_from(game)
    except BrokenGame as error:
        results = [CheckResult("contract", "game_is_found", (_unfound(error),))]
        _show(results[0], as_json)
    else:
        if players is not None or edition is not None or options:
            found.load(players, edition, **plan.options)  # an error names what is possible
        results = []
        # With JSON, what the game prints must not come between.
        with redirect_stdout(sys.stderr) if as_json else nullcontext():
            for result in run(found, ALL, plan):
                _show(result, as_json)
                results.append(result)
    _sum_up(game, results, plan, as_json)
    if any(result.status == "failed" for result in results):
        raise typer.Exit(1)


def _unfound(error: Exception) -> Any:
    from ducato.checks.faults import Fault

    return Fault("game_is_found", str(error), "A game's package has GAME in its __init__.py.")


def _show(result: CheckResult, as_json: bool) -> None:
    """Print a check's result; with JSON, to standard error."""
    typer.echo(f"{result.subject}: {result.check} {result}", err=as_json)
    for finding in () if as_json else result.findings:
        typer.echo(f"  {str(finding).replace(chr(10), chr(10) + '  ')}")


def _sum_up(game: str, results: list[CheckResult], plan: CheckPlan, as_json: bool) -> None:
    findings = [finding for result in results for finding in result.findings]
    errors = sum(not finding.warning for finding in findings)
    if as_json:
        print_json(
            {
                "game": game,
                "errors": errors,
                "warnings": len(findings) - errors,
                "checks": [result.to_dict() for result in results],
            }
        )
        return
    games = max((result.games for result in results), default=0)
    if plan.quick and games:
        typer.echo(
            f"a quick run: it looked at {games} game{'' if games == 1 else 's'} of one variant; "
            "without --quick it checks all numbers of players and editions"
        )
    skipped = sum(result.status == "skipped" for result in results)
    typer.echo(
        f"{game}: {len(results)} checks, {skipped} of them skipped; "
        f"{errors} errors, {len(findings) - errors} warnings"
    )
