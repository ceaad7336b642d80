"""Counts of what was sent and how it was answered, and the answers that are wrong.

`Books` reads the server's database from outside, to see whether a refused request changed anything.
It knows the schema of the store, and no message.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import CursorResult, create_engine, select, text

from ducato.server.kit.database import schema

MOST = 20
"""Findings after which a run ends: more of them would add no information."""
LONGEST_SHOWN = 3000
OUTSIDE = (
    "persons",
    "sessions",
    "bot_accounts",
    "tables",
    "email_verifications",
    "challenges",
    "friendships",
    "groups",
    "group_members",
)


@dataclass
class Findings:
    """The result of a run.

    Attributes:
        complaints: returns what the server has written to its log since the last call.
        counts: how often each kind of input got each kind of answer, by part.
        found: the faults, in words.
    """

    complaints: Callable[[], str] = lambda: ""
    counts: dict[str, Counter[tuple[str, str]]] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)

    def count(self, part: str, kind: str, answer: str, n: int = 1) -> None:
        """Count `n` inputs of this kind with this answer."""
        self.counts.setdefault(part, Counter())[(kind, answer)] += n

    def demand(self, holds: bool, what: str, sent: object) -> None:
        """Record a finding, with what was sent, unless the condition holds."""
        if not holds:
            shown = repr(sent)
            if len(shown) > LONGEST_SHOWN:
                shown = f"{shown[:LONGEST_SHOWN]}... ({len(shown)} characters)"
            self.found.append(f"{what}\n    sent: {shown}")

    def listen(self, sent: object) -> None:
        """Record a finding if the server has logged a complaint since the last call."""
        said = self.complaints()
        self.demand(not said, f"the server's log says:\n{said}", sent)

    @property
    def enough(self) -> bool:
        """Whether there are so many findings that the run should end."""
        return len(self.found) >= MOST

    def total(self, part: str) -> int:
        """Return how many inputs of this part were sent."""
        return sum(self.counts.get(part, {}).values())

    def table(self, part: str) -> str:
        """Return the counts as a table in Markdown."""
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
        url: of the database.
    """

    def __init__(self, url: str) -> None:
        if url.startswith("sqlite"):  # read-only: the file must neither be created nor changed
            url = f"{url.replace('///', '///file:')}?mode=ro&uri=true"
        # Each query sees the latest commit; `table` begins a transaction for its own queries.
        self._engine = create_engine(url, isolation_level="AUTOCOMMIT")
        self._database = self._engine.connect()

    def close(self) -> None:
        """Close the connection."""
        self._database.close()
        self._engine.dispose()

    def outside(self) -> tuple[Any, ...]:
        """Return the numbers of rows that belong to no table: people who came, what was opened."""
        asked = ", ".join(f"(SELECT count(*) FROM {name})" for name in OUTSIDE)
        return tuple(self._ask(f"SELECT {asked}").one())

    def table(self, table_id: str) -> tuple[str, list[tuple[int, int]]]:
        """Return a stored table: the hash of everything but the steps, and the steps."""
        sqlite = self._engine.dialect.name == "sqlite"
        self._ask("BEGIN" if sqlite else "BEGIN ISOLATION LEVEL REPEATABLE READ")
        kept = self._ask("SELECT * FROM tables WHERE id = :table", table_id).all()
        seats = self._ask("SELECT * FROM seats WHERE table_id = :table ORDER BY seat", table_id)
        others = repr((kept, seats.all()))
        steps = self.steps(table_id)
        self._ask("COMMIT")
        return hashlib.sha256(others.encode()).hexdigest(), steps

    def row(self, table_id: str) -> dict[str, Any]:
        """Return all that is stored of a table besides steps and seats."""
        asked = select(schema.tables).where(schema.tables.c.id == table_id)
        return dict(self._database.execute(asked).mappings().one())

    def steps(self, table_id: str) -> list[tuple[int, int]]:
        """Return actor and action of each step."""
        found = self._ask(
            "SELECT actor, action FROM steps WHERE table_id = :table ORDER BY seq", table_id
        )
        return [(actor, action) for actor, action in found]

    def contributions(self, table_id: str) -> dict[int, str]:
        """Return what players have contributed to the chance, by seat."""
        rows = self._ask("SELECT seat, entropy FROM seats WHERE table_id = :table", table_id)
        return {seat: entropy for seat, entropy in rows if entropy is not None}

    def played_by_bots(self, table_id: str) -> set[int]:
        """Return the seats that the table itself plays."""
        rows = self._ask(
            "SELECT seat FROM seats WHERE table_id = :table AND "
            "coalesce(bot, substitute) IS NOT NULL",
            table_id,
        )
        return {seat for (seat,) in rows}

    def _ask(self, question: str, table_id: str | None = None) -> CursorResult[Any]:
        return self._database.execute(text(question), {"table": table_id})
