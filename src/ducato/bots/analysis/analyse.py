"""The analysis of a finished match: every decision and every chance event, within a budget.

A first pass divides half of the budget among all decisions and chance events; the second spends the
rest on those that seem to matter most, with new luck, so that what looked large only by accident
does not stay so. The decisions of bots get a small part: they are needed for the graph and the
sums.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import ducato
from ducato.bots.analysis.budget import FIRST_PASS, SECOND_PASS, Budget, timed
from ducato.bots.analysis.judgement import NO_ACTION, Judge, Searched, Worth, values_of
from ducato.bots.analysis.model import (
    Analysis,
    ChanceEvent,
    Decision,
    Describe,
    JudgedAction,
    LineStep,
    Progress,
    Reason,
    Values,
    certain,
)
from ducato.bots.analysis.timeline import (
    Moment,
    Span,
    another_outcome,
    result_of,
    shares_at_end,
    timeline,
)
from ducato.bots.thinking import Thinking
from ducato.core import verbs
from ducato.core.chance import new_rng
from ducato.core.errors import BadValue
from ducato.core.match import Match
from ducato.core.struct import Struct
from ducato.core.visibility import redact

BOTS_PART = 0.25
"""The weight of a bot's decision, where a person's is 1."""
EVENT_PART = 2.0
"""The weight of a chance event."""
DEAL_PART = 8.0
"""The weight of the deal, whose outcomes differ most."""
SAMPLE = 64
"""The number of simulations of each outcome that chance might have had."""
MOST_SAMPLES, FEWEST_SAMPLES = 256, 4
OWN_TREES = 4
"""One simulation of what chance brought for so many of what it might have brought."""
REFINED = 0.25
"""The part of the people's decisions, and of the chance events, that the second pass judges."""
LISTED = 5
"""The maximum number of choices that are kept of a decision."""


@dataclass
class _Work:
    """What an analysis works with."""

    match: Match
    judge: Judge
    budget: Budget
    spent: Progress
    describe: Describe | None
    people: frozenset[int]


def analysing(
    match: Match,
    people: Collection[int],
    budget: Budget | None = None,
    *,
    judge: Judge | None = None,
    describe: Describe | None = None,
    progress: Progress | None = None,
) -> Thinking[Analysis]:
    """Analyse a match in slices (see `bots.thinking`).

    Args:
        match: a match that is over; no other thread may use it meanwhile.
        people: the seats whose decisions are judged in full; those of the others are judged for the
            graph and the sums only.
        budget: the budget.
        judge: what judges; None for the strongest bot of the game.
        describe: the description of actions, for the lines that are likely to follow; None for no
            lines.
        progress: what tells others how far it is.

    Raises:
        BadValue: the match is not over.
    """
    if not match.is_over():
        raise BadValue("match", match.game.name, "a finished one")
    work = _Work(
        match,
        judge or _own_judge(match),
        budget or Budget(),
        progress or Progress(),
        describe,
        frozenset(people),
    )
    return (yield from timed(_analyse(work), work.spent))


def _analyse(work: _Work) -> Thinking[Analysis]:
    line, spent = timeline(work.match), work.spent
    spent.total = len(line.moments) + len(line.spans)
    yield
    decisions, events = yield from _first_pass(work, line.moments, line.spans)
    yield from _second_pass(work, line.moments, line.spans, decisions, events)
    seats, game = work.match.game.players, work.match.game.game
    result = result_of(work.match)
    first = decisions[0].before if decisions else certain(result)
    deal = events[0].swing if line.spans and line.spans[0].index == 0 else certain((0.0,) * seats)
    return Analysis(
        bot=work.judge.name,
        weights=work.judge.weights,
        ducato=ducato.__version__,
        rules_version=game.rules_version,
        seats=seats,
        people=tuple(sorted(work.people)),
        steps=work.match.seq,
        prior=first.minus(deal),
        result=result,
        decisions=tuple(decisions),
        events=tuple(events),
        simulations=spent.simulations,
        seconds=round(spent.seconds, 2),
    )


def _first_pass(
    work: _Work, moments: Sequence[Moment], spans: Sequence[Span]
) -> Thinking[tuple[list[Decision], list[ChanceEvent]]]:
    """Judge all decisions and chance events with the first part of the budget."""
    decisions: list[Decision] = []
    events: list[ChanceEvent] = []
    weights = [_weight(work, moment) for moment in moments]
    of_spans = [DEAL_PART if span.index == 0 else EVENT_PART for span in spans]
    left = 3 * sum(weights) + sum(of_spans)  # a search and up to two choices
    for moment, weight in zip(moments, weights, strict=True):
        n = work.budget.share(work.spent, weight, left, FIRST_PASS)
        decisions.append((yield from _decision(work, moment, n)))
        left -= 3 * weight
        work.spent.done += 1
    for span, weight in zip(spans, of_spans, strict=True):
        n = work.budget.share(work.spent, weight, left, FIRST_PASS)
        events.append((yield from _event(work, span, n)))
        left -= weight
        work.spent.done += 1
    return decisions, events


def _second_pass(
    work: _Work,
    moments: Sequence[Moment],
    spans: Sequence[Span],
    decisions: list[Decision],
    events: list[ChanceEvent],
) -> Thinking[None]:
    """Judge what matters most again with the rest of the budget, and replace it."""
    own = [index for index, one in enumerate(decisions) if one.seat in work.people]
    most = sorted(own, key=lambda i: (-_weightiness(decisions[i]), i))[: _part(len(own))]
    swings = sorted(range(len(events)), key=lambda i: (-largest(events[i].swing), i))
    later = swings[: _part(len(swings))]
    work.spent.total += len(most) + len(later)
    left = 3.0 * len(most) + EVENT_PART * len(later)
    for index in most:
        if work.budget.is_spent(work.spent):
            break
        n = _again(work, 1.0, left)
        decisions[index] = yield from _decision(work, moments[index], n, again=True)
        left -= 3
        work.spent.done += 1
    for index in later:
        if work.budget.is_spent(work.spent):
            break
        n = _again(work, EVENT_PART, left)
        events[index] = yield from _event(work, spans[index], n, again=True)
        left -= EVENT_PART
        work.spent.done += 1
    work.spent.done = work.spent.total


def _part(number: int) -> int:
    return min(number, max(4, round(REFINED * number)))


def _again(work: _Work, weight: float, left: float) -> int:
    n = work.budget.share(work.spent, weight, left, 1.0)
    return n if work.budget.simulations is None else SECOND_PASS * n


def _weight(work: _Work, moment: Moment) -> float:
    return 1.0 if moment.seat in work.people else BOTS_PART


def _weightiness(decision: Decision) -> float:
    """Return how much a decision may have cost at most."""
    return decision.lost + decision.margin


def largest(values: Values) -> float:
    """Return the largest of the values, whatever their signs."""
    return max(abs(mean) for mean in values.means)


# -- decisions


def _decision(work: _Work, moment: Moment, n: int, *, again: bool = False) -> Thinking[Decision]:
    """Judge a decision with `n` simulations of a search, and as many of each of two choices."""
    seen = work.match.seen_by(moment.seat, moment.seq)
    mover = verbs.current_player(seen, work.match.game.edition)
    seed = 2 * moment.seq + again
    if moment.action < 0:
        return (yield from _resignation(work, moment, seen, seed, n))
    assert mover == moment.seat, "another seat has decided"
    searched = yield from work.judge.search(seen, moment.seat, seed, n)
    best, taken = searched.tried[0].action, moment.action
    after = yield from work.judge.appraise(seen, taken, seed, n, searched.method)
    before = after
    if best != taken:
        before = yield from work.judge.appraise(seen, best, seed, n, searched.method)
    work.spent.simulations += n * (2 if best == taken else 3)
    decision = Decision(
        seq=moment.seq,
        seat=moment.seat,
        action=taken,
        best=best,
        turn=moment.turn,
        before=work.judge.values(before),
        after=work.judge.values(after),
        cost=work.judge.values(before, after),
        simulations=n,
    )
    if moment.seat not in work.people:
        return decision
    decision = replace(decision, choices=_choices(decision, searched))
    return (yield from _explained(work, decision, searched, seen, seed))


def _resignation(
    work: _Work, moment: Moment, seen: Struct, seed: int, n: int
) -> Thinking[Decision]:
    """Judge a resignation, which gives up what the position was worth."""
    rows = yield from work.judge.appraise(seen, NO_ACTION, seed, n, None)
    work.spent.simulations += n
    before, after = work.judge.values(rows), certain(result_of(work.match))
    return Decision(
        seq=moment.seq,
        seat=moment.seat,
        action=moment.action,
        best=NO_ACTION,
        turn=moment.turn,
        before=before,
        after=after,
        cost=before.minus(after),
        simulations=n,
    )


def _choices(decision: Decision, searched: Searched) -> tuple[JudgedAction, ...]:
    """Return the best choices and the one made; these two with the values that were appraised."""
    seat, found = decision.seat, list[JudgedAction]()
    for rank, one in enumerate(searched.tried):
        appraised = {decision.action: decision.after, decision.best: decision.before}
        if (values := appraised.get(one.action)) is not None:
            visits = max(one.visits, decision.simulations)
            found.append(JudgedAction(one.action, values.means[seat], values.errors[seat], visits))
        elif rank < LISTED:
            share = min(max(one.value, 0.0), 1.0)
            error = sqrt((share * (1 - share) + 1 / (one.visits + 4)) / (one.visits + 4))
            found.append(JudgedAction(one.action, one.value, error, one.visits))
    if decision.action not in [one.action for one in found]:
        values = decision.after
        found.append(
            JudgedAction(
                decision.action, values.means[seat], values.errors[seat], decision.simulations
            )
        )
    return tuple(found)


def _explained(
    work: _Work, decision: Decision, searched: Searched, seen: Struct, seed: int
) -> Thinking[Decision]:
    """Return a decision with what is likely to follow the best choice, and what speaks for it.

    The latter is found only where the choice that was made cost something.
    """
    if searched.tree is None:
        return decision
    if work.describe is not None:
        moves = work.judge.line(searched, seen, decision.seat, seed, work.describe)
        line = tuple(LineStep(move.seat, move.action, move.label) for move in moves)
        decision = replace(decision, line=line)
        yield
    if decision.lost > decision.margin:
        asked = searched, seen, decision.best, decision.action, seed
        found = yield from work.judge.reasons(*asked)
        reasons = tuple(Reason(one.group, one.points) for one in found)
        decision = replace(decision, reasons=reasons)
    return decision


# -- chance


def _event(work: _Work, span: Span, n: int, *, again: bool = False) -> Thinking[ChanceEvent]:
    """Compare what chance brought with what it might have brought, in `n` simulations.

    Both are appraised alike, from what the seat that decides next knows. So the mean swing over all
    that chance might bring is 0, whatever the appraisals misjudge.
    """
    rng = new_rng(span.seq, "outcomes", int(again))
    size = min(SAMPLE, max(1, n // FEWEST_SAMPLES))
    samples = max(FEWEST_SAMPLES, min(MOST_SAMPLES, n // size))
    might = (another_outcome(work.match, span.seq, rng) for _ in range(samples))
    means = yield from _worths(work, might, f"{span.seq}", size)
    brought = [work.match.state_at(span.until)] * max(2, samples // OWN_TREES)
    own = yield from _worths(work, brought, f"{span.seq}, own", size)
    swing = values_of(own).minus(values_of(means))
    return ChanceEvent(span.seq, span.until, span.turn, swing, samples)


def _worths(
    work: _Work, states: Iterable[Struct], seed: str, size: int
) -> Thinking[list[Sequence[float]]]:
    """Return what each of some states, at a decision or at the end, is worth to every seat."""
    rows: list[Sequence[float]] = []
    asked: list[Worth] = []
    open_rows: list[int] = []
    for number, state in enumerate(states):
        shares = shares_at_end(work.match, state)
        rows.append(shares or ())
        if shares is None:
            seat = verbs.current_player(state, work.match.game.edition)
            digest = hashlib.sha256(f"{seed}, {number}".encode()).digest()
            asked.append((redact(state, seat), int.from_bytes(digest[:4], "big")))
            open_rows.append(number)
        yield
    found = yield from work.judge.worths(asked, size)
    work.spent.simulations += size * len(asked)
    for number, row in zip(open_rows, found, strict=True):
        rows[number] = row
    return rows


def _own_judge(match: Match) -> Judge:
    from ducato.bots.analysis.appraisal import SearchJudge  # it needs NumPy, and a page has none

    return SearchJudge(match.game)
