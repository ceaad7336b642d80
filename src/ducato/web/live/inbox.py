"""The commands that a table's actor receives through its inbox."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from ducato.table.changes import Change
from ducato.table.protocol import ChatMessage, ClientMessage
from ducato.web.live.connection import Connection


@dataclass(frozen=True)
class Joined:
    """A connection has opened."""

    connection: Connection


@dataclass(frozen=True)
class Left:
    """A connection has ended; it may have been the last one."""


@dataclass(frozen=True)
class Tick:
    """Time has passed: a clock may have run out, or a player may count as away."""


@dataclass(frozen=True)
class ViewsReady:
    """The views for some connections are rendered and can be sent."""


@dataclass(frozen=True)
class MessageReceived:
    """A client has sent a message."""

    connection: Connection
    message: ClientMessage | ChatMessage


@dataclass(frozen=True)
class PersonsDeleted:
    """Some persons were deleted from the store."""

    persons: frozenset[str]


@dataclass(frozen=True)
class PersonMerged:
    """A person has become another one in the store, as when a guest verifies an e-mail address."""

    old: str
    new: str


@dataclass(frozen=True)
class Call:
    """A route wants a change, such as joining the table.

    Attributes:
        what: makes the change, in the thread of the rules.
        done: ends when it is stored, or with the error.
    """

    what: Callable[[], Change]
    done: asyncio.Future[None]


@dataclass(frozen=True)
class BotMove:
    """A bot has chosen at a revision of the table; `action` is None if it failed."""

    revision: int
    seat: int
    action: int | None


Command = (
    Joined
    | Left
    | Tick
    | ViewsReady
    | MessageReceived
    | PersonsDeleted
    | PersonMerged
    | Call
    | BotMove
)
