"""Rate limits and concurrency limits for sockets, people and addresses, far above normal use.

For each rate limit, a sender has a bucket of tokens that fills at a steady rate. A request takes
one token, or more if it costs more than others, and is refused if there are too few.
"""

from __future__ import annotations

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from types import MappingProxyType

from starlette.requests import HTTPConnection

from ducato.core.errors import BadValue
from ducato.core.i18n import Message, say
from ducato.server.kit.process.logging import pseudonym

MOST_BUCKETS = 10_000
"""Maximum number of buckets stored for one rate; full ones are normally dropped long before."""


@dataclass(frozen=True)
class Rate:
    """The rate at which a bucket fills, and its capacity.

    Attributes:
        per_second: the number of tokens added per second.
        burst: the maximum number of tokens in the bucket.
        name: the name by which the operator can change it; "" if they cannot.
    """

    per_second: float
    burst: float
    name: str = ""


@dataclass(frozen=True)
class ConcurrencyLimit:
    """A limit on the number of things of one kind that are held at the same time.

    Attributes:
        number: the maximum number.
        name: the name, by which the operator can change it.
    """

    number: int
    name: str


NETWORK = 8
"""How many times as much as one address a network may use: for IPv6, one whose addresses agree in
their first 48 bits, of which a single customer often has all."""


LIMITS: dict[str, Rate | ConcurrencyLimit] = {}
"""All limits that an operator can change, by their names. Each is declared beside what it limits;
limits per address are enough for a school or a club behind one address."""


def limit_rate(name: str, per_second: float, burst: float) -> Rate:
    """Return a new rate, which an operator can change by this name."""
    LIMITS[name] = rate = Rate(per_second, burst, name)
    return rate


def limit_number(name: str, number: int) -> ConcurrencyLimit:
    """Return a new limit on things at the same time, which an operator can change by this name."""
    LIMITS[name] = limit = ConcurrencyLimit(number, name)
    return limit


def changed_limits(texts: Iterable[str]) -> dict[str, Rate | ConcurrencyLimit]:
    """Return the limits that an operator gives as text.

    Each is ``name=number`` for a limit on things at the same time, and ``name=burst,per-minute``
    for a rate. Only limits of imported modules are known.

    Example:
        >>> mails = limit_rate("mails-of-address", 1 / 5, 100)
        >>> changed_limits(["mails-of-address=40,6"])["mails-of-address"]
        Rate(per_second=0.1, burst=40.0, name='mails-of-address')

    Raises:
        BadValue: there is no such limit, or it is not given like this.
    """
    changed: dict[str, Rate | ConcurrencyLimit] = {}
    for text in texts:
        name, _, figures = text.partition("=")
        limit = LIMITS.get(name)
        if limit is None:
            raise BadValue("--limit", text, f"one of {', '.join(LIMITS)}, such as {EXAMPLE}")
        try:
            numbers = [float(figure) for figure in figures.split(",")]
        except ValueError:
            numbers = []
        if isinstance(limit, Rate):
            if len(numbers) != 2 or not all(0 < number < 1e9 for number in numbers):
                raise BadValue("--limit", text, f"a burst and a number a minute, such as {EXAMPLE}")
            changed[name] = Rate(numbers[1] / 60, max(1.0, numbers[0]), name)
        elif len(numbers) != 1 or not 0 <= numbers[0] < 1e9:
            raise BadValue("--limit", text, f"a number, such as {name}={limit.number}")
        else:
            changed[name] = ConcurrencyLimit(int(numbers[0]), name)
    return changed


EXAMPLE = "mails-of-address=100,12"


def slow_down(seconds: float) -> Message:
    """Return the message to somebody who was refused, with the time to wait in words."""
    whole = max(1, math.ceil(seconds))
    if whole <= 90:
        return say("bad.slow_down", n=whole)
    return say("bad.slow_down.minutes", n=math.ceil(whole / 60))


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
        if not self.has(now, cost):
            return False
        self._tokens -= cost
        return True

    def has(self, now: float, cost: float = 1.0) -> bool:
        """Return whether there are enough tokens, without taking any."""
        self._fill(now)
        return self._tokens >= cost

    def _fill(self, now: float) -> None:
        more = (now - self._at) * self._rate.per_second
        self._tokens, self._at = min(self._rate.burst, self._tokens + more), now

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
        changes: the limits to use instead of those of the same name.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        changes: Mapping[str, Rate | ConcurrencyLimit] = MappingProxyType({}),
    ) -> None:
        self._clock, self._changes = clock, changes
        # The buckets of each rate, ordered by their last use.
        self._buckets: dict[Rate, OrderedDict[str, Bucket]] = {}
        self._held: Counter[tuple[ConcurrencyLimit, str]] = Counter()

    def rate(self, rate: Rate) -> Rate:
        """Return the rate that is in use for one of `LIMITS`."""
        changed = self._changes.get(rate.name)
        return changed if isinstance(changed, Rate) else rate

    def number(self, limit: ConcurrencyLimit) -> int:
        """Return the number that is in use for one of `LIMITS`."""
        changed = self._changes.get(limit.name)
        return changed.number if isinstance(changed, ConcurrencyLimit) else limit.number

    def new_bucket(self, rate: Rate) -> Bucket:
        """Return a new bucket for the caller to keep, such as the bucket of a socket."""
        return Bucket(self.rate(rate), self._clock())

    def take(self, rate: Rate, key: str | None, cost: float = 1.0) -> bool:
        """Take tokens if there are enough.

        Args:
            rate: the rate limit.
            key: the person or address; None for no limit. The network of an IPv6 address must have
                enough tokens, too; it gets `NETWORK` times as many.
            cost: the number of tokens.

        Returns:
            Whether the tokens were taken; always True if `key` is None.
        """
        if key is None:
            return True
        now, buckets = self._clock(), self._buckets_of(rate, key)
        if not all(bucket.has(now, cost) for bucket in buckets):
            return False
        return all(bucket.take(now, cost) for bucket in buckets)

    def _buckets_of(self, rate: Rate, key: str) -> list[Bucket]:
        used = self.rate(rate)
        own, network = self._bucket(used, key), network_of(key)
        if network is None:
            return [own]
        wide = Rate(used.per_second * NETWORK, used.burst * NETWORK, used.name)
        return [own, self._bucket(wide, network)]

    def _bucket(self, rate: Rate, key: str) -> Bucket:
        buckets = self._buckets.setdefault(rate, OrderedDict())
        bucket = buckets.get(key)
        if bucket is None:
            self._forget(buckets)
            bucket = buckets[key] = Bucket(rate, self._clock())
        buckets.move_to_end(key)
        return bucket

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
        if key is None or key not in self._buckets.get(self.rate(rate), {}):
            return 0.0
        return max(bucket.retry_after(cost) for bucket in self._buckets_of(rate, key))

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
        if not self.has_room(limit, key):
            yield False
            return
        self.hold(limit, key)
        try:
            yield True
        finally:
            self.release(limit, key)

    def has_room(
        self,
        limit: ConcurrencyLimit,
        key: str | None,
        there: Mapping[str, int] = MappingProxyType({}),
    ) -> bool:
        """Return whether a limit allows one more thing for a person or an address.

        The network of an IPv6 address must have room, too, for `NETWORK` times as many. There is
        always room if `key` is None.

        Args:
            limit: the limit.
            key: the person or address.
            there: how many things other processes hold, by the pseudonym of a person or address.
        """
        most = self.number(limit)
        return all(
            self._held[limit, one] + (there.get(pseudonym(one), 0) if there else 0)
            < most * (1 if one == key else NETWORK)
            for one in keys_of(key)
        )

    def hold(self, limit: ConcurrencyLimit, key: str | None) -> None:
        """Count one more thing against a limit, whether or not there is room, until `release`."""
        self._held.update((limit, one) for one in keys_of(key))

    def release(self, limit: ConcurrencyLimit, key: str | None) -> None:
        """Count one thing less against a limit."""
        self._held -= Counter((limit, one) for one in keys_of(key))  # also drops counts of zero


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


@lru_cache(MOST_BUCKETS)
def network_of(key: str) -> str | None:
    """Return the network of an IPv6 address as `address_of` returns it; None for other keys.

    Example:
        >>> network_of("2001:db8:1:2::"), network_of("203.0.113.7")
        ('2001:db8:1::/48', None)
    """
    if not key.endswith("::"):
        return None
    try:
        return f"{IPv6Address(int(IPv6Address(key)) >> 80 << 80)}/48"
    except ValueError:
        return None


def keys_of(key: str | None) -> list[str]:
    """Return a person or an address, and its network if it has one."""
    network = network_of(key or "")
    return [one for one in (key, network) if one]
