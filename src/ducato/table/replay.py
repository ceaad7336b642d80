"""A match again, from the steps that were stored: every one is checked on the way.

This module must not know where the steps were kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from ducato.core import verbs
from ducato.core.chance import CommittedStream
from ducato.core.errors import DamagedRecord, IllegalAction
from ducato.core.game import LoadedGame
from ducato.core.match import Match, Step


def replayed(
    game: LoadedGame, stream: CommittedStream, names: Sequence[str], steps: Sequence[Step]
) -> Match:
    """The match after these steps; chance runs from the stream and must give the same.

    Raises:
        DamagedRecord: a step was not possible, or chance fell otherwise; with its number.
    """
    match = Match(game, stream, names)
    match.run_chance()
    for number, step in enumerate(steps, start=1):
        if number <= match.seq:
            continue  # chance, made together with the step before; compared below
        try:
            if step.actor == verbs.CHANCE or step.actor != match.position.current_player():
                raise IllegalAction(
                    step.action, f"it is not the turn of seat {step.actor}", None, []
                )
            match.act(step.action)
        except IllegalAction as error:
            raise DamagedRecord(number, str(error)) from error
        match.run_chance()
    for number, (stored, made) in enumerate(zip(steps, match.steps, strict=False), start=1):
        if stored != made:
            raise DamagedRecord(number, f"{stored} was stored, {made} came out")
    if len(steps) != match.seq:
        raise DamagedRecord(len(steps), "chance steps are missing after it")
    return match
