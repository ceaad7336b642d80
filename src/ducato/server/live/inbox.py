"""The commands that a table's actor receives through its inbox."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from ducato.core.errors import DucatoError
from ducato.server.live.connection import Connection
from ducato.table.changes import Change
from ducato.table.protocol import ChatMessage, ClientMessage


@dataclass(frozen=True)
class ConnectionOpened:
    """The opening of a connection, which is to be welcomed."""

    connection: Connection


@dataclass(frozen=True)
class ConnectionClosed:
    """The end of a connection, which may have been the last one."""


@dataclass(frozen=True)
class Tick:
    """A request to check the clock, the people present and the bots."""


@dataclass(frozen=True)
class ViewsReady:
    """The end of the rendering of views for some connections, or its cancellation."""


@dataclass(frozen=True)
class MessageReceived:
    """A message from a client."""

    connection: Connection
    message: ClientMessage | ChatMessage


@dataclass(frozen=True)
class PersonsDeleted:
    """The deletion of people from the store; `persons` holds their ids."""

    persons: frozenset[str]


@dataclass(frozen=True)
class PersonMerged:
    """The merging of a guest into an account whose e-mail address the guest has verified.

    Attributes:
        old: the guest's id, which the store no longer knows.
        new: the account's id.
    """

    old: str
    new: str


@dataclass(frozen=True)
class ChangeRequested:
    """A request for a change that does not come from a socket, such as joining the table.

    Attributes:
        make_change: makes the change, in the rules thread.
        done: completes when the change is stored, or fails with the error.
    """

    make_change: Callable[[], Change]
    done: asyncio.Future[None]


@dataclass(frozen=True)
class BotMove:
    """A bot's choice at a revision of the table; `action` is None if the bot failed."""

    revision: int
    seat: int
    action: int | None


@dataclass(frozen=True)
class StopRequested:
    """A request to stop the actor after the commands before this one."""


Command = (
    ConnectionOpened
    | ConnectionClosed
    | Tick
    | ViewsReady
    | MessageReceived
    | PersonsDeleted
    | PersonMerged
    | ChangeRequested
    | BotMove
    | StopRequested
)

INBOX = 64
"""Maximum number of commands in a table's inbox; while it is full, the table's sockets wait."""
FULL_SECONDS = 0.1
"""Seconds between two attempts to add a command to a full inbox without waiting."""


class TableStopped(DucatoError):
    """An error raised if the table's actor has stopped; the next request reopens the table."""


class Inbox(asyncio.Queue[Command]):
    """The commands waiting for one table, in order.

    Timers and callbacks refer to the inbox rather than to the actor, so that they do not keep the
    actor in memory.

    Attributes:
        closed: whether the actor has stopped, so that commands are dropped.
    """

    def __init__(self) -> None:
        super().__init__(INBOX)
        self.closed = False

    async def post(self, command: Command) -> None:
        """Add a command, waiting while the inbox is full; drop it if the inbox is closed."""
        if not self.closed:
            await self.put(command)

    def post_nowait(self, command: Command) -> None:
        """Add a command without waiting.

        If the inbox is full, try again after `FULL_SECONDS`; if it is closed, drop the command.
        """
        if self.closed:
            return
        if self.full():  # the commands in it may not include one that checks the clock
            asyncio.get_running_loop().call_later(FULL_SECONDS, self.post_nowait, command)
        else:
            self.put_nowait(command)
