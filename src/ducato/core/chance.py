"""Sources of chance: a fast generator for simulation and a committed stream for play.

Both produce unbiased whole numbers below n. The generator is Chris Doty-Humphrey's sfc32 (from
PractRand), chosen because all its arithmetic fits into signed 64-bit integers, so that the same
code runs interpreted and compiled without overflow. Its numbers are limited to those below n by
Daniel Lemire's method ("Fast Random Integer Generation in an Interval", 2019).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import operator
import re
import secrets
from array import array
from collections.abc import Mapping
from typing import Any, TypeAlias, TypeGuard

from ducato.core.errors import BadValue
from ducato.core.verbs import rule

WORD = 0xFFFFFFFF  # 32 bits
CONTRIBUTION = re.compile("[0-9a-f]{64}")
"""The form of a player's contribution to chance: 32 random bytes in lower-case hexadecimal."""
Rng: TypeAlias = "array[int]"
"""A generator: four numbers of 64 bits. A kernel changes them in place."""


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number, of Python, NumPy or another library, and no bool.

    An array without dimensions is a number, too.
    """
    if isinstance(value, bool):
        return False
    try:
        operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def checked_seed(seed: object) -> int:
    """Return a seed as an int.

    Raises:
        BadValue: it is not a whole number.
    """
    if is_whole(seed):
        return operator.index(seed)
    raise BadValue("seed", seed, "a whole number")


def new_rng(*seed: int | str) -> Rng:
    """Return a generator for simulation; equal seeds give equal numbers on every machine.

    Raises:
        BadValue: a part of the seed is neither a whole number nor a text.

    Example:
        >>> rng = new_rng(7, "deal 3")
        >>> [below(rng, 6) for _ in range(8)]
        [0, 1, 3, 3, 5, 1, 3, 0]
    """
    parts = [part if isinstance(part, str) else checked_seed(part) for part in seed]
    digest = hashlib.sha256(json.dumps(parts).encode()).digest()
    words = (int.from_bytes(digest[at : at + 4], "little") for at in (0, 4, 8))
    return array("q", (*words, 1))


@rule
def next_word(rng: Any) -> int:
    """Advance the generator and return 32 random bits."""
    a, b, c, counter = int(rng[0]), int(rng[1]), int(rng[2]), int(rng[3])
    word = (a + b + counter) & WORD
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & WORD
    rng[2] = ((((c << 21) | (c >> 11)) & WORD) + word) & WORD
    rng[3] = (counter + 1) & WORD
    return word


@rule
def below(rng: Any, n: int) -> int:
    """Return a whole number from 0 to n - 1, all equally likely; n is at most 2**31."""
    product = next_word(rng) * n
    low = product & WORD
    if low < n:
        floor = (WORD + 1 - n) % n
        while low < floor:
            product = next_word(rng) * n
            low = product & WORD
    return product >> 32


@rule
def uniform(rng: Any) -> float:
    """Return a random float in [0, 1), with a resolution of 32 bits."""
    return next_word(rng) / 4294967296.0


class CommittedStream:
    """The chance outcomes of one match: fixed before the match and verifiable after it.

    A secret seed is drawn and its SHA-256 published. Then the players may contribute random numbers
    of their own, so that no single party determines the outcomes. Outcome number i is derived from
    HMAC-SHA256(key, "i:attempt"), with rejection so that no outcome is favoured. Once the seed is
    revealed, anyone can recompute the key and every outcome.

    Args:
        seed: 32 secret bytes; if None, they are drawn at random.
        contributions: the players' contributions, each of 64 lower-case hexadecimal digits, by
            seat; if None, nobody contributes.

    Attributes:
        seed: the 32 secret bytes; none of a `sealed` stream.
        commitment: the SHA-256 of the seed, in hexadecimal.
        contributions: the players' contributions, by seat.
        key: HMAC-SHA256(seed, "seat:contribution,seat:contribution..."), in the order of the seats;
            the seed itself if nobody contributed.

    Raises:
        ValueError: the seed is not 32 bytes long, or a contribution does not have the right form.

    Example:
        >>> stream = CommittedStream(bytes(32))
        >>> stream.commitment[:16], [stream.outcome(i, 6) for i in range(5)]
        ('66687aadf862bd77', [0, 2, 4, 2, 1])
        >>> shared = stream.joined({0: "ab" * 32})
        >>> shared.commitment == stream.commitment, [shared.outcome(i, 6) for i in range(5)]
        (True, [5, 3, 2, 3, 0])
    """

    def __init__(
        self, seed: bytes | None = None, contributions: Mapping[int, str] | None = None
    ) -> None:
        self.seed = secrets.token_bytes(32) if seed is None else seed
        if len(self.seed) != 32:
            raise ValueError("the seed of a committed stream must be 32 bytes")
        self.commitment = hashlib.sha256(self.seed).hexdigest()
        self.contributions = dict(sorted((contributions or {}).items()))
        if not all(map(CONTRIBUTION.fullmatch, self.contributions.values())):
            raise ValueError("a contribution to chance must be 64 hexadecimal digits")
        self.key = self.seed
        if self.contributions:
            joined = ",".join(f"{seat}:{drawn}" for seat, drawn in self.contributions.items())
            self.key = hmac.digest(self.seed, joined.encode(), "sha256")

    @classmethod
    def sealed(
        cls, commitment: str = "", contributions: Mapping[int, str] | None = None
    ) -> CommittedStream:
        """Return a stream whose seed is unknown: outcomes can be neither drawn nor verified.

        Args:
            commitment: the SHA-256 of the seed; empty if nobody committed to one.
            contributions: the players' contributions, by seat.
        """
        stream = cls(bytes(32), contributions)
        stream.seed, stream.key, stream.commitment = b"", b"", commitment
        return stream

    def joined(self, contributions: Mapping[int, str]) -> CommittedStream:
        """Return a stream with the same seed, and with these contributions instead of its own."""
        return CommittedStream(self.seed, contributions)

    def outcome(self, index: int, n: int) -> int:
        """Return outcome number `index` of the stream, from 0 to n - 1."""
        fair = (1 << 64) - (1 << 64) % n
        attempt = 0
        while True:
            digest = hmac.digest(self.key, f"{index}:{attempt}".encode(), "sha256")
            value = int.from_bytes(digest[:8], "big")
            if value < fair:
                return value % n
            attempt += 1
