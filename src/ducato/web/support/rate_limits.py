"""How much one socket, one person and one address may ask for: far more than people do.

Each has a bucket of tokens that fills at a steady rate; a request takes one, or more if it costs
more than others, and is refused when there are too few. This module must not know what is asked
for.
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
"""Buckets of one kind that are remembered; those that are full again are dropped long before."""


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once.

    Attributes:
        per_second: tokens that come in a second.
        burst: tokens that fit in.
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
PUBLIC_TABLES_OF_ADDRESS = Rate(1 / 60, 30)  # of any number of guests: the list has 100
MAILS_OF_ADDRESS = Rate(1 / 60, 10)
MAILS_OF_RECIPIENT = Rate(1 / 300, 3)


@dataclass(frozen=True)
class Concurrency:
    """So many of something at the same time.

    Attributes:
        number: of them.
        of: what they are.
    """

    number: int
    of: str


SOCKETS_AT_ONCE_OF_ADDRESS = Concurrency(300, "sockets of an address")
"""A school with a hundred people who have three tabs each."""
SOCKETS_AT_ONCE_OF_PERSON = Concurrency(50, "sockets of a person")
"""Far more tabs than anybody looks at; a bot plays at so many tables at once."""


class Bucket:
    """The tokens of one socket, person or address."""

    __slots__ = ("_at", "_rate", "_tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._tokens, self._at = rate, rate.burst, now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take tokens, or none if there are too few. Return whether they were taken."""
        more = (now - self._at) * self._rate.per_second
        self._tokens, self._at = min(self._rate.burst, self._tokens + more), now
        if self._tokens < cost:
            return False
        self._tokens -= cost
        return True

    def is_full(self, now: float) -> bool:
        """Whether all tokens have come back, so that a new bucket would be the same."""
        return self._tokens + (now - self._at) * self._rate.per_second >= self._rate.burst

    def wait(self, cost: float = 1.0) -> float:
        """Return the seconds from the last `take` until there are so many tokens."""
        return max(0.0, (cost - self._tokens) / self._rate.per_second)


class Limits:
    """The buckets of all persons and addresses.

    Args:
        clock: seconds; they need not be those of the day.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # By the moment of their last use.
        self._buckets: dict[Rate, OrderedDict[str, Bucket]] = {}
        self._held: Counter[tuple[Concurrency, str]] = Counter()

    def bucket(self, rate: Rate) -> Bucket:
        """Return a new bucket that is not shared, as for a socket."""
        return Bucket(rate, self._clock())

    def take(self, rate: Rate, whose: str | None, cost: float = 1.0) -> bool:
        """Take tokens if there are enough, and return whether; always True if `whose` is None."""
        if whose is None:
            return True
        buckets = self._buckets.setdefault(rate, OrderedDict())
        bucket = buckets.get(whose)
        if bucket is None:
            self._forget(buckets)
            bucket = buckets[whose] = Bucket(rate, self._clock())
        buckets.move_to_end(whose)
        return bucket.take(self._clock(), cost)

    def _forget(self, buckets: OrderedDict[str, Bucket]) -> None:
        """Drop those that are full again, which is the same as none, and one if there are many."""
        now = self._clock()
        while buckets and next(iter(buckets.values())).is_full(now):
            buckets.popitem(last=False)
        if len(buckets) >= MOST_BUCKETS:
            buckets.popitem(last=False)

    def wait(self, rate: Rate, whose: str | None, cost: float = 1.0) -> float:
        """Return the seconds until a person or address just refused has so many tokens."""
        buckets = self._buckets.get(rate)
        bucket = buckets.get(whose) if buckets is not None and whose is not None else None
        return 0.0 if bucket is None else bucket.wait(cost)

    def take_from(self, bucket: Bucket, cost: float = 1.0) -> bool:
        """Take tokens from a bucket if it has enough, and return whether it had."""
        return bucket.take(self._clock(), cost)

    @contextmanager
    def hold(self, most: Concurrency, whose: str | None) -> Iterator[bool]:
        """Hold one of something for the length of a block. Yield whether one was left."""
        if whose is None:
            yield True
            return
        key = (most, whose)
        if self._held[key] >= most.number:
            yield False
            return
        self._held[key] += 1
        try:
            yield True
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]


def address_of(connection: HTTPConnection) -> str | None:
    """Return the address of a connection; None for this machine, which is not limited.

    An IPv4 address may come in the form of IPv6 (``::ffff:203.0.113.7``), as it does to a server
    that listens at ``::``. Of an IPv6 address the first half counts: the other one is chosen by
    whoever has it. A proxy may hand on anything; all that is no address counts as one.
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
