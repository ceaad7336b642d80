"""The state that a seat sees, as data for a program elsewhere."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

import ducato
from ducato.core.chance import CommittedStream, new_rng
from ducato.core.errors import BadValue, OtherRules
from ducato.core.game import all_games
from ducato.core.match import Match
from ducato.core.seen_state import read_seen, seen_data
from ducato.core.struct import UNKNOWN
from ducato.core.visibility import SPECTATOR, redact, resample


def begun(name: str = "magnate", **options: object) -> Match:
    match = Match(ducato.load(name, **options), CommittedStream(bytes(32)))
    match.run_chance()
    for _ in range(9):
        match.act(match.position.legal_actions()[0])
        match.run_chance()
    return match


def sent(match: Match, seat: int) -> dict[str, Any]:
    """Return the data after their way through JSON."""
    data: dict[str, Any] = json.loads(json.dumps(seen_data(match, seat)))
    return data


@pytest.mark.parametrize("name", all_games())
@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1])
def test_who_reads_it_has_the_redacted_state(name: str, seat: int):
    match = begun(name)
    seen = read_seen(sent(match, seat))
    assert seen == (match.game, redact(match.position.state, seat), seat)


def test_it_is_equal_for_all_worlds_that_the_seat_cannot_tell_apart():
    match, worlds = begun(), set()
    data = seen_data(match, 1)
    for number in range(9):
        match.position.state = resample(match.position.state, 1, new_rng(number))
        worlds.add(match.position.state.tobytes())
        assert seen_data(match, 1) == data
    assert len(worlds) > 1
    assert UNKNOWN in read_seen(data).state.zone.tolist()


def test_it_tells_the_options_and_never_the_seed():
    match = begun(closed_discards=True)
    data = sent(match, 0)
    assert read_seen(data).game.options == {"closed_discards": True}
    assert match.stream.seed.hex() not in json.dumps(data)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("layout", "another"),
        ("seat", 2),
        ("seat", -1.0),
        ("state", "?"),
        ("state", "AAAA"),
        ("state", "f39/" * 400),
    ],
)
def test_a_state_that_is_none_of_the_game_is_refused(part: str, value: object):
    with pytest.raises(BadValue):
        read_seen({**sent(begun(), 0), part: value})


def test_a_card_in_no_zone_is_refused():
    data = sent(begun(), 0)
    state = read_seen(data).state
    for zone in (-2, 120):
        state.zone[3] = zone
        with pytest.raises(BadValue):
            read_seen({**data, "state": base64.b64encode(state.tobytes()).decode()})


def test_a_seat_that_is_none_is_rejected():
    data = sent(begun(), 0)
    state = read_seen(data).state
    state.active = 2
    with pytest.raises(BadValue, match="active"):
        read_seen({**data, "state": base64.b64encode(state.tobytes()).decode()})


def test_other_rules_are_refused():
    data = sent(begun(), 0)
    data["header"]["rules_version"] = 999
    with pytest.raises(OtherRules):
        read_seen(data)
