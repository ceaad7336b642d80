"""The seats of the tables that are fuzzed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Plan:
    """The seats of a table: ``"A"``, ``"B"`` people, ``"bot"``, ``"outside"`` a bot, ``"open"``."""

    name: str
    seats: tuple[str, ...]
    time_control: dict[str, Any] = field(default_factory=lambda: {"kind": "untimed"})


PLANS = [
    Plan("two people", ("A", "B")),
    Plan("against a bot", ("A", "bot")),
    Plan("one screen", ("A", "A")),
    Plan("waiting", ("A", "open")),
    Plan("a bot from outside", ("A", "outside")),
    Plan("with clocks", ("A", "B"), {"kind": "real_time", "minutes": 200, "increment": 5}),
    Plan("a lesson", ()),
]
