from __future__ import annotations

import pytest
from tests.support.postgres import PostgresServer
from tests.support.sessions import session_of

from ducato.core.match import Match
from ducato.server.kit.database.engine import Database
from ducato.server.kit.database.errors import UnknownTable
from ducato.server.subjects.chat.storage import ChatLines
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.storage import Tables


def table_of(database: Database, match: Match) -> str:
    rows = [{"seat": n, "name": name} for n, name in enumerate(("Anna", "Bruno"))]
    return Tables(database).create(match, rows).result()


def check_chat(database: Database, match: Match) -> None:
    """Lines are numbered at each table; a guest brings lines and silences to the account."""
    anna, bruno, guest = (
        People(database).welcome(n).result()[0].id for n in ("Anna", "Bruno", "A")
    )
    first, second = table_of(database, match), table_of(database, match)
    said = [
        ChatLines(database).say(first, guest, 0, "Anna at the table", text="hello"),
        ChatLines(database).say(second, bruno, None, None, phrase="thanks"),
        ChatLines(database).say(first, bruno, 1, "Bruno", text="good day"),
    ]
    assert [line.result().number for line in said] == [1, 1, 2]
    assert said[1].result().name == "Bruno"  # who watches has but the own name
    assert ChatLines(database).lines(first) == [said[0].result(), said[2].result()]
    assert ChatLines(database).lines(first, 1) == [said[2].result()]
    ChatLines(database).mute(guest, bruno, True).result()
    ChatLines(database).mute(bruno, guest, True).result()
    ChatLines(database).mute(bruno, anna, True).result()
    ChatLines(database).mute(guest, anna, True).result()
    for person in (anna, guest):
        claim = EmailVerifications(database).begin(person, "anna@example.org").result().token
        assert (
            EmailVerifications(database).open_link(claim, session_of(database, person)).result()
            is not None
        )
    assert ChatLines(database).lines(first)[0].person == anna
    assert ChatLines(database).muted_by(anna) == {bruno}  # and not herself
    assert ChatLines(database).muted_by(bruno) == {anna}
    ChatLines(database).mute(anna, bruno, False).result()
    assert ChatLines(database).muted_by(anna) == set()
    with pytest.raises(UnknownTable):
        ChatLines(database).say("nowhere", anna, 0, "Anna", text="hello").result()
    twice = [
        ChatLines(database).say(first, bruno, 1, "Bruno", text="well", request="r")
        for _ in range(2)
    ]
    other = ChatLines(database).say(first, anna, 0, "Anna", text="well", request="r")
    assert [line.result().number for line in (*twice, other)] == [3, 3, 4]
    assert len(ChatLines(database).lines(first)) == 4


def test_talk_is_kept(database: Database, match: Match):
    check_chat(database, match)


def test_talk_is_kept_on_postgresql(postgres: PostgresServer, match: Match):
    database = Database(postgres.new_url())
    check_chat(database, match)
    database.close()
