"""Positions set up by hand in a game that says nothing of it, and matches that begin with them."""

from __future__ import annotations

import json

import pytest
from tests.invented import GAME
from tests.support.registered import registered

from ducato.core.chance import CommittedStream
from ducato.core.editing import Unlawful, check_lawful, edited, position_items
from ducato.core.errors import DamagedRecord
from ducato.core.game import LoadedGame
from ducato.core.game_record import GameRecord
from ducato.core.match import Match


@pytest.fixture
def dealt():
    """Return a match of the invented game at its first choice."""
    with registered(GAME):
        match = Match(GAME.load(2), CommittedStream(bytes(32)))
        match.run_chance()
        yield match


def exchanged(match: Match) -> list[tuple[str, int]]:
    """Return edits by which two cards in different places change places."""
    items = position_items(match.game, match.position.state)
    first = items[0]
    other = next(item for item in items if item.value != first.value)
    return [(first.id, other.value), (other.id, first.value)]


def over(game: LoadedGame, start: bytes) -> Match:
    match = Match(game, CommittedStream(bytes(32)), (), start)
    match.run_chance()
    while not match.is_over():
        match.act(match.position.legal_actions()[0])
        match.run_chance()
    return match


def reason(match: Match, edits: list[tuple[str, int]]) -> str:
    with pytest.raises(Unlawful) as error:
        edited(match.game, match.position.state, edits)
    return error.value.reason.message.key


def test_hidden_cards_are_exchanged_and_no_zone_grows(dealt: Match):
    state, edits = dealt.position.state, exchanged(dealt)
    after = edited(dealt.game, state, edits)
    assert after != state
    check_lawful(dealt.game, after, tried=True)
    assert reason(dealt, edits[:1]) == "edit.count"
    assert reason(dealt, [("points.0", 3)]) == "edit.unknown"
    assert reason(dealt, [(edits[0][0], 99)]) == "edit.choice"


def test_a_match_begins_with_the_position_and_replays(dealt: Match):
    start = edited(dealt.game, dealt.position.state, exchanged(dealt)).tobytes()
    match = over(dealt.game, start)
    assert match.state_at(0).tobytes() == start
    lines = match.to_lines()
    assert json.loads(lines[0])["ducato"] == 3
    again = Match.from_lines(lines, GAME)
    assert (again.start, again.steps, again.ranks()) == (start, match.steps, match.ranks())
    assert again.to_lines() == lines


def test_the_position_is_in_no_record_before_the_end(dealt: Match):
    start = edited(dealt.game, dealt.position.state, exchanged(dealt)).tobytes()
    match = Match(dealt.game, CommittedStream(bytes(32)), (), start)
    match.run_chance()
    assert start.hex() not in "\n".join(match.to_lines())


@pytest.mark.parametrize("field", ["zone", "phase"])
def test_a_record_with_an_unlawful_position_is_damaged(dealt: Match, field: str):
    match = over(dealt.game, dealt.position.state.tobytes())
    record = GameRecord.from_lines(match.to_lines())
    state = dealt.game.State.of(bytes.fromhex(record.header["start"]))
    declared = state.fields[field]
    state.views[declared.code][declared.index] = 77
    record.header["start"] = state.tobytes().hex()
    with pytest.raises(DamagedRecord, match="line 1"):
        Match.from_lines(record.to_lines(), GAME)
