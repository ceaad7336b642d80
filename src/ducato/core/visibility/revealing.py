"""What a step lets seats learn of what was hidden from them."""

from __future__ import annotations

from collections.abc import Collection

from ducato.core.struct import UNKNOWN, Struct
from ducato.core.visibility import redact
from ducato.core.visibility.hidden_numbers import flat, hidden_fields


def secret_fields(struct: type[Struct]) -> dict[str, str]:
    """Return the names of fields in which things are hidden, with those that say from whom."""
    cards = {name: f.cards.shown for name, f in struct.fields.items() if f.cards is not None}
    return cards | {name: hidden.sealed for name, hidden in hidden_fields(struct)}


def has_revealed(before: Struct, after: Struct, actor: int, readers: Collection[int]) -> bool:
    """Return whether a step told a reader where a card lies, or a number, that `actor` did not see.

    Args:
        before: the state before the step.
        after: the state after it.
        actor: the seat that acted.
        readers: the seats that count.
    """
    secret = secret_fields(type(before))
    if all(before[name] == after[name] for pair in secret.items() for name in pair):
        return False
    seen = redact(before, actor)
    for reader in readers:
        then, now = redact(before, reader), redact(after, reader)
        for name in secret:
            numbers = zip(*(flat(state, name) for state in (then, now, seen)), strict=True)
            if any(old == own == UNKNOWN != new for old, new, own in numbers):
                return True
    return False


def has_learned(before: Struct, after: Struct, seat: int) -> bool:
    """Return whether a step let a seat see where a card lies, or a number, that it did not know."""
    then, now = redact(before, seat), redact(after, seat)
    return any(
        old == UNKNOWN != new
        for name in secret_fields(type(before))
        for old, new in zip(flat(then, name), flat(now, name), strict=True)
    )
