"""Games that tests of texts and tables walk along: every edition, every option set once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import ducato
from ducato.core.chance import below
from ducato.core.i18n import Message, render
from ducato.games.builders import GAME

from . import player

NAMES = ["Anna", "Bruno", "Carla", "Dario"]
VARIANTS: list[tuple[int, int, dict[str, object]]] = [
    (2, 1, {}),
    (3, 1, {"apprentices": "drafted", "show_next_card": False, "send_useless": False}),
    (4, 1, {"empty_deck": "last_round", "bank_limit": "box", "send_cost": "totals"}),
    (2, 8, {"end_points": 60, "extra_actions_most": 1, "undealt_apprentices": "removed"}),
    (2, 1, {"max_rounds": 3, "machines_count": False}),
]
"""Players, random decisions of eight, options."""


@dataclass
class Step:
    """One step of a game: the positions around it and who did what (None for chance)."""

    before: Any
    action: int | None
    after: Any
    actor: int


def walk(players: int, wild: int, options: dict[str, object], seed: int) -> Iterator[Step]:
    """Yield the steps of a game; `wild` of eight decisions are random, the others sensible."""
    position = GAME.load(players, **options).new_initial_state()
    rng = ducato.new_rng("walk", seed)
    while not position.is_terminal():
        before, actor, action = position.clone(), position.current_player(), None
        if position.is_chance_node():
            position.apply_action(ducato.sample(position.chance_outcomes(), rng))
        else:
            legal = position.legal_actions()
            sensible = below(rng, 8) >= wild
            action = player.choose(position, rng) if sensible else legal[below(rng, len(legal))]
            position.apply_action(action)
        yield Step(before, action, position.clone(), actor)


@cache
def games() -> list[list[Step]]:
    """Return a game of each variant."""
    return [list(walk(*variant, 5)) for variant in VARIANTS]


def steps() -> Iterator[Step]:
    """Yield the steps of all of them."""
    for game in games():
        yield from game


def decisions() -> Iterator[Any]:
    """Positions in which a seat is to move: a fifth of them, and all with few choices."""
    for game in games():
        for number, step in enumerate(game):
            if step.action is not None:
                if number % 5 == 0 or len(step.before.legal_actions()) < 5:
                    yield step.before


def write(message: Message | str, language: str = "en") -> str:
    """Return a message in words."""
    if isinstance(message, str):
        return message
    return render(message, GAME.package, language, NAMES)
