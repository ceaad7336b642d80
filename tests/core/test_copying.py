"""Records and positions are copied, pickled and compared like plain values."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import ducato
from ducato.core.batch import Batch
from ducato.core.chance import below
from ducato.core.game import all_games

PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        # What this process wrote a moment ago.
        f"pickle {number}": lambda value, number=number: pickle.loads(  # noqa: S301
            pickle.dumps(value, number)
        )
        for number in PROTOCOLS
    },
}


def walked(name: str, steps: int = 60) -> ducato.Position:
    """Return a position in the middle of a game whose fields have all been read."""
    game = ducato.load(name, players=all_games()[name].players[-1])
    rng, position = ducato.new_rng(name), game.new_initial_state()
    for _ in range(steps):
        go(position, rng)
    position.to_dict()
    for field in position.state.fields:
        getattr(position.state, field)
    return position


def go(position: ducato.Position, rng: Any) -> None:
    if position.is_chance_node():
        position.apply_action(ducato.sample(position.chance_outcomes(), rng))
    elif legal := position.legal_actions():
        position.apply_action(legal[below(rng, len(legal))])


def end(position: ducato.Position) -> tuple[bytes, list[float]]:
    """Play a position on to its end; in another process too."""
    rng = ducato.new_rng("on")
    while not position.is_terminal():
        go(position, rng)
    return position.state.tobytes(), position.returns()


@pytest.fixture(params=list(all_games()), scope="module")
def position(request) -> ducato.Position:
    return walked(request.param)


@pytest.fixture(params=list(COPIES))
def copied(request) -> Callable[[Any], Any]:
    return COPIES[request.param]


def test_a_copied_record_is_equal_and_lives_apart(position, copied):
    record = position.state
    before = record.tobytes()
    for original in (record, position.game.edition):
        other = copied(original)
        assert type(other) is type(original)
        assert other == original
        assert not np.shares_memory(other.buffer, original.buffer)
        other.buffer[0] ^= 255
        assert other != original
    assert record.tobytes() == before


def test_a_copied_position_is_equal_and_lives_apart(position, copied):
    other = copied(position)
    assert other == position
    assert not np.shares_memory(other.state.buffer, position.state.buffer)
    assert other.to_dict() == position.to_dict()
    for seat in range(-1, position.num_players()):
        assert other.redact(seat) == position.redact(seat)
    before = position.state.tobytes()
    assert end(other) == end(position.clone())
    assert other != position
    assert position.state.tobytes() == before


def test_records_inside_of_other_things_are_copied_once(position):
    inside = {"now": position, "states": [position.state, position.state], "view": ("a", 1)}
    for way in (copy.deepcopy, COPIES["pickle 5"]):
        other = way(inside)
        assert other == inside
        assert other["states"][0] is other["states"][1] is other["now"].state
        assert other["now"].state is not position.state


def test_a_batch_is_copied_with_its_records(position, copied):
    batch = Batch.zeros(type(position.state), 3)
    batch[1] = position.state
    other = copied(batch)
    assert other[1] == position.state
    assert not np.shares_memory(other.array, batch.array)


def test_the_loaded_game_is_shared_and_pickled_by_how_it_was_loaded(position):
    game = position.game
    assert copy.deepcopy(position).game is copy.copy(game) is copy.deepcopy(game) is game
    sent = pickle.dumps(game)
    assert len(sent) < 1000
    again = pickle.loads(sent)  # noqa: S301  # written in the line above
    assert again == game
    assert hash(again) == hash(game)
    assert (again.values, again.options) == (game.values, game.options)


def test_positions_of_other_games_numbers_or_options_are_not_equal():
    names = list(all_games())
    first, second = (ducato.load(name).new_initial_state() for name in names[:2])
    assert first != second
    assert first != "a position"
    game = all_games()[names[0]]
    name, parameter = next((n, p) for n, p in game.parameters.items() if p.range)
    changed = game.load(**{name: parameter.range[0] + (parameter.default == parameter.range[0])})
    assert changed != game.load()
    assert changed.new_initial_state() != game.load().new_initial_state()
    assert game.load() == game.load()
    assert changed == COPIES["pickle 5"](changed)
    with pytest.raises(TypeError, match="unhashable"):
        hash(first)


@pytest.mark.slow
def test_another_process_plays_a_position_on():
    """By spawning: the other process knows nothing but what it is sent."""
    positions = [walked(name) for name in all_games()]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        ends = list(pool.map(end, positions))
        back = list(pool.map(copy.copy, positions))
    assert ends == [end(position.clone()) for position in positions]
    assert back == positions
