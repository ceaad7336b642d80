"""The moments that decided a game: the choices and chance events with the largest swings."""

from __future__ import annotations

from dataclasses import dataclass

from ducato.bots.analysis.model import Analysis, ChanceEvent, Decision, Values

MOST_MOMENTS = 3
LEAST_SWING = 0.03
"""The least change of a chance of winning that decides anything."""


@dataclass(frozen=True)
class DecidingMoment:
    """A choice or a chance event that decided a game.

    Attributes:
        seq: the number of steps before it.
        until: the number of steps after it, where the replay shows it.
        seat: the seat that chose; for a chance event, the one whose chance changed most.
        decision: the decision; None for a chance event.
        swing: how much the seat's chance changed.
        margin: the half width of a 95 % interval of the swing.
        before: the values before it: with the best choice, or on average over what chance might
            have brought.
        after: the values after it.
    """

    seq: int
    until: int
    seat: int
    decision: Decision | None
    swing: float
    margin: float
    before: Values
    after: Values


def deciding_moments(analysis: Analysis) -> list[DecidingMoment]:
    """Return at most three moments with the largest swings, in the order of the game.

    There is at most one of each turn. Of equal swings, the earlier comes first. A swing that may be
    an error of the estimate decides nothing.
    """
    found = [(one.turn, _of_choice(one)) for one in analysis.decisions]
    found += [(one.turn, _of_chance(analysis, one)) for one in analysis.events]
    found = [
        (turn, one)
        for turn, one in found
        if abs(one.swing) >= LEAST_SWING and abs(one.swing) > one.margin
    ]
    found.sort(key=lambda pair: (-round(abs(pair[1].swing), 9), pair[1].seq))
    chosen: dict[int, DecidingMoment] = {}
    for turn, one in found:
        if len(chosen) < MOST_MOMENTS:
            chosen.setdefault(turn, one)
    return sorted(chosen.values(), key=lambda one: one.seq)


def _of_choice(one: Decision) -> DecidingMoment:
    # What turned out better than the judge's choice is not a swing: the judge only did not know it.
    swing = min(0.0, -one.lost)
    return DecidingMoment(
        one.seq, one.seq + 1, one.seat, one, swing, one.margin, one.before, one.after
    )


def _of_chance(analysis: Analysis, event: ChanceEvent) -> DecidingMoment:
    swing = event.swing
    seat = max(range(analysis.seats), key=lambda seat: (round(abs(swing.means[seat]), 9), -seat))
    following = (one.before for one in analysis.decisions if one.seq >= event.until)
    after = next(following, Values(analysis.result, (0.0,) * analysis.seats))
    before = after.minus(swing)
    within = tuple(min(1.0, max(0.0, mean)) for mean in before.means)
    return DecidingMoment(
        seq=event.seq,
        until=event.until,
        seat=seat,
        decision=None,
        swing=swing.means[seat],
        margin=swing.margin(seat),
        before=Values(within, before.errors),
        after=after,
    )
