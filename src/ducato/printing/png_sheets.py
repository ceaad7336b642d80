"""Sheets of pieces as pictures, for tables on a screen: with a manifest, or a saved object."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ducato.core.errors import BadValue
from ducato.core.errors.machine import machine_fault
from ducato.core.game import Game
from ducato.printing.book import Book, Printed
from ducato.printing.drawings import EXTRA
from ducato.printing.layout import Grid
from ducato.printing.parts import Sheet, Studio
from ducato.printing.printing import piece_size, token_size
from ducato.printing.tabletop_simulator import saved_object
from ducato.runs.extras import needed

COLUMNS, ROWS = 10, 7
"""The most pieces of a sheet, as Tabletop Simulator allows."""
DOTS = 7.0
"""Dots in a millimetre of a piece, about 180 in an inch, at most."""
MOST_DOTS = 4096
"""The most dots of a side of a picture: what Tabletop Simulator recommends, and cards can draw."""
BOARD_DOTS = 4.0
"""Dots in a millimetre of a board."""


def write_folder(
    folder: Path,
    game: Game,
    *,
    edition: str | None,
    language: str,
    size: tuple[float, float],
    kind: str,
) -> int:
    """Write the sheets of a game into a folder, and return how many files these are.

    Everything is made elsewhere first, so that a failure leaves the folder as it was.

    Raises:
        BadValue: the folder cannot be written.
        OSError: the machine cannot go on, as on a full disk; the error names the folder.
        MissingExtra: the extra ``print`` is not installed.
    """
    studio = Studio(game, edition, language)
    title = game.text("title", language)
    existed = folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder, prefix=".new-") as made:
            sheets, boards = _write_pictures(Path(made), studio, title, language, size)
            if kind == "sheets":
                _write_json(Path(made) / "manifest.json",
                            manifest(game, studio, language, sheets, boards))  # fmt: skip
            else:
                saved = saved_object(title, sheets, boards, folder.resolve())
                _write_json(Path(made) / f"{game.name}.json", saved)
            names = sorted(os.listdir(made))
            for name in names:
                os.replace(Path(made) / name, folder / name)
    except OSError as error:
        if machine_fault(error):
            raise OSError(error.errno, error.strerror, str(folder)) from error
        option = "--" + kind.replace("_", "-")
        expected = f"a folder that can be written: {error.strerror or error}"
        raise BadValue(option, str(folder), expected) from error
    finally:
        if not existed and folder.is_dir() and not os.listdir(folder):
            folder.rmdir()
    return len(names)


def _write_pictures(
    folder: Path, studio: Studio, title: str, language: str, card: tuple[float, float]
) -> tuple[list[Sheet], list[tuple[str, str, float, float]]]:
    """Write all pictures; return the sheets, and file, title and size in mm of each board."""
    sheets: list[Sheet] = []
    for deck in studio.decks(("cards", "tiles", "tokens")):
        size = token_size(deck.parts[0][3]) if deck.sort == "tokens" else piece_size(deck, card)
        others = any(sheet.deck == deck.name and sheet.sort != deck.sort for sheet in sheets)
        name = f"{deck.name}-{deck.sort}" if others else deck.name
        number = sum((sheet.deck, sheet.sort) == (deck.name, deck.sort) for sheet in sheets)
        back = ""
        if deck.back is not None and deck.sort != "tokens":
            back = f"{name}-back.png"
            if not number:
                _write_png(folder / back, title, language, [deck.back], size, 1)
        for start in range(0, len(deck.parts), COLUMNS * ROWS):
            here = deck.parts[start : start + COLUMNS * ROWS]
            number += 1
            columns = min(COLUMNS, max(2, len(here)))
            rows = max(2, -(-len(here) // columns))
            file = f"{name}-{number}.png"
            faces = [face for *_, face in here]
            _write_png(folder / file, title, language, faces, size, columns, rows)
            pieces = [(name, words, copies) for name, words, copies, _ in here]
            sheets.append(Sheet(file, deck.name, deck.sort, columns, rows, size, pieces, back))
    boards = []
    for words, board, wide in studio.boards():
        size = wide, wide * board.box[1] / board.box[0]
        file = f"{board.name.replace(' ', '-')}.png"
        _write_png(folder / file, title, language, [board], size, 1, dots=BOARD_DOTS)
        boards.append((file, words, *size))
    return sheets, boards


def _write_png(
    path: Path,
    title: str,
    language: str,
    faces: Sequence[Printed],
    size: tuple[float, float],
    columns: int,
    rows: int = 1,
    *,
    dots: float = DOTS,
) -> None:
    """Write a picture of faces in rows, without any margin."""
    wide, high = columns * size[0], rows * size[1]
    dots = dots_of(columns, rows, size, dots)
    file = BytesIO()
    book = Book(file, title, language, (wide, high))
    book.add_picture(faces, Grid(wide, high, columns, rows, size, 0))
    book.save()
    document = needed("pypdfium2", EXTRA).PdfDocument(file.getvalue())
    try:
        picture = document[0].render(scale=dots * 25.4 / 72).to_pil()
    finally:
        document.close()
    exact = int(size[0] * dots) * columns, int(size[1] * dots) * rows
    resample = needed("PIL.Image", EXTRA).Resampling.LANCZOS
    if picture.size != exact:
        picture = picture.resize(exact, resample)
    picture.save(path, optimize=True)


def dots_of(columns: int, rows: int, size: tuple[float, float], dots: float = DOTS) -> float:
    """Return how many dots in a millimetre a picture of pieces has."""
    return min(dots, MOST_DOTS / max(columns * size[0], rows * size[1]))


def manifest(
    game: Game,
    studio: Studio,
    language: str,
    sheets: Iterable[Sheet],
    boards: Iterable[tuple[str, str, float, float]],
) -> dict[str, Any]:
    """Return what is on the sheets, for programs that cut them; lengths are in millimetres."""
    return {
        "game": game.name,
        "edition": studio.loaded.edition_name,
        "language": language,
        "sheets": [
            {
                "file": sheet.file,
                "deck": sheet.deck,
                "sort": sheet.sort,
                "columns": sheet.columns,
                "rows": sheet.rows,
                "width": sheet.size[0],
                "height": sheet.size[1],
                "dots_per_mm": round(dots_of(sheet.columns, sheet.rows, sheet.size), 3),
                "back": sheet.back or None,
                "pieces": [
                    {"number": at, "id": name, "name": words, "copies": copies}
                    for at, (name, words, copies) in enumerate(sheet.pieces)
                ],
            }
            for sheet in sheets
        ],
        "boards": [
            {"file": file, "name": words, "width": wide, "height": high}
            for file, words, wide, high in boards
        ],
    }


def _write_json(path: Path, contents: dict[str, Any]) -> None:
    path.write_text(json.dumps(contents, indent=2, ensure_ascii=False) + "\n", "utf-8")
