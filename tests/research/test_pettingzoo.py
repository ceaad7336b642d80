"""Our games as PettingZoo's environments."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from ducato.cli.authoring.new_game import examples
from ducato.core.chance import new_rng
from ducato.core.errors import BadValue, IllegalAction, UnknownName
from ducato.core.game import all_games, load
from ducato.core.game.folder import game_from

pytest.importorskip("pettingzoo", reason="needs the extra [research]")

from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from ducato.research import pettingzoo  # only where PettingZoo is installed

pytestmark = [
    # PettingZoo's checks know by name the games whose observations are dicts with an action mask.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def advanced(env: Any, steps: int = 60, seed: int = 1) -> Any:
    """Return an environment after some random steps."""
    env.reset(seed=seed)
    draws = np.random.default_rng(seed)
    for _ in range(steps):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(draws.choice(np.flatnonzero(mask))))
    return env


@pytest.mark.slow
@pytest.mark.parametrize("name", all_games())
def test_pettingzoos_own_checks_pass(name: str):
    api_test(pettingzoo.env(name), num_cycles=500)
    api_test(pettingzoo.raw_env(name, observation="uint8"), num_cycles=200)
    seed_test(lambda: pettingzoo.env(name), num_cycles=200)
    parallel_api_test(pettingzoo.parallel_env(name), num_cycles=500)
    parallel_seed_test(lambda: pettingzoo.parallel_env(name), num_cycles=200)


@pytest.mark.slow
@pytest.mark.parametrize("name", all_games())
def test_a_game_is_the_same_as_ours(name: str):
    """All seats are shown what the position says, and rewarded with its returns at the end."""
    env = pettingzoo.env(name)
    env.reset(seed=4)
    raw, draws = env.unwrapped, np.random.default_rng(4)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for step, agent in enumerate(env.agent_iter()):
        seen, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        if terminated or truncated:
            assert not seen["action_mask"].any()
            env.step(None)
            continue
        position = raw.position
        assert reward == 0
        assert agent == f"seat_{position.current_player()}"
        assert np.flatnonzero(seen["action_mask"]).tolist() == position.legal_actions()
        if step % 10 == 0:
            for seat, other in enumerate(env.possible_agents):
                observed = env.observe(other)
                assert np.array_equal(observed["observation"], position.observation_tensor(seat))
                assert observed["action_mask"].any() == (other == agent)
        env.step(int(draws.choice(position.legal_actions())))
    assert raw.position.is_terminal()
    assert list(totals.values()) == raw.position.returns()
    assert env.agents == []


def test_an_observation_does_not_depend_on_what_is_hidden():
    env = advanced(pettingzoo.raw_env("magnate", render_mode="ansi"))
    agent = env.agent_selection
    seat = env.possible_agents.index(agent)
    other = env.possible_agents[1 - seat]
    position, text = env.position, env.render()
    seen, hidden = env.observe(agent), set()
    for n in range(10):
        env.position = position.resample_from_infostate(seat, new_rng(n))
        assert data_equivalence(env.observe(agent), seen, exact=True)
        assert env.render() == text
        hidden.add(env.observe(other)["observation"].tobytes())
    assert len(hidden) > 1


def test_the_state_is_what_all_seats_see():
    env = advanced(pettingzoo.raw_env("builders", players=3, observation="uint8"))
    seen = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert np.array_equal(env.state(), np.concatenate(seen))
    assert env.state() in env.state_space
    parallel = pettingzoo.parallel_env("builders", players=3)
    parallel.reset(seed=1)
    assert parallel.state() in parallel.state_space


def test_seeds():
    env = pettingzoo.raw_env("magnate")
    first = advanced(env).position
    assert advanced(env).position == first
    assert advanced(env, seed=2).position != first
    starts = []
    for _ in range(3):
        env.reset()
        starts.append(env.position.state.tobytes())
    assert len(set(starts)) == 3


@pytest.mark.parametrize("seed", [1.9, "1", True, [1]])
def test_a_seed_that_is_no_whole_number(seed: Any):
    env = pettingzoo.raw_env("magnate")
    with pytest.raises(BadValue, match="whole number"):
        env.reset(seed=seed)
    env.reset(seed=np.int64(4))


@pytest.mark.parametrize("call", ["step", "last", "render"])
def test_nothing_but_a_reset_is_possible_before_a_game(call: str):
    env = pettingzoo.raw_env("magnate", render_mode="ansi")
    with pytest.raises(BadValue, match="reset, which begins a game"):
        getattr(env, call)(*([0] if call == "step" else []))
    env.reset(seed=1)
    env.step(env.position.legal_actions()[0])
    assert len(env.last()) == 5
    assert env.render()


def test_nothing_but_a_reset_is_possible_when_all_agents_are_gone():
    env = advanced(pettingzoo.raw_env("magnate"), steps=5)
    env.truncations = dict.fromkeys(env.agents, True)
    while env.agents:
        env.step(None)
    for call in (env.last, lambda: env.step(None), lambda: env.step(0)):
        with pytest.raises(BadValue, match="reset, which begins a game"):
            call()
    assert env.observe("seat_0")["observation"].any()
    assert len(advanced(env).agents) == 2


@pytest.mark.parametrize("agent", ["seat_9", "", 0, None])
def test_an_agent_that_does_not_exist(agent: Any):
    env = advanced(pettingzoo.raw_env("magnate"), steps=5)
    for ask in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(BadValue, match="one of seat_0, seat_1"):
            ask(agent)


def test_an_illegal_action_raises_and_changes_nothing():
    env = advanced(pettingzoo.raw_env("magnate"))
    before = env.position.clone()
    illegal = int((env.observe(env.agent_selection)["action_mask"] == 0).argmax())
    for action in (illegal, 10_000, None, 1.5):
        with pytest.raises(IllegalAction):
            env.step(action)
    assert env.position == before
    assert not any(env.terminations.values())


def test_an_illegal_action_ends_a_wrapped_game():
    env = advanced(pettingzoo.env("manifest-destiny"))
    agent = env.agent_selection
    env.step(int((env.observe(agent)["action_mask"] == 0).argmax()))
    assert all(env.terminations.values())
    assert env.rewards == {a: -0.5 if a == agent else 0 for a in env.possible_agents}
    with pytest.raises(AssertionError):
        advanced(pettingzoo.env("magnate")).step(10_000)


def test_a_game_that_is_too_long_is_truncated(monkeypatch: pytest.MonkeyPatch):
    env = pettingzoo.env("magnate")
    monkeypatch.setattr(type(env.unwrapped.game), "max_game_length", 50)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(mask.argmax()))
    assert not any(env.terminations.values())
    assert env.truncations == dict.fromkeys(env.possible_agents, True)
    assert env.rewards == dict.fromkeys(env.possible_agents, 0)
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


def test_agents_that_are_not_to_move_can_only_pass():
    """In parallel, only the action of the agent to move counts."""
    env, alone = (
        pettingzoo.parallel_env("builders", players=3),
        pettingzoo.env("builders", players=3),
    )
    observations, _ = env.reset(seed=1)
    alone.reset(seed=1)
    draws, passing = np.random.default_rng(1), alone.action_space("seat_0").n
    rewards: dict[str, float] = {}
    while env.agents:
        mover = alone.agent_selection
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        for agent, mask in masks.items():
            if agent != mover:
                assert np.flatnonzero(mask).tolist() == [passing]
        assert np.array_equal(masks[mover][:-1], alone.observe(mover)["action_mask"])
        assert masks[mover][-1] == 0
        actions = {a: int(draws.choice(np.flatnonzero(mask))) for a, mask in masks.items()}
        alone.step(actions[mover])
        observations, rewards, *_ = env.step(actions)
    assert rewards == alone.rewards
    assert list(rewards.values()) == env.unwrapped.position.returns()


def test_copies_go_on_by_themselves():
    env = advanced(pettingzoo.raw_env("magnate"))
    copied = copy.deepcopy(env)
    before = env.position.clone()
    for one in (copied, env):
        assert one.position == before
        one.step(one.position.legal_actions()[0])
    assert copied.position == env.position


def test_what_the_agent_to_move_sees_is_rendered_as_text():
    env = advanced(pettingzoo.env("magnate", render_mode="ansi"))
    seat = env.agent_selection.removeprefix("seat_")
    assert env.render().startswith(f"magnate (current), 2 seats, seen from seat {seat}\n")
    assert advanced(pettingzoo.raw_env(load("magnate"))).render() is None
    assert str(env) == "ducato_magnate_v0"


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"observation": "record"}, "float32, uint8"),
        ({"players": [2, 2]}, "one game"),
        ({"players": 3}, "2"),
        ({"options": {"no_option": 1}}, "ace_price"),
    ],
)
def test_an_impossible_argument_is_an_error(settings: dict[str, Any], expected: str):
    with pytest.raises((BadValue, UnknownName), match=expected):
        pettingzoo.env("magnate", **settings)


def test_a_mode_that_there_is_not_is_warned_of():
    with pytest.warns(UserWarning, match=r"no render_mode 'human'.*ansi"):
        env = pettingzoo.parallel_env("magnate", render_mode="human")
    assert env.render_mode is None


@pytest.mark.parametrize("seed", [True, 1.5, "1", np.array([1, 2])])
def test_what_is_no_seed_is_refused_in_words(seed: Any):
    with pytest.raises(BadValue, match="a whole number"):
        pettingzoo.env("magnate").reset(seed=seed)


def test_numbers_of_numpy_are_seeds_and_actions():
    env, other = pettingzoo.raw_env("magnate"), pettingzoo.raw_env("magnate")
    env.reset(seed=3)
    other.reset(seed=np.int64(3))
    action = env.position.legal_actions()[0]
    env.step(action)
    other.step(np.array(action))
    assert env.position == other.position


def test_a_sealed_number_is_in_no_other_agents_observation():
    env = pettingzoo.env(game_from(examples() / "tender").load(2))
    seen = []
    for bid in (3, 7):
        env.reset(seed=1)
        chooser, other = env.agent_selection, env.possible_agents[1]
        env.step(bid)
        seen.append((env.observe(other)["observation"], env.observe(chooser)["observation"]))
    assert np.array_equal(seen[0][0], seen[1][0])
    assert not np.array_equal(seen[0][1], seen[1][1])


def bids(env: Any, *chosen: int) -> dict[str, int]:
    return dict(zip(env.agents, chosen, strict=True))


def test_agents_that_choose_at_the_same_time_all_act_in_one_step():
    env = pettingzoo.parallel_env(game_from(examples() / "tender").load(3))
    observations, _ = env.reset(seed=1)
    raw, passing = env.unwrapped, env.action_space("seat_0").n - 1
    rounds = 0
    while env.agents:
        masks = [seen["action_mask"] for seen in observations.values()]
        assert all(mask.sum() > 0 and not mask[passing] for mask in masks)
        lot, coins = int(raw.position.state.lot), raw.position.state.coins.tolist()
        points = raw.position.state.points.tolist()
        chosen = [min(rounds % 3, coins[0]), 0, min(2, coins[2])]
        observations, rewards, terminations, *_ = env.step(bids(env, *chosen))
        best = [seat for seat in range(3) if chosen[seat] == max(chosen)]
        if len(best) == 1:
            points[best[0]] += lot
        assert raw.position.state.points.tolist() == points
        rounds += 1
    assert rounds == raw.game.edition.rounds
    assert all(terminations.values())
    assert list(rewards.values()) == raw.position.returns()


def test_an_agent_sees_the_same_whatever_the_others_choose_in_its_step():
    """What is observed after a step depends on bids only as far as they have been revealed."""
    seen = []
    for other in (3, 7):
        env = pettingzoo.parallel_env(game_from(examples() / "tender").load(3))
        env.reset(seed=1)
        env.unwrapped.position.take_turn(2)
        env.unwrapped.position.apply_unchecked(other)  # sealed, while the others still choose
        assert np.flatnonzero(env.aec_env.observe("seat_2")["action_mask"]).tolist() == [21]
        seen.append([env.aec_env.observe(f"seat_{seat}") for seat in (0, 1, 2)])
    assert data_equivalence(seen[0][:2], seen[1][:2], exact=True)
    assert not data_equivalence(seen[0][2], seen[1][2], exact=True)


def test_an_illegal_action_among_several_ends_the_game_for_its_agent():
    env = pettingzoo.parallel_env(game_from(examples() / "tender").load(3))
    env.reset(seed=1)
    _, rewards, terminations, *_ = env.step(bids(env, 20, 20, 1))
    assert list(rewards.values()) == [env.unwrapped.game.min_utility, 0, 0]
    assert all(terminations.values())
    assert env.agents == []


@pytest.mark.slow
def test_pettingzoos_own_checks_pass_where_agents_choose_at_the_same_time():
    game = game_from(examples() / "tender").load(3)
    api_test(pettingzoo.env(game), num_cycles=200)
    parallel_api_test(pettingzoo.parallel_env(game), num_cycles=200)
    parallel_seed_test(lambda: pettingzoo.parallel_env(game), num_cycles=100)
