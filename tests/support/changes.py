"""What a step changes in a position: every cell of the state with its new value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

COUNTS = ("held",)
"""Fields that follow from others: the number of cards in each zone."""


def cells(record: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each cell of a position's `to_dict`, such as ``tokens.0.waves``, with its value."""
    if isinstance(record, dict | list):
        parts = record.items() if isinstance(record, dict) else enumerate(record)
        for name, part in parts:
            if name not in COUNTS:
                yield from cells(part, f"{path}.{name}" if path else str(name))
    else:
        yield path, record


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return the cells of the state that differ, with their values after the step."""
    old = dict(cells(before["state"]))
    return {path: value for path, value in cells(after["state"]) if value != old[path]}
