"""Tables and figures as the commands print them."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Mapping
from math import isfinite
from typing import Any

import typer

UNLIMITED = 1000
"""The width of a table, in characters, that is not printed to a window."""
NARROWEST = 7
"""The least width of a column with its border: a few characters, so that none is left out."""


def prepare_output() -> None:
    """Make standard streams and the environment fit for any text, before a command begins.

    The result of long work must not be lost to a character that the encoding lacks: "?" stands for
    it. A stream that was closed before this process began, as by ``>&-``, leads nowhere. A width
    that is no width, as the 0 of shells without a window, counts as not given.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            nowhere = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115  # stays open
            setattr(sys, name, nowhere)
        elif isinstance(stream, io.TextIOWrapper) and stream.errors == "strict" and mode == "w":
            stream.reconfigure(errors="replace")
    for name in ("COLUMNS", "LINES"):
        if not re.fullmatch("0*[1-9][0-9]{0,3}", os.environ.get(name, "1"), re.ASCII):
            del os.environ[name]


def print_json(result: dict[str, Any]) -> None:
    """Print one JSON object on a line of its own; numbers that JSON lacks are null."""
    typer.echo(json.dumps(_finite(result), allow_nan=False))


def _finite(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def print_table(
    columns: list[str], rows: list[list[str]], *, texts: int = 1, title: str = ""
) -> None:
    """Print a table; its first `texts` columns are aligned left, the others right.

    What does not fit into the window is broken over several lines; nothing is cut, however narrow
    the window. In a file or a pipe, a table is as wide as it needs to be.
    """
    from rich.console import Console
    from rich.table import Table

    from ducato.core.i18n import isolated

    table = Table(title=title, title_justify="left")
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index < texts else "right", overflow="fold")
    for row in rows:
        table.add_row(*map(isolated, row))
    width = UNLIMITED
    if sys.stdout.isatty() or "COLUMNS" in os.environ:
        width = max(Console().width, NARROWEST * len(columns) + 1)
    # Names of games and players may contain what would otherwise be markup: "[b]" or ":gem:".
    Console(width=width, markup=False, emoji=False).print(table)


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
