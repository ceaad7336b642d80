"""The file of a catalogue of texts: TOML, with one line a message.

A line is ``"key" = "text"`` or, with a plural, ``"key" = { one = "…", other = "…" }``: these two of
CLDR's categories are all that English, Italian and Spanish need for numbers below a million.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, NamedTuple

ENTRY = re.compile(
    r"""\s*(?:("(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)\s*=(?!\s*("{3}|'{3})).*|\#.*)?""", re.ASCII
)
"""A line of a catalogue: a key with its text, which ends in the line, a comment, or nothing."""
TOML_LINE = re.compile(r"at line (\d+)")
"""The line that an error of TOML names, unless it is the last."""


class CatalogueFile(NamedTuple):
    """What a catalogue's file says.

    Attributes:
        texts: by key, the text, or the singular and the plural; without those left empty.
        lines: the line of each key.
        faults: the line, the problem and the advice of each.
    """

    texts: dict[str, tuple[str, ...]]
    lines: dict[str, int]
    faults: list[tuple[int, str, str]]


def read_catalogue(text: str) -> CatalogueFile:
    """Read a catalogue from the text of its file."""
    found = CatalogueFile({}, {}, [])
    content = text.rstrip("\n").split("\n")
    for number, line in enumerate(content, 1):
        match = ENTRY.fullmatch(line)
        key = match[1].strip("\"'") if match and match[1] else None
        if match is None:
            problem = f"this is no line of a catalogue: {line.strip()}"
            found.faults.append((number, problem, 'Write "key" = "text" in one line, with quotes.'))
        elif key is not None and found.lines.setdefault(key, number) != number:
            advice = f"Remove it, or the one in line {found.lines[key]}."
            found.faults.append((number, f"a second text has the key {key!r}", advice))
    if found.faults:
        return found
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        named = TOML_LINE.search(str(error))
        number = int(named[1]) if named else len(content)
        advice = 'Write "key" = "text", with each quote within the text as \\".'
        found.faults.append((number, f"it is no TOML: {error}", advice))
        return found
    for key, value in values.items():
        texts = _forms(value)
        if texts is None:
            problem = f"{key!r} is neither a text nor a singular and a plural"
            advice = 'Write "…", or { one = "…", other = "…" }.'
            found.faults.append((found.lines.get(key, 1), problem, advice))
        elif any(texts):
            found.texts[key] = texts
    return found


def _forms(value: Any) -> tuple[str, ...] | None:
    """Return a text, or its singular and its plural; None if it is neither."""
    match value:
        case str():
            return (value,)
        case {"one": str(one), "other": str(other), **more} if not more:
            return (one, other) if bool(one) == bool(other) else None
    return None
