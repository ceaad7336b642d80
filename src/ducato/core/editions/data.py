"""Functions that read a game's tables (CSV) and editions (TOML) from its package."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_text(package: str, name: str) -> str:
    """Return the contents of a text file in the package, such as ``"data/cards.csv"``."""
    return files(package).joinpath(name).read_text("utf-8")


def read_bytes(package: str, name: str) -> bytes:
    """Return the contents of a file in the package, such as a picture."""
    return files(package).joinpath(name).read_bytes()


@cache
def has_file(package: str, name: str) -> bool:
    """Return whether the package contains the file."""
    return files(package).joinpath(name).is_file()


def read_table(package: str | None, name: str) -> list[dict[str, str]]:
    """Return the rows of the CSV file ``data/<name>``, whose first line names the columns.

    Args:
        package: the name of the package, or the value of ``__package__`` in one of its modules.
        name: the name of the file.

    Raises:
        ValueError: `package` is None or empty, as ``__package__`` is in code outside packages.
    """
    return list(csv.DictReader(read_text(package or "", f"data/{name}").splitlines()))


def read_toml(package: str, name: str) -> dict[str, Any]:
    """Return the contents of the TOML file ``data/<name>``."""
    return tomllib.loads(read_text(package, f"data/{name}"))
