"""Tournaments as CSV, and as the report file of chess federations (TRF) for Swiss tournaments."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable
from fractions import Fraction

from ducato.server.subjects.tournaments.pairing.model import Board, Entrant
from ducato.server.subjects.tournaments.pairing.scoring import points
from ducato.server.subjects.tournaments.pairing.standings import Standing, tie_breaks

FORMULA = re.compile(r"(^|[;,|\t])(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""Where a text begins that a spreadsheet would compute; an apostrophe there makes it a text.

In countries that write decimals with a comma, spreadsheets divide lines at semicolons, and with
quotes only at the beginning of a line. Those of East Asia compute wide signs, too."""


def decimal(value: Fraction) -> str:
    """Return a number with at most two decimals, without superfluous zeros."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def to_csv(
    tournament_format: str,
    entrants: Collection[Entrant],
    boards: Collection[Board],
    lines: Iterable[Standing],
) -> str:
    """Return the standings as CSV, with a column for each round.

    A round's column has the number of the board and the points won there, as in ``3: 0.5``.

    Args:
        tournament_format: the format of the tournament.
        entrants: all entrants.
        boards: all boards.
        lines: the standings.
    """
    last = max((board.round for board in boards), default=0)
    by_number = {entrant.number: entrant for entrant in entrants}
    cells: dict[tuple[int, int], str] = {}
    for board in boards:
        won = points(board, tournament_format)
        for seat, entrant in enumerate(board.seats):
            result = decimal(won[seat]) if board.is_over else ""
            which = "bye" if board.is_bye else str(board.number)
            cells[board.round, entrant] = f"{which}: {result}".rstrip(": ")
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    rounds = [f"round {number}" for number in range(1, last + 1)]
    writer.writerow(
        ["rank", "number", "name", "points", *tie_breaks(tournament_format), "played", "won"]
        + rounds
    )
    for one in lines:
        writer.writerow(
            [
                one.rank,
                one.entrant,
                _cell(by_number[one.entrant].name),
                decimal(one.points),
                *map(decimal, one.tie_breaks),
                one.played,
                one.won,
                *(cells.get((number, one.entrant), "") for number in range(1, last + 1)),
            ]
        )
    return file.getvalue()


def to_trf(
    name: str,
    entrants: Collection[Entrant],
    boards: Collection[Board],
    lines: Iterable[Standing],
) -> str:
    """Return a Swiss tournament in the format TRF16.

    White is the seat that moves first. Letters outside of ASCII stay; the file is UTF-8.

    Args:
        name: the name of the tournament.
        entrants: all entrants.
        boards: all boards.
        lines: the standings.
    """
    last = max((board.round for board in boards), default=0)
    text = [f"012 {_line(name)}", f"062 {len(entrants)}", f"XXR {last}"]
    ranks = {one.entrant: one for one in lines}
    at = {(board.round, entrant): board for board in boards for entrant in board.seats}
    for entrant in sorted(entrants, key=lambda one: one.number):
        own = ranks[entrant.number]
        head = f"001 {entrant.number:4} {'':1}{'':3} {_line(entrant.name):33.33} {'':4} {'':3}"
        head += f" {'':11} {'':10} {float(own.points):4.1f} {own.rank:4}"
        games = (
            _game(entrant.number, at.get((number, entrant.number))) for number in range(1, last + 1)
        )
        text.append((head + "".join(f"  {game}" for game in games)).rstrip())
    return "\n".join([*text, ""])


def _game(entrant: int, board: Board | None) -> str:
    if board is None:
        return "0000 - Z"
    if board.is_bye:
        return "0000 - U"
    seat = board.seats.index(entrant)
    opponent, colour = board.seats[1 - seat], "wb"[seat]
    if not board.is_over:
        return f"{opponent:4} {colour}  "
    won = points(board, "swiss")[seat]
    result = {0: "0", 1: "1"}.get(int(won) if won.denominator == 1 else -1, "=")
    return f"{opponent:4} {colour} {result}"


def _line(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    return FORMULA.sub(r"\1'", text)
