"""The diagnosis of a run: what can be seen in it, and what is played to find the causes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ducato.lab.diagnosis.absent import absent_findings
from ducato.lab.diagnosis.causes import Trial, caused
from ducato.lab.diagnosis.finding import Finding, FindingSort, ordered
from ducato.lab.diagnosis.findings import findings
from ducato.lab.diagnosis.kingmaking import kingmaking_findings
from ducato.lab.diagnosis.loops import loop_findings
from ducato.lab.diagnosis.ways import way_findings
from ducato.lab.metrics import Target
from ducato.lab.outcomes import Outcomes
from ducato.lab.run import Conditions

EXPLAINS: dict[FindingSort, tuple[FindingSort, ...]] = {
    "skipped": ("seat", "order"),
    "loop": ("runaway", "early"),
    "early": ("runaway",),
}
"""A finding explains others, which are then its shadows: they deserve a look, no more."""


def diagnose(
    games: Outcomes,
    trial: Trial,
    conditions: Conditions,
    *,
    against: Outcomes | None = None,
    targets: Mapping[str, Target] | None = None,
) -> list[Finding]:
    """Return what is wrong with a game, the gravest first, and then what may deserve a look.

    Args:
        games: the run.
        trial: the suspects that are taken away, from `causes.trial_of`.
        conditions: how the games of the trial are played.
        against: a run of the game as it should be, if there is one.
        targets: the wanted ranges; by default those in ``lab.toml``.
    """
    seen = findings(games, targets, against=against)
    if not games.finished.any():  # a loop may be why
        return folded([*seen, *loop_findings(games.game, games.seed)])
    causes = caused(games, trial, conditions)
    return folded(
        [
            *seen,
            *causes,
            *absent_findings(games),
            *loop_findings(games.game, games.seed),
            *kingmaking_findings(games),
            *way_findings(games),
        ]
    )


def folded(found: Iterable[Finding]) -> list[Finding]:
    """Return findings in order, with the shadows of others as what deserves a look.

    An association of a thing is left out where its cause is known.
    """
    found = ordered(found)
    sorts = {finding.sort for finding in found if finding.grade == "fault"}
    known = {finding.subject for finding in found if finding.cause is not None}
    shadows = {shadow for sort in sorts for shadow in EXPLAINS.get(sort, ())}
    return ordered(
        replace(finding, grade="look") if finding.sort in shadows else finding
        for finding in found
        if finding.sort not in ("winning", "losing") or finding.subject not in known
    )
