"""Reports: what people tell the administrators about others at their tables.

Only administrators read them. A report about a chat line or what is shared about a branch keeps the
text, which may be deleted before anybody looks at the report.
"""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass
from typing import Any, Literal

from sqlalchemy import Connection, func, insert, select, update

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now, row_values
from ducato.server.subjects.moderation import audit
from ducato.server.subjects.people.session_rows import DAY

KINDS = ("name", "line", "comment", "stalling", "abandoning", "cheating", "other")
"""What a report can be about: the name, a chat line, a comment, or how somebody plays."""
LONGEST_EVIDENCE = 400
MOST_A_DAY = 10
"""The maximum number of reports of one person within 24 hours."""
OPEN, RESOLVED, DISMISSED = "open", "resolved", "dismissed"
OF_REPORT = schema.reports.c

Outcome = Literal["stored", "known", "too_many"]


@dataclass(frozen=True)
class NewReport:
    """A report as it is made.

    Attributes:
        reporter: the id of the person who reports.
        reported: the id of the person who is reported.
        name: the name of the reported person at the table.
        table_id: the id of the table.
        game: the name of the game.
        kind: what it is about, one of `KINDS`.
        line: the number of the reported chat line; None if it is not about one.
        evidence: the text of that line, or the beginning of what is shared about a branch.
        text: what the reporter wrote; may be empty.
    """

    reporter: str
    reported: str
    name: str
    table_id: str
    game: str
    kind: str
    line: int | None
    evidence: str | None
    text: str


@dataclass(frozen=True)
class Report:
    """A report as administrators see it; see `NewReport`.

    Attributes:
        reporter: the id of the reporter; None if they were deleted.
        reporter_name: their present name.
        reported_name: the present name of the reported person.
        at: the time of the report, in milliseconds since 1970.
        status: "open", "resolved" or "dismissed".
        closed: the time when it was resolved or dismissed, None if it is open.
    """

    id: str
    reporter: str | None
    reporter_name: str | None
    reported: str | None
    reported_name: str | None
    name: str
    table_id: str
    game: str
    kind: str
    line: int | None
    evidence: str | None
    text: str
    at: int
    status: str
    closed: int | None


class Reports(Storage):
    """The reports in one database."""

    @in_transaction
    def add(self, connection: Connection, report: NewReport) -> Outcome:
        """Store a report.

        Returns:
            "stored"; "known" if the reporter has reported the same before: the same line, or the
            same kind of conduct at the same table; "too_many" beyond `MOST_A_DAY`.
        """
        report_id = secrets.token_urlsafe(9)
        of_line = OF_REPORT.line
        same = (
            (OF_REPORT.reporter == report.reporter)
            & (OF_REPORT.reported == report.reported)
            & (OF_REPORT.table_id == report.table_id)
            & (OF_REPORT.kind == report.kind)
            & (of_line.is_(None) if report.line is None else of_line == report.line)
        )
        if connection.scalar(select(OF_REPORT.id).where(same)) is not None:
            return "known"
        lately = (OF_REPORT.reporter == report.reporter) & (OF_REPORT.at > now() - DAY)
        count = select(func.count()).select_from(schema.reports).where(lately)
        if (connection.scalar(count) or 0) >= MOST_A_DAY:
            return "too_many"
        row = {"id": report_id, "at": now(), "status": OPEN, **asdict(report)}
        connection.execute(insert(schema.reports).values(row))
        return "stored"

    def list(
        self,
        *,
        status: str | None = None,
        about: str | None = None,
        by: str | None = None,
        limit: int = 100,
    ) -> list[Report]:
        """Return reports, the oldest open ones first, then the others from the last.

        Args:
            status: the status of the reports to return; None for any.
            about: the id of the reported person; None for any.
            by: the id of the reporter; None for any.
            limit: the maximum number of reports.
        """
        reporters, reported = schema.persons.alias("reporters"), schema.persons.alias("reported")
        query = (
            select(
                schema.reports,
                reporters.c.name.label("reporter_name"),
                reported.c.name.label("reported_name"),
            )
            .select_from(schema.reports)
            .outerjoin(reporters, reporters.c.id == OF_REPORT.reporter)
            .outerjoin(reported, reported.c.id == OF_REPORT.reported)
            .order_by(OF_REPORT.at.asc() if status == OPEN else OF_REPORT.at.desc(), OF_REPORT.id)
            .limit(limit)
        )
        for column, wanted in (
            (OF_REPORT.status, status),
            (OF_REPORT.reported, about),
            (OF_REPORT.reporter, by),
        ):
            if wanted is not None:
                query = query.where(column == wanted)
        return [Report(**row_values(row)) for row in self._rows(query)]

    @in_transaction
    def close(self, connection: Connection, report_id: str, status: str) -> bool:
        """Resolve or dismiss a report, or open it again. Return whether there is such a report."""
        this = OF_REPORT.id == report_id
        person = connection.execute(select(OF_REPORT.reported).where(this)).one_or_none()
        if person is None:
            return False
        values = {"status": status, "closed": None if status == OPEN else now()}
        connection.execute(update(schema.reports).where(this).values(values))
        audit.note(connection, f"report_{status}", person.reported, report_id)
        return True

    def waiting(self) -> int:
        """Return the number of open reports."""
        query = select(func.count()).select_from(schema.reports).where(OF_REPORT.status == OPEN)
        return self._value(query) or 0


def made_by(connection: Connection, person: str) -> list[Any]:
    """Return the rows of the reports that a person has made, the first one first."""
    own = select(schema.reports).where(OF_REPORT.reporter == person)
    return list(connection.execute(own.order_by(OF_REPORT.at, OF_REPORT.id)))
