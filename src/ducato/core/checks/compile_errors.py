"""Errors of the compiler, reduced to the rule, the line and the likely cause."""

from __future__ import annotations

import re

from ducato.core.checks.findings import Broken, within

LOCATION = re.compile(r'File "([^"\n]+)", line (\d+)')
CALLED = re.compile(
    r"No implementation of function Function\(<function (\w+) at|<function (\w+) at"
)
CAUSES = (
    (r"NRT required but not enabled|reflected list|unicode_type|array\(", "It allocates memory."),
    (r"Untyped global name '(\w+)'", "The global {0} is no constant: no list, dict or object."),
    (r"Unknown attribute '(\w+)' of type Record", "A struct has no field {0}."),
    (r"Field '?\"?(\w+)'?\"? was not found in record", "A struct has no field {0}."),
    (r"Use of unsupported opcode \((\w+)\)", "This statement cannot be compiled ({0})."),
    (r"Cannot unify (\S+) and (\S+)", "A variable or result is first {0}, then {1}."),
    (r"NameError: name '(\w+)'|name '(\w+)' is not defined", "There is no {0}."),
)
"""Parts of the compiler's message, and what they mean."""


def compile_error(package: str, error: BaseException) -> Broken:
    """Return the finding for an error of the compiler, whose text may fill a screen."""
    text = str(error)
    locations = [
        within(package, path, int(line)) for path, line in LOCATION.findall(_absolute(text))
    ]
    found = [location for location in locations if location is not None]
    problem, advice = "the rules cannot be compiled", ""
    for pattern, cause in CAUSES:
        if match := re.search(pattern, text):
            advice = cause.format(*filter(None, match.groups()))
            break
    called = [name for names in CALLED.findall(text) for name in names if name]
    if called and not advice:
        problem = f"the rules cannot be compiled: {called[-1]} cannot be called here"
        advice = f"Write @rule above {called[-1]}, or check the number and kind of its arguments."
    return Broken(
        problem,
        advice or "Rules use loops, integers, fields, enumerations and other rules, nothing else.",
        file=found[-1] if found else "rules/",
    )


def _absolute(text: str) -> str:
    """Return the compiler's message with the paths that it has shortened made absolute again."""
    from pathlib import Path

    return LOCATION.sub(lambda m: f'File "{Path(m[1]).resolve()}", line {m[2]}', text)
