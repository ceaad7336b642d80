"""Tables of a tournament: seats that nobody else can take, and players who leave."""

from __future__ import annotations

import pytest

from ducato.table.changes import Rejected
from ducato.table.protocol import Propose
from ducato.table.screens import Screen
from ducato.table.seats import FORMER, INVITED, RESIGNED
from ducato.table.setup.create import OpenSeat, TableRequest, open_tournament_table
from ducato.table.table import LiveTable
from ducato.table.time_control import RealTime

PEOPLE = [("anna", "Anna"), ("bruno", "Bruno"), ("carla", "Carla")]


def opened(players: list[tuple[str | None, str]], game: str = "magnate") -> LiveTable:
    request = TableRequest(
        game=game, seats=[OpenSeat() for _ in players], time_control=RealTime(10)
    )
    return open_tournament_table(request, players)


def dealt(players: int, game: str = "magnate") -> LiveTable:
    table = opened([*PEOPLE[:players]], game)
    for person, _ in PEOPLE[:players]:
        table.arrive(person)
    assert table.deal(0) is not None
    return table


def test_the_players_are_invited_to_their_seats():
    table = opened([("anna", "Anna"), ("other", "Anna")])
    assert [seat.person for seat in table.roster.seats] == ["anna", "other"]
    assert [seat.name for seat in table.roster.seats] == ["Anna", "Anna (2)"]
    assert {seat.substitute for seat in table.roster.seats} == {INVITED}
    assert not table.state.awaits_entropy
    table.arrive("anna")
    table.arrive("other")
    assert table.state.awaits_entropy


def test_the_substitute_plays_for_somebody_deleted():
    table = opened([("anna", "Anna"), (None, FORMER)])
    assert table.roster.seats[1].substitute == RESIGNED
    table.arrive("anna")
    assert table.state.awaits_entropy


def test_nobody_joins_leaves_or_changes_the_clock():
    table = opened([*PEOPLE[:2]])
    for change in (lambda: table.join("eve", "Eve", None), lambda: table.leave("anna")):
        with pytest.raises(Rejected) as error:
            change()
        assert error.value.reason.key == "rejected.tournament"
    playing = dealt(2)
    reply = playing.receive(Screen((0,), "en", "anna"), Propose(id="p", what="correspondence"))
    assert reply.change is None


def test_who_withdraws_before_the_game_has_lost_a_game_of_two():
    table = opened([*PEOPLE[:2]])
    change = table.withdraw("anna")
    assert change is not None
    assert table.roster.seats[0].substitute == RESIGNED
    assert table.withdraw("anna") is None  # nothing more before the game
    table.arrive("bruno")
    table.deal(0)
    lost = table.withdraw("anna")
    assert lost is not None
    assert lost.ranks == (2, 1)
    assert table.withdraw("anna") is None


def test_at_a_larger_table_the_substitute_plays_on():
    table = dealt(3, "builders")
    change = table.withdraw("bruno")
    assert change is not None
    assert [seat.substitute for seat in change.seats] == [RESIGNED]
    assert table.status == "playing"
    assert table.withdraw("bruno") is None
    assert table.withdraw("eve") is None


def test_the_seat_of_a_deleted_person_is_not_opened():
    table = opened([*PEOPLE[:2]])
    table.remove_person("anna")
    seat = table.roster.seats[0]
    assert (seat.name, seat.person, seat.substitute, seat.kind) == (
        FORMER,
        None,
        RESIGNED,
        "person",
    )


def test_a_guest_who_becomes_the_opponent_keeps_the_seat():
    table = opened([*PEOPLE[:2]])
    table.merge_person("anna", "bruno")
    assert [seat.person for seat in table.roster.seats] == ["bruno", "bruno"]
