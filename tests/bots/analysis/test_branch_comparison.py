"""A game and a branch of it, compared at the choice where they part."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ducato.bots import finish
from ducato.bots.analysis.branch_comparison import comparing, parting
from ducato.bots.analysis.judgement import NO_ACTION
from ducato.core.chance import CommittedStream
from ducato.core.game import load
from ducato.core.match import Match


def match_of(choices: int, *, other: bool = False) -> Match:
    """Return a match after so many random choices, of which the last may be another one."""
    match = Match(load("magnate"), CommittedStream(bytes(32)))
    match.run_chance()
    rng = random.Random(3)
    while choices:
        legal = match.position.legal_actions()
        chosen = rng.choice(legal)
        choices -= len(legal) > 1
        if other and not choices:
            chosen = next(action for action in legal if action != chosen)
        match.act(chosen)
        match.run_chance()
    return match


class Dealt:
    """A judge whose results depend on the deal and on the action."""

    name = "dealt"

    def search(self, *_: object) -> object:
        raise NotImplementedError

    def appraise(self, state, action, seed, simulations, method):
        yield
        assert action != NO_ACTION
        luck = np.random.default_rng(seed).random((simulations, 2))
        return np.clip(luck * 0.5 + (0.25 if action % 2 else 0.2), 0, 1)


def test_they_part_at_the_first_choice_that_differs():
    game, branch = match_of(4), match_of(4, other=True)
    found = parting(game, branch)
    assert found is not None
    assert game.steps[: found.seq] == branch.steps[: found.seq]
    assert found.actions == (game.steps[found.seq].action, branch.steps[found.seq].action)
    assert game.steps[found.seq].actor == found.seat >= 0
    assert parting(game, match_of(3)) is None
    assert parting(game, game) is None


def test_the_same_deals_make_the_difference_more_certain_than_either():
    game, branch = match_of(4), match_of(4, other=True)
    at = parting(game, branch)
    assert at is not None
    found = finish(comparing(game, at, 400, Dealt()))  # type: ignore[arg-type]
    assert found.difference.value == pytest.approx(found.second.value - found.first.value)
    assert found.difference.margin < 0.1 * found.first.margin
