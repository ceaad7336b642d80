"""Bans: people who may neither join nor open tables, nor chat, for a time or for good.

A banned person may still finish their games, look at their data, download and delete them.
"""

from __future__ import annotations

import math
import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, insert, or_, select, update

from ducato.core.i18n import Message, say
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Storage, in_transaction, now, row_values
from ducato.server.subjects.moderation import audit
from ducato.server.subjects.push import storage as push

REASONS = ("name", "chat", "abandoning", "cheating", "conduct")
"""The reasons for a ban, which people read in their language."""
UNITS = (("days", 86_400_000), ("hours", 3_600_000), ("minutes", 60_000))
"""What the rest of a ban is told in, with the milliseconds of one; at least two, except minutes."""
OF_BAN = schema.bans.c


@dataclass(frozen=True)
class Ban:
    """A ban of a person.

    Attributes:
        id: the id of the ban.
        reason: the reason, one of `REASONS`.
        note: what the administrator noted; the person does not see it.
        begun: when it began, in milliseconds since 1970.
        until: when it ends by itself; None if it does not.
        lifted: when an administrator ended it; None if nobody has.
    """

    id: str
    reason: str
    note: str
    begun: int
    until: int | None
    lifted: int | None


def ban_message(ban: Ban) -> Message:
    """Return what to say to a banned person: how long they are still banned, and why.

    The time is what is left, rounded up: a date would be one of the server's clock, not theirs.
    """
    reason = say(f"ban.{ban.reason}")
    if ban.until is None:
        return say("bad.banned", reason=reason)
    left = max(1, ban.until - now())
    unit, size = next((one for one in UNITS if left > 2 * one[1]), UNITS[-1])
    return say(f"bad.banned.{unit}", n=math.ceil(left / size), reason=reason)


class Bans(Storage):
    """The bans in one database."""

    @in_transaction
    def add(
        self, connection: Connection, person: str, reason: str, until: int | None, note: str
    ) -> bool:
        """Ban a person, instead of any ban that they have now. Return whether they exist.

        Their push subscriptions end.

        Args:
            connection: the connection.
            person: the id of the person.
            reason: the reason, one of `REASONS`.
            until: when the ban ends, in milliseconds since 1970; None if it does not.
            note: a note for administrators.
        """
        ban_id = secrets.token_urlsafe(9)
        known = select(schema.persons.c.id).where(schema.persons.c.id == person)
        if connection.scalar(known) is None:
            return False
        moment = now()
        connection.execute(update(schema.bans).where(_active(person)).values(lifted=moment))
        row = {
            "id": ban_id,
            "person": person,
            "reason": reason,
            "note": note,
            "begun": moment,
            "until": until,
        }
        connection.execute(insert(schema.bans).values(row))
        push.unsubscribe(connection, person)
        length = "for good" if until is None else f"until {until}"
        audit.note(connection, "ban", person, f"{reason}, {length}: {note}")
        return True

    @in_transaction
    def lift(self, connection: Connection, person: str) -> bool:
        """End a person's ban. Return whether they had one."""
        done = connection.execute(update(schema.bans).where(_active(person)).values(lifted=now()))
        if done.rowcount:
            audit.note(connection, "lift_ban", person)
        return bool(done.rowcount)

    def active(self, person: str) -> Ban | None:
        """Return the ban that a person has now; see `active_ban`."""
        with self._database.reading() as connection:
            return active_ban(connection, person)

    def of(self, person: str) -> list[Ban]:
        """Return all bans of a person, the last first."""
        with self._database.reading() as connection:
            return bans_of(connection, person)


def active_ban(connection: Connection, person: str) -> Ban | None:
    """Return the ban that a person has now; None if they have none.

    The ban of a person holds for their bots, too.
    """
    bots = schema.bot_accounts.c
    owner = select(bots.owner).where(bots.person == person).scalar_subquery()
    whose = or_(OF_BAN.person == person, OF_BAN.person == owner)
    query = _select().where(whose, _in_force()).order_by(OF_BAN.begun.desc()).limit(1)
    row = connection.execute(query).one_or_none()
    return None if row is None else Ban(**row_values(row))


def banned_now() -> Select[tuple[str]]:
    """Return the query for the ids of the people who are banned now, bots aside."""
    return select(OF_BAN.person).where(_in_force())


def bans_of(connection: Connection, person: str) -> list[Ban]:
    """Return all bans of a person, the last first."""
    query = _select().where(OF_BAN.person == person).order_by(OF_BAN.begun.desc(), OF_BAN.id)
    return [Ban(**row_values(row)) for row in connection.execute(query)]


def _select() -> Any:
    return select(*(OF_BAN[name] for name in Ban.__annotations__))


def _in_force() -> ColumnElement[bool]:
    return OF_BAN.lifted.is_(None) & or_(OF_BAN.until.is_(None), OF_BAN.until > now())


def _active(person: str) -> ColumnElement[bool]:
    return (OF_BAN.person == person) & _in_force()
