"""Findings: what a run says about a game, in order of weight, corrected for their number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ducato.lab.diagnosis.course import course_findings
from ducato.lab.diagnosis.fairness import seat_findings
from ducato.lab.diagnosis.finding import Finding, ordered
from ducato.lab.diagnosis.held import associations, choice_findings
from ducato.lab.metrics import Target, metric_of, targets_of
from ducato.lab.outcomes import Outcomes
from ducato.runs.statistics import Estimate, share


def findings(
    games: Outcomes,
    targets: Mapping[str, Target] | None = None,
    *,
    against: Outcomes | None = None,
) -> list[Finding]:
    """Return the findings of a run, faults first; nothing more is played for them.

    Args:
        games: the run.
        targets: the wanted ranges, by the name of the metric; by default those in ``lab.toml``.
        against: a run of the game as it should be, if there is one.
    """
    wanted = targets_of(games.game.game, games.game.players) if targets is None else targets
    return ordered(
        [
            *seat_findings(games),
            *(choice_findings(games, against) if games.finished.any() else ()),
            *course_findings(games, wanted),
            *(associations(games) if games.finished.any() else ()),
        ]
    )


def agreement(finding: Finding, others: Sequence[Outcomes]) -> list[Estimate | None]:
    """Return what other runs, of other levels of skill, say about the subject of a finding.

    None stands for a run that says nothing of it.
    """
    return [_at_level(finding, games) for games in others]


def _at_level(finding: Finding, games: Outcomes) -> Estimate | None:
    sort, subject = finding.sort, finding.subject
    if sort == "order":
        return games.by_order()[int(subject) - 1]
    if sort == "seat":
        return games.by_seat()[int(subject) - 1]
    if sort in ("target", "ties", "forced", "early", "runaway"):
        return metric_of(games.game.game, subject).of(games)
    same = next((one for one in games.shares() if one.thing == subject), None)
    if same is None:
        return None
    if sort in ("winning", "losing"):
        return None if same.p is None else same.excess
    if sort in ("strong", "weak"):
        return None if same.p is None else share(same.won * same.done, same.done)
    return share(same.chosen, same.available) if sort in ("dead", "dominant") else None
