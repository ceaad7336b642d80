"""Our games as Gymnasium's environments, one at a time and many in a vector."""

from __future__ import annotations

import json
import zlib
from typing import Any

import numpy as np
import pytest

from ducato.core.chance import new_rng
from ducato.core.errors import BadValue, IllegalAction, UnknownName
from ducato.core.game import all_games, load

gymnasium = pytest.importorskip("gymnasium", reason="needs the extra [research]")

from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

import ducato.research.gymnasium as adapter  # noqa: E402  # only where Gymnasium is installed
from ducato.research.gymnasium.registration import id_of  # noqa: E402


def play(env: Any, steps: int, seed: int = 1) -> list[Any]:
    """Return what a seeded random learner is shown; after each end, the next game begins."""
    shown: list[Any] = [env.reset(seed=seed)]
    env.action_space.seed(seed)
    for _ in range(steps):
        action = env.action_space.sample(shown[-1][-1]["action_mask"])
        shown.append(env.step(action))
        if shown[-1][2] or shown[-1][3]:
            shown.append(env.reset())
    return shown


def masked(env: Any, infos: dict[str, Any]) -> Any:
    """Return random legal actions of a vector environment, the same for the same masks."""
    masks = infos["action_mask"]
    env.action_space.seed(zlib.crc32(masks.tobytes()))
    return env.action_space.sample(tuple(masks))


# ------------------------------------------------------------------------------- one seat


@pytest.mark.slow
@pytest.mark.parametrize("name", all_games())
def test_gymnasiums_own_checks_pass(name: str):
    for settings in ({}, {"observation": "uint8", "seat": "rotate", "opponents": "greedy"}):
        env = gymnasium.make(id_of(name), **settings)
        check_env(env.unwrapped)
        env.close()


def test_games_are_registered_by_name():
    assert {id_of(name) for name in all_games()} <= set(gymnasium.registry)
    assert id_of("manifest-destiny") == "ducato/ManifestDestiny-v0"
    made = gymnasium.make("ducato.research.gymnasium:ducato/Magnate-v0", players=2, seat=1)
    assert made.unwrapped.games.settings.seat == 1
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(made.spec.to_json()))
    assert again.unwrapped.games.settings == made.unwrapped.games.settings
    adapter.register_all()  # once more: nothing is registered twice, so nothing is warned of


@pytest.mark.slow
@pytest.mark.parametrize("name", all_games())
@pytest.mark.parametrize("observation", ["float32", "uint8"])
def test_a_seat_is_shown_what_the_position_says(name: str, observation: str):
    env = adapter.env(name, seat=1, observation=observation, opponents="greedy")
    seen, info = env.reset(seed=3)
    env.action_space.seed(3)
    over = False
    while not over:
        position = env.position()
        assert info["current_player"] == position.current_player() == info["seat"] == 1
        assert np.flatnonzero(info["action_mask"]).tolist() == position.legal_actions()
        assert info["action_mask"].dtype == np.int8
        assert np.array_equal(seen, position.observation_tensor(1, env.observation_space.dtype))
        action = env.action_space.sample(info["action_mask"])
        seen, reward, terminated, truncated, info = env.step(action)
        assert seen in env.observation_space
        assert reward == pytest.approx(env.position().returns()[1])
        over = terminated or truncated
    assert terminated == env.position().is_terminal()
    assert info["current_player"] == -4
    assert not info["action_mask"].any()
    assert np.array_equal(seen, env.position().observation_tensor(1, env.observation_space.dtype))


@pytest.mark.compiled
def test_an_observation_does_not_depend_on_what_is_hidden():
    env = adapter.env("magnate")
    seen, info = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(20):
        seen, _, _, _, info = env.step(env.action_space.sample(info["action_mask"]))
    worlds = [env.position().resample_from_infostate(0, new_rng(n)) for n in range(10)]
    assert len({world.state.tobytes() for world in worlds}) > 1
    for world in worlds:
        assert np.array_equal(world.observation_tensor(0), seen)
        env.games._states[0] = world.state
        assert np.array_equal(env.games.observe(0)[0], seen)


@pytest.mark.compiled
def test_equal_seeds_give_equal_games():
    first = play(adapter.env("magnate", seat="rotate"), 150)
    env = adapter.env("magnate", seat="rotate")
    for _ in range(2):
        assert data_equivalence(first, play(env, 150), exact=True)
    assert not data_equivalence(first, play(env, 150, seed=2), exact=True)
    assert {shown[-1]["seat"] for shown in first} == {0, 1}


@pytest.mark.compiled
def test_without_a_seed_the_next_game_is_another():
    env = adapter.env("magnate")
    games = [env.reset(seed=5 if n == 0 else None)[0].tobytes() for n in range(4)]
    assert len(set(games)) == 4
    assert len({adapter.env("magnate").reset()[0].tobytes() for _ in range(3)}) == 3


@pytest.mark.compiled
def test_an_illegal_action_raises_and_changes_nothing():
    env = adapter.env("magnate")
    with pytest.raises(BadValue, match="after a reset"):
        env.step(0)
    _, info = env.reset(seed=1)
    before = env.position()
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action in (illegal, -1, 10_000):
        with pytest.raises(IllegalAction):
            env.step(action)
    with pytest.raises(BadValue, match="whole numbers"):
        env.step(1.5)
    assert env.position() == before
    env.step(int(info["action_mask"].argmax()))
    assert env.position() != before


@pytest.mark.compiled
def test_an_illegal_action_is_replaced_if_asked():
    env = adapter.env("magnate", illegal="replace")
    _, info = env.reset(seed=1)
    assert info["replaced"] is False
    legal = int(info["action_mask"].argmax())
    assert env.step(legal)[-1]["replaced"] is False
    before = env.position()
    assert env.step(10_000)[-1]["replaced"] is True
    assert env.position() != before
    done = False
    while not done:
        *_, done, _, info = env.step(-1)
    with pytest.raises(BadValue, match="a reset: the game is over"):
        env.step(-1)


@pytest.mark.compiled
def test_a_game_that_is_too_long_is_truncated():
    env = adapter.env("magnate")
    env.games._play = env.games._play._replace(limit=40)
    shown = [one for one in play(env, 50) if len(one) == 5]
    ends = [one for one in shown if one[2] or one[3]]
    assert ends
    assert {one[1:4] for one in ends} == {(0.0, False, True)}


@pytest.mark.compiled
def test_rewards_are_shaped_if_asked():
    env = adapter.env("magnate", shaping={"tokens": 0.01})
    rewards = {one[1] for one in play(env, 60) if len(one) == 5}
    assert len(rewards - {0.0, 1.0, -1.0}) > 3


@pytest.mark.compiled
def test_a_search_may_be_the_opponent():
    env = adapter.env("magnate", opponents="ismcts:sims=3")
    assert data_equivalence(play(env, 5), play(env, 5), exact=True)


@pytest.mark.compiled
def test_what_the_seat_sees_is_rendered_as_text():
    env = gymnasium.make("ducato/Magnate-v0", render_mode="ansi", seat=1)
    env.reset(seed=1)
    text = env.render()
    assert text.startswith("magnate (current), 2 seats, seen from seat 1\nto move: seat 1\n")
    assert "legal actions: " in text
    position = env.unwrapped.position()
    world = position.resample_from_infostate(1, new_rng(1))
    assert world != position
    env.unwrapped.games._states[0] = world.state
    assert env.render() == text
    silent = adapter.env("magnate")
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match="ansi"):
        assert silent.render() is None


@pytest.mark.compiled
def test_the_number_of_a_seat_is_rendered_even_if_it_is_0_but_other_zeros_are_not():
    env = gymnasium.make("ducato/Magnate-v0", render_mode="ansi", seat=0)
    env.reset(seed=1)
    lines = env.render().splitlines()
    assert {"active: 0", "chooser: 0"} <= set(lines)
    assert env.unwrapped.position().state.as_deed == 0
    assert not any(line.startswith("as_deed") for line in lines)


@pytest.mark.compiled
def test_legal_actions_are_told_as_maskable_learners_ask():
    one, many = adapter.env("magnate"), adapter.SeatVectorEnv("magnate", 3)
    for env in (one, many):
        with pytest.raises(BadValue, match="a reset, which begins one"):
            env.action_masks()
    _, info = one.reset(seed=1)
    _, infos = many.reset(seed=1)
    assert one.action_masks().dtype == np.bool_
    assert np.array_equal(one.action_masks(), info["action_mask"])
    assert np.array_equal(many.action_masks(), infos["action_mask"])


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"seat": None}, "a seat, or rotate"),
        ({"seat": 2}, "from 0 to 1, rotate"),
        ({"observation": "record"}, "float32, uint8"),
        ({"illegal": "ignore"}, "raise, replace"),
        ({"opponents": "nobody"}, "random"),
        ({"edition": ["current", "cairns"]}, "one game"),
    ],
)
def test_an_impossible_argument_is_an_error(settings: dict[str, Any], expected: str):
    with pytest.raises((BadValue, UnknownName), match=expected):
        adapter.env("magnate", **settings)


@pytest.mark.parametrize("make", [adapter.env, adapter.SeatVectorEnv])
def test_constructors_answer_keywords_as_gymnasiums_own_do(make: Any):
    with pytest.warns(UserWarning, match=r"no render_mode 'rgb_array'.*ansi"):
        env = make("magnate", render_mode="rgb_array")
    assert env.render_mode is None
    with pytest.raises(
        TypeError, match=r"got an unexpected keyword argument 'opponent'.*opponents"
    ):
        make("magnate", opponent="greedy")


def test_gymnasium_repeats_what_is_said_of_an_unknown_keyword():
    with pytest.raises(
        TypeError, match=r"got an unexpected keyword argument 'opponent'.*ducato/Magnate-v0"
    ):
        gymnasium.make("ducato/Magnate-v0", opponent="greedy")


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [3, np.int64(3), np.uint8(3), np.array(3)])
@pytest.mark.parametrize("make", [adapter.env, adapter.SeatVectorEnv])
def test_a_seed_of_any_kind_of_whole_number_is_the_same(make: Any, seed: Any):
    assert np.array_equal(make("magnate").reset(seed=seed)[0], make("magnate").reset(seed=3)[0])


@pytest.mark.parametrize("seed", [True, np.True_, 1.5, np.float64(1), "1", np.array([1, 2, 3])])
@pytest.mark.parametrize("make", [adapter.env, adapter.SeatVectorEnv])
def test_what_is_no_seed_is_refused_in_words(make: Any, seed: Any):
    with pytest.raises(BadValue, match="seed"):
        make("magnate").reset(seed=seed)


# ------------------------------------------------------------------------------- many seats


def both(mode: AutoresetMode, **settings: Any) -> tuple[Any, Any]:
    """Return a vector environment, and Gymnasium's own vector of as many environments."""
    ours = adapter.SeatVectorEnv("magnate", 5, autoreset_mode=mode, **settings)
    one = [lambda: adapter.env("magnate", **settings)] * 5
    return ours, SyncVectorEnv(one, autoreset_mode=mode)


def assert_same(ours: tuple[Any, ...], theirs: tuple[Any, ...]) -> None:
    """Check that two steps are equal; rewards differ in their types only."""
    for one, other in zip(ours, theirs, strict=True):
        if isinstance(one, dict):
            assert_same_infos(one, other)
        else:
            assert np.array_equal(one, other)


def assert_same_infos(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert ours.keys() == theirs.keys()
    for name, one in ours.items():
        other = theirs[name]
        if isinstance(one, dict):
            assert_same_infos(one, other)
        elif one.dtype == object:
            assert [None if o is None else o.tolist() for o in one] == [
                None if o is None else o.tolist() for o in other
            ]
        else:
            where = ours.get(f"_{name}", np.ones(len(one), np.bool_))
            assert np.array_equal(one[where], other[where]), name


@pytest.mark.slow
@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("illegal", ["raise", "replace"])
def test_a_vector_is_the_same_as_gymnasiums_of_single_ones(mode: AutoresetMode, illegal: str):
    ours, theirs = both(mode, opponents="greedy", illegal=illegal)
    assert ours.metadata == theirs.metadata
    for name in ("observation_space", "action_space"):
        assert getattr(ours, name) == getattr(theirs, name)
        assert getattr(ours, f"single_{name}") == getattr(theirs, f"single_{name}")
    shown = ours.reset(seed=3)
    assert_same(shown, theirs.reset(seed=3))
    ours.action_space.seed(3)
    ends = 0
    for _ in range(250):
        legal = illegal == "raise" or ends > 5
        actions = masked(ours, shown[-1]) if legal else ours.action_space.sample()
        shown = ours.step(actions)
        assert_same(shown, theirs.step(actions))
        over = shown[2] | shown[3]
        ends += int(over.sum())
        if mode == AutoresetMode.DISABLED and over.any():
            shown = ours.reset(options={"reset_mask": over})
            assert_same(shown, theirs.reset(options={"reset_mask": over}))
            assert np.array_equal(shown[-1]["_action_mask"], over)
    assert ends > 5
    for env in (ours, theirs):
        env.close()


@pytest.mark.compiled
def test_seeds_of_a_vector_are_those_of_its_environments():
    env = adapter.SeatVectorEnv("magnate", 3)
    by_one = env.reset(seed=7)[0]
    assert np.array_equal(by_one, env.reset(seed=[7, 8, 9])[0])
    assert np.array_equal(by_one[2], adapter.env("magnate").reset(seed=9)[0])
    assert not np.array_equal(by_one, env.reset()[0])
    drawn = env.reset(seed=[7, None, 9])[0]
    assert np.array_equal(drawn[[0, 2]], by_one[[0, 2]])
    assert not np.array_equal(drawn[1], by_one[1])
    with pytest.raises(BadValue, match="or 3"):
        env.reset(seed=[1, 2])
    assert np.array_equal(by_one, env.reset(seed=np.int64(7))[0])
    with pytest.raises(BadValue, match="all, at the first reset"):
        adapter.SeatVectorEnv("magnate", 2).reset(options={"reset_mask": np.array([True, False])})


@pytest.mark.compiled
def test_a_final_observation_is_that_of_the_learner():
    env = adapter.SeatVectorEnv("magnate", 4, autoreset_mode="SameStep", seat="rotate")
    _, infos = env.reset(seed=1)
    seats, ends = infos["seat"], []
    for _ in range(300):
        observations, rewards, terminated, _, infos = env.step(masked(env, infos))
        assert ("final_obs" in infos) == terminated.any()
        for n in np.flatnonzero(terminated):
            ends.append(rewards[n])
            final = infos["final_info"]
            assert (final["seat"][n], infos["seat"][n]) == (seats[n], 1 - seats[n])
            assert final["current_player"][n] == -4
            assert not np.array_equal(infos["final_obs"][n], observations[n])
        seats = infos["seat"]
    assert len(ends) > 3
    assert np.count_nonzero(ends) > 1  # a game may end in a draw


@pytest.mark.compiled
def test_a_game_that_is_over_must_be_reset():
    env = adapter.SeatVectorEnv("magnate", 3, autoreset_mode=AutoresetMode.DISABLED)
    _, infos = env.reset(seed=1)
    over = np.zeros(3, np.bool_)
    while not over.any():
        _, _, over, _, infos = env.step(masked(env, infos))
    with pytest.raises(BadValue, match="reset_mask"):
        env.step(masked(env, infos))
    with pytest.raises(BadValue, match="bools of shape"):
        env.reset(options={"reset_mask": [1, 0, 1]})
    others = [env.games.position(n) for n in np.flatnonzero(~over)]
    _, infos = env.reset(options={"reset_mask": over})
    assert others == [env.games.position(n) for n in np.flatnonzero(~over)]
    env.step(masked(env, infos))


@pytest.mark.compiled
def test_illegal_actions_of_a_vector():
    env = adapter.SeatVectorEnv("magnate", 3)
    _, infos = env.reset(seed=1)
    actions = masked(env, infos)
    actions[1] = int((infos["action_mask"][1] == 0).argmax())
    before = [env.games.position(n) for n in range(3)]
    with pytest.raises(IllegalAction) as error:
        env.step(actions)
    assert error.value.__notes__ == ["in environment 1 of 3"]
    assert before == [env.games.position(n) for n in range(3)]
    made = gymnasium.make_vec("ducato/Magnate-v0", num_envs=3)
    made.reset(seed=1)
    *_, infos = made.step(actions)
    assert infos["replaced"].tolist() == [False, True, False]
    assert isinstance(made.unwrapped, adapter.SeatVectorEnv)
    assert json.loads(made.spec.to_json())["id"] == "ducato/Magnate-v0"


@pytest.mark.compiled
def test_observations_are_copied_unless_asked_otherwise():
    for copied in (True, False):
        env = adapter.SeatVectorEnv("magnate", 2, copy=copied)
        first, infos = env.reset(seed=1)
        then, *_ = env.step(masked(env, infos))
        assert np.shares_memory(first, then) is not copied


@pytest.mark.compiled
def test_a_vector_of_games_that_differ_is_rendered():
    env = adapter.SeatVectorEnv("builders", 3, players=[2, 3], threads=2, render_mode="ansi")
    env.reset(seed=1)
    assert [text.partition(", seen")[0] for text in env.render()] == [
        f"builders (official), {n} seats" for n in (2, 3, 2)
    ]
    env.close()
    silent = adapter.SeatVectorEnv([load("magnate")], 1)
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match="ansi"):
        assert silent.render() is None


@pytest.mark.compiled
def test_wrappers_of_gymnasium_take_a_vector():
    made = gymnasium.make_vec("ducato/Magnate-v0", num_envs=4, opponents="greedy")
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(made)
    _, infos = env.reset(seed=1)
    episodes = []
    for _ in range(200):
        *_, infos = env.step(masked(env, infos))
        if "episode" in infos:
            episodes += infos["episode"]["r"][infos["_episode"]].tolist()
    assert len(episodes) > 3
    assert set(episodes) <= {-1.0, 0.0, 1.0}


def test_an_unknown_mode_is_an_error():
    with pytest.raises(UnknownName, match="NextStep, SameStep, Disabled"):
        adapter.SeatVectorEnv("magnate", 2, autoreset_mode="same-step")


@pytest.mark.parametrize("mode", AutoresetMode)
def test_the_mode_is_where_trainers_look_for_it(mode: AutoresetMode):
    env = gymnasium.make_vec("ducato/Magnate-v0", num_envs=2, autoreset_mode=mode.value)
    assert env.autoreset_mode is env.metadata["autoreset_mode"] is mode


@pytest.mark.compiled
def test_a_vector_takes_a_seed_for_each_game_in_any_sequence():
    env = adapter.SeatVectorEnv("magnate", 3)
    first = env.reset(seed=[4, 5, 6])[0]
    for seeds in (4, range(4, 7), np.arange(4, 7), (np.int64(4), 5, np.array(6))):
        assert np.array_equal(env.reset(seed=seeds)[0], first)
    for wrong in ([4, 5], np.array([[4, 5, 6]]), [4, 5.5, 6]):
        with pytest.raises(BadValue, match="seed"):
            env.reset(seed=wrong)
