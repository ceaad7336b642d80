"""Files that browsers keep and revalidate: made and compressed once for all readers."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable, Hashable
from functools import lru_cache
from typing import Any, NamedTuple

from fastapi import Request, Response

SMALLEST_COMPRESSED = 1000
"""Bytes; below, compressing costs more than it saves."""
MOST_FILES = 200
"""Files that are held; there are fewer, of 50 kB each at most when compressed."""


class CompressedFile(NamedTuple):
    """A file as it is sent, with its entity tag."""

    etag: str
    content: bytes


@lru_cache(MOST_FILES)
def compressed(content: bytes) -> CompressedFile:
    """Return a file compressed, with the tag by which browsers revalidate it."""
    etag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    return CompressedFile(etag, gzip.compress(content, mtime=0))


class FileCache:
    """Files that are made when first requested, while all who ask wait for the same work.

    So a file that exists is served however much work is waiting.

    Args:
        run: runs the making, such as `SlowWork.run`.
    """

    def __init__(self, run: Callable[..., Awaitable[bytes]]) -> None:
        self._run = run
        self._files: dict[tuple[Hashable, ...], asyncio.Future[bytes]] = {}

    async def get(self, make: Callable[..., bytes], *key: Hashable) -> bytes:
        """Return the file ``make(*key)``; the next request retries one that could not be made.

        Raises:
            Exception: whatever `run` or `make` raises.
        """
        known = (make, *key)
        making = self._files.get(known)
        if making is None:
            making = self._files[known] = asyncio.ensure_future(self._made(make, *key))
            making.add_done_callback(lambda done: self._drop_if_failed(known, done))
            if len(self._files) > MOST_FILES:
                del self._files[next(iter(self._files))]
        # A reader who disconnects must not cancel what the others wait for.
        return await asyncio.shield(making)

    async def _made(self, make: Callable[..., bytes], *key: Hashable) -> bytes:
        return await self._run(_make_compressed, make, *key)

    def _drop_if_failed(self, key: tuple[Hashable, ...], done: asyncio.Future[bytes]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._files.pop(key, None)


def _make_compressed(make: Callable[..., bytes], *key: Any) -> bytes:
    """Make a file, and compress it here, apart from the event loop that will send it."""
    content = make(*key)
    compressed(content)
    return content


def cached_response(request: Request, content: bytes, media_type: str, vary: str = "") -> Response:
    """Return a file, or 304 if the browser has it already.

    Args:
        request: from the browser.
        content: of the file, one of few, since it is held here, too.
        media_type: of the file.
        vary: the request headers that it depends on.
    """
    etag, small = compressed(content)
    headers = {"ETag": etag, "Vary": ", ".join(filter(None, [vary, "Accept-Encoding"]))}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if len(content) >= SMALLEST_COMPRESSED and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(small, 200, {**headers, "Content-Encoding": "gzip"}, media_type)
    return Response(content, 200, headers, media_type)
