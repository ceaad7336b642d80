"""The mistakes of beginners that each title lists, and what nobody does at any level."""

from __future__ import annotations

from typing import Any

import pytest
from benchmarks.bots.mistakes import count

import ducato
from ducato.bots.advice.opinion import ActionEstimate
from ducato.bots.search.bot import among
from ducato.core import verbs
from ducato.core.chance import below
from ducato.core.position import Position
from ducato.core.visibility import redact

TITLES = ("builders", "fantasy-market", "magnate", "manifest-destiny")


def judged(game: ducato.LoadedGame, state: Any, legal: list[int]) -> list[tuple[int, bool]]:
    """Return which mistakes each action is, and whether it makes sense."""
    edition = game.edition
    return [
        (verbs.mistakes(state, edition, a), verbs.makes_sense(state, edition, a)) for a in legal
    ]


def decided(game: ducato.LoadedGame, seed: int) -> list[Position]:
    """Return the decisions of the first part of a random game."""
    position, rng = game.new_initial_state(), ducato.new_rng(seed)
    found: list[Position] = []
    while not position.is_terminal() and len(found) < 150:
        if position.is_chance_node():
            position.apply_action(ducato.sample(position.chance_outcomes(), rng))
            continue
        legal = position.legal_actions()
        if len(legal) > 1:
            found.append(position.clone())
        position.apply_action(legal[below(rng, len(legal))])
    return found


@pytest.mark.parametrize("title", TITLES)
def test_mistakes_are_listed_and_depend_on_nothing_hidden(title: str):
    game = ducato.load(title)
    names = game.game.names("Mistake")
    assert len(names) >= 5
    possible = 0
    for position in decided(game, 4):
        legal = position.legal_actions()
        seen = redact(position.state, position.current_player())
        found = judged(game, position.state, legal)
        assert found == judged(game, seen, legal)
        assert all(0 <= mistakes < 1 << len(names) for mistakes, _ in found)
        possible |= sum(1 << n for n in range(len(names)) if any(m >> n & 1 for m, _ in found))
    assert possible.bit_count() >= 3


def test_of_some_actions_those_tried_are_chosen_from():
    tried = [ActionEstimate(3, 5, 0.5), ActionEstimate(4, 2, 0.1)]
    assert among([4, 7], tried) == [ActionEstimate(4, 2, 0.1)]
    assert among([7, 8], tried) == [ActionEstimate(7, 1, 0.0), ActionEstimate(8, 1, 0.0)]
    assert among([], tried) == []


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.budget(120)
@pytest.mark.parametrize("title", TITLES)
def test_the_first_level_errs_by_the_list_and_burns_nothing(title: str):
    """The short form of ``python -m benchmarks.bots.mistakes``."""
    game = ducato.load(title)
    first, steady = (count(game, game.game.levels[level], 3) for level in ("beginner", "steady"))
    assert first.burned == 0
    shares = [counts.made.sum() / counts.possible.sum() for counts in (first, steady)]
    assert shares[0] > 1.5 * shares[1]
