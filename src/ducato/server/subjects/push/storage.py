"""Web Push: the browsers that people subscribed, and the turns of which they were told.

A subscription belongs to the session in which it was made, and ends with it.

The turns are those of `server.subjects.reminders.storage`: at slow tables that have been idle for a
while. Each is recorded as told before the message is sent, so that none is announced twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import Future
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, Connection, Select, delete, insert, select

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import (
    Storage,
    in_transaction,
    insert_if_new,
    now,
    row_values,
)
from ducato.server.subjects.people.session_rows import OF_SESSION, hashed, live_sessions
from ducato.server.subjects.reminders.storage import GRACE, OF_PERSON, OF_TABLE, waiting_turns

MOST = 10
"""Maximum number of subscriptions of one person; a new one replaces the oldest."""
OF_SUBSCRIPTION, OF_PUSH = schema.push_subscriptions.c, schema.push_reminders.c


@dataclass(frozen=True)
class PushSubscription:
    """A browser that shows notifications.

    Attributes:
        endpoint: the URL of the browser's push service at which messages are left.
        p256dh: the browser's public key, in URL-safe base64.
        auth: the secret shared with the browser, in URL-safe base64.
        language: the language of the messages.
    """

    endpoint: str
    p256dh: str
    auth: str
    language: str


@dataclass(frozen=True)
class PushTurn:
    """A turn of which a person is to be told.

    Attributes:
        person: the person's id.
        table_id: the id of the table.
        game: the name of the game.
        number: the number of steps that the game had when the person's clock began to run.
    """

    person: str
    table_id: str
    game: str
    number: int


class PushSubscriptions(Storage):
    """The push subscriptions of one database."""

    @in_transaction
    def add(self, connection: Connection, session: str, subscription: PushSubscription) -> bool:
        """Subscribe the browser of a session; if it was subscribed already, renew it.

        A browser that was subscribed for another person is subscribed for this one only.

        Args:
            connection: the connection.
            session: the token of the session.
            subscription: the subscription.

        Returns:
            Whether the session exists; if not, nothing is stored.
        """
        key, own = hashed(subscription.endpoint), hashed(session)
        row = {"endpoint_hash": key, "session": own, "created": now(), **asdict(subscription)}
        whose = select(OF_SESSION.person).where(OF_SESSION.token_hash == own)
        person = connection.scalar(whose)
        if person is None:
            return False
        _delete(connection, OF_SUBSCRIPTION.endpoint_hash == key)
        oldest = (
            select(OF_SUBSCRIPTION.endpoint_hash)
            .where(OF_SUBSCRIPTION.session.in_(_sessions_of(person)))
            .order_by(OF_SUBSCRIPTION.created.desc(), OF_SUBSCRIPTION.endpoint_hash)
        )
        surplus = list(connection.scalars(oldest))[MOST - 1 :]
        _delete(connection, OF_SUBSCRIPTION.endpoint_hash.in_(surplus))
        connection.execute(insert(schema.push_subscriptions).values(row))
        return True

    def remove(self, endpoint: str) -> Future[None]:
        """Remove the subscription of a browser, no matter who made it.

        Only the browser and its push service know the endpoint.
        """
        this = OF_SUBSCRIPTION.endpoint_hash == hashed(endpoint)
        return self._database.write(lambda connection: _delete(connection, this))

    def awaited(self, moment: int, again: bool = False) -> list[PushTurn]:
        """Return the turns that wait for people with subscriptions.

        Args:
            moment: the current time, in milliseconds since 1970.
            again: whether to return the turns of which they were told, instead of the others.
        """
        subscribed = (
            select(OF_SESSION.person)
            .join_from(schema.push_subscriptions, schema.sessions)
            .join(schema.persons)
            .where(live_sessions(moment))
        )
        whose = OF_PERSON.id.in_(subscribed), OF_TABLE.updated <= moment - GRACE
        with self._database.reading() as connection:
            return [
                PushTurn(turn.person, turn.table_id, turn.game, turn.number)
                for turn in waiting_turns(connection, schema.push_reminders, *whose)
                if turn.reminded is again
            ]

    def of(self, person: str) -> list[PushSubscription]:
        """Return the subscriptions of a person, the newest first."""
        with self._database.reading() as connection:
            return subscriptions_of(connection, person)

    @in_transaction
    def begin(self, connection: Connection, turn: PushTurn) -> list[PushSubscription]:
        """Record that a person is told of a turn; return the browsers to send a message to."""
        this = (OF_PUSH.person == turn.person) & (OF_PUSH.table_id == turn.table_id)
        connection.execute(delete(schema.push_reminders).where(this))
        row = {"person": turn.person, "table_id": turn.table_id, "turn": turn.number}
        connection.execute(insert(schema.push_reminders).values(row))
        return subscriptions_of(connection, turn.person)

    @in_transaction
    def key(self, connection: Connection, make: Callable[[], str]) -> str:
        """Return the private key with which this server signs, made on the first call."""
        this = schema.server_keys.c.name == "push"
        known = connection.scalar(select(schema.server_keys.c.key).where(this))
        if known is not None:
            return str(known)
        made = {"name": "push", "key": make()}
        insert_if_new(connection, schema.server_keys, made)
        return str(connection.scalar(select(schema.server_keys.c.key).where(this)))


def subscriptions_of(connection: Connection, person: str) -> list[PushSubscription]:
    """Return the subscriptions of a person, the newest first."""
    columns = [OF_SUBSCRIPTION[name] for name in PushSubscription.__annotations__]
    query = (
        select(*columns)
        .join_from(schema.push_subscriptions, schema.sessions)
        .join(schema.persons)
        .where((OF_SESSION.person == person) & live_sessions(now()))
        .order_by(OF_SUBSCRIPTION.created.desc(), OF_SUBSCRIPTION.endpoint_hash)
    )
    return [PushSubscription(**row_values(row)) for row in connection.execute(query)]


def unsubscribe(connection: Connection, person: str) -> None:
    """Remove all subscriptions of a person."""
    _delete(connection, OF_SUBSCRIPTION.session.in_(_sessions_of(person)))


def forget(connection: Connection, persons: Collection[str]) -> None:
    """Delete the records of what these people were told; subscriptions end with their sessions."""
    connection.execute(delete(schema.push_reminders).where(OF_PUSH.person.in_(persons)))


def _sessions_of(person: str) -> Select[tuple[str]]:
    return select(OF_SESSION.token_hash).where(OF_SESSION.person == person)


def _delete(connection: Connection, which: ColumnElement[bool]) -> None:
    connection.execute(delete(schema.push_subscriptions).where(which))
