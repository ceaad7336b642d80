"""People's names, which must not look like those of an open seat, a program or another player."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import cache

from ducato.core.i18n import LANGUAGES, say
from ducato.table.seats import FORMER, LONGEST_NAME, OPEN, NotAName, one_line, tidy_name
from ducato.table.views.texts import NOBODY, display_name

WORD = re.compile(r"[^\W\d_]+")
ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE"})
"""The alphabets with letters that look alike, as the names of Unicode's letters begin."""
OURS = "ducato"
"""The name of the server itself, for which nobody may seem to speak."""
UNSEEN = re.compile(
    "[\u034f\u180b-\u180f\u200c\u200d\ufe00-\ufe0f\U000e0020-\U000e007f\U000e0100-\U000e01ef]"
)
"""Marks and joiners that alter how a letter or an emoji is drawn, or nothing at all."""
MARK = " [bot]"
"""The suffix of every program's name; no person's name may contain ``[bot]``."""


def own_name(name: str) -> str:
    """Return the name that a person chose, tidied.

    Raises:
        NotAName: the text is not a valid name, or it looks like the name of an open seat, a deleted
            person or a program, or a word of it mixes letters that look alike.
    """
    tidy = tidy_name(name)
    mixed = mixed_word(tidy)
    if mixed is not None:
        raise NotAName(name, f"letters of one script in {mixed}", say("bad.mixed", word=mixed))
    if _folded(tidy) in _taken() or MARK.strip() in _folded(tidy):
        raise NotAName(name, "a name that ducato does not use itself", say("bad.reserved"))
    return tidy


def mixed_word(name: str) -> str | None:
    """Return the first word that mixes letters of scripts that look alike; None without one.

    So nobody writes a known name with a letter or two of another alphabet. A word of one alphabet,
    whichever it is, is left alone.

    Example:
        >>> mixed_word("Argo b\N{CYRILLIC SMALL LETTER O}t"), mixed_word("Ольга and 花子")
        ('b\u043et', None)
    """
    for word in WORD.findall(UNSEEN.sub("", unicodedata.normalize("NFKC", name))):
        scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
        if len(scripts & ALIKE) > 1:
            return str(word)
    return None


def distinct(name: str, others: Collection[str]) -> str:
    """Return a name that differs from all others, with a number appended where necessary.

    A name that would become too long is shortened.
    """
    known = {_folded(other) for other in others}
    number, told = 1, name
    while _folded(told) in known:
        number += 1
        ending = f" ({number})"
        told = one_line(name[: LONGEST_NAME - len(ending)]) + ending
    return told


@cache
def _taken() -> frozenset[str]:
    """Return the names of open seats and deleted people in every language, in folded form."""
    labels = {display_name(nobody, language) for nobody in NOBODY for language in LANGUAGES}
    return frozenset(_folded(label) for label in (FORMER, OPEN, OURS, *labels))


def _folded(name: str) -> str:
    """Return a name in a form for comparison, without case, width of characters, unseen marks."""
    return UNSEEN.sub("", unicodedata.normalize("NFKC", name)).casefold()
