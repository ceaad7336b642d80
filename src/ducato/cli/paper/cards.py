"""``ducato cards``: the tables of a game to a spreadsheet and back."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ducato.cli.options import STANDARD_INPUT, read_input
from ducato.core.errors import BadValue, UnreadableFile

if TYPE_CHECKING:
    from ducato.core.game.card_tables import Cells
    from ducato.core.game.registered_game import Game

SUFFIXES = (".csv", ".xlsx")


def cards(
    game: Annotated[
        str, typer.Argument(metavar="GAME|PATH", help="An installed game, or a folder.")
    ],
    *,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="File to write: .csv for one table, .xlsx for all or one."),
    ] = None,
    edited: Annotated[
        Path | None,
        typer.Option(
            "--in", help="Edited file to read: .csv or .xlsx; `-` is CSV from standard input."
        ),
    ] = None,
    table: Annotated[
        str | None, typer.Option("--table", help="Name of the table, such as cards.")
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(
            "--to",
            help="Folder for a game with the edited cards; by default PATH itself, whose table is "
            "replaced.",
        ),
    ] = None,
) -> None:
    """Write a game's tables for a spreadsheet, or make a game of what was edited there.

    Without options, list the tables.
    """
    from ducato.core.game.card_folder import is_card_folder
    from ducato.core.game.card_tables import table_names
    from ducato.core.game.folder import game_from

    found = game_from(game)
    names = table_names(found)
    if not names:
        raise BadValue("GAME|PATH", game, "a game with tables, files .csv in its folder data")
    if out is not None:
        _write(found, out, table)
        typer.echo(f"Wrote {out}.")
    elif edited is not None:
        if to is None:
            if not Path(game).is_dir() or is_card_folder(Path(game)):
                raise BadValue("--to", "", "the folder for the game with the edited cards")
            replaced = " and ".join(_replace(found, edited, table))
            typer.echo(f"Replaced the {replaced} in {game}. Try: ducato check {game} --quick")
            return
        number = _import(found, edited, table, to)
        typer.echo(f"Wrote {number} tables into {to}. Try: ducato check {to} --quick")
    else:
        typer.echo("\n".join(names))


def _write(game: Game, out: Path, table: str | None) -> None:
    from ducato.core.game.card_tables import as_csv, table_names
    from ducato.core.game.card_tables import table as table_of
    from ducato.core.safe_file import write_whole

    _check_suffix(out, "--out")
    names = [table] if table else table_names(game)
    if out.suffix.lower() == ".xlsx":
        from ducato.runs.spreadsheets import write_workbook

        tables = {name: table_of(game, name) for name in names}
        write_whole(out, lambda file: write_workbook(file, tables), option="--out")
        return
    if table is None and out.stem in names:
        names = [out.stem]
    if len(names) > 1:
        raise BadValue("--table", "", f"one of {', '.join(names)}; a file .xlsx holds all of them")
    text = as_csv(table_of(game, names[0]))
    # With a byte order mark, spreadsheets read accents as they are.
    write_whole(out, text.encode("utf-8-sig"), option="--out")


def _import(game: Game, edited: Path, table: str | None, to: Path) -> int:
    """Write a folder with the edited tables, and return how many these are."""
    from ducato.core.game.card_folder import DESCRIPTION
    from ducato.core.game.card_tables import merged

    changed = _changed(game, edited, table, merged)
    try:
        to.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        expected = f"a folder that can be written: {error.strerror or error}"
        raise BadValue("--to", str(to), expected) from error
    for name, text in changed.items():
        _save(to / f"{name}.csv", text)
    _save(to / DESCRIPTION, f'game = "{game.name}"\n')
    return len(changed)


def _replace(game: Game, edited: Path, table: str | None) -> list[str]:
    """Replace tables of a game in a folder by the edited ones, and return their names."""
    from ducato.core.game.card_tables import replaced

    folder = Path(str(files(game.package))) / "data"
    changed = _changed(game, edited, table, replaced)
    for name, text in changed.items():
        _save(folder / f"{name}.csv", text)
    return list(changed)


def _changed(
    game: Game,
    edited: Path,
    table: str | None,
    form: Callable[[Game, str, Cells, str], Cells],
) -> dict[str, str]:
    """Return the edited tables as CSV, each as `form` makes it of the game's own."""
    from ducato.core.game.card_tables import as_csv, named

    given = named(_tables(game, edited, table), game, str(edited))
    return {
        name: as_csv(
            form(game, name, rows, f"{edited}, sheet {name}" if len(given) > 1 else str(edited))
        )
        for name, rows in given.items()
    }


def _save(path: Path, text: str) -> None:
    from ducato.core.safe_file import write_whole

    write_whole(path, text, option="--to")


def _tables(game: Game, edited: Path, table: str | None) -> dict[str, Cells]:
    from ducato.core.game.card_tables import cells, table_names

    names = table_names(game)
    if table is None and len(names) == 1:
        (table,) = names
    if edited != STANDARD_INPUT:
        _check_suffix(edited, "--in")
    if edited.suffix.lower() != ".xlsx":
        if table is None and edited.stem not in names:
            raise BadValue("--table", "", f"one of {', '.join(names)}, as {edited.name} is none")
        return {table or edited.stem: cells(read_input(edited), str(edited))}
    from ducato.runs.spreadsheets import read_workbook

    sheets = {name: rows for name, rows in read_workbook(edited).items() if rows}
    if table is None:
        return sheets
    if len(sheets) == len(names) == 1:
        return {table: next(iter(sheets.values()))}
    if table not in sheets:
        raise UnreadableFile(str(edited), f"there is no sheet {table!r} but {', '.join(sheets)}")
    return {table: sheets[table]}


def _check_suffix(path: Path, option: str) -> None:
    if path.suffix.lower() not in SUFFIXES:
        raise BadValue(option, str(path), f"a file whose name ends with {' or '.join(SUFFIXES)}")
