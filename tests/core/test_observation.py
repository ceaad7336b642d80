"""What a learner is shown: from its own seat, of what the seat sees, interpreted and compiled."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from tests.support.clauses import ROOT

import ducato
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch, array_of
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame, all_games
from ducato.core.game.folder import game_from
from ducato.core.observation import FLAG, binary, bits, category, scaled, seat_bits, seat_number
from ducato.core.observation.spec import spec_of
from ducato.core.observation.write import observe, observe_compact
from ducato.core.observation.zones import ZoneMap
from ducato.core.position import Position
from ducato.core.struct import BY_SEAT, Row, Struct, field
from ducato.core.visibility import SPECTATOR

GAMES = all_games()
TABLES = [(name, players) for name, game in GAMES.items() for players in game.players]


def positions(game: LoadedGame, seed: int, every: int = 17) -> list[Position]:
    """Return some positions of a random game, and its last one."""
    rng, found = ducato.new_rng("observed", seed), []
    position = game.new_initial_state()
    for step in range(600):
        if step % every == 0 or position.is_terminal():
            found.append(position.clone())
        if position.is_terminal():
            break
        outcomes = position.chance_outcomes()
        legal = position.legal_actions()
        position.apply_action(
            ducato.sample(outcomes, rng) if outcomes else legal[int(rng[0]) % len(legal)]
        )
    return found


@kernel
def write_all(states: Any, editions: Any, seats: Any, plain: Any, compact: Any) -> None:
    """Write the observations of some redacted states in both forms."""
    for n in range(len(states)):
        observe(states[n], editions[0], seats[n], plain[n])
        observe_compact(states[n], editions[0], seats[n], compact[n])


# -------------------------------------------------------------------------------- each encoding


class Everything(Struct):
    """A struct with a field for each encoding."""

    amount: int = field("i2", observed=scaled(300, -10))
    kind: int = field("i1", observed=category(3, 2))
    set: int = field("i2", observed=bits(10))
    number: int = field("i1", observed=binary(100, -1))
    mover: int = field("i1", observed=seat_number(3, others=1))
    knows: int = field("i1", observed=seat_bits(3))
    coins: Row = field("i1", 3, axes=(BY_SEAT,), observed=scaled(10))
    built: Row = field("i1", 3, 2, axes=(BY_SEAT, ["mill", "inn"]), observed=FLAG)


class Players(Struct):
    """An edition with nothing but the number of players."""

    players: int = field("i1")


def shown(seat: int, players: int = 3, **values: Any) -> dict[str, list[float]]:
    """Return the segments of an observation of `Everything` with these values, by name."""
    state, edition, spec = Everything(), Players(), spec_of(Everything)
    edition.players = players
    for name, value in values.items():
        if isinstance(value, list):
            state.row(name)[...] = value
        else:
            setattr(state, name, value)
    out, compact = np.zeros(spec.length, np.float32), np.zeros(spec.compact_length, np.uint8)
    observe(state, edition, seat, out)
    observe_compact(state, edition, seat, compact)
    assert spec.expand(compact).tolist() == out.tolist()
    return {segment.name: out[segment.slice].tolist() for segment in spec}


def test_numbers_are_scaled_and_end_at_their_bounds():
    assert [shown(0, amount=n)["amount"] for n in (-11, -10, 145, 300, 301)] == [
        *([0], [0], [0.5], [1], [1]),
    ]


def test_categories_have_a_column_each():
    assert shown(0, kind=3)["kind"] == [0, 1, 0]
    assert shown(0, kind=1)["kind"] == shown(0, kind=5)["kind"] == [0, 0, 0]


def test_sets_and_binary_numbers():
    assert shown(0, set=0b1000000101)["set"] == [1, 0, 1, 0, 0, 0, 0, 0, 0, 1]
    assert shown(0, number=-1)["number"] == [0] * 7
    assert shown(0, number=4)["number"] == [1, 0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize(("seat", "first"), [(0, 1), (1, 0), (2, 2), (SPECTATOR, 1)])
def test_seats_are_seen_from_the_seat_that_observes(seat: int, first: int):
    """Seat 1 is the next of seat 0, the one before seat 2, and itself for seat 1."""
    found = shown(seat, mover=1, coins=[2, 4, 6], built=[[1, 0], [1, 1], [0, 0]], knows=0b010)
    assert found["mover"] == [float(n == first) for n in range(3)] + [0]
    assert found["knows"] == found["mover"][:3]
    own = max(seat, 0)
    clockwise = [(own + n) % 3 for n in range(3)]
    assert found["coins"] == pytest.approx([(2, 4, 6)[s] / 10 for s in clockwise])
    assert found["built"] == [n for s in clockwise for n in ([1, 0], [1, 1], [0, 0])[s]]


def test_absent_seats_are_zeros_and_nobodys_seat_has_a_column():
    found = shown(1, players=2, mover=3, coins=[2, 4, 6])
    assert found["mover"] == [0, 0, 0, 1]
    assert found["coins"] == pytest.approx([0.4, 0.2, 0])
    assert shown(1, mover=-1)["mover"] == [0, 0, 0, 0]


def test_columns_have_names():
    assert [name for name in spec_of(Everything).columns() if "built" in name] == [
        f"built {whose} {what}" for whose in ("me", "next 1", "next 2") for what in ("mill", "inn")
    ]
    assert spec_of(Everything)["mover"].shape == (4,)
    assert "mover other 3" in spec_of(Everything).columns()


def test_zones_of_seats_take_the_places_of_seats():
    zones = ZoneMap.of(["deck", "hand:0", "hand:1", "column:0:7", "column:1:7"])
    assert zones.names == ("deck", "hand me", "hand next 1", "column me 7", "column next 1 7")
    assert zones.seat.tolist() == [-1, 0, 1, 0, 1]
    assert zones.at.tolist() == [[0, 0], [1, 2], [1, 2], [3, 4], [3, 4]]


# ---------------------------------------------------------------------------------------- games


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_observations_are_the_same_compiled_and_in_both_forms(name: str, players: int):
    game = ducato.load(name, players=players)
    spec, found = game.observation_spec, positions(game, players)
    seen = [(one, seat) for one in found for seat in range(-1, players)]
    states = Batch.zeros(game.State, len(seen))
    for n, (one, seat) in enumerate(seen):
        states[n] = one.redact(seat).state
    plain = np.ones((len(seen), spec.length), np.float32)
    compact = np.ones((len(seen), spec.compact_length), np.uint8)
    seats = np.array([seat for _, seat in seen])
    write_all(states, Batch.of(game.edition), seats, plain, compact)
    for n, (one, seat) in enumerate(seen):
        assert np.array_equal(plain[n], one.observation_tensor(seat))
        assert np.array_equal(compact[n], one.observation_tensor(seat, np.uint8))
        assert np.array_equal(compact[n], one.observation_tensor(seat, "uint8"))
    assert np.array_equal(spec.expand(compact), plain)
    assert plain.min() == 0
    assert plain.max() == 1


@pytest.mark.parametrize("name", GAMES)
def test_columns_are_named_once_and_in_segments(name: str):
    spec = ducato.load(name).observation_spec
    columns = spec.columns()
    assert len(columns) == len(set(columns)) == spec.length
    assert [s.start for s in spec][1:] + [spec.length] == [s.stop for s in spec]
    assert spec["phase"].slice == slice(0, spec["phase"].shape[0])
    assert "phase" in spec
    assert "no-field" not in spec


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_depends_only_on_what_the_seat_sees(name: str):
    game = ducato.load(name, players=max(GAMES[name].players))
    rng = ducato.new_rng("worlds of", name)
    for one in positions(game, 3, every=40):
        for seat in range(-1, game.players):
            world = one.resample_from_infostate(seat, rng)
            for dtype in (np.float32, np.uint8):
                assert np.array_equal(
                    world.observation_tensor(seat, dtype), one.observation_tensor(seat, dtype)
                )


def test_the_mover_finds_itself_first():
    """In Magnate's first decision, the seat to move sees its own hand where every seat does."""
    game = ducato.load("magnate")
    spec, position = game.observation_spec, positions(game, 1)[1]
    for seat in range(2):
        out = position.observation_tensor(seat)
        zones = out[spec["zone"].slice].reshape(spec["zone"].shape)
        names = [name.rpartition("zone ")[2] for name in spec["zone"].columns()]
        hand = next(n for n, name in enumerate(names) if name.endswith("hand me"))
        mine = [c for c in range(len(zones)) if position.state.zone[c] == 5 + seat]
        assert np.flatnonzero(zones[:, hand % zones.shape[1]]).tolist() == mine


def test_an_unknown_dtype():
    with pytest.raises(BadValue, match="float32 or uint8"):
        ducato.load("magnate").new_initial_state().observation_tensor(0, np.float64)


# ------------------------------------------------------------------------------- perfect recall


def fork(position: Position, outcome: int) -> Position:
    """Return the position after another step."""
    copy = position.clone()
    copy.apply_action(outcome)
    return copy


def test_a_seat_remembers_what_it_saw(invented):
    """Two orders of play lead to the same table, which a seat that watched can tell apart."""
    game = invented.load(2, "plain")
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(0)
    finals: dict[bytes, set[str]] = {}
    waiting = [start]
    while waiting:
        one = waiting.pop()
        if one.is_terminal():
            finals.setdefault(one.state.tobytes(), set()).add(one.information_state_string(0))
        waiting += [fork(one, action) for action in one.legal_actions()]
    assert max(len(names) for names in finals.values()) > 1
    assert all(name.startswith("seat 0 ") for names in finals.values() for name in names)


def test_the_present_is_known_without_the_past():
    first, second = positions(ducato.load("magnate"), 1)[:2]
    assert first.observation_string(0) != second.observation_string(0)
    again = first.game.from_bytes(second.to_bytes())
    assert again.observation_string(0) == second.observation_string(0)
    assert again.information_state_string(0) != second.information_state_string(0)


def test_another_seats_hidden_cards_are_not_remembered():
    position = positions(ducato.load("magnate"), 2)[2]
    rng = ducato.new_rng(1)
    worlds = [position.resample_from_infostate(0, rng) for _ in range(8)]
    assert {world.information_state_string(0) for world in worlds} == {
        position.information_state_string(0)
    }
    assert len({world.information_state_string(1) for world in worlds}) > 1
    for world in worlds:
        after = fork(world, world.legal_actions()[0])
        again = fork(position, world.legal_actions()[0])
        if world.current_player() == 0:
            assert after.information_state_string(0) == again.information_state_string(0)


def test_spectators_know_nothing_of_hidden_chance():
    """Two deals look the same to them, so they are the same to them."""
    game = game_from(ROOT / "examples" / "appraisal").load(2)
    first, second = (fork(fork(game.new_initial_state(), card), 0) for card in (0, 1))
    assert first.state != second.state
    assert first.observation_string(SPECTATOR) == second.observation_string(SPECTATOR)
    assert first.memory(SPECTATOR) == second.memory(SPECTATOR)
    assert first.information_state_string(-1) == second.information_state_string(-1)
    assert first.memory(0) != second.memory(0)


def test_copies_remember_the_same():
    position = positions(ducato.load("magnate"), 2)[3]
    pickled = pickle.loads(pickle.dumps(position))  # noqa: S301  # our own
    for seat in (-1, 0, 1):
        name = position.information_state_string(seat)
        assert name == pickled.information_state_string(seat)
        assert name == position.clone().information_state_string(seat)
    action = (position.legal_actions() or [0])[0]
    assert fork(pickled, action).information_state_string(1) == fork(
        position, action
    ).information_state_string(1)


def test_a_state_changed_by_hand_is_a_new_beginning():
    position = positions(ducato.load("magnate"), 2)[3]
    position.state.turns += 1
    changed = Position(position.game, position.state.copy())
    assert position.information_state_string(0) == changed.information_state_string(0)


# ------------------------------------------------------------------------------ bytes and bounds


@pytest.mark.parametrize("name", GAMES)
def test_positions_as_bytes(name: str):
    game = ducato.load(name)
    for one in positions(game, 5, every=60):
        again = game.from_bytes(one.to_bytes())
        assert again == one
        assert again.legal_actions() == one.legal_actions()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda contents: contents[:-1], "bytes"),
        (lambda contents: b"x" + contents[1:], "a position of magnate"),
        (lambda contents: None, "NoneType"),
        (lambda contents: "abc", "bytes"),
        (lambda contents: contents[:8] + bytes(len(contents) - 8), "cards"),
        (lambda contents: ducato.load("builders").new_initial_state().to_bytes(), "magnate"),
        (lambda c: ducato.load("magnate", ace_price=5).new_initial_state().to_bytes(), "magnate"),
    ],
    ids=["short", "spoilt", "none", "text", "zeros", "another game", "another edition"],
)
def test_other_bytes_are_no_position(change, message: str):
    game = ducato.load("magnate")
    with pytest.raises(BadValue, match=message):
        game.from_bytes(change(game.new_initial_state().to_bytes()))


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_other_kinds_of_bytes(kind):
    position = positions(ducato.load("magnate"), 5)[3]
    assert position.game.from_bytes(kind(position.to_bytes())) == position


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_positions_in_which_cards_are_hidden_are_positions(name: str, players: int):
    game = ducato.load(name, players=players)
    for one in positions(game, 6, every=60):
        for seat in range(-1, players):
            seen = one.redact(seat)
            assert (
                game.from_bytes(seen.to_bytes()).to_dict(seat)["state"] == seen.to_dict()["state"]
            )


@pytest.mark.parametrize("name", GAMES)
def test_random_bits_are_no_position(name: str):
    """They would lead to errors later, in observations or in the rules."""
    game, draws = ducato.load(name), np.random.default_rng(1)
    for _ in range(20):
        with pytest.raises(BadValue, match="state"):
            game.from_bytes(game.fingerprint + draws.bytes(game.State.nbytes))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_with_a_changed_byte_can_be_observed(name: str):
    """A change is found, or does no harm to those who read the position."""
    game, draws, found = ducato.load(name), np.random.default_rng(2), 0
    whole = positions(game, 5, every=60)[1].to_bytes()
    for at in draws.integers(len(game.fingerprint), len(whole), 80):
        changed = bytearray(whole)
        changed[at] ^= int(draws.integers(1, 256))
        try:
            one = game.from_bytes(changed)
        except BadValue:
            found += 1
            continue
        one.legal_actions(), one.chance_outcomes(), one.returns(), one.to_dict()
        for seat in range(-1, game.players):
            one.observation_tensor(seat), one.to_dict(seat), one.information_state_string(seat)
    assert found > 5


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("zone", 99, "from -1 to"),
        ("zone", -2, "from -1 to"),
        ("active", 2, "from -1 to 1"),
        ("phase", 99, "from -1 to"),
        ("phase", -2, "from -1 to"),
        ("held", 99, "cards"),
    ],
)
def test_a_number_that_a_field_cannot_have(field: str, value: int, expected: str):
    position = positions(ducato.load("magnate"), 5)[3]
    array_of(position.state)[field] = value
    with pytest.raises(BadValue, match=expected):
        position.game.from_bytes(position.to_bytes())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_bounds_are_reached_and_not_exceeded(name: str, players: int):
    game = ducato.load(name, players=players)
    assert game.max_utility == 1
    assert game.min_utility == pytest.approx(-1 / (players - 1))
    assert game.max_game_length == game.game.longest
    for one in positions(game, 1, every=1):
        assert len(one.chance_outcomes()) <= game.max_chance_outcomes
        assert game.min_utility <= min(one.returns()) <= max(one.returns()) <= game.max_utility
