"""Files that a browser keeps and asks about each time: made and packed once for all readers."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable, Hashable
from functools import lru_cache
from typing import Any, NamedTuple

from fastapi import Request, Response

SMALLEST_PACKED = 1000
"""Bytes; below, packing costs more than it saves."""
MOST_FILES = 200
"""Files that are held packed: 50 kB each at most, and there are fewer."""


class CompressedFile(NamedTuple):
    """A file, as it is sent."""

    tag: str
    content: bytes


@lru_cache(MOST_FILES)
def packed(content: bytes) -> CompressedFile:
    """Return a file packed, with the tag by which a browser asks whether it is still the same."""
    return CompressedFile(
        f'"{hashlib.sha256(content).hexdigest()[:16]}"', gzip.compress(content, mtime=0)
    )


class FileCache:
    """Files that are made when they are first asked for, while all who ask wait for the same work.

    So what is there already is answered however much work is waiting.

    Args:
        run: what runs the making, such as `HeavyWork.run`.
        make: what makes the file of a key, as bytes.
    """

    def __init__(self, run: Callable[..., Awaitable[bytes]], make: Callable[..., bytes]) -> None:
        self._run, self._make = run, make
        self._files: dict[tuple[Hashable, ...], asyncio.Future[bytes]] = {}

    async def get(self, *key: Hashable) -> bytes:
        """Return the file of a key; one that could not be made is tried again by the next reader.

        Raises:
            whatever running or making raises.
        """
        making = self._files.get(key)
        if making is None:
            making = self._files[key] = asyncio.ensure_future(self._made(*key))
            making.add_done_callback(lambda done: self._forget_if_failed(key, done))
            if len(self._files) > MOST_FILES:
                del self._files[next(iter(self._files))]
        # A reader who goes away must not end what the others wait for.
        return await asyncio.shield(making)

    async def _made(self, *key: Hashable) -> bytes:
        return await self._run(self._packed, *key)

    def _packed(self, *key: Any) -> bytes:
        """Make a file, and pack it here, apart from the event loop that will send it."""
        content = self._make(*key)
        packed(content)
        return content

    def _forget_if_failed(self, key: tuple[Hashable, ...], done: asyncio.Future[bytes]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._files.pop(key, None)


def kept(request: Request, content: bytes, media_type: str, vary: str = "") -> Response:
    """Return a file that the browser keeps, and asks about each time.

    Args:
        request: who asks.
        content: of the file; it is one of few, since it is held here, too.
        media_type: of the file.
        vary: the headers of the request that it depends on.
    """
    tag, small = packed(content)
    headers = {"ETag": tag, "Vary": ", ".join(filter(None, [vary, "Accept-Encoding"]))}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if len(content) >= SMALLEST_PACKED and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(small, 200, {**headers, "Content-Encoding": "gzip"}, media_type)
    return Response(content, 200, headers, media_type)
