"""``ducato lab``: reports, sweeps, comparisons and other studies; the analysis of one game."""

from __future__ import annotations

import typer

from ducato.cli.lab import ban, compare, exploit, record, report, sweep, things, tune, watch

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Measure a game: reports, sweeps, comparisons, restricted play.",
)
# `--help` lists the commands in this order.
app.command()(report.report)
app.command()(sweep.sweep)
app.command()(compare.compare)
app.command()(ban.ban)
app.command()(exploit.exploit)
app.command()(things.things)
app.command()(tune.tune)
app.command()(watch.watch)
app.command()(record.record)
