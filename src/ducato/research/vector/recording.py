"""Games of a vector environment as matches, which can be recorded and watched."""

from __future__ import annotations

from collections.abc import Iterable

from ducato.core.chance import CommittedStream
from ducato.core.game import LoadedGame
from ducato.core.match import Match, Step
from ducato.research.vector.buffers import EVERY_SEAT
from ducato.research.vector.settings import Settings


def match_of(game: LoadedGame, actions: Iterable[int], settings: Settings, learner: int) -> Match:
    """Return the match with these actions and outcomes.

    Nobody committed to its chance: the record has no seed.
    """
    position, steps = game.new_initial_state(), []
    for action in actions:
        steps.append(Step(position.current_player(), int(action)))
        position.apply_action(int(action))
    names = [
        "learner" if learner in (EVERY_SEAT, seat) else settings.opponents
        for seat in range(game.players)
    ]
    numbered = [
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]
    return Match.resumed(game, CommittedStream.sealed(), numbered, steps, position.state.tobytes())
