"""Files that browsers keep and revalidate; each is made and compressed once for all readers."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable, Hashable
from functools import lru_cache
from typing import Any, NamedTuple

from fastapi import Request, Response

SMALLEST_COMPRESSED = 1000
"""Size in bytes below which compressing a file costs more than it saves."""
MOST_FILES = 200
"""Maximum number of files held; there are fewer, each at most 50 kB when compressed."""


class CompressedFile(NamedTuple):
    """A compressed file, with the entity tag of its uncompressed content."""

    etag: str
    content: bytes


@lru_cache(MOST_FILES)
def compress(content: bytes) -> CompressedFile:
    """Return a file compressed, with the tag that browsers use to revalidate it."""
    etag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    return CompressedFile(etag, gzip.compress(content, mtime=0))


class FileCache:
    """Files that are made when first requested; simultaneous requests wait for the same work.

    A file that has been made is served however much other work is waiting.

    Args:
        run: runs a function that makes a file, as `SlowWork.run` does.
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
        # A reader who disconnects must not cancel the work for which others wait.
        return await asyncio.shield(making)

    async def _made(self, make: Callable[..., bytes], *key: Hashable) -> bytes:
        return await self._run(_make_compressed, make, *key)

    def _drop_if_failed(self, key: tuple[Hashable, ...], done: asyncio.Future[bytes]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._files.pop(key, None)


def _make_compressed(make: Callable[..., bytes], *key: Any) -> bytes:
    """Return a new file, and compress it into the cache, outside the event loop."""
    content = make(*key)
    compress(content)
    return content


def cached_response(request: Request, content: bytes, media_type: str, vary: str = "") -> Response:
    """Return a response with a file, or with status 304 if the browser has the file already.

    Args:
        request: the browser's request.
        content: the file's content; it is cached here, so this is for a small set of files.
        media_type: the file's media type.
        vary: the request headers on which the content depends, for the header Vary.
    """
    etag, small = compress(content)
    headers = {"ETag": etag, "Vary": ", ".join(filter(None, [vary, "Accept-Encoding"]))}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if len(content) >= SMALLEST_COMPRESSED and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(small, 200, {**headers, "Content-Encoding": "gzip"}, media_type)
    return Response(content, 200, headers, media_type)
