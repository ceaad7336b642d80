"""Numbers with an owner: blanked, drawn, observed, undone and given from outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.examples.projects import installed_examples

import ducato
from ducato.core.chance import CommittedStream, new_rng
from ducato.core.errors import BadValue, DamagedRecord, IllegalAction
from ducato.core.game_record import GameRecord
from ducato.core.match import Match
from ducato.core.position import Position
from ducato.core.struct import NOBODY, OWNER, UNKNOWN, Row, Struct, field
from ducato.core.visibility import SPECTATOR, redact, resample

BID, REVEAL = 1, 2


class Purse(Struct):
    """Numbers of three seats, and one that nobody sees."""

    most: Row = field("i1", 3)
    bid: Row = field("i2", 3, sees=OWNER, among=(2, "most"))
    pair: Row = field("i1", 3, 2, sees=OWNER, among=(0, 1))
    sealed: Row = field("i1", 3)
    secret: Row = field("i1", 1, sees=NOBODY, sealed="closed", among=(5, 9))
    closed: Row = field("i1", 1)


def purse() -> Purse:
    made = Purse()
    for seat in range(3):
        made.most[seat], made.bid[seat] = 4 + seat, 3
        made.pair[seat, 1] = 1
    made.sealed[0] = made.sealed[1] = 1
    made.secret[0], made.closed[0] = 7, 1
    return made


@pytest.mark.parametrize(
    ("seat", "bids"),
    [(0, [3, UNKNOWN, 3]), (1, [UNKNOWN, 3, 3]), (2, [UNKNOWN, UNKNOWN, 3])],
)
def test_only_the_owner_sees_a_sealed_number(seat: int, bids: list[int]):
    seen = redact(purse(), seat)
    assert seen.bid.tolist() == bids
    assert seen.pair.tolist() == [[UNKNOWN] * 2 if b == UNKNOWN else [0, 1] for b in bids]
    assert seen.secret.tolist() == [UNKNOWN]
    assert redact(purse(), SPECTATOR).bid.tolist() == [UNKNOWN, UNKNOWN, 3]


def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_bytes():
    one, other = purse(), purse()
    other.bid[1], other.secret[0] = 5, 9
    assert redact(one, 0) == redact(other, 0)
    assert redact(one, 1) != redact(other, 1)


def test_numbers_are_drawn_evenly_from_what_is_declared():
    rng = new_rng("draw")
    worlds = [resample(redact(purse(), 0), 0, rng) for _ in range(4000)]
    assert all(world.bid[0] == 3 for world in worlds)
    found = Counter(int(world.bid[1]) for world in worlds)
    assert set(found) == {2, 3, 4, 5}
    assert max(abs(n - 1000) for n in found.values()) < 120
    assert {int(world.secret[0]) for world in worlds} == {5, 6, 7, 8, 9}
    assert len({tuple(world.pair.tolist()[1]) for world in worlds}) == 4


@pytest.mark.parametrize(
    ("code", "shape", "among"),
    [("u1", (3,), (0, 1)), ("i1", (), (0, 1)), ("i1", (3,), None), ("i1", (3,), (-1, 4))],
)
def test_a_declaration_that_cannot_hide_is_refused(code: str, shape: Any, among: Any):
    with pytest.raises(BadValue):
        field(code, *shape, sees=OWNER, among=among)


@pytest.fixture(scope="module", autouse=True)
def tender(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield from installed_examples(tmp_path_factory.mktemp("examples"))


def bidding(players: int = 3) -> Match:
    match = Match(ducato.load("tender", players), CommittedStream(bytes(32)))
    match.run_chance()
    return match


def test_seats_may_choose_in_any_order_and_the_same_follows():
    one, other = bidding(), bidding()
    for seat, bid in ((0, 4), (1, 2), (2, 5)):
        one.act(bid, seat)
    for seat, bid in ((2, 5), (0, 4), (1, 2)):
        assert other.may_choose(seat)
        other.act(bid, seat)
        assert not other.may_choose(seat)
    assert one.position == other.position
    one.run_chance(), other.run_chance()
    assert one.position.state.coins.tolist()[:3] == [12, 12, 7]
    assert one.position == other.position


def test_a_record_keeps_the_order_and_replays():
    match = bidding(2)
    while not match.is_over():
        for seat in (1, 0):
            rich = match.position.state.coins[seat] > 1
            match.act(1 + seat if rich else 0, seat)
        match.run_chance()
    again = Match.from_lines(match.to_lines())
    assert again.position == match.position
    assert again.steps == match.steps
    assert [again.state_at(n) for n in range(again.seq)] == [
        match.state_at(n) for n in range(match.seq)
    ]


def test_nobody_chooses_twice_or_out_of_the_phase():
    match = bidding(2)
    match.act(3, 1)
    before = match.position.state.tobytes()
    for action, seat in ((3, 1), (13, 0)):
        with pytest.raises(IllegalAction):
            match.act(action, seat)
        assert match.position.state.tobytes() == before
    lines = match.to_lines()
    entries = GameRecord.from_lines(lines).entries
    again = GameRecord([*entries, entries[-1]]).to_lines()
    with pytest.raises(DamagedRecord, match="turn of seat 1"):
        Match.from_lines(again)


def test_a_sealed_choice_can_be_undone_until_it_is_revealed():
    match = bidding(2)
    match.act(3, 1)
    assert match.undoable(1) == match.seq - 1
    match.undo(1)
    match.act(4, 1)
    match.act(2, 0)
    assert match.undoable(0) is not None
    match.run_chance()
    assert match.undoable(0) is None


def test_each_seat_sees_its_own_turn():
    match = bidding(3)
    match.act(3, 1)
    assert [int(match.seen_by(seat).mover) for seat in (-1, 0, 1, 2)] == [0, 0, 0, 2]
    assert match.seen_by(2).bid.tolist() == [0, UNKNOWN, 0, 0]


def test_recall_follows_choices_in_any_order():
    """What a seat remembers does not depend on what others have sealed, or on it alone."""
    one, other = bidding(2), bidding(2)
    one.act(3, 1), other.act(5, 1)
    assert one.position.memory(0) == other.position.memory(0)
    assert one.position.memory(1) != other.position.memory(1)
    first, second = bidding(2).position, bidding(2).position
    assert second.take_turn(1)
    second.apply_action(3)
    first.apply_action(3)
    first.apply_action(3)
    second.apply_action(3)
    assert first == second
    assert first.memory(0) != Position(first.game, first.state.copy()).memory(0)
    assert second.memory(1) != Position(second.game, second.state.copy()).memory(1)


def test_observations_hide_and_rotate():
    match = bidding(2)
    match.act(3, 0)
    spec = match.game.observation_spec["bid"]
    assert spec.by_seat
    own = match.position.observation_tensor(0)[spec.slice]
    other = match.position.observation_tensor(1)[spec.slice]
    assert own[0] == pytest.approx(4 / 128)
    assert other[1] == 0
    twin = bidding(2)
    twin.act(7, 0)
    for dtype in ("float32", "uint8"):
        views = [m.position.observation_tensor(1, dtype) for m in (match, twin)]
        assert np.array_equal(*views)


def test_bytes_from_outside_are_checked():
    match = bidding(2)
    match.act(3, 0)
    game = match.game
    seen = redact(match.position.state, 1)
    assert game.read_state(seen.tobytes()) == seen
    wrong = match.position.state.copy()
    wrong.bid[0] = 13
    with pytest.raises(BadValue, match="from 0 to 12"):
        game.read_state(wrong.tobytes())
