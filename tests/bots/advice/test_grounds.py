"""What speaks for a choice: the parts of the groups add up, and depend on nothing hidden."""

from __future__ import annotations

import numpy as np
import pytest

import ducato
from ducato.bots import finish
from ducato.bots.advice.grounds import (
    END,
    MOST_AGAINST,
    MOST_FOR,
    ActionComparison,
    Parts,
    _worth_saying,
)
from ducato.bots.search.bot import SearchBot
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame, all_games
from ducato.core.position import Position
from ducato.core.visibility import redact, resample

pytestmark = pytest.mark.compiled
FEW = 6


def choice_of(game: LoadedGame, seed: int = 0) -> Position:
    """Return a position in which a seat has a choice, after some random steps."""
    rng, position = new_rng(seed, "walk"), game.new_initial_state()
    for step in range(400):
        if position.is_chance_node():
            outcomes = position.chance_outcomes()
            position.apply_action(outcomes[int(rng[0]) % len(outcomes)][0])
        else:
            legal = position.legal_actions()
            if step > 30 and len(legal) > 2:
                return position
            position.apply_action(legal[(step + seed) % len(legal)])
    raise AssertionError("nobody had a choice")


def judge_of(game: LoadedGame) -> ActionComparison:
    return ActionComparison(game, SearchBot(game, "judge").method)


@pytest.mark.parametrize("name", all_games())
def test_the_parts_add_up_to_the_difference_in_every_deal(name: str):
    game = ducato.load(name)
    position, judge = choice_of(game), judge_of(game)
    assert judge.able
    seat, (first, *_, last) = position.current_player(), position.legal_actions()
    found = finish(judge.comparing(redact(position.state, seat), first, last, 5, FEW))
    assert found.parts.shape == (FEW, len(found.groups))
    gained = found.wins[:, 0] - found.wins[:, 1]
    assert np.allclose(found.parts.sum(1), gained, atol=1e-6)
    assert ((found.wins >= 0) & (found.wins <= 1)).all()
    features = game.game.names("StateFeature")
    assert set(found.groups) == {feature.partition(".")[0] for feature in features} | {END}


def test_an_action_compared_with_itself_has_no_grounds():
    game = ducato.load("magnate")
    position = choice_of(game)
    seat, (action, *_) = position.current_player(), position.legal_actions()
    found = finish(judge_of(game).comparing(redact(position.state, seat), action, action, 1, FEW))
    assert not found.parts.any()
    assert _worth_saying(found) == ()


def test_grounds_are_the_same_for_whatever_the_seat_cannot_see():
    game = ducato.load("magnate")
    position, judge = choice_of(game), judge_of(game)
    seat, (first, second, *_) = position.current_player(), position.legal_actions()
    found = [
        finish(judge.comparing(redact(world, seat), first, second, 3, FEW)).parts.tobytes()
        for world in (resample(position.state, seat, new_rng(case)) for case in range(3))
    ]
    assert len(set(found)) == 1
    other = finish(judge.comparing(redact(position.state, seat), first, second, 4, FEW))
    assert other.parts.tobytes() != found[0]  # the seed decides about the deals


def test_only_what_is_surely_more_than_chance_is_said():
    steady = np.tile([0.08, 0.03, 0.02, 0.011, -0.05, -0.02, 0.001], (40, 1))
    noise = np.where(np.arange(40) % 2, 0.5, -0.48)[:, None]
    groups = ("a", "b", "c", "d", "e", "f", "g", "noisy")
    said = _worth_saying(Parts(groups, np.hstack([steady, noise]), np.zeros((40, 2))))
    assert [(one.group, one.points) for one in said] == [("a", 8), ("b", 3), ("c", 2), ("e", -5)]
    assert len(said) == MOST_FOR + MOST_AGAINST
