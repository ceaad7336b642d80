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
    """A screen is there."""

    connection: Connection


@dataclass(frozen=True)
class Left:
    """A screen is gone: maybe it was the last one."""


@dataclass(frozen=True)
class Tick:
    """Time has passed: maybe somebody's time is over, or somebody is away."""


@dataclass(frozen=True)
class ViewsReady:
    """What is to be told to a screen is made."""


@dataclass(frozen=True)
class MessageReceived:
    """A screen says something."""

    connection: Connection
    message: ClientMessage | ChatMessage


@dataclass(frozen=True)
class PersonsDeleted:
    """Some persons are not known here any more; the store has it already."""

    persons: frozenset[str]


@dataclass(frozen=True)
class PersonMerged:
    """A person is known as another one now; the store has it already."""

    old: str
    new: str


@dataclass(frozen=True)
class Call:
    """Something is to be done that no screen at the table said, such as sitting down."""

    what: Callable[[], Change]
    done: asyncio.Future[None]


@dataclass(frozen=True)
class BotMove:
    """A bot has chosen, at the position after `turn` changes of the table; None if it failed."""

    turn: int
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
