"""Names that nobody may use: insults and slurs, and those of the server and who runs it.

The words are in `data/words.toml`, in all languages of the server. They are compared with whole
words, so that Scunthorpe and Cassandra are welcome, but also with what people write to get around
such a list: digits and symbols in place of letters, repeated letters, separators, and letters of
other alphabets (`folding`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache

from ducato.core.editions import data_files
from ducato.core.i18n import LANGUAGES
from ducato.table.name_filter.folding import folded, separated

LONGEST_WORD = 40
"""The maximum length in characters of a word that is added to the list."""
_SYMBOLS = {
    "a": "4@*", "b": "8", "e": "3€*", "g": "9", "i": "1!|*", "l": "1|", "o": "0*", "s": "5$",
    "t": "7+", "u": "vy*", "z": "2",
}  # fmt: skip
"""What is written in place of a letter."""
_CHUNK = re.compile(r"\S+")
_TOKEN = re.compile(r"[^\W_]+(?:[@$!|+€*]+[^\W_]+)*[@$!|+€*]*|[@$!|+€*]+[^\W_]+[\w@$!|+€*]*")
_EDGES = re.compile(r"^[^a-zñ]+|[^a-zñ]+$")
_SIGNS = "@$!|+€*"
_SHORTEST_INSIDE = 4
"""The length from which a word is also found within single letters that stand in a row."""


def is_acceptable(name: str, more: Collection[str] = ()) -> bool:
    """Return whether nobody could take a name for an insult, or for one of the server's own.

    Args:
        name: the name, of a person, a group or a tournament.
        more: further words, in the form of those in `data/words.toml`.
    """
    patterns = [_listed(), _pattern(frozenset(more))] if more else [_listed()]
    whole = re.sub(r"[\W_]+", "", folded(name))
    if _reserved().fullmatch(whole):
        return False
    candidates = set(_candidates(name))
    return not any(
        pattern.fullmatch(candidate) for pattern in patterns for candidate in candidates
    ) and not any(pattern.fullmatch(run) for run in _spelled_out(name) for pattern in patterns)


def is_word(word: str) -> bool:
    """Return whether a text can be added to the list: a word, with stars only at its ends."""
    bare = folded(word).strip("*")
    return len(bare) >= 2 and len(word) <= LONGEST_WORD and bare.isalpha()


def _candidates(name: str) -> Iterator[str]:
    """Yield the words of a name, as they stand and without separators or symbols at their ends."""
    for text in {folded(name), folded(separated(name))}:
        for chunk in _CHUNK.findall(text):
            tokens = _TOKEN.findall(chunk)
            joined = re.sub(r"[^\w@$!|+€*]|_", "", chunk)
            for token in (*tokens, joined):
                if not any(c.isalpha() for c in token):
                    continue  # numbers
                yield _EDGES.sub("", token)
                before = len(token) - len(token.lstrip(_SIGNS))
                after = len(token.rstrip(_SIGNS))
                for start in range(before + 1):
                    yield from (token[start:end] for end in range(after, len(token) + 1))


def _spelled_out(name: str) -> Iterator[str]:
    """Yield the parts of each run of single letters, such as those of "a b.c_d"."""
    tokens = re.split(r"[\W_]+", folded(name))
    run: list[str] = []
    for token in (*tokens, ""):
        if len(token) == 1:
            run.append(token)
            continue
        for start in range(len(run)):
            for end in range(start + _SHORTEST_INSIDE, len(run) + 1):
                yield "".join(run[start:end])
        if len(run) == _SHORTEST_INSIDE - 1:
            yield "".join(run)
        run = []


@cache
def _listed() -> re.Pattern[str]:
    words = data_files.read_toml(__package__ or "", "words.toml")
    return _compiled([word for name in (*LANGUAGES, "reserved") for word in words[name]])


@cache
def _reserved() -> re.Pattern[str]:
    return _compiled(data_files.read_toml(__package__ or "", "words.toml")["reserved_alone"])


@lru_cache(maxsize=8)
def _pattern(words: frozenset[str]) -> re.Pattern[str]:
    return _compiled(sorted(words))


def _compiled(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(_one(word) for word in words) or r"(?!)")


def _one(word: str) -> str:
    """Return the pattern of a word: letters may repeat, and be written as digits or symbols."""
    before, after = word.startswith("*"), word.endswith("*")
    # Twice the same letter makes other words of short ones.
    short = len(word) <= _SHORTEST_INSIDE
    parts = []
    for found in re.finditer(r"(.)\1*", folded(word.strip("*"))):
        letter, number = found.group(1), len(found.group())
        others = re.escape(_SYMBOLS.get(letter, ""))
        one = f"[{re.escape(letter)}{others}]"
        often = f"(?:{one}|{one}{{3,}})" if number == 1 and short else f"{one}{{{number},}}"
        parts.append(often)
    anything = r"[^\W\d_]*"
    return f"{anything if before else ''}{''.join(parts)}{anything if after else ''}"
