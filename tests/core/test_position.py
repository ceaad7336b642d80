"""The public API of a position, as scripts use it: the names and promises of DESIGN 4."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ducato
from ducato.core.game import all_games

NAMES = list(all_games())


def play(game: ducato.LoadedGame, seed: int = 0) -> ducato.Position:
    """Run the example of the API to its end."""
    rng = ducato.new_rng(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(ducato.sample(state.chance_outcomes(), rng))
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def first_decision(game: ducato.LoadedGame, seed: int = 0) -> ducato.Position:
    rng = ducato.new_rng(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(ducato.sample(state.chance_outcomes(), rng))
    return state


@pytest.fixture(params=NAMES)
def game(request) -> ducato.LoadedGame:
    return ducato.load(request.param)


def test_a_game_plays_to_its_end(game):
    state = play(game)
    returns = state.returns()
    assert state.is_terminal()
    assert state.current_player() == -4
    assert state.legal_actions() == state.chance_outcomes() == []
    assert len(returns) == game.players == state.num_players()
    assert all(type(r) is float for r in returns)
    assert game.players != 2 or sorted(returns) in ([-1.0, 1.0], [0.0, 0.0])
    assert min(state.ranks()) == 1


def test_equal_seeds_give_equal_games(game):
    assert play(game, 3).state == play(game, 3).state
    assert play(game, 3).state != play(game, 4).state


def test_chance_is_the_player_minus_one(game):
    state = game.new_initial_state()
    outcomes = state.chance_outcomes()
    assert state.current_player() == -1
    assert state.is_chance_node()
    assert state.legal_actions() == []
    assert [o for o, _ in outcomes] == list(range(len(outcomes)))
    assert sum(p for _, p in outcomes) == pytest.approx(1)
    assert len({p for _, p in outcomes}) == 1
    assert state.action_to_string(0) == "chance:0"


def test_a_decision(game):
    state = first_decision(game)
    legal = state.legal_actions()
    assert 0 <= state.current_player() < game.players
    assert legal == sorted(set(legal))
    assert state.chance_outcomes() == []
    assert state.returns() == [0.0] * game.players
    for action in legal:
        assert game.encode(**game.decode(action)) == action
        name = state.action_to_string(action)
        assert name == ":".join(game.decode(action).values())
    assert 0 < game.num_actions() == len(game.actions)


def test_a_clone_lives_apart(game):
    state = first_decision(game)
    before = state.state.tobytes()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert state.state.tobytes() == before != clone.state.tobytes()


def test_plain_data(game):
    state = first_decision(game)
    everything = state.to_dict()
    assert list(everything) == [
        "game", "players", "edition", "options", "current_player", "legal_actions", "state"
    ]  # fmt: skip
    assert everything["game"] == game.name
    assert everything["legal_actions"] == [state.action_to_string(a) for a in state.legal_actions()]
    json.dumps(everything, allow_nan=False)
    mover = state.current_player()
    for seat in range(game.players):
        seen = state.to_dict(seat)
        assert (seen["legal_actions"] != []) == (seat == mover)
        assert seen["state"] == state.redact(seat).to_dict(seat)["state"]


def test_what_a_seat_may_not_see_is_not_in_its_data(game):
    state = first_decision(game)
    rng = ducato.new_rng("worlds")
    for seat in (*range(game.players), -1):
        for _ in range(5):
            world = state.resample_from_infostate(seat, rng)
            assert world.to_dict(seat) == state.to_dict(seat)
            if seat >= 0:
                assert (world.observation_tensor(seat) == state.observation_tensor(seat)).all()
            assert world.information_state_string(seat) == state.information_state_string(seat)


def test_the_tensor_is_flat_and_of_one_size(game):
    state = first_decision(game)
    shape = state.observation_tensor(0).shape
    assert len(shape) == 1
    end = play(game)
    for position in (state, end, game.new_initial_state()):
        for seat in range(game.players):
            tensor = position.observation_tensor(seat)
            assert tensor.shape == shape
            assert tensor.dtype == np.float32
            assert np.isfinite(tensor).all()


def test_str_and_repr(game):
    assert str(first_decision(game)).startswith(f"{game.name}, to move: ")


# -------------------------------------------------------------------------------------- errors


def rejection(state: ducato.Position, action: object) -> ducato.IllegalAction:
    before = state.state.tobytes()
    with pytest.raises(ducato.IllegalAction) as caught:
        state.apply_action(action)
    assert state.state.tobytes() == before
    return caught.value


def test_every_illegal_action_carries_its_clause(game):
    state = first_decision(game)
    legal = state.legal_actions()
    for action in range(game.num_actions()):
        if action not in legal:
            error = rejection(state, action)
            assert error.clause
            assert error.clause.replace(".", "").isdigit()
            assert error.reason
            assert f"[{error.clause}]" in str(error)
            assert error.legal == [state.action_to_string(a) for a in legal]
            assert error.action == game.actions.name(action)


@pytest.mark.parametrize(
    "action", [-1, 10_000, "end", "0", None, 0.0, True, [0], (), {"kind": "end"}, b"0", object()]
)
def test_a_malformed_action_is_a_typed_error(game, action: object):
    for state in (first_decision(game), game.new_initial_state(), play(game)):
        error = rejection(state, action)
        assert error.clause is None
        assert isinstance(error, ducato.DucatoError)


def test_numpy_numbers_are_numbers(game):
    state = first_decision(game)
    state.apply_action(np.int32(state.legal_actions()[0]))


def test_an_outcome_that_does_not_exist(game):
    state = game.new_initial_state()
    n = len(state.chance_outcomes())
    assert "no outcome" in rejection(state, n).reason
    assert rejection(state, -1).legal == [f"0..{n - 1}"]


def test_nothing_is_legal_when_it_is_over(game):
    assert "over" in rejection(play(game), 0).reason


def test_sampling_from_nothing_is_an_error():
    with pytest.raises(ducato.BadValue):
        ducato.sample([], ducato.new_rng(0))


def test_sampling_from_unequal_outcomes_is_an_error():
    """They would be drawn as if they were equally likely."""
    rng = ducato.new_rng(0)
    with pytest.raises(ducato.BadValue, match="equally likely"):
        ducato.sample([(0, 0.9), (1, 0.1)], rng)
    rounded = [(0, 1 / 3), (1, 1 / 3), (2, 1 - 1 / 3 - 1 / 3)]
    assert ducato.sample(rounded, rng) in range(3)


ASKED_WITH_A_SEAT = {
    "redact": lambda one, seat: one.redact(seat).state.tobytes(),
    "resample": lambda one, seat: one.resample_from_infostate(seat, ducato.new_rng(1)).to_bytes(),
    "memory": lambda one, seat: one.memory(seat),
    "information": lambda one, seat: one.information_state_string(seat),
    "observation": lambda one, seat: one.observation_string(seat),
    "tensor": lambda one, seat: one.observation_tensor(seat).tobytes(),
    "plain data": lambda one, seat: one.to_dict(seat),
}


@pytest.mark.parametrize("ask", ASKED_WITH_A_SEAT.values(), ids=ASKED_WITH_A_SEAT)
@pytest.mark.parametrize("seat", [-2, 2, 99, -300, True, "0", None, 0.5, 1.0, [0]])
def test_a_seat_that_does_not_exist(ask, seat: object):
    state = first_decision(ducato.load("magnate"))
    if seat is None and ask is ASKED_WITH_A_SEAT["plain data"]:
        return  # everything is asked for
    with pytest.raises(ducato.BadValue, match=r"from -1 \(spectators\) to 1"):
        ask(state, seat)


@pytest.mark.parametrize("ask", ASKED_WITH_A_SEAT.values(), ids=ASKED_WITH_A_SEAT)
@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_the_number_of_a_seat_can_be_numpys(ask, seat: int):
    state = first_decision(ducato.load("magnate"))
    assert ask(state, np.int8(seat)) == ask(state, np.int64(seat)) == ask(state, seat)


def test_returns_of_three(invented):
    """The winners share; everything adds up to 0."""
    state = invented.load(3).new_initial_state()
    state.state.phase = 2
    for points, returns in [
        ((2, 1, 0), [1.0, -0.5, -0.5]),
        ((2, 2, 0), [0.25, 0.25, -0.5]),
        ((1, 1, 1), [0.0, 0.0, 0.0]),
    ]:
        state.state.row("points")[:] = points
        assert state.returns() == pytest.approx(returns)
        assert sum(state.returns()) == pytest.approx(0)


def test_named_fields_of_a_small_game(invented):
    state = invented.load(2).new_initial_state()
    for outcome in (6, 0, 0, 0):  # seven, one, two, three
        state.apply_action(outcome)
    data = state.to_dict(0)["state"]
    assert data["phase"] == "play"
    assert data["zone"] == {
        "one": None, "two": "hand:0", "three": None, "four": None, "five": None, "six": None,
        "seven": "hand:0",
    }  # fmt: skip
    assert data["held"]["hand:1"] == 2
    spec, tensor = state.game.observation_spec, state.observation_tensor(0)
    assert tensor.shape == (3 + 3 + 1 + 7 + 3 + 1 + 3 + 7 * 9 + 8 + 7 * 3,)
    zones = tensor[spec["zone"].slice].reshape(spec["zone"].shape)
    assert zones.argmax(axis=1).tolist() == [8, 1, 8, 8, 8, 8, 1]  # the last is "unknown"
    assert tensor[spec["held"].slice] == pytest.approx([n / 7 for n in (3, 2, 2, 0, 0, 0, 0, 0)])
    other = state.observation_tensor(1)
    assert other[spec["zone"].slice].reshape(spec["zone"].shape)[[0, 2], 1].tolist() == [1, 1]
