"""Check the first line of a commit message: `Part: do something`, as CONTRIBUTING.md describes.

    python .ci/commit_message.py FILE

`.pre-commit-config.yaml` runs it before every commit. It checks length and form; of the imperative,
only what the ending of the first word gives away.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

LONGEST = 72
FORM = re.compile(r"(?P<part>[A-Z][\w' ,-]*): (?P<verb>[a-z]+)\b")
NO_VERB = {"a", "an", "the", "each", "every", "all", "some", "who", "what", "where", "when", "it"}
ENDINGS = ("ed", "ing", "s")
IMPERATIVES = {"bring", "embed", "feed", "need", "seed", "speed", "bypass", "discuss", "pass"}
"""Verbs that end like another form."""
BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ")


def complaint(message: str) -> str | None:
    """Return what is wrong with a message, or None."""
    first = next((line for line in message.splitlines() if not line.startswith("#")), "")
    if first.startswith(BY_GIT):
        return None
    if len(first) > LONGEST:
        return f"the first line has {len(first)} characters, {LONGEST} at most"
    found = FORM.match(first)
    if found is None:
        return "the first line begins with the part and a verb: `Core: reject ...`"
    verb = found["verb"]
    if verb in NO_VERB or (verb.endswith(ENDINGS) and verb not in IMPERATIVES):
        return f"{verb!r} is no imperative: a first line says what to do, `Core: reject ...`"
    if first.endswith("."):
        return "the first line is a heading, without a full stop"
    return None


def main() -> int:
    """Check the message in the file that git names."""
    wrong = complaint(Path(sys.argv[1]).read_text("utf-8"))
    if wrong:
        sys.stderr.write(f"commit message: {wrong}\n")
    return int(wrong is not None)


if __name__ == "__main__":
    sys.exit(main())
