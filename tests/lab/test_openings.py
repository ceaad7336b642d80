"""Openings: what is possible and done in the first decisions, and what one person does more."""

from __future__ import annotations

import random

import pytest

from ducato.core.chance import CommittedStream
from ducato.core.errors import DucatoError
from ducato.core.game import load
from ducato.core.match import Match, Step
from ducato.lab.opening_counts import (
    DECISIONS,
    LEAST_GAMES,
    LEAST_OTHERS,
    Opening,
    favourites,
    openings_of,
)
from ducato.runs.play.things import things_of

GAME = load("magnate")
THINGS = things_of(GAME.game)


def match_with(seed: int, liked: str | None = None) -> Match:
    """Return a match of random play, in which seat 0 does this kind of action if it can."""
    rng = random.Random(seed)
    match = Match(GAME, CommittedStream(bytes([seed]) * 32))
    match.run_chance()
    while not match.is_over() and match.seq < 60:
        legal = match.position.legal_actions()
        preferred = [a for a in legal if GAME.actions.name(a).split(":")[0] == liked]
        first = match.position.current_player() == 0
        match.act(rng.choice(preferred if first and preferred else legal))
        match.run_chance()
    return match


def test_an_opening_is_what_the_first_free_decisions_were():
    match = match_with(1)
    openings = openings_of(GAME, match.steps)
    position = GAME.new_initial_state()
    made = [0, 0]
    could: list[set[int]] = [set(), set()]
    did: list[set[int]] = [set(), set()]
    for step in match.steps:
        legal = [] if position.is_chance_node() else position.legal_actions()
        if len(legal) > 1 and made[step.actor] < DECISIONS:
            made[step.actor] += 1
            could[step.actor] |= {int(t) for a in legal for t in THINGS.of_action[a] if t >= 0}
            did[step.actor] |= {int(t) for t in THINGS.of_action[step.action] if t >= 0}
        position.apply_action(step.action)
    assert made == [DECISIONS, DECISIONS]
    assert [(set(one.could), set(one.did)) for one in openings] == list(
        zip(could, did, strict=True)
    )
    for opening in openings:
        assert opening.did <= opening.could


def test_a_resignation_ends_what_is_known():
    steps = match_with(1).steps[:6]
    assert openings_of(GAME, [*steps, Step(0, -1)]) == openings_of(GAME, steps)


def test_steps_that_do_not_fit_are_an_error():
    steps = match_with(1).steps
    impossible = [*steps[:5], Step(steps[5].actor, GAME.num_actions() + 5)]
    with pytest.raises((DucatoError, IndexError)):
        openings_of(GAME, impossible)


def openings(did: bool, number: int, other: bool = True) -> list[Opening]:
    """Return openings in which thing 3 was possible, and thing 5 done or not."""
    thing = frozenset([5]) if did else frozenset[int]()
    return [Opening(frozenset([3, 5]), thing | ({3} if other else set()))] * number


def test_a_clear_preference_is_found():
    own = [(one, 0.75) for one in openings(True, 12)] + [(one, 0.0) for one in openings(False, 1)]
    others = openings(False, 60) + openings(True, 20)
    (found,) = favourites(GAME.game, own, others)
    assert found.thing == THINGS.names[5]
    assert (found.games, found.own.value, found.others.value) == (13, 12 / 13, 0.25)
    assert found.lift.value == pytest.approx(12 / 13 - 0.25)
    assert 0 < found.lift.low < found.lift.value < found.lift.high <= 1
    assert found.result.value == 0.75


def test_nothing_is_said_of_few_games_or_little_to_compare_with():
    many = [(one, 1.0) for one in openings(True, 30)]
    assert favourites(GAME.game, many[: LEAST_GAMES - 1], openings(False, 100)) == []
    assert favourites(GAME.game, many, openings(False, LEAST_OTHERS - 1)) == []
    assert len(favourites(GAME.game, many, openings(False, LEAST_OTHERS))) == 1


def test_what_others_do_as_often_is_no_favourite():
    own = [(one, 1.0) for one in openings(True, 30)]
    assert favourites(GAME.game, own, openings(True, 100)) == []


def test_a_habit_in_real_games_is_found():
    kinds = [name for name, kind in GAME.actions.kinds.items() if kind.size > 1]
    played = {liked: [match_with(seed, liked) for seed in range(12)] for liked in kinds[:4]}
    rest = [one for seed in range(40, 80) for one in openings_of(GAME, match_with(seed).steps)]
    names = set()
    for liked, matches in played.items():
        own = [(openings_of(GAME, match.steps)[0], 0.5) for match in matches]
        names |= {found.thing for found in favourites(GAME.game, own, rest)} & {liked}
    assert names
