"""What users of many games at once can do wrong, which must not spoil a game or show a card."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from tests.support.vectors import same, steps_of

import ducato
from ducato.core.batch import dtype_of
from ducato.core.errors import BadValue, IllegalAction
from ducato.core.game.folder import game_from
from ducato.games.magnate.state import Zone


def sent(value: Any) -> Any:
    """Return what another process would receive."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301  # our own


@pytest.mark.compiled
def test_legal_actions_are_checked_whatever_was_written_into_the_mask():
    env = ducato.vector("magnate", 4, seat="rotate")
    step = env.reset(1)
    env.seats[:] = 7
    legal = step.legal_action_mask.copy()
    step.legal_action_mask[:] = True
    wrong = (~legal).argmax(axis=1)
    assert not env.is_legal(wrong).any()
    with pytest.raises(IllegalAction):
        env.step(wrong)
    step = env.step(legal.argmax(axis=1))
    for n in range(4):
        expected = env.position(n).legal_actions()
        assert np.flatnonzero(step.legal_action_mask[n]).tolist() == expected
        assert env.seats[n] == step.current_player[n]


@pytest.mark.compiled
def test_final_observations_are_of_the_learner_and_of_games_that_ended():
    env = ducato.vector("magnate", 6, seat="rotate", observation="record")
    seats = ends = 0
    blank = np.zeros((), dtype_of(ducato.load("magnate").State))
    for step, _ in zip(steps_of(env), range(300), strict=False):
        for n in range(6):
            final = step.final_observation[n]
            if not step.terminated[n]:
                assert final == blank
                continue
            ends += 1
            hand = Zone.HAND + 1 - seats[n]
            assert not (final["zone"] == hand).any()
        seats = env.seats
    assert ends > 3


@pytest.mark.compiled
def test_a_step_is_pickled_and_copied_without_what_is_hidden():
    env = ducato.vector("magnate", 3)
    step = next(s for s in steps_of(env, "greedy") if s.terminated.any())
    assert b"VectorEnv" not in pickle.dumps(step)
    for again in (sent(step), sent(step.copy())):
        assert same(again, step)
        assert np.array_equal(again.final_observation, step.final_observation)


@pytest.mark.compiled
def test_a_copy_of_a_truncated_game_keeps_its_end():
    env = ducato.vector("magnate", 2)
    env._play = env._play._replace(limit=60)
    step = next(s for s in steps_of(env) if s.truncated.any())
    assert step.final_observation[step.truncated].any()
    assert np.array_equal(step.copy().final_observation, step.final_observation)


@pytest.mark.compiled
def test_an_interrupted_step_leaves_nothing_to_go_on_with(monkeypatch: pytest.MonkeyPatch):
    env = ducato.vector("magnate", 3, seat=0, opponents="ismcts:sims=4", autoreset="disabled")
    env.reset(1)

    def interrupted(number: int) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(env, "_answer", interrupted)
        with pytest.raises(KeyboardInterrupt):
            any(env.step(env.sample_actions()).terminated.all() for _ in range(100))
    with pytest.raises(BadValue, match="after a reset"):
        env.step(np.zeros(3, int))
    assert (env.reset(1).current_player == 0).all()


@pytest.mark.compiled
@pytest.mark.parametrize("autoreset", ["same-step", "next-step", "disabled"])
def test_games_in_which_the_learner_is_not_asked_are_not_shown(autoreset: str):
    """In this auction of one bid, the second seat often has nothing to decide."""
    game = game_from("examples/appraisal").load(2, highest_bid=1)
    env = ducato.vector(game, 8, seat=1, skip_forced=True, autoreset=autoreset, record=True)
    step, ends = env.reset(3), 0
    assert not step.terminated.any()
    for _ in range(60):
        step = env.step(env.sample_actions())
        for n in np.flatnonzero(step.terminated):
            ends += 1
            match = env.match(n, earlier=autoreset == "same-step")
            assert step.rewards[n] == match.returns()[1]
        if autoreset == "disabled" and step.terminated.any():
            step = env.reset(mask=step.terminated)
        assert (np.abs(step.rewards) <= 1).all()
    assert ends > 20


@pytest.mark.compiled
def test_a_seat_that_is_never_asked_is_an_error():
    game = game_from("examples/appraisal").load(3)
    env = ducato.vector(game, 2, seat=2, opponents="greedy")
    env._play = env._play._replace(limit=3)
    with pytest.raises(BadValue, match="asked for a decision in one of 1000 games"):
        env.reset(1)


@pytest.mark.compiled
@pytest.mark.parametrize("autoreset", ["same-step", "next-step", "disabled"])
def test_a_record_names_the_seat_that_learned(autoreset: str):
    env = ducato.vector("magnate", 2, seat="rotate", record=True, autoreset=autoreset)
    before, ends = [0, 1], 0
    step = env.reset(1)
    while ends < 4:
        for n in np.flatnonzero(step.terminated):
            match = env.match(n, earlier=autoreset == "same-step")
            assert match.names.index("learner") == before[n]
            ends += 1
        if autoreset == "disabled" and step.terminated.any():
            step = env.reset(mask=step.terminated)
        before = env.seats.tolist()
        step = env.step(env.sample_actions("greedy"))


@pytest.mark.compiled
def test_a_copy_has_threads_of_its_own():
    env = ducato.vector("magnate", 4, threads=2, observation="none")
    env.reset(1)
    actions = env.sample_actions()
    others = copy.deepcopy(env), sent(env)
    step = env.step(actions).copy()
    env.close()
    for other in others:
        assert same(other.step(actions), step)
    assert env.step(env.sample_actions()).current_player.shape == (4,)
