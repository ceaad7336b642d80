"""Which worker serves which table.

The first character of a table's id is its shard. All requests for a table go to the worker that its
shard is mapped to, so that a table stays where it is open. A proxy in front of several servers can
do the same (`deploy/nginx.shared.conf`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

TABLE = re.compile(rb"[A-Z]+ /(?:api/tables|table)/([A-Za-z0-9_-])[A-Za-z0-9_-]*[/? ]")
"""A request line that names a table, up to the end of the table's id."""


def shard_of(head: bytes) -> str | None:
    """Return the shard of the table that a request line names; None if it names none.

    Args:
        head: the first bytes of a request.

    Example:
        >>> shard_of(b"GET /table/abc/socket?lang=en HTTP/1.1"), shard_of(b"GET /games HTTP/1.1")
        ('a', None)
    """
    found = TABLE.match(head)
    return None if found is None else found[1].decode()


def worker_of(shard: str, workers: Iterable[int]) -> int:
    """Return the worker that serves a shard.

    If a worker is added or removed, only shards of that worker change (rendezvous hashing).

    Args:
        shard: the shard.
        workers: the numbers of the workers, of which there is at least one.
    """
    return max(workers, key=lambda one: hashlib.sha256(f"{shard} {one}".encode()).digest())
