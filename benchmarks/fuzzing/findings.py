"""What was sent and how it was answered, counted; and what should not have been, kept.

`Books` reads the server's database from outside, to see whether what was refused changed anything.
It knows the form of the store, and no message.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

MOST = 20
"""Findings after which a run ends: more of them say nothing new."""
LONGEST_SHOWN = 3000
OUTSIDE = ("persons", "sessions", "bots", "tables", "claims")


@dataclass
class Findings:
    """The result of a run.

    Attributes:
        complaints: what the server has written into its log since it was asked last.
        counts: how often something of a kind was answered in a way, by part.
        found: what is wrong, in words.
    """

    complaints: Callable[[], str] = lambda: ""
    counts: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)

    def count(self, part: str, kind: str, answer: str, n: int = 1) -> None:
        """Something of this kind was answered so."""
        self.counts.setdefault(part, Counter())[(kind, answer)] += n

    def demand(self, holds: bool, what: str, sent: object) -> None:
        """Note a finding if this does not hold, with what was sent."""
        if not holds:
            shown = repr(sent)
            if len(shown) > LONGEST_SHOWN:
                shown = f"{shown[:LONGEST_SHOWN]}... ({len(shown)} characters)"
            self.found.append(f"{what}\n    sent: {shown}")

    def listen(self, sent: object) -> None:
        """Whether the server has complained meanwhile."""
        said = self.complaints()
        self.demand(not said, f"the server's log says:\n{said}", sent)

    @property
    def enough(self) -> bool:
        """Whether there is no point in going on."""
        return len(self.found) >= MOST

    def total(self, part: str) -> int:
        """How many of this part were sent."""
        return sum(self.counts.get(part, {}).values())

    def table(self, part: str) -> str:
        """The counts as a table in Markdown."""
        counted = self.counts.get(part, Counter())
        kinds = sorted({kind for kind, _ in counted})
        answers = sorted({answer for _, answer in counted})
        lines = [
            f"| {part} | " + " | ".join(answers) + " | all |",
            "|---|" + "---:|" * (len(answers) + 1),
        ]
        for kind in [*kinds, ""]:
            row = [
                sum(counted[(k, answer)] for k in ([kind] if kind else kinds)) for answer in answers
            ]
            cells = " | ".join(f"{n:,}" if n else "" for n in row)
            lines.append(f"| {kind or 'all'} | {cells} | {sum(row):,} |")
        return "\n".join(lines)


class Books:
    """The database of the server, read from outside.

    Args:
        path: of the SQLite file.
    """

    def __init__(self, path: str) -> None:
        self._database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)

    def close(self) -> None:
        """Read no more."""
        self._database.close()

    def outside(self) -> tuple[Any, ...]:
        """The last rows of what is no table's own: who came, what was opened."""
        asked = ", ".join(f"(SELECT max(rowid) FROM {name})" for name in OUTSIDE)
        row: tuple[Any, ...] = self._database.execute(f"SELECT {asked}").fetchone()
        return row

    def table(self, table_id: str) -> tuple[str, list[tuple[int, int]]]:
        """A table as it is stored: the hash of all about it but the steps, and these."""
        self._database.execute("BEGIN")  # rows and steps of one moment
        kept = self._database.execute("SELECT * FROM tables WHERE id = ?", (table_id,)).fetchall()
        seats = self._database.execute(
            "SELECT * FROM seats WHERE table_id = ? ORDER BY seat", (table_id,)
        ).fetchall()
        steps = self.steps(table_id)
        self._database.execute("COMMIT")
        return hashlib.sha256(repr((kept, seats)).encode()).hexdigest(), steps

    def row(self, table_id: str) -> dict[str, Any]:
        """All that is stored of a table beside steps and seats."""
        found = self._database.execute("SELECT * FROM tables WHERE id = ?", (table_id,))
        names = [column[0] for column in found.description]
        return dict(zip(names, found.fetchone(), strict=True))

    def steps(self, table_id: str) -> list[tuple[int, int]]:
        """Actor and action of each step."""
        return self._database.execute(
            "SELECT actor, action FROM steps WHERE table_id = ? ORDER BY seq", (table_id,)
        ).fetchall()

    def played_by_bots(self, table_id: str) -> set[int]:
        """The seats where the table itself plays."""
        rows = self._database.execute(
            "SELECT seat FROM seats WHERE table_id = ? AND coalesce(bot, steward) IS NOT NULL",
            (table_id,),
        )
        return {seat for (seat,) in rows}
