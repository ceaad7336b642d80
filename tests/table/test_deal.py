"""The deal: after the last seat is taken, from the chance to which all players have contributed."""

from __future__ import annotations

import pytest

from ducato.core.chance import CommittedStream
from ducato.core.match import Match
from ducato.core.visibility import SPECTATOR
from ducato.table.changes import Rejected, Reply
from ducato.table.protocol import Entropy, Malformed, Undo, read
from ducato.table.screens import Screen
from ducato.table.seats import OPEN, TableSeat
from ducato.table.setup.create import BotSeat, OpenSeat, PersonSeat, TableRequest, open_table
from ducato.table.setup.create import reopen as reopen_table
from ducato.table.setup.rematch import rematch_of
from ducato.table.table import LiveTable

A, B = "0a" * 32, "0b" * 32


def waiting(*others: OpenSeat | PersonSeat | BotSeat) -> LiveTable:
    seats = [PersonSeat("Anna"), *(others or [OpenSeat()])]
    return open_table(TableRequest("magnate", seats), "anna")


def gives(table: LiveTable, person: str | None, value: str, name: str = "e") -> Reply:
    return table.receive(Screen(table.roster.of(person), "en", person), Entropy(name, value))


def kind(answer: Reply) -> str:
    return str(answer.messages[0]["type"])


def test_the_game_begins_when_all_have_contributed():
    table = waiting()
    assert (kind(gives(table, "anna", A)), table.status) == ("accepted", "waiting")
    assert not table.join("bruno", "Bruno", None).begins
    assert (table.status, table.state.awaits_entropy, table.match.seq) == ("waiting", True, 0)
    change = gives(table, "bruno", B).change
    assert change is not None
    assert (change.begins, change.kept, len(change.added)) == (True, 0, table.match.seq)
    assert [seat.entropy for seat in change.contributed] == [B]
    assert (table.status, table.state.awaits_entropy) == ("playing", False)
    joined = CommittedStream(table.match.stream.seed, {0: A, 1: B})
    assert table.match.stream.key == joined.key != joined.seed
    assert table.match.header()["contributions"] == {"0": A, "1": B}


def test_a_contribution_is_given_once():
    table = waiting()
    assert gives(table, "anna", A).change is not None
    again_given = gives(table, "anna", A, "other")
    assert (kind(again_given), again_given.change) == ("accepted", None)
    assert kind(gives(table, "anna", B, "third")) == "rejected"
    for stranger in ("bruno", None):
        assert kind(gives(table, stranger, B)) == "rejected"
    assert table.roster.seats[0].entropy == A


def test_none_is_taken_after_the_deal():
    table = waiting(BotSeat("greedy"))
    assert table.deal(0) is not None
    assert kind(gives(table, "anna", A)) == "rejected"
    assert table.match.stream.contributions == {}
    assert table.match.stream.key == table.match.stream.seed
    assert table.deal(0) is None  # nothing is dealt twice


@pytest.mark.parametrize("value", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "0" * 64 + "\\n"])
def test_what_is_no_contribution_is_not_read(value: str):
    with pytest.raises(Malformed):
        read(f'{{"type": "entropy", "id": "e", "value": "{value}"}}')


def test_who_leaves_takes_the_contribution_along():
    table = waiting()
    gives(table, "anna", A)
    table.leave("anna")
    assert (table.roster.seats[0].entropy, table.roster.seats[0].name) == (None, OPEN)
    table.join("anna", "Anna", 1)
    assert table.roster.silent() == {"anna"}


def test_several_seats_of_one_person_have_one_contribution():
    table = waiting(OpenSeat())
    gives(table, "anna", A)
    assert table.join("anna", "Anna", 1).begins  # nobody else is waited for
    assert table.match.stream.contributions == {0: A, 1: A}


def test_bots_are_not_waited_for():
    seats = [BotSeat("greedy"), BotSeat("greedy")]
    table = open_table(TableRequest("magnate", seats), None)
    assert table.begin(0).to_move
    assert table.match.stream.contributions == {}


def test_a_deal_that_could_not_be_stored_is_forgotten():
    table = waiting(BotSeat("greedy"))
    change = gives(table, "anna", A).change
    assert change is not None
    table.rollback(change)
    assert (table.status, table.match.seq, table.match.begun) == ("waiting", 0, False)
    assert table.roster.seats[0].entropy is None
    assert table.match.stream.contributions == {}
    gives(table, "anna", A)
    assert table.match.steps == list(change.added)


def test_undo_does_not_reach_behind_the_deal():
    table = waiting(BotSeat("greedy"))
    gives(table, "anna", A)
    screen = Screen((0,), "en", "anna")
    table.welcome(screen)
    assert kind(table.receive(screen, Undo("u", table.match.seq))) == "rejected"


def test_a_table_is_opened_again_before_and_after_the_deal():
    table = waiting(BotSeat("greedy"))
    rest = ("magnate", "current", {}, 1)
    seed = table.match.stream.seed
    before = reopen_table("t", *rest, table.roster.seats, seed, [], begun=False)
    assert (before.status, before.state.awaits_entropy, before.match.seq) == ("waiting", True, 0)
    gives(table, "anna", A)
    after = reopen_table("t", *rest, table.roster.seats, seed, table.match.steps)
    assert after.match.position.state == table.match.position.state
    assert after.status == "playing"


def test_who_plays_again_contributes_again():
    table = waiting(BotSeat("greedy"))
    gives(table, "anna", A)
    table.concede("anna")
    new = rematch_of(table)
    assert [seat.entropy for seat in new.roster.seats] == [None, None]
    assert (new.status, new.match.begun) == ("waiting", False)


def played() -> LiveTable:
    """A finished game of Anna and Bruno."""
    table = waiting()
    table.join("bruno", "Bruno", None)
    table.deal(0)
    table.concede("anna")
    return table


def test_nothing_is_dealt_again_before_all_have_come():
    new = rematch_of(played())
    for person, value in (("anna", A), ("bruno", B)):
        assert not new.state.awaits_entropy
        assert new.deal(0) is None
        change = new.arrive(person)
        assert change is not None
        assert [seat.name.lower() for seat in change.seats] == [person]
        assert new.arrive(person) is None  # they come once
        if person == "anna":
            gives(new, "anna", value)
    assert new.state.awaits_entropy
    assert new.deal(0) is not None
    assert new.status == "playing"


def test_who_contributes_has_come():
    new = rematch_of(played())
    gives(new, "anna", A)
    assert (new.status, new.state.awaits_entropy) == ("waiting", False)
    change = gives(new, "bruno", B).change
    assert change is not None
    assert change.begins
    assert {seat.substitute for seat in new.roster.seats} == {None}


def test_who_waits_for_others_to_play_again_may_leave():
    new = rematch_of(played())
    new.arrive("bruno")
    new.leave("bruno")
    assert [seat.kind for seat in new.roster.seats] == ["open", "person"]


def test_who_is_waited_for_is_not_forgotten_when_it_is_opened_again():
    new = rematch_of(played())
    new.arrive("anna")
    rest = ("magnate", "current", {}, 1)
    seats = [TableSeat.from_row(seat.to_row()) for seat in new.roster.seats]
    later = reopen_table("t", *rest, seats, new.match.stream.seed, [], begun=False)
    assert (later.status, later.state.awaits_entropy, later.deal(0)) == ("waiting", False, None)


def test_before_the_deal_nobody_is_told_to_play_and_no_own_hand_is_shown():
    table = waiting()
    screen = Screen((0,), "it", "anna")
    (welcome,) = table.welcome(screen)
    assert screen.shown == SPECTATOR
    assert [seat["name"] for seat in welcome["table"]["seats"]] == ["Anna", "Posto libero"]
    assert b"La partita comincia quando" in bytes(welcome["view"])
    gives(table, "anna", A)
    table.join("bruno", "Bruno", None)
    gives(table, "bruno", B)
    table.welcome(screen)
    assert screen.shown == 0


def test_a_record_with_contributions_is_checked():
    table = waiting(BotSeat("greedy"))
    gives(table, "anna", A)
    table.concede("anna")
    lines = table.match.to_lines()
    assert Match.from_lines(lines).stream.key == table.match.stream.key
    other = CommittedStream(table.match.stream.seed, {0: B})
    table.match.stream = other
    with pytest.raises(ValueError, match="committed stream"):
        Match.from_lines(table.match.to_lines())


def test_nobody_sits_down_twice_at_a_seat():
    table = waiting()
    table.join("bruno", "Bruno", 1)
    with pytest.raises(Rejected):
        table.join("carla", "Carla", 1)
