"""Deleted people at a table: the fate of the game, and the name shown in their place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ducato.core.i18n import LANGUAGES, say
from ducato.core.match import Match
from ducato.table.changes import Rejected
from ducato.table.protocol import Propose
from ducato.table.screens import Screen
from ducato.table.seats import FORMER, OPEN, RESIGNED, TableSeat
from ducato.table.setup.rematch import rematch_of
from ducato.table.table import LiveTable
from ducato.table.views.full_log import game_log
from ducato.table.views.texts import display_name, table_text

Open = Callable[..., LiveTable]
THREE = [
    TableSeat(n, name, person=name.lower()) for n, name in enumerate(["Anna", "Bruno", "Carla"])
]
WORDS = {"en": "a former player", "it": "un ex giocatore", "es": "un exjugador"}


def test_a_game_of_two_is_given_up(open_table: Open):
    table = open_table()
    change = table.concede("anna")
    assert (change.ranks, len(change.added)) == ((2, 1), 1)
    assert table.status == "over"
    with pytest.raises(Rejected):
        table.concede("bruno")


def test_a_game_of_more_is_not_given_up(open_table: Open):
    table = open_table(THREE, name="builders")
    with pytest.raises(Rejected):
        table.concede("anna")


def test_the_substitute_plays_on_for_a_deleted_person(open_table: Open):
    table = open_table(THREE, name="builders")
    change = table.remove_person("anna")
    assert change.seats == (TableSeat(0, FORMER, substitute=RESIGNED),)
    assert change.announcement == say("announcement.resigned", name="Anna")
    assert table.status == "playing"
    assert table.roster.seats[0].kind == "person"  # nobody can sit down there
    assert table.match.names == [FORMER, "Bruno", "Carla"]
    assert table.match.human_seats == {1, 2}  # they learn nothing any more that forbids an undo
    with pytest.raises(Rejected):
        table.join("dario", "Dario", 0)
    with pytest.raises(Rejected):
        table.remove_person("anna")
    table.rollback(change)
    assert table.roster.seats == THREE
    assert table.match.names == ["Anna", "Bruno", "Carla"]
    assert table.match.human_seats == {0, 1, 2}


def test_open_seats_are_stood_up_from(open_table: Open):
    table = open_table([THREE[0], TableSeat(1, OPEN)])
    (seat,) = table.remove_person("anna").seats
    assert (seat.kind, seat.name) == ("open", OPEN)


def test_nobody_waits_for_the_answer_of_who_is_gone(open_table: Open):
    from ducato.table.time_control import Clock, RealTime

    clock = Clock.new(RealTime(5), 3)
    table = open_table(THREE, name="builders", clock=clock)
    bruno = Screen((1,), "en", "bruno")
    table.receive(bruno, Propose(id="p", what="correspondence"))
    assert [p.waiting for p in table.roster.votes.open] == [{"anna", "carla"}]
    table.remove_person("anna")
    table.receive(bruno, Propose(id="q", what="correspondence"))
    assert [p.waiting for p in table.roster.votes.open] == [{"carla"}]


def test_an_account_is_asked_instead_of_the_guest(open_table: Open):
    from ducato.table.time_control import Clock, RealTime

    clock = Clock.new(RealTime(5), 3)
    table = open_table(THREE, name="builders", clock=clock)
    table.receive(Screen((1,), "en", "bruno"), Propose(id="p", what="correspondence"))
    (seat,) = table.merge_person("anna", "account").seats
    assert (seat.seat, seat.name, seat.person) == (0, "Anna", "account")
    assert [p.waiting for p in table.roster.votes.open] == [{"account", "carla"}]
    change = table.merge_person("account", "carla")
    assert table.roster.of("carla") == (0, 2)
    assert table.roster.votes.open == []
    table.rollback(change)
    assert table.roster.of("account") == (0,)
    assert [p.waiting for p in table.roster.votes.open] == [{"account", "carla"}]
    with pytest.raises(Rejected):
        table.merge_person("dario", "carla")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_gone_is_named_in_every_language(
    open_table: Open, plain: Callable[..., Any], language: str
):
    assert display_name(FORMER, language) == WORDS[language]
    assert display_name("Anna", language) == "Anna"
    assert WORDS[language] in table_text(say("announcement.return", name=FORMER), language)
    table = open_table()
    screen = Screen((1,), language, "bruno")
    while table.match.seq < 30:
        table.match.act(table.match.position.legal_actions()[0])
        table.match.run_chance()
    table.concede("anna")
    table.remove_person("anna")
    (welcome,) = plain(table.welcome(screen))
    said = str(welcome)
    assert "Anna" not in said
    assert FORMER not in said
    assert welcome["table"]["seats"][0]["name"] == WORDS[language]
    assert WORDS[language] in welcome["log"][-1]["texts"][0]
    told = " ".join(game_log(table.match, language))
    assert WORDS[language] in told
    assert "Anna" not in told


def test_the_record_stays_without_the_name(open_table: Open):
    table = open_table()
    table.concede("anna")
    table.remove_person("anna")
    lines = table.match.to_lines()
    assert "Anna" not in "".join(lines)
    again_read = Match.from_lines(lines)
    assert again_read.names == [FORMER, "Bruno"]
    assert again_read.ranks() == [2, 1]


def test_where_they_play_again_the_seat_is_open(open_table: Open):
    table = open_table()
    table.concede("anna")
    table.remove_person("anna")
    assert [(s.kind, s.name) for s in rematch_of(table).roster.seats] == [
        ("person", "Bruno"),
        ("open", OPEN),
    ]
