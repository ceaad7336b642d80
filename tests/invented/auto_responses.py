"""A automatic response of the invented game, for tests of the table."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ducato.core.contract import AutoResponse

RESPONSES = (AutoResponse("highest"), AutoResponse("last", default=True))


def respond(
    state: Any, edition: Any, seat: int, legal: list[int], chosen: Collection[str]
) -> int | None:
    """Return the highest card, or the only one."""
    if "highest" in chosen or ("last" in chosen and len(legal) == 1):
        return legal[-1]
    return None
