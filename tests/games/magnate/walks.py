"""Random games of every variant, and messages as sentences, for tests of what is said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ducato
from ducato.core.chance import below
from ducato.core.i18n import Message, Name, catalogue, render
from ducato.games.magnate import GAME, narration
from ducato.games.magnate.state import ACTIONS, CARD_IDS, Phase

NAMES = ["Anna", "Bruno"]
READERS = [-1, 0, 1]
VARIANTS: list[tuple[str, dict[str, object]]] = [
    *((edition, {}) for edition in GAME.editions),
    ("current", {"closed_discards": True, "double_taxation": True, "reshuffles": 2}),
    ("abstractplay", {"courts_for_pawns": True, "develop_new": False, "build_on_new": False}),
    ("current", {"act_after_card": False, "reshuffle": "at_once", "first_player": "first_seat"}),
    ("cairns", {"hand_size": 1, "court_for_ace": False}),  # a hand can be empty
]
RULES = Path(__file__).parents[3] / "src/ducato/games/magnate/rulebook/en.md"
MADE_BY_HAND = {"no.over", "no.chance", "no.develop.each", "no.pay.over"}
"""Refusals that random games need not meet; each has a test of its own."""


@dataclass
class Step:
    """One step of a game: the positions around it and who did what (None for chance)."""

    before: Any
    action: int | None
    after: Any
    actor: int


def walk(edition: str, options: dict[str, object], seed: int) -> Iterator[Step]:
    """Yield the steps of a random game in which cards are built rather than sold."""
    position = ducato.load("magnate", edition=edition, **options).new_initial_state()
    rng = ducato.new_rng(seed, edition)
    while not position.is_terminal():
        before, actor, action = position.clone(), position.current_player(), None
        if position.is_chance_node():
            position.apply_action(ducato.sample(position.chance_outcomes(), rng))
        else:
            legal = position.legal_actions()
            wanted = [a for a in legal if ACTIONS.kind(a).name not in ("sell", "trade")]
            pool = wanted if wanted and below(rng, 3) else legal
            action = pool[below(rng, len(pool))]
            position.apply_action(action)
        yield Step(before, action, position.clone(), actor)


@cache
def games() -> list[list[Step]]:
    return [list(walk(edition, options, 7)) for edition, options in VARIANTS]


def steps() -> Iterator[Step]:
    for game in games():
        yield from game


def decisions() -> Iterator[Any]:
    """Positions in which a seat is to move, all of the rarer phases and some of the others."""
    seen: Counter[tuple[int, int]] = Counter()
    for number, game in enumerate(games()):
        for step in game:
            if step.action is not None:
                phase = step.before.state.phase
                seen[number, phase] += 1
                if phase != Phase.ACT or seen[number, phase] % 4 == 0:
                    yield step.before


def write(message: Message, language: str = "en") -> str:
    return render(message, GAME.package, language, NAMES)


@cache
def allowed_clauses() -> frozenset[str]:
    if not RULES.exists():
        pytest.skip("the rules are not written yet")
    text = RULES.read_text("utf-8")
    return frozenset(re.findall(r"^(?:\| )?(\d+\.\d+)\b", text, re.MULTILINE))


def parts(message: Any) -> Iterator[Any]:
    """Yield a message and everything in it."""
    yield message
    if isinstance(message, Message):
        for value in message.arguments.values():
            yield from parts(value)
    elif isinstance(message, list | tuple):
        for value in message:
            yield from parts(value)


def names_in(messages: Any) -> set[str]:
    return {part.id for part in parts(messages) if isinstance(part, Name)}


def hidden_cards(position: Any) -> set[str]:
    """Return the cards whose zone the reader does not know, except the one being played."""
    record = position.state
    chosen = record.card if record.phase in (Phase.CHOOSE_DISTRICT, Phase.PAY) else -1
    return {
        name for card, name in enumerate(CARD_IDS) if record.zone[card] == -1 and card != chosen
    }


def describe_step(step: Step, seat: int) -> list[Message]:
    before, after = step.before.redact(seat).state, step.after.redact(seat).state
    edition = step.before.game.edition
    return narration.describe_step(before, step.action, after, edition, step.actor, seat)


def keys(language: str) -> dict[str, tuple[str, ...]]:
    """Return each key of a catalogue with its texts: one, or the singular and the plural."""
    return catalogue(GAME.package, language)
