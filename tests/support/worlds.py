"""Pairs of worlds: two matches whose present states differ only in what one seat cannot see."""

from __future__ import annotations

from typing import Any

from ducato.core import verbs
from ducato.core.match import Match, Step
from ducato.core.position import Position
from ducato.core.struct import Struct
from ducato.core.visibility import redact


def after(game: Any, state: Struct, action: int) -> Struct:
    copy = state.copy()
    verbs.apply_action(copy, game.edition, action)
    return copy


def choices(match: Match) -> list[int]:
    state, edition = match.position.state, match.game.edition
    if match.position.is_chance_node():
        return list(range(verbs.chance_outcomes(state, edition)))
    return match.position.legal_actions()


def step(match: Match, action: int) -> None:
    actor = match.position.current_player()
    match.position.apply_action(action)
    match._add(Step(actor, action))


def twin_of(match: Match, world: Struct) -> Match:
    """Return a match with the same past whose present is another world."""
    twin = Match(match.game, match.stream, match.names)
    twin.steps, twin.begun = list(match.steps), match.begun
    twin._states = [*match._states[:-1], world.tobytes()]
    twin.position = Position(match.game, world)
    return twin


def alike(match: Match, twin: Match, seat: int, action: int) -> int | None:
    """Return a choice in the twin that `seat` cannot tell from `action`, the same if possible."""
    target = redact(after(match.game, match.position.state, action), seat)
    kinds = match.game.actions
    for other in sorted(choices(twin), key=lambda choice: choice != action):
        if redact(after(twin.game, twin.position.state, other), seat) == target:
            if match.position.is_chance_node() or kinds.kind(other) == kinds.kind(action):
                return other
    return None
