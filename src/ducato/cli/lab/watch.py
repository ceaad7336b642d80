"""``ducato lab watch``: a game of a run in the table's replay."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ducato.cli.options import DEFAULT_PORT, Json
from ducato.cli.output import print_json, print_table
from ducato.core.errors import BadValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ducato.core.match import Match
    from ducato.runs.play.chunk import Chunk


def watch(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder of a run, written with --out.")
    ],
    *,
    number: Annotated[
        int | None,
        typer.Option("--game", help="Number of the game, from 0; without it, list the tables."),
    ] = None,
    table: Annotated[
        int | None,
        typer.Option("--table", help="Number of the table, if the run has several; from 1."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write the record of the game into this file instead."),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port of the local server.")
    ] = DEFAULT_PORT,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
    as_json: Json = False,
) -> None:
    """Play a game of a run again and open it in the replay, as any seat saw it, until Ctrl-C."""
    from ducato.lab.studies.watch import play_again, write_record
    from ducato.runs.run_folder import tables_of

    tables, unchanged = tables_of(folder)
    if number is None:
        _list(tables, as_json=as_json)
        return
    if table is None and len(tables) == 1:
        table = 1
    if table is None or not 1 <= table <= len(tables):
        expected = f"a number from 1 to {len(tables)}; without --game they are listed"
        raise BadValue("--table", table, expected)
    if not unchanged:
        sys.stderr.write("ducato: the code has changed since this run: games may differ\n")
    chosen = tables[table - 1]
    match = play_again(chosen, number)
    if out is not None:
        write_record(match, out)
    if as_json:
        described = {"game": match.game.name, "table": table, "number": number}
        print_json(
            {
                **described,
                "steps": match.seq,
                "ranks": match.ranks(),
                "record": out and str(out),
            }
        )
    elif out is not None:
        typer.echo(str(out))
    if out is None and not as_json:
        _serve(match, chosen, port, browser=browser)


def _serve(match: Match, table: Chunk, port: int, *, browser: bool) -> None:
    """Run a server with nothing but this match, in a folder that is deleted at the end."""
    from tempfile import TemporaryDirectory

    from ducato.server.kit.database.engine import default_url
    from ducato.server.serve import serve

    with TemporaryDirectory(prefix="ducato-watch-") as data:
        table_id = store_match(match, table.seats, default_url(Path(data)))
        path = f"/table/{table_id}#step=0&seat=all"
        serve("127.0.0.1", port, open_browser=browser, data=Path(data), path=path)


def _list(tables: list[Chunk], *, as_json: bool) -> None:
    from dataclasses import asdict

    if as_json:
        print_json({"tables": [asdict(table) for table in tables]})
        return
    rows = []
    for number, table in enumerate(tables, 1):
        rules = [table.edition, *(f"{name}={value}" for name, value in table.options)]
        bans = [f"seat {seat + 1} without {what}" for seat, what in table.bans]
        players = "all " + table.seats[0] if len(set(table.seats)) == 1 else ", ".join(table.seats)
        rows.append([str(number), ", ".join([*rules, *bans]), players, f"{table.players}"])
        rows[-1].append(f"0 to {table.games - 1}")
    print_table(["table", tables[0].game, "", "players", "games"], rows, texts=3)


def store_match(match: Match, seats: Sequence[str], database: str) -> str:
    """Store a finished match as a table that anybody may watch who knows its id; return the id.

    Args:
        match: the match.
        seats: the player of each seat.
        database: the URL of the database.
    """
    from ducato.bots.players import KINDS
    from ducato.core.match import Match
    from ducato.core.snapshot import Snapshot
    from ducato.server.kit.database.engine import Database
    from ducato.server.subjects.tables.model import TableSettings
    from ducato.server.subjects.tables.storage import Tables
    from ducato.table.seats import TableSeat
    from ducato.table.time_control import TurnState

    stored = Database(database)
    tables = Tables(stored)
    try:
        rows = [
            TableSeat(
                seat, name, bot=player if player.partition(":")[0] in KINDS else "greedy"
            ).to_row()
            for seat, (name, player) in enumerate(zip(match.names, seats, strict=True))
        ]
        begun = Match(match.game, match.stream, match.names, match.start)
        table_id = tables.create(begun, rows, TableSettings()).result()
        # Chance is not drawn again: the snapshot stands for all steps.
        tables.append(
            table_id, match.steps, 0, TurnState(), ranks=match.ranks(), snapshot=Snapshot.of(match)
        ).result()
    finally:
        stored.close()
    return table_id
