"""Many games at once: each is the game that a position plays, whatever else is asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.support.clauses import ROOT
from tests.support.vectors import rollout, same, steps_of

import ducato
from ducato.core import verbs
from ducato.core.batch import dtype_of
from ducato.core.errors import BadValue, DucatoError, IllegalAction
from ducato.core.game import all_games
from ducato.core.game.folder import game_from
from ducato.core.match import Match
from ducato.core.position import Position
from ducato.research.vector import Autoreset, VectorEnv
from ducato.research.vector.buffers import Status

GAMES = all_games()
MANY = 7


# ----------------------------------------------------------------------------- the same games


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_every_environment_shows_its_position(name: str):
    """At every step, what is returned is what the position of the environment says."""
    players = max(GAMES[name].players)
    env = ducato.vector(name, 3, players=players, observation="float32")
    ends = 0
    for _, step in zip(range(300), steps_of(env, "greedy"), strict=False):
        for n in range(env.num_envs):
            position = env.position(n)
            player = position.current_player()
            assert step.current_player[n] == player
            assert np.flatnonzero(step.legal_action_mask[n]).tolist() == position.legal_actions()
            assert np.array_equal(step.observation[n], position.observation_tensor(player))
        ends += int(step.terminated.sum())
        assert (step.rewards[~step.terminated] == 0).all()
    assert ends > 0 or name not in ("magnate", "builders")


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_is_a_match_with_the_same_returns(name: str):
    env = ducato.vector(name, 2, record=True, observation="none")
    step = next(s for s in steps_of(env, "greedy") if s.terminated.any())
    ended = int(np.flatnonzero(step.terminated)[0])
    match = env.match(ended, earlier=True)
    assert match.is_over()
    assert match.returns() == pytest.approx(step.rewards[ended].tolist())
    assert [s.actor for s in match.steps][:1] == [verbs.CHANCE]
    again = Match.from_lines(match.to_lines(), match.game.game)
    assert again.position.state == match.position.state
    present = env.match(ended)
    assert present.position.state == env.position(ended).state
    assert match.names == [f"learner {seat + 1}" for seat in range(match.game.players)]


@pytest.mark.compiled
def test_equal_seeds_give_equal_games_with_any_number_of_threads():
    plain, again, threads, other = (
        rollout(ducato.vector("builders", MANY, players=3, threads=t), 60, seed)
        for t, seed in ((1, 1), (1, 1), (3, 1), (1, 2))
    )
    assert all(map(same, plain, again))
    assert all(map(same, plain, threads))
    assert not all(map(same, plain, other))


@pytest.mark.compiled
def test_every_environment_has_its_seed():
    env = ducato.vector("magnate", 4, observation="none")
    env.reset([5, 6, 5, 7])
    states = [env.position(n).state.tobytes() for n in range(4)]
    assert states[0] == states[2]
    assert len(set(states)) == 3
    env.reset(1)
    assert len({env.position(n).state.tobytes() for n in range(4)}) == 4


@pytest.mark.compiled
def test_environments_differ_in_players_and_edition():
    editions = GAMES["magnate"].editions
    env = ducato.vector("magnate", 5, edition=editions)
    assert [env.game(n).edition_name for n in range(4)] == [*editions, *editions][:4]
    env = ducato.vector("builders", 6, players=[2, 3, 4])
    env.reset(1)
    assert [env.game(n).players for n in range(6)] == [2, 3, 4, 2, 3, 4]
    for step, _ in zip(steps_of(env), range(150), strict=False):
        assert (step.rewards[:, 3][env_players(env) < 4] == 0).all()
        assert (step.current_player < env_players(env)).all()
    loaded = [ducato.load("magnate", ace_price=p) for p in (3, 5)]
    assert ducato.vector(loaded, 4).game(3).options == {"ace_price": 5}


@pytest.mark.compiled
def test_absent_seats_are_not_ranked(monkeypatch: pytest.MonkeyPatch):
    """Beside a table of three, a table of two is ranked as if it were alone."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    game = game_from(ROOT / "examples" / "appraisal")
    env = ducato.vector([game.load(2), game.load(3)], 2, observation="none")
    rules, ranked = env.settings.game.State.rules, []

    def ranking(state: Any, edition: Any, out: Any) -> None:
        ranked.append((edition.players, len(out)))
        written(state, edition, out)

    written = rules.ranking
    monkeypatch.setattr(rules, "ranking", ranking)
    for _, _ in zip(steps_of(env), range(20), strict=False):
        pass
    assert set(ranked) == {(2, 2), (3, 3)}


def env_players(env: VectorEnv) -> Any:
    """Return the number of seats of each environment."""
    return np.array([env.game(n).players for n in range(env.num_envs)])


# ------------------------------------------------------------------------ the end of a game


@pytest.mark.compiled
def test_the_next_game_begins_in_the_same_step():
    env = ducato.vector("magnate", 4)
    for step, _ in zip(steps_of(env, "greedy"), range(400), strict=False):
        assert step.legal_action_mask.any(axis=1).all()
        for n in np.flatnonzero(step.terminated):
            assert sorted(step.rewards[n]) in ([-1, 1], [0, 0])
            final = step.final_observation[n]
            spec = env.observation_spec
            assert final[spec["phase"].slice].argmax() == len(spec["phase"].axes[-1]) - 1
            assert not np.array_equal(final, step.observation[n])


@pytest.mark.compiled
def test_the_next_game_begins_with_the_next_step():
    env = ducato.vector("magnate", 3, autoreset="next-step")
    before = None
    seen = 0
    for step, _ in zip(steps_of(env, "greedy"), range(400), strict=False):
        step = step.copy()
        for n in np.flatnonzero(step.terminated):
            assert not step.legal_action_mask[n].any()
            assert step.current_player[n] == verbs.TERMINAL
            assert np.array_equal(step.final_observation[n], step.observation[n])
        if before is not None:
            for n in np.flatnonzero(before.terminated):
                seen += 1
                assert not step.terminated[n]
                assert (step.rewards[n] == 0).all()
                assert step.legal_action_mask[n].any()
        before = step
    assert seen > 3


@pytest.mark.compiled
def test_a_game_that_is_over_stays_so_until_it_is_reset():
    env = ducato.vector("magnate", 3, autoreset="disabled")
    step = next(s for s in steps_of(env, "greedy") if s.terminated.any())
    over = step.terminated.copy()
    observation = step.observation[over].copy()
    for _ in range(3):
        step = env.step(env.sample_actions())
        assert step.terminated[over].all()
        assert (step.rewards[over] == 0).all()
        assert not step.legal_action_mask[over].any()
        assert np.array_equal(step.observation[over], observation)
    others = [env.position(n).state.tobytes() for n in np.flatnonzero(~over)]
    step = env.reset(mask=over)
    assert not step.terminated[over].any()
    assert step.legal_action_mask[over].any(axis=1).all()
    assert others == [env.position(n).state.tobytes() for n in np.flatnonzero(~over)]


@pytest.mark.compiled
def test_a_game_that_is_too_long_is_truncated(monkeypatch: pytest.MonkeyPatch):
    env = ducato.vector("builders", 2, observation="none")
    env._play = env._play._replace(limit=60)
    truncated = 0
    for step, _ in zip(steps_of(env), range(200), strict=False):
        assert not (step.terminated & step.truncated).any()
        assert (step.rewards[step.truncated] == 0).all()
        truncated += int(step.truncated.sum())
    assert truncated > 2


# -------------------------------------------------------------------------- seats and opponents


@pytest.mark.compiled
@pytest.mark.parametrize(
    "opponents", ["random", "greedy", "softmax:temperature=0.5", "ismcts:sims=4"]
)
def test_a_learner_of_one_seat_meets_opponents(opponents: str):
    env = ducato.vector("magnate", 3, seat=1, opponents=opponents)
    ends = 0
    for step, _ in zip(steps_of(env), range(150), strict=False):
        assert (step.current_player == 1).all()
        assert step.rewards.shape == (3,)
        ends += int(step.terminated.sum())
        for n in range(3):
            assert np.array_equal(step.observation[n], env.position(n).observation_tensor(1))
    assert ends > 1
    again = ducato.vector("magnate", 3, seat=1, opponents=opponents)
    assert all(map(same, rollout(env, 40), rollout(again, 40)))


@pytest.mark.compiled
def test_a_greedy_learner_wins_against_random_opponents():
    env = ducato.vector("magnate", 64, seat="rotate", observation="none")
    total = ends = 0.0
    for step, _ in zip(steps_of(env, "greedy"), range(300), strict=False):
        total += step.rewards.sum()
        ends += step.terminated.sum()
    assert ends > 100
    assert total / ends > 0.7


@pytest.mark.compiled
def test_the_learner_takes_the_next_seat_in_each_game():
    env = ducato.vector("builders", 4, players=4, seat="rotate")
    env.reset(1)
    assert env.seats.tolist() == [0, 1, 2, 3]
    seats = env.seats.copy()
    for step, _ in zip(steps_of(env, "greedy"), range(300), strict=False):
        expected = np.where(step.terminated, (seats + 1) % 4, seats)
        assert env.seats.tolist() == step.current_player.tolist() == expected.tolist()
        seats = env.seats.copy()


@pytest.mark.compiled
def test_forced_decisions_are_skipped_if_asked():
    env = ducato.vector("manifest-destiny", 3, skip_forced=True, observation="none")
    for step, _ in zip(steps_of(env), range(200), strict=False):
        assert (step.legal_action_mask.sum(axis=1) > 1).all()
    env = ducato.vector("manifest-destiny", 3, observation="none")
    counts = [s.legal_action_mask.sum(axis=1) for s, _ in zip(steps_of(env), range(200), strict=0)]
    assert (np.array(counts) == 1).any()


@pytest.mark.compiled
def test_rewards_are_shaped_by_the_change_of_a_potential():
    """Over a whole game, they add up to the returns less the potential of the first decision."""
    env = ducato.vector("builders", 2, shaping={"score": 0.05}, observation="none")
    total, shaped, first = np.zeros((2, env.num_seats)), 0, None
    for step in steps_of(env, "greedy"):
        if first is None:
            first = [0.05 * score(env.position(0), seat) for seat in range(2)]
        total += step.rewards
        shaped += int(((step.rewards != 0).any(axis=1) & ~step.terminated).sum())
        if step.terminated[0]:
            break
    assert shaped > 5
    assert sorted(total[0] + first) == pytest.approx([-1, 1])


def score(position: Position, seat: int) -> float:
    """Return the first number of a seat's series."""
    out = np.zeros(8)
    verbs.series(position.state, position.game.edition, seat, out)
    return float(out[0])


# ------------------------------------------------------------------------------- observations


@pytest.mark.compiled
def test_observations_in_all_forms():
    envs = [ducato.vector("magnate", 4, observation=o) for o in ("float32", "uint8", "record")]
    plain, compact, records = (rollout(env, 40) for env in envs)
    for one, two, three in zip(plain, compact, records, strict=True):
        assert np.array_equal(envs[0].observation_spec.expand(two.observation), one.observation)
        assert three.observation.dtype == dtype_of(envs[0].settings.game.State)
        for n in range(4):
            state = envs[0].settings.game.State.of(three.observation[n].tobytes())
            position = Position(envs[0].game(n), state)
            seat = one.current_player[n]
            assert np.array_equal(position.observation_tensor(seat), one.observation[n])
    assert ducato.vector("magnate", 4, observation="none").reset(1).observation.shape == (4, 0)


@pytest.mark.compiled
def test_any_seat_can_be_observed_and_sees_no_more_than_it_may():
    env = ducato.vector("magnate", 3)
    env.reset(1)
    for _ in range(20):
        env.step(env.sample_actions())
    for seats in (0, 1, -1, [0, 1, 0]):
        seen = env.observe(seats)
        for n in range(3):
            seat = seats[n] if isinstance(seats, list) else seats
            assert np.array_equal(seen[n], env.position(n).observation_tensor(seat))
            world = env.position(n).resample_from_infostate(seat, ducato.new_rng(n))
            assert np.array_equal(seen[n], world.observation_tensor(seat))


@pytest.mark.compiled
def test_arrays_are_shared_without_a_copy():
    env = ducato.vector("magnate", 4)
    step = env.reset(1)
    for array in (step.observation, step.legal_action_mask, step.rewards):
        assert np.shares_memory(np.from_dlpack(array), array)
    kept = step.copy()
    seen = step.observation.copy()
    later = env.step(env.sample_actions())
    assert later.observation is step.observation
    assert np.array_equal(kept.observation, seen)
    assert not np.array_equal(later.observation, seen)


def test_arrays_are_tensors_without_a_copy():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    step = ducato.vector("magnate", 4).reset(1)
    tensor = torch.from_dlpack(step.observation)
    tensor[0, 0] = 0.5
    assert step.observation[0, 0] == 0.5


# ------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "1 or more"),
        ({"num_envs": "8"}, "a whole number"),
        ({"num_envs": True}, "a whole number"),
        ({"threads": 1.5}, "a whole number"),
        ({"threads": 0}, "1 or more"),
        ({"seat": 2}, "from 0 to 1, rotate"),
        ({"seat": True}, "from 0 to 1, rotate"),
        ({"seat": "left"}, "rotate"),
        ({"opponents": "clever", "seat": 0}, "clever"),
        ({"opponents": "greedy"}, "only with seat"),
        ({"opponents": ["greedy"], "seat": 0}, "the same for all opponents"),
        ({"autoreset": "never"}, "same-step"),
        ({"observation": "float64"}, "float32"),
        ({"shaping": {"no-series": 1.0}}, "no-series"),
        ({"shaping": [1]}, "numbers by the names of series"),
        ({"discount": 0}, "above 0"),
        ({"discount": "0.9"}, "above 0"),
        ({"players": 2.0}, "a number of seats"),
        ({"edition": 3}, "the name of an edition"),
        ({"options": [1]}, "values by the names of options"),
        ({"players": []}, "one game or more"),
        ({"players": 9}, "9"),
        ({"edition": "none"}, "none"),
        ({"record": True, "num_envs": 1 << 20}, "at most"),
        ({"options": {"no_option": 1}}, "no_option"),
    ],
)
def test_a_wrong_argument_says_what_would_be_right(arguments: dict[str, Any], message: str):
    with pytest.raises(DucatoError, match=message):
        ducato.vector("magnate", **{"num_envs": 4, **arguments})


def test_loaded_games_are_of_one_kind_and_complete():
    with pytest.raises(BadValue, match="only magnate"):
        ducato.vector([ducato.load("magnate"), ducato.load("builders")], 4)
    with pytest.raises(BadValue, match="the name of a game"):
        ducato.vector(ducato.load("magnate"), 4, players=2)
    for wrong in (5, None, ["magnate"]):
        with pytest.raises(BadValue, match="a loaded game, or several"):
            ducato.vector(wrong, 4)


@pytest.mark.compiled
def test_resets_without_a_seed_go_on_to_other_games():
    env = ducato.vector("magnate", 4, seat="rotate", autoreset="disabled", threads=9)
    starts = {env.reset().observation.tobytes()}
    seats = env.seats.tolist()
    starts |= {env.reset().observation.tobytes() for _ in range(3)}
    assert len(starts) == 4
    env.reset(mask=np.array([True, False, False, True]))
    next(s for s in steps_of(env, "greedy") if s.terminated.all())
    assert env.seats.tolist() == [1 - seat for seat in seats]
    first = env.reset(seed=3).copy()
    assert env.seats.tolist() == seats
    assert not same(first, env.reset())
    assert same(first, env.reset(seed=3))


@pytest.mark.compiled
def test_an_illegal_action_changes_nothing():
    env = ducato.vector("magnate", 3)
    step = env.reset(1)
    before = step.copy()
    states = [env.position(n).state.tobytes() for n in range(3)]
    legal = step.legal_action_mask.argmax(axis=1)
    for wrong in (int((~step.legal_action_mask[1]).argmax()), -1, env.num_actions, 1 << 40):
        actions = legal.copy()
        actions[1] = wrong
        with pytest.raises(IllegalAction) as caught:
            env.step(actions)
        assert "environment 1 of 3" in caught.value.__notes__[0]
    for wrong in (legal[:2], legal.astype(float), legal[None], "no"):
        with pytest.raises(BadValue, match="whole numbers of shape"):
            env.step(wrong)
    assert [env.position(n).state.tobytes() for n in range(3)] == states
    assert same(step, before)


@pytest.mark.compiled
def test_wrong_calls():
    env = ducato.vector("magnate", 3)
    for early in (lambda: env.step(np.zeros(3, int)), lambda: env.position(0)):
        with pytest.raises(BadValue, match="after a reset"):
            early()
    with pytest.raises(BadValue, match="or 3"):
        env.reset([1, 2])
    with pytest.raises(BadValue, match="bools of shape"):
        env.reset(1, mask=[1, 0, 1])
    with pytest.raises(BadValue, match="all, at the first reset"):
        env.reset(1, mask=np.array([True, False, True]))
    env.reset(1)
    with pytest.raises(BadValue, match="from -1 to 1"):
        env.observe(2)
    for seats in (1.0, "1", [0, 1], None):
        with pytest.raises(BadValue, match="a whole number, or 3 of them"):
            env.observe(seats)
    for number in (-1, 3, 1.0):
        with pytest.raises(BadValue, match="from 0 to 2"):
            env.position(number)
    generators = env.generators()
    for seed in (1.5, True, "1", [1, 2, 3.5], [1, None, 2]):
        with pytest.raises(BadValue, match=r"seed = .* a whole number"):
            env.reset(seed)
    assert np.array_equal(env.generators(), generators)
    with pytest.raises(IllegalAction):
        env.step([0, -(10**12), 0], check=False)
    with pytest.raises(BadValue, match="random, greedy or softmax"):
        env.sample_actions("ismcts:sims=4")
    with pytest.raises(BadValue, match="to write games down"):
        env.match(0)
    recorded = ducato.vector("magnate", 3, record=True)
    recorded.reset(1)
    with pytest.raises(BadValue, match="has had such a game"):
        recorded.match(0, earlier=True)
    env.close()
    assert set(Autoreset) == {"same-step", "next-step", "disabled"}
    assert Status.BEGIN == 0  # what new arrays of zeros say
