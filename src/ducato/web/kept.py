"""Files that a browser keeps and asks about each time, packed once and not for every reader."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from typing import NamedTuple

from fastapi import Request, Response

SMALLEST_PACKED = 1000
"""Bytes; below, packing costs more than it saves."""
MOST_FILES = 100
"""Files that are held packed: 50 kB each at most, and there are fewer."""


class Packed(NamedTuple):
    """A file, as it is sent."""

    tag: str
    content: bytes


@lru_cache(MOST_FILES)
def packed(content: bytes) -> Packed:
    """Return a file packed, with the tag by which a browser asks whether it is still the same."""
    return Packed(f'"{hashlib.sha256(content).hexdigest()[:16]}"', gzip.compress(content, mtime=0))


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
