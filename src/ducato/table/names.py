"""People's names, which must not look like those of an open seat, a program or another player."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import cache

from ducato.core.i18n import LANGUAGES, say
from ducato.core.table_data import FORMER, OPEN
from ducato.table.seats import LONGEST_NAME, NotAName, tidy_name
from ducato.table.views.texts import NOBODY, display_name

MARK = " [bot]"
"""The suffix of every program's name; no person's name may contain ``[bot]``."""


def own_name(name: str) -> str:
    """Return the name that a person chose, tidied.

    Raises:
        NotAName: the text is not a valid name, or it looks like the name of an open seat, a deleted
            person or a program.
    """
    tidy = tidy_name(name)
    if _folded(tidy) in _taken() or MARK.strip() in _folded(tidy):
        raise NotAName(name, "a name that ducato does not use itself", say("bad.reserved"))
    return tidy


def distinct(name: str, others: Collection[str]) -> str:
    """Return a name that differs from all others, with a number appended where necessary.

    A name that would become too long is shortened.
    """
    known = {_folded(other) for other in others}
    number, told = 1, name
    while _folded(told) in known:
        number += 1
        ending = f" ({number})"
        told = name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return told


@cache
def _taken() -> frozenset[str]:
    """Return the names of open seats and deleted people in every language, in folded form."""
    labels = {display_name(nobody, language) for nobody in NOBODY for language in LANGUAGES}
    return frozenset(_folded(label) for label in (FORMER, OPEN, *labels))


def _folded(name: str) -> str:
    """Return a name in a form for comparison that ignores case and character width."""
    return unicodedata.normalize("NFKC", name).casefold()
