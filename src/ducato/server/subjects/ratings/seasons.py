"""Seasons of three months, the quarters of a year in UTC."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime

NAME = re.compile(r"([1-9]\d{3})-([1-4])")


@dataclass(frozen=True, order=True)
class Season:
    """A quarter of a year.

    Attributes:
        year: the year.
        quarter: the quarter, 1 to 4.
    """

    year: int
    quarter: int

    @classmethod
    def at(cls, moment: int) -> Season:
        """Return the season of a moment, given in milliseconds since 1970."""
        day = datetime.fromtimestamp(moment / 1000, UTC)
        return cls(day.year, (day.month + 2) // 3)

    @classmethod
    def named(cls, name: str) -> Season | None:
        """Return the season with a name such as ``2026-4``; None if it is not the name of one."""
        found = NAME.fullmatch(name)
        return None if found is None else cls(int(found[1]), int(found[2]))

    @property
    def name(self) -> str:
        """The name, such as ``2026-4``."""
        return f"{self.year}-{self.quarter}"

    @property
    def following(self) -> Season:
        """The season after this one."""
        year, quarter = divmod(self.quarter, 4)
        return Season(self.year + year, quarter + 1)

    @property
    def start(self) -> int:
        """The first moment, in milliseconds since 1970."""
        first = datetime(self.year, 3 * self.quarter - 2, 1, tzinfo=UTC)
        return round(first.timestamp() * 1000)

    @property
    def end(self) -> int:
        """The first moment after the season, in milliseconds since 1970."""
        return self.following.start
