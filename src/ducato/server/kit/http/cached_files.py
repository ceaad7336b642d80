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
"""Maximum number of files in each cache. In practice there are fewer, each at most 50 kB when
compressed, and a game's report of the lab 230 kB."""


class CompressedFile(NamedTuple):
    """A compressed file, with the entity tag of its uncompressed content."""

    etag: str
    content: bytes


@lru_cache(MOST_FILES)
def compress(content: bytes) -> CompressedFile:
    """Compress a file and compute its entity tag; the last `MOST_FILES` results are cached."""
    etag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
    return CompressedFile(etag, gzip.compress(content, mtime=0))


class FileCache:
    """A cache of files, each made on its first request; simultaneous requests share the work.

    A file that has been made is returned at once, however much other work is waiting.

    Args:
        run: runs a function that makes a file, as `SlowWork.run` does.
        compressed: whether to compress the files, too, for `cached_response`.
    """

    def __init__(self, run: Callable[..., Awaitable[bytes]], *, compressed: bool = True) -> None:
        self._run, self._compressed = run, compressed
        self._files: dict[tuple[Hashable, ...], asyncio.Future[bytes]] = {}

    def has(self, make: Callable[..., bytes], *key: Hashable) -> bool:
        """Return whether ``make(*key)`` has been made, or is being made."""
        return (make, *key) in self._files

    async def get(self, make: Callable[..., bytes], *key: Hashable) -> bytes:
        """Return the file ``make(*key)``; if making it fails, the next request tries again.

        Raises:
            Exception: any error of `run` or `make`.
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
        if self._compressed:
            return await self._run(_make_compressed, make, *key)
        return await self._run(make, *key)

    def _drop_if_failed(self, key: tuple[Hashable, ...], done: asyncio.Future[bytes]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._files.pop(key, None)


def _make_compressed(make: Callable[..., bytes], *key: Any) -> bytes:
    """Make a file, compress it into the cache of `compress`, and return it uncompressed."""
    content = make(*key)
    compress(content)
    return content


def cached_response(request: Request, content: bytes, media_type: str, vary: str = "") -> Response:
    """Return a response with a file, compressed if the browser accepts that.

    If the browser has the file already, the response has status 304 and no content.

    Args:
        request: the browser's request.
        content: the file's content. Its compressed form is cached, so there must be few such files.
        media_type: the file's media type.
        vary: the request headers, besides Accept-Encoding, on which the content depends.
    """
    etag, small = compress(content)
    headers = {"ETag": etag, "Vary": ", ".join(filter(None, [vary, "Accept-Encoding"]))}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if len(content) >= SMALLEST_COMPRESSED and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(small, 200, {**headers, "Content-Encoding": "gzip"}, media_type)
    return Response(content, 200, headers, media_type)
