"""The chance of a day: known to nobody before the day is over, and fixed long before it begins.

The server keeps one secret key. The seed of a day and a game is its HMAC-SHA256 of both, so it
needs no storing, and the commitment of tomorrow's can be shown today.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, select

from ducato.core.chance import CommittedStream
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import insert_if_new
from ducato.server.services import Services

POSITION = 1 << 32
"""The number of the outcome that chooses the position, beyond all that a game draws."""


class DailyChance:
    """The chance of all days of one server.

    Args:
        services: the services.
    """

    def __init__(self, services: Services) -> None:
        self._database = services.database
        self._key: bytes | None = None

    async def stream(self, day: str, game: str) -> CommittedStream:
        """Return the chance of a day for a game."""
        if self._key is None:
            self._key = await asyncio.wrap_future(self._database.write(_key))
        return CommittedStream(hmac.digest(self._key, f"{day}:{game}".encode(), "sha256"))


def position_of(streams: Sequence[CommittedStream], names: Iterable[str]) -> str | None:
    """Return the name of the exercise of a day, one of these; None if there are none.

    In a week no exercise comes twice, if there are enough.

    Args:
        streams: the chance of the days of a week, up to the day.
        names: the names of all exercises.
    """
    every, left, found = sorted(names), list[str](), None
    for stream in streams if every else ():
        left = left or list(every)
        found = left.pop(stream.outcome(POSITION, len(left)))
    return found


def _key(connection: Connection) -> bytes:
    """Return the secret key, which is made the first time."""
    row = {"name": "daily", "key": secrets.token_hex(32)}
    insert_if_new(connection, schema.server_keys, row)
    of_key = schema.server_keys.c
    known = connection.scalar(select(of_key.key).where(of_key.name == "daily"))
    return bytes.fromhex(str(known))
