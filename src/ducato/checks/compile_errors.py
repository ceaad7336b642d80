"""Errors of the compiler, reduced to the rule, the line and the likely cause."""

from __future__ import annotations

import re

from ducato.checks.faults import Broken, rules_of, within

LOCATION = re.compile(r'File "([^"\n]+)", line (\d+)')
COLOUR = re.compile(r"\x1b\[\d+m")
"""A code that makes a terminal write in colour."""
STRUCT = re.compile(r"Record\(.*?;(?:True|False)\)")
"""The type of a struct, which may be long."""
_CONTAINERS = "Rules use no list, set or dictionary: use numbers, tuples and fields of State."
CAUSES = (
    (
        r"Untyped global name '(\w+)':[^<]*<class 'function'>",
        "Write @rule above {0}, which the rule calls.",
    ),
    (r"Untyped global name '(\w+)'", "{0} is no constant: rules use no list, set or object."),
    (r"reflected (?:list|set)", _CONTAINERS),
    (r"unicode_type|'str'", "Rules use no strings: an enumeration or a number says the same."),
    (r"list\(|(?:List|Dict|Set)Type|NRT required", _CONTAINERS),
    (r"[Uu]nknown attribute '(\w+)' of type Record", "Declare the field {0}, or correct its name."),
    (r"Field '(\w+)' was not found", "Declare the field {0}, or correct its name."),
    (r"unsupported opcode \((\w+)\)", "Write it in another way: {0} cannot be compiled."),
    (
        r"Cannot unify ([^,\n]+?) and ([^,\n]+?) for",
        "A variable is first {0}, then {1}: give it one.",
    ),
    (r"name '(\w+)' is not defined", "Define or import {0}."),
    (r"array\(", "Rules allocate nothing, such as an array."),
)
"""Parts of the compiler's message, and what they mean."""


def compile_error(package: str, error: BaseException) -> Broken:
    """Return the finding for an error of the compiler, whose text may fill a screen."""
    text = str(error)
    locations = [
        within(package, path, int(line)) for path, line in LOCATION.findall(_absolute(text))
    ]
    found = [location for location in locations if location is not None]
    said, advice = STRUCT.sub("Record", COLOUR.sub("", text)), ""
    for pattern, cause in CAUSES:
        if matches := list(re.finditer(pattern, said)):
            advice = cause.format(*matches[-1].groups())
            break
    return Broken(
        "the rules cannot be compiled",
        advice or "Rules use loops, integers, fields, enumerations and other rules, nothing else.",
        file=found[0] if found else rules_of(package),
    )


def _absolute(text: str) -> str:
    """Return the compiler's message with the paths that it has shortened made absolute again."""
    from pathlib import Path

    return LOCATION.sub(lambda m: f'File "{Path(m[1]).resolve()}", line {m[2]}', text)
