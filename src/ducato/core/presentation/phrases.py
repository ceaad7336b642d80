"""Phrases that sentences are made of: names of components and counted words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from ducato.core.i18n import Message, Name, say


def counted(key: str) -> Callable[[int], Message]:
    """Return a function that makes the phrase for a number, from the entry `key` with ``{n}``.

    Example:
        >>> coins = counted("coins")
        >>> coins(3)
        Message(key='coins', items=(('n', 3),))
    """

    @cache
    def phrase(n: int) -> Message:
        return say(key, n=int(n))

    return phrase


def names_of(ids: Sequence[str], prefix: str = "") -> Callable[[int], Name]:
    """Return a function that gives the name of a component by its number, an index of `ids`.

    Example:
        >>> shop_name = names_of(["mill", "cave"], prefix="shop-")
        >>> shop_name(1)
        Name(id='shop-cave')
    """
    names = [Name(prefix + one) for one in ids]
    return names.__getitem__
