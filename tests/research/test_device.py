"""Games on a graphics processor: its kernels, run here thread by thread, play as the processor's.

What the compiler for the device makes of them is checked in tests/compile/test_cuda.py.
"""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.compiled import compiled_code_is_marked

import ducato
from ducato.bots.playout import Choices, PlayoutResults, play_games
from ducato.compile import cuda
from ducato.compile.cuda import DeviceKernel
from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.errors import BadValue, IllegalAction
from ducato.research.vector import DevicePlayouts
from ducato.research.vector.arguments import policy_named

__all__ = ["compiled_code_is_marked"]
pytestmark = [pytest.mark.compiled, pytest.mark.slow]
pytest.importorskip("numba_cuda", reason="needs the extra [gpu]")

GAMES = ("builders", "fantasy-market", "magnate", "manifest-destiny")


@pytest.fixture
def imitated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the kernels of a device here, and keep its arrays as NumPy's."""

    def run(kernel: DeviceKernel, threads: int, *arguments: object) -> None:
        for thread in range(threads):
            kernel.interpreted(thread, *arguments)

    monkeypatch.setattr(DeviceKernel, "__call__", run)
    monkeypatch.setattr(cuda, "check_device", lambda: None)
    monkeypatch.setattr(cuda, "to_device", lambda value: cuda._mapped(value, np.copy))
    monkeypatch.setattr(cuda, "to_host", np.copy)
    monkeypatch.setattr(cuda, "overwrite", np.copyto)
    monkeypatch.setattr(cuda, "adopted", lambda array: getattr(array, "array", None))


def same(here: ducato.research.vector.TimeStep, there: ducato.research.vector.DeviceStep) -> None:
    """Check that two steps are equal."""
    copied = there.numpy()
    for name in ("legal_action_mask", "current_player", "rewards", "terminated", "truncated"):
        np.testing.assert_array_equal(getattr(here, name), getattr(copied, name), name)
    np.testing.assert_array_equal(here.observation, copied.observation)
    ended = here.terminated | here.truncated
    np.testing.assert_array_equal(
        here.final_observation[ended], copied.final_observation[ended], "final observation"
    )


def play(game: str, policy: str = "random", **settings: object) -> None:
    """Play on both, with the actions that each draws, until each environment has ended a game."""
    here = ducato.vector(game, 5, **settings)
    there = ducato.vector(game, 5, device="cuda", **settings)
    same(here.reset(7), there.reset(7))
    ended = np.zeros(5, np.bool_)
    while not ended.all():
        actions = here.sample_actions(policy)
        drawn = there.sample_actions(policy)
        np.testing.assert_array_equal(actions, drawn.numpy())
        step = here.step(actions)
        same(step, there.step(drawn))
        ended |= step.terminated
    np.testing.assert_array_equal(there.states(), here.states())
    np.testing.assert_array_equal(there.generators(), here.generators())
    np.testing.assert_array_equal(there.seats, here.seats)
    np.testing.assert_array_equal(there.observe(-1).numpy(), here.observe(-1))


@pytest.mark.usefixtures("imitated")
@pytest.mark.parametrize("game", GAMES)
def test_a_device_plays_the_same_games(game: str):
    play(game, autoreset="next-step", skip_forced=True)


@pytest.mark.usefixtures("imitated")
@pytest.mark.parametrize("opponents", ["random", "greedy", "softmax:temperature=0.5"])
def test_against_opponents(opponents: str):
    settings = {"seat": "rotate", "opponents": opponents, "shaping": {"sum": 0.01}}
    play("magnate", "softmax:temperature=1", observation="uint8", **settings)


@pytest.mark.usefixtures("imitated")
def test_a_game_that_ended_stays_over():
    play("magnate", observation="none", autoreset="disabled")


@pytest.mark.usefixtures("imitated")
def test_some_environments_begin_again():
    here, there = ducato.vector("magnate", 4), ducato.vector("magnate", 4, device="cuda")
    here.reset([1, 2, 3, 4]), there.reset([1, 2, 3, 4])
    some = np.array([True, False, False, True])
    same(here.reset(9, some), there.reset(9, some))
    assert there.game(2) is there.settings.game
    there.reset(9, np.zeros(4, np.bool_))


@pytest.mark.usefixtures("imitated")
def test_wrong_actions_are_refused():
    env = ducato.vector("magnate", 4, device="cuda")
    with pytest.raises(BadValue, match="reset"):
        env.step(np.zeros(4, np.int64))
    actions = np.argmax(env.reset(1).legal_action_mask.numpy(), axis=1)
    before = env.states()
    for wrong in (-1, env.num_actions):
        with pytest.raises(IllegalAction):
            env.step(np.where(np.arange(4) == 2, wrong, actions))
        np.testing.assert_array_equal(env.states(), before)
    with pytest.raises(BadValue, match="shape"):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(BadValue, match="int64"):
        env.step(cuda.DeviceArray(np.zeros(4, np.int32)))
    env.step(actions)


@pytest.mark.usefixtures("imitated")
@pytest.mark.parametrize("policy", ["random", "softmax:temperature=1"])
def test_playouts(policy: str):
    game = ducato.load("magnate")
    playouts = DevicePlayouts(game, 4, seed=5, policy=policy)
    twice = [playouts.play(), playouts.play()]
    for n in range(4):
        rng, results = new_rng("playout", 5, n), PlayoutResults.of(2, 2)
        drawing, choices = policy_named(game, policy), Choices.of(len(game.actions))
        states, editions = Batch.zeros(game.State, 2), Batch.of(game.edition)
        play_games(states, editions, rng, drawing, choices, results, game.max_game_length)
        for there, here in zip(zip(*twice, strict=True), results, strict=True):
            np.testing.assert_array_equal([there[0][n], there[1][n]], here)


@pytest.mark.parametrize(
    "settings",
    [{"threads": 2}, {"record": True}, {"observation": "record"}, {"opponents": "ismcts:sims=9"}],
)
def test_what_a_device_cannot_do(settings: dict[str, object]):
    with pytest.raises(BadValue):
        ducato.vector("magnate", 4, device="cuda", **settings)


def test_without_a_device_one_is_told():
    from numba.cuda import is_available

    if is_available():
        pytest.skip("there is a device")
    with pytest.raises(cuda.NoDevice, match="graphics processor"):
        ducato.vector("magnate", 4, device="cuda")
