"""Results as Polars tables, and pieces as Parquet files."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ducato.runs.extras import needed
from ducato.runs.play.buffers import POINTS, Column, Rows, Tally, Totals
from ducato.runs.play.chunk import ChunkResults
from ducato.runs.play.things import Things

if TYPE_CHECKING:
    import polars as pl

GROUPS = ("winners", "others")
PARTIAL = ".partial-"
"""The beginning of the name of a folder that is being written."""
ROWS, TOTALS, SUMS = "rows.parquet", "totals.parquet", "piece.json"
"""The files of a piece; the last one has the checksums of the others."""


def _polars() -> Any:
    return needed("polars", "lab")


def games_frame(
    rows: Rows,
    series: list[str],
    counters: list[str],
    numbers: NDArray[Any],
    seed: int,
) -> pl.DataFrame:
    """Return a table with a row for each game."""
    columns: dict[str, Any] = {
        "number": numbers,
        "seed": np.full(len(numbers), seed),
        "finished": rows.finished,
    }
    for column in Column:
        columns[column.name.lower()] = rows.numbers[:, column]
    by_seat = {"rank": rows.ranks, "order": rows.order, "decided": rows.decided}
    for name, values in {**by_seat, "turns": rows.turns}.items():
        for seat in range(values.shape[1]):
            columns[f"{name}_{seat}"] = values[:, seat]
    for index, name in enumerate(series):
        for seat in range(rows.ranks.shape[1]):
            columns[f"{name}_{seat}"] = rows.series[:, seat, index]
    for index, name in enumerate(counters):
        columns[name if name not in columns else f"counter_{name}"] = rows.counters[:, index]
    frame: pl.DataFrame = _polars().DataFrame(
        {name: np.ascontiguousarray(values) for name, values in columns.items()}
    )
    return frame


def things_frame(totals: Totals, things: Things) -> pl.DataFrame:
    """Return a table of what was offered and done; things that never were offered are left out.

    The period is 0 to 2 for a third of the game and 3 for the whole game. `done` and `passed` are
    numbers of seats, one for each game; the wins of either are sums of shares.
    """
    order, thing, period = np.nonzero(totals.things[..., Tally.AVAILABLE])
    sums = totals.things[order, thing, period]
    frame: pl.DataFrame = _polars().DataFrame(
        {
            "thing": [things.names[index] for index in thing],
            "sort": [things.sorts[index] for index in thing],
            "order": order + 1,
            "period": period,
            **{tally.name.lower(): sums[:, tally] for tally in Tally},
        }
    )
    return frame


def curves_frame(totals: Totals, series: list[str]) -> pl.DataFrame:
    """Return a table of the means and deviations of the series, at each point of a game."""
    rows = []
    for index, name in enumerate(series):
        for point in range(POINTS):
            for group in range(2):
                n = max(1.0, float(totals.seats[point, group]))
                total, squares = (float(x) for x in totals.curves[point, group, index])
                middle = total / n
                deviation = max(0.0, squares / n - middle**2) ** 0.5
                rows.append((name, point / (POINTS - 1), GROUPS[group], middle, deviation, int(n)))
    names = ["series", "progress", "group", "mean", "deviation", "seats"]
    frame: pl.DataFrame = _polars().DataFrame(rows, schema=names, orient="row")
    return frame


def write_piece(folder: Path, played: ChunkResults) -> None:
    """Write a piece as a folder of two Parquet files, completely or not at all.

    ``rows.parquet`` has a row for each game, and ``totals.parquet`` a row for each sum that is not
    0, with the name of its array and its index there. ``piece.json`` has the name of the folder and
    the checksums of both.

    Raises:
        OSError, polars.exceptions.PolarsError: the disk is full, or the folder cannot be written.
    """
    pl = _polars()
    rows = {
        field: np.ascontiguousarray(values.reshape(len(values), -1))
        for field, values in played.rows._asdict().items()
        if values.size
    }
    totals = [
        pl.DataFrame({"array": [field] * len(at), "index": at, "sum": values.ravel()[at]})
        for field, values in played.totals._asdict().items()
        for at in [np.flatnonzero(values)]
    ]
    folder.parent.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=PARTIAL, dir=folder.parent))
    try:
        pl.DataFrame(rows).write_parquet(partial / ROWS)
        pl.concat(totals).write_parquet(partial / TOTALS)
        sums = {name: _checksum((partial / name).read_bytes()) for name in (ROWS, TOTALS)}
        (partial / SUMS).write_text(
            json.dumps({"piece": folder.name, "sha256": sums}) + "\n", "ascii"
        )
        os.replace(partial, folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def read_piece(folder: Path, empty: ChunkResults) -> ChunkResults:
    """Read a piece that `write_piece` has written into `empty`, and return it.

    Args:
        folder: its folder.
        empty: a piece of zeros with the dimensions of the one to read.

    Raises:
        ValueError: it is another piece than the folder's name says, or its files have changed.
        OSError: a file cannot be read.
    """
    pl = _polars()
    kept = json.loads((folder / SUMS).read_text("ascii"))
    files = {name: (folder / name).read_bytes() for name in (ROWS, TOTALS)}
    sums = {name: _checksum(content) for name, content in files.items()}
    if kept != {"piece": folder.name, "sha256": sums}:
        raise ValueError(f"{folder} is not as it was written")
    rows = pl.read_parquet(io.BytesIO(files[ROWS]))
    for field, values in empty.rows._asdict().items():
        if values.size:
            values[...] = rows[field].to_numpy().reshape(values.shape)
    totals = pl.read_parquet(io.BytesIO(files[TOTALS]))
    for (field,), of in totals.group_by("array"):
        getattr(empty.totals, field).ravel()[of["index"].to_numpy()] = of["sum"].to_numpy()
    return empty


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
