"""``ducato print``: a game on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ducato.cli.options import Edition
from ducato.core.errors import BadValue, UnknownName
from ducato.core.i18n import LANGUAGES

MOST_BLEED = 5.0


def print_game(
    game: Annotated[
        str, typer.Argument(metavar="GAME|PATH", help="An installed game, or a folder.")
    ],
    *,
    edition: Edition = None,
    language: Annotated[str, typer.Option("--language", help="Language of the texts.")] = "en",
    size: Annotated[
        str, typer.Option("--size", help="Cards: 63x88, poker, 44x68, mini or square.")
    ] = "63x88",
    paper: Annotated[str, typer.Option("--paper", help="A4 or Letter.")] = "A4",
    bleed: Annotated[
        float, typer.Option("--bleed", metavar="MM", help="Millimetres printed beyond the cut.")
    ] = 1.5,
    what: Annotated[
        str,
        typer.Option("--what", help="Some of cards,tiles,boards,mats,tokens,rulebook."),
    ] = "cards,tiles,boards,mats,tokens,rulebook",
    out: Annotated[Path | None, typer.Option("--out", help="The PDF file to write.")] = None,
    sheets: Annotated[
        Path | None, typer.Option("--sheets", help="Folder for sheets as PNG, with a manifest.")
    ] = None,
    tabletop_simulator: Annotated[
        Path | None,
        typer.Option("--tabletop-simulator", help="Folder for a saved object and its sheets."),
    ] = None,
) -> None:
    """Write a game as a PDF to print and cut, or as sheets for a table on a screen."""
    from ducato.core.game.folder import game_from
    from ducato.core.safe_file import write_whole
    from ducato.printing.sizes import card_size, paper_size

    if out is sheets is tabletop_simulator is None:
        raise BadValue(
            "--out", "", "given: --out FILE.pdf, --sheets DIR or --tabletop-simulator DIR"
        )
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    if not 0 <= bleed <= MOST_BLEED:
        raise BadValue("--bleed", bleed, f"from 0 to {MOST_BLEED:g} (millimetres)")
    card, sheet, chosen, found = card_size(size), paper_size(paper), _chosen(what), game_from(game)
    if edition is not None and edition not in found.editions:
        raise UnknownName(f"edition of {found.name}", edition, found.editions)
    if out is not None:
        from ducato.printing.printing import write_book

        pages = 0

        def write(file: object) -> None:
            nonlocal pages
            pages = write_book(
                file,
                found,
                edition=edition,
                language=language,
                size=card,
                paper=sheet,
                bleed=bleed,
                what=chosen,
            )

        write_whole(out, write, option="--out")
        typer.echo(f"Wrote {out}: {pages} pages. Print it at 100 %.")
    for folder, kind in ((sheets, "sheets"), (tabletop_simulator, "tabletop_simulator")):
        if folder is not None:
            from ducato.printing import png_sheets

            number = png_sheets.write_folder(
                folder, found, edition=edition, language=language, size=card, kind=kind
            )
            typer.echo(f"Wrote {number} files into {folder}.")


def _chosen(what: str) -> tuple[str, ...]:
    from ducato.printing.printing import WHAT

    names = [name.strip().lower() for name in what.split(",") if name.strip()]
    for name in names:
        if name not in WHAT:
            raise UnknownName("part of a game to print", name, WHAT)
    if not names:
        raise BadValue("--what", what, f"some of {', '.join(WHAT)}")
    return tuple(name for name in WHAT if name in names)
