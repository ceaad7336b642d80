"""How a table stands, beside its steps: kept with each of them.

This module must not know where it is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class TurnState:
    """What changes with the steps, and can be read without replaying them.

    Attributes:
        to_move: the seat to move, None when there is none.
        time_control: how long people may think, as `table.time_control` writes it.
        clock: what is left to each seat, as `table.time_control` writes it; None without a clock.
        due: when the running clock will have run out, in milliseconds since 1970; None when none
            runs.
    """

    to_move: int | None = None
    time_control: dict[str, Any] = field(default_factory=lambda: {"kind": "untimed"})
    clock: dict[str, Any] | None = None
    due: int | None = None
