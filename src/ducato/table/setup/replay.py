"""The replay of a match from its stored steps, with a check of each replayed step."""

from __future__ import annotations

from collections.abc import Sequence

from ducato.core import verbs
from ducato.core.chance import CommittedStream
from ducato.core.errors import BadValue, DamagedRecord, IllegalAction
from ducato.core.game import LoadedGame
from ducato.core.match import Match, Step
from ducato.core.snapshot import Snapshot


def replayed(
    game: LoadedGame,
    stream: CommittedStream,
    names: Sequence[str],
    steps: Sequence[Step],
    snapshot: Snapshot | None = None,
    start: bytes | None = None,
) -> Match:
    """Return the match after these steps. Chance comes from the stream and must match the steps.

    With a snapshot, only the steps after it are checked, so the time does not grow with the length
    of the game. A snapshot with the layout of an older version of the game, or one taken after more
    steps than these, is ignored. `start` is a position set up by hand with which it began, or None.

    Raises:
        DamagedRecord: a step is illegal, or chance came out differently or is missing; the error
            names the step.
    """
    if snapshot is not None and snapshot.fits(game) and snapshot.seq <= len(steps):
        before = steps[: snapshot.seq]
        match = Match.resumed(game, stream, names, before, snapshot.state, start)
    else:
        match = Match(game, stream, names, start)
    checked = match.seq
    match.run_chance()
    for number, step in enumerate(steps[checked:], start=checked + 1):
        if number <= match.seq:
            continue  # chance, made together with the step before; compared below
        try:
            _repeat(match, step)
        except (IllegalAction, BadValue) as error:
            raise DamagedRecord(number, str(error)) from error
        match.run_chance()
    made = match.steps[checked:]
    for number, (stored, again) in enumerate(
        zip(steps[checked:], made, strict=False), start=checked + 1
    ):
        if stored != again:
            raise DamagedRecord(number, f"{stored} was stored, {again} came out")
    if len(steps) != match.seq:
        raise DamagedRecord(len(steps), "chance steps are missing after it")
    return match


def _repeat(match: Match, step: Step) -> None:
    if step.actor >= 0 and step.action < 0:
        match.resign(step.actor)
        return
    if step.actor == verbs.CHANCE or not match.may_choose(step.actor):
        raise IllegalAction(step.action, f"it is not the turn of seat {step.actor}", None, [])
    match.act(step.action, step.actor)
