"""The pictures of a game's cards, from its table ``data/art.csv``."""

from __future__ import annotations

from ducato.core.editions import data_files
from ducato.core.scene import Art

TABLE = "art.csv"


def read_art(package: str | None) -> dict[str, Art]:
    """Return the picture of each card.

    The table has the columns ``card``, ``layers`` (the names of motifs, those behind first,
    separated by blanks), ``sky`` and ``ground`` (two of `ducato.core.scene.SKIES`). The motifs are
    the symbols in ``client/art``.

    Args:
        package: the name of the game's package, such as the value of ``__package__`` in its
            ``__init__`` module.
    """
    return {
        row["card"]: Art(tuple(row["layers"].split()), row["sky"], row["ground"])
        for row in data_files.read_table(package, TABLE)
    }
