"""Rate limits and concurrency limits for sockets, people and addresses, far above normal use.

For each rate limit, a sender has a bucket of tokens that fills at a steady rate. A request takes
one token, or more if it costs more than others, and is refused if there are too few.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection

MOST_BUCKETS = 10_000
"""Maximum number of buckets stored for one rate; full ones are normally dropped long before."""


@dataclass(frozen=True)
class Rate:
    """The rate at which a bucket fills, and its capacity.

    Attributes:
        per_second: the number of tokens added per second.
        burst: the maximum number of tokens in the bucket.
    """

    per_second: float
    burst: float


MESSAGES_OF_SOCKET = Rate(10, 60)
MESSAGES_OF_PERSON = Rate(20, 120)
MESSAGES_OF_ADDRESS = Rate(200, 1000)  # a school behind one address
SOCKETS_OF_ADDRESS = Rate(5, 200)
CHAT_OF_PERSON = Rate(1 / 3, 8)  # nobody types faster for long
REQUESTS_OF_ADDRESS = Rate(50, 600)
CHANGES_OF_ADDRESS = Rate(2, 120)  # tables, seats, names
PUBLIC_TABLES_OF_ADDRESS = Rate(1 / 60, 30)  # for all its guests together: the list has 100
FRIEND_REQUESTS_OF_PERSON = Rate(1 / 60, 20)
INVITATIONS_OF_PERSON = Rate(1 / 20, 20)
MAILS_OF_ADDRESS = Rate(1 / 60, 10)
MAILS_OF_RECIPIENT = Rate(1 / 300, 3)


@dataclass(frozen=True)
class ConcurrencyLimit:
    """A limit on the number of things of one kind that are held at the same time.

    Attributes:
        number: the maximum number.
        of: a description of the things; it distinguishes limits with the same number.
    """

    number: int
    of: str


SOCKETS_AT_ONCE_OF_ADDRESS = ConcurrencyLimit(300, "sockets of an address")
"""The limit on open sockets from one address, enough for a school with a hundred people who have
three tabs each."""
SOCKETS_AT_ONCE_OF_PERSON = ConcurrencyLimit(50, "sockets of a person")
"""The limit on open sockets of one person, more tabs than anybody uses. A bot may be at as many
tables at once."""


class Bucket:
    """The tokens of one socket, person or address.

    Args:
        rate: the bucket's rate and capacity.
        now: the current time in seconds.
    """

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._tokens, self._at = rate, rate.burst, now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take tokens if there are enough, and return whether they were taken."""
        more = (now - self._at) * self._rate.per_second
        self._tokens, self._at = min(self._rate.burst, self._tokens + more), now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def is_full(self, now: float) -> bool:
        """Return whether the bucket is full, and thus equal to a new one."""
        return self._tokens + (now - self._at) * self._rate.per_second >= self._rate.burst

    def retry_after(self, cost: float = 1.0) -> float:
        """Return the seconds from the last `take` until the bucket has `cost` tokens."""
        return max(0.0, (cost - self._tokens) / self._rate.per_second)


class Limits:
    """The buckets of all people and addresses, and the counts for their concurrency limits.

    Args:
        clock: returns the time in seconds, from any starting point.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # The buckets of each rate, ordered by their last use.
        self._buckets: dict[Rate, OrderedDict[str, Bucket]] = {}
        self._held: Counter[tuple[ConcurrencyLimit, str]] = Counter()

    def new_bucket(self, rate: Rate) -> Bucket:
        """Return a new bucket for the caller to keep, such as the bucket of a socket."""
        return Bucket(rate, self._clock())

    def take(self, rate: Rate, key: str | None, cost: float = 1.0) -> bool:
        """Take tokens if there are enough.

        Args:
            rate: the rate limit.
            key: the person or address; None for no limit.
            cost: the number of tokens.

        Returns:
            Whether the tokens were taken; always True if `key` is None.
        """
        if key is None:
            return True
        buckets = self._buckets.setdefault(rate, OrderedDict())
        bucket = buckets.get(key)
        if bucket is None:
            self._forget(buckets)
            bucket = buckets[key] = Bucket(rate, self._clock())
        buckets.move_to_end(key)
        return bucket.take(self._clock(), cost)

    def _forget(self, buckets: OrderedDict[str, Bucket]) -> None:
        """Drop the least recently used buckets up to the first that is not full.

        If there are still too many, drop that one, too.
        """
        now = self._clock()
        while buckets and next(iter(buckets.values())).is_full(now):
            buckets.popitem(last=False)
        if len(buckets) >= MOST_BUCKETS:
            buckets.popitem(last=False)

    def retry_after(self, rate: Rate, key: str | None, cost: float = 1.0) -> float:
        """Return the seconds until a person or address that was just refused has `cost` tokens.

        The result is 0 if there is no such bucket or `key` is None.
        """
        buckets = self._buckets.get(rate)
        bucket = buckets.get(key) if buckets is not None and key is not None else None
        return 0.0 if bucket is None else bucket.retry_after(cost)

    def take_from(self, bucket: Bucket, cost: float = 1.0) -> bool:
        """Take tokens from a bucket if it has enough, and return whether they were taken."""
        return bucket.take(self._clock(), cost)

    @contextmanager
    def acquire(self, limit: ConcurrencyLimit, key: str | None) -> Iterator[bool]:
        """Count one more thing against a limit for the duration of a block.

        Args:
            limit: the limit.
            key: the person or address; None for no limit.

        Yields:
            Whether the limit allows it; if not, nothing is counted.
        """
        if key is None:
            yield True
            return
        held = (limit, key)
        if self._held[held] >= limit.number:
            yield False
            return
        self._held[held] += 1
        try:
            yield True
        finally:
            self._held[held] -= 1
            if not self._held[held]:
                del self._held[held]


def address_of(connection: HTTPConnection) -> str | None:
    """Return the address of a connection; None for this machine, which is not limited.

    An IPv4 address may be mapped into IPv6 (``::ffff:203.0.113.7``), as on a server that listens at
    ``::``. Only the first half of an IPv6 address is kept, since clients can choose the other half.
    A proxy may pass on anything; everything that is not an address is returned as "unknown".
    """
    try:
        address = ip_address(connection.client.host if connection.client else "")
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)
