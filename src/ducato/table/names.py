"""How people may be called, so that nobody is taken for an empty chair, a program or somebody else.

This module must not know who sits where.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import cache

from ducato.core.i18n import LANGUAGES, say
from ducato.core.table_data import FORMER, OPEN
from ducato.table.seats import LONGEST_NAME, NotAName, tidy_name
from ducato.table.views.texts import NOBODY, display_name

MARK = " [bot]"
"""At the end of a program's name, so that all see it; in no person's."""


def own_name(name: str) -> str:
    """Return the tidy name of a person.

    Raises:
        NotAName: it is no name, or one by which something else is known.
    """
    tidy = tidy_name(name)
    if _folded(tidy) in _taken() or MARK.strip() in _folded(tidy):
        raise NotAName(name, "a name that ducato does not use itself", say("bad.reserved"))
    return tidy


def distinct(name: str, others: Collection[str]) -> str:
    """Return a name with a number, if one of the others at the table is called so already."""
    known = {_folded(other) for other in others}
    number, told = 1, name
    while _folded(told) in known:
        number += 1
        ending = f" ({number})"
        told = name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return told


@cache
def _taken() -> frozenset[str]:
    """How empty chairs and people who are gone are called, in every language."""
    labels = {display_name(nobody, language) for nobody in NOBODY for language in LANGUAGES}
    return frozenset(_folded(label) for label in (FORMER, OPEN, *labels))


def _folded(name: str) -> str:
    """The name as it is compared: without what looks alike, such as capitals and wide letters."""
    return unicodedata.normalize("NFKC", name).casefold()
