"""Tables and figures as the commands print them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

import typer

UNLIMITED = 1000
"""The width of a table, in characters, that is not printed to a window."""


def print_json(result: dict[str, Any]) -> None:
    """Print one JSON object on a line of its own."""
    typer.echo(json.dumps(result))


def print_table(
    columns: list[str], rows: list[list[str]], *, texts: int = 1, title: str = ""
) -> None:
    """Print a table; its first `texts` columns are aligned left, the others right.

    What does not fit into the window is broken over several lines; nothing is cut. In a file or a
    pipe, a table is as wide as it needs to be.
    """
    from rich.console import Console
    from rich.table import Table

    from ducato.core.i18n import isolated

    table = Table(title=title, title_justify="left")
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index < texts else "right", overflow="fold")
    for row in rows:
        table.add_row(*map(isolated, row))
    console = Console()
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = Console(width=UNLIMITED)
    console.print(table)


def rules_label(
    game: str, edition: str, options: Mapping[str, int | bool | str], players: int
) -> str:
    """Return what was played, such as "chess (official, board=9) with 2 players"."""
    rules = [edition, *(f"{name}={value}" for name, value in options.items())]
    return f"{game} ({', '.join(rules)}) with {players} players"


def percent(share: float) -> str:
    """Format a share, 0 to 1, as a percentage."""
    return f"{100 * share:.1f} %"


def percent_interval(interval: tuple[float, float]) -> str:
    """Format the two ends of an interval of shares as percentages."""
    low, high = interval
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def seat_label(number: int) -> str:
    """Return the label of a seat, counted from 1."""
    return f"seat {number}"


def order_label(number: int) -> str:
    """Return the label of a position in the order of play, such as "1st to decide"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number, "th")  # no game has 21 seats
    return f"{number}{ending} to decide"
