"""The decisions and chance events of a finished match, and other outcomes that chance had.

A decision has several legal actions; a forced action is not a decision. Whatever chance does
between two decisions, together with the actions forced there, is one event.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ducato.core import verbs
from ducato.core.chance import below
from ducato.core.match import Match
from ducato.core.position import Position
from ducato.core.struct import Struct


@dataclass(frozen=True)
class Moment:
    """A decision of a match: after how many steps, of which seat, in which turn, what was done."""

    seq: int
    seat: int
    turn: int
    action: int


@dataclass(frozen=True)
class Span:
    """A chance event of a match.

    Attributes:
        seq: the number of steps before it, those of a decision or none.
        until: the number of steps after it: at the next decision, or at the end.
        turn: the number of the turn.
        index: the index of the decision that follows it; the number of decisions at the end.
    """

    seq: int
    until: int
    turn: int
    index: int


@dataclass(frozen=True)
class Timeline:
    """What happened in a match, in order."""

    moments: tuple[Moment, ...]
    spans: tuple[Span, ...]


def timeline(match: Match) -> Timeline:
    """Return the decisions and the chance events of a match that is over."""
    moments: list[Moment] = []
    spans: list[Span] = []
    begun, chance, turn, mover = 0, False, -1, verbs.CHANCE
    for seq, step in enumerate(match.steps):
        if step.actor >= 0 and step.actor != mover:
            turn, mover = turn + 1, step.actor
        if step.actor == verbs.CHANCE:
            chance = True
            continue
        if step.action >= 0 and not _has_choice(match, seq):
            continue
        if chance:
            spans.append(Span(begun, seq, moments[-1].turn if moments else 0, len(moments)))
        moments.append(Moment(seq, step.actor, turn, step.action))
        begun, chance = seq + 1, False
    if chance:
        spans.append(Span(begun, match.seq, max(turn, 0), len(moments)))
    return Timeline(tuple(moments), tuple(spans))


def _has_choice(match: Match, seq: int) -> bool:
    legal = match.game.actions.buffer()
    seen = match.seen_by(match.steps[seq].actor, seq)
    return verbs.legal_actions(seen, match.game.edition, legal) > 1


def another_outcome(match: Match, seq: int, rng: Any) -> Struct:
    """Return the state at the next decision, or at the end, if chance is drawn anew after `seq`."""
    state, edition, legal = match.state_at(seq), match.game.edition, match.game.actions.buffer()
    while (mover := verbs.current_player(state, edition)) != verbs.TERMINAL:
        if mover == verbs.CHANCE:
            drawn = below(rng, int(verbs.chance_outcomes(state, edition)))
        elif verbs.legal_actions(state, edition, legal) > 1:
            break
        else:
            drawn = int(legal[0])
        verbs.apply_action(state, edition, drawn)
    return state


def result_of(match: Match) -> tuple[float, ...]:
    """Return each seat's share of the win in a match that is over."""
    return _shares(match.ranks())


def shares_at_end(match: Match, state: Struct) -> tuple[float, ...] | None:
    """Return each seat's share of the win in a state; None if the game goes on there."""
    position = Position(match.game, state)
    return _shares(position.ranks()) if position.is_terminal() else None


def _shares(ranks: list[int]) -> tuple[float, ...]:
    share = 1.0 / ranks.count(1)
    return tuple(share if rank == 1 else 0.0 for rank in ranks)
