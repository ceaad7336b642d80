"""Tables as Excel workbooks, one sheet for each."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from ducato.core.errors import UnreadableFile
from ducato.core.game.card_tables import WHOLE, Cells
from ducato.runs.extras import needed

EXTRA = "print"


def read_workbook(path: Path) -> dict[str, Cells]:
    """Return the cells of each sheet of a workbook, as texts.

    Raises:
        UnreadableFile: it cannot be opened, or is no workbook.
        MissingExtra: the extra ``print`` is not installed.
    """
    library = needed("openpyxl", EXTRA)
    try:
        with path.open("rb") as file:
            book = library.load_workbook(file, read_only=True, data_only=True)
            return {
                sheet.title: [[_text(cell) for cell in row] for row in sheet.values]
                for sheet in book.worksheets
            }
    except OSError as error:
        raise UnreadableFile(str(path), error.strerror or str(error)) from error
    except Exception as error:  # whatever is wrong with the archive or the XML in it
        raise UnreadableFile(str(path), "it is no workbook of Excel (.xlsx)") from error


def write_workbook(file: Any, tables: Mapping[str, Cells]) -> None:
    """Write tables as sheets of a workbook, with numbers as numbers and a frozen header."""
    book = needed("openpyxl", EXTRA).Workbook()
    book.remove(book.active)
    for name, rows in tables.items():
        sheet = book.create_sheet(name)
        for at, row in enumerate(rows):
            sheet.append([int(cell) if at and WHOLE.fullmatch(cell) else cell for cell in row])
        sheet.freeze_panes = "B2"
        for column, cells in enumerate(zip(*rows, strict=True), 1):
            letter = sheet.cell(1, column).column_letter
            sheet.column_dimensions[letter].width = min(40, max(map(len, cells)) + 2)
    # Openpyxl would complain once more of a file that was closed because its disk is full.
    whole = BytesIO()
    book.save(whole)
    file.write(whole.getvalue())


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
