"""The findings for which a verdict has no place."""

from __future__ import annotations

from collections.abc import Sequence

from ducato.lab.findings import findings
from ducato.lab.games import Games
from ducato.lab.report.verdict import sentence
from ducato.lab.report.words import Texts, text

JOINED = ("dead", "dominant")
"""The sorts of findings of which a verdict makes one sentence."""


def remaining(games: Games, shown: Sequence[Texts]) -> list[Texts]:
    """Return the findings of a run that a verdict leaves out, as sentences, weightiest first.

    Args:
        games: the run.
        shown: the sentences of the verdict.
    """
    found = []
    for finding in findings(games):
        line = sentence(games, finding)
        beginning = line["en"].removesuffix(".")
        if finding.sort in JOINED:
            beginning = text(f"finding.{finding.sort}", things="")["en"].rstrip(". ")
        if not any(other["en"].startswith(beginning) for other in shown):
            found.append(line)
    return found
