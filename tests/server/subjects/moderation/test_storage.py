"""Blocks, reports, bans, forbidden words and the log, in the store."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, select, update
from tests.support.postgres import PostgresServer
from tests.support.sessions import session_of

from ducato.core.match import Match
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.bot_accounts.storage import BotAccounts
from ducato.server.subjects.chat.storage import ChatLines
from ducato.server.subjects.moderation.audit import AdminLog
from ducato.server.subjects.moderation.bans import Bans
from ducato.server.subjects.moderation.blocks import MOST, Blocks, blocked_with
from ducato.server.subjects.moderation.forbidden_words import ForbiddenWords
from ducato.server.subjects.moderation.overview import Overview
from ducato.server.subjects.moderation.reports import MOST_A_DAY, NewReport, Reports
from ducato.server.subjects.moderation.storage import Moderation
from ducato.server.subjects.people.email_verification import EmailVerifications, GuestBanned
from ducato.server.subjects.people.personal_data import PersonalData
from ducato.server.subjects.people.session_list import PersonSessions
from ducato.server.subjects.people.session_rows import DAY
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.retention import Retention
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat


class Three:
    """Three people of a store, and what one of them may report."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.anna, self.bruno, self.carla = (
            People(database).welcome(name, "firefox/linux").result()[0].id
            for name in ("Anna", "Bruno", "Carla")
        )

    def report(self, **changes: Any) -> NewReport:
        values = {
            "reporter": self.anna,
            "reported": self.bruno,
            "name": "Bruno",
            "table_id": "a table",
            "game": "a game",
            "kind": "line",
            "line": 1,
            "evidence": "an insult",
            "text": "He insulted me.",
        }
        return NewReport(**{**values, **changes})

    def becomes(self, guest: str, email: str) -> str:
        """Let a guest verify an address, and return the id of its account."""
        token = EmailVerifications(self.database).begin(guest, email).result().token
        done = (
            EmailVerifications(self.database)
            .open_link(token, session_of(self.database, guest))
            .result()
        )
        assert done is not None
        return done.person.id

    def delete(self, person: str) -> None:
        PersonalData(self.database).begin_leaving(person).result()
        assert PersonalData(self.database).finish_leaving(person).result().tables == []

    def rows(self, name: str) -> list[Any]:
        with self.database.reading() as connection:
            return list(connection.execute(select(schema.metadata.tables[name])))


@pytest.fixture
def people(database: Database) -> Three:
    return Three(database)


def check_blocks(people: Three) -> None:
    blocks, (anna, bruno, carla) = (
        Blocks(people.database),
        (people.anna, people.bruno, people.carla),
    )
    assert blocks.add(anna, bruno, "Bruno").result()
    assert blocks.add(anna, bruno, "Another name").result()
    assert [block.name for block in blocks.of(anna)] == ["Bruno"]
    assert blocks.of(bruno) == []
    assert (blocks.blocked_by(anna), blocks.blocked_by(bruno)) == ({bruno}, set())
    assert (blocks.blockers_of(anna).keys(), blocks.blockers_of(bruno).keys()) == (set(), {anna})
    with people.database.reading() as connection:
        assert blocked_with(connection, anna, [bruno])
        assert blocked_with(connection, bruno, [anna])
        assert not blocked_with(connection, anna, [carla])
        assert not blocked_with(connection, anna, [anna])
    assert blocks.between(bruno, [anna, carla]) == {anna}
    (block,) = blocks.of(anna)
    assert not blocks.remove(bruno, block.id).result()
    assert blocks.remove(anna, block.id).result()
    assert blocks.between(bruno, [anna, carla]) == set()
    # Guests bring their blocks, and those against them, to their accounts.
    account = people.becomes(carla, "carla@example.org")
    guest, other = (People(people.database).welcome(name).result()[0].id for name in "GO")
    for person, blocked in ((guest, bruno), (bruno, guest), (account, bruno), (guest, account)):
        assert blocks.add(person, blocked, "somebody").result()
    assert blocks.add(other, guest, "somebody").result()
    assert people.becomes(guest, "carla@example.org") == account
    assert blocks.blocked_by(account) == {bruno}
    assert blocks.blockers_of(account).keys() == {bruno, other}
    exported = PersonalData(people.database).of(account)
    assert exported is not None
    assert [block.name for block in exported.blocked] == ["somebody"]
    people.delete(bruno)
    assert blocks.blocked_by(account) == set()


def test_blocks_are_kept(people: Three):
    check_blocks(people)


def test_blocks_are_kept_on_postgresql(postgres: PostgresServer):
    database = Database(postgres.new_url())
    check_blocks(Three(database))
    database.close()


def test_nobody_blocks_everybody(people: Three, monkeypatch: pytest.MonkeyPatch):
    assert MOST >= 100
    monkeypatch.setattr("ducato.server.subjects.moderation.blocks.MOST", 1)
    assert Blocks(people.database).add(people.anna, people.bruno, "Bruno").result()
    assert not Blocks(people.database).add(people.anna, people.carla, "Carla").result()


def check_reports(people: Three) -> None:
    reports = Reports(people.database)
    assert reports.add(people.report()).result() == "stored"
    assert reports.add(people.report(text="again")).result() == "known"
    assert reports.add(people.report(line=2)).result() == "stored"
    conduct = people.report(kind="stalling", line=None, evidence=None)
    assert reports.add(conduct).result() == "stored"
    assert reports.add(conduct).result() == "known"
    assert reports.add(people.report(reporter=people.carla)).result() == "stored"
    assert reports.waiting() == 4
    first, *_ = reports.list(status="open")
    assert (first.reporter_name, first.reported_name, first.evidence) == (
        "Anna",
        "Bruno",
        "an insult",
    )
    assert reports.close(first.id, "dismissed").result()
    assert not reports.close("nothing", "resolved").result()
    assert (reports.waiting(), len(reports.list(status="dismissed"))) == (3, 1)
    assert [entry.action for entry in AdminLog(people.database).last()] == ["report_dismissed"]
    for number in range(3, MOST_A_DAY):
        assert reports.add(people.report(table_id=str(number))).result() == "stored"
    assert reports.add(people.report(table_id="one more")).result() == "too_many"
    assert reports.add(people.report(table_id="x", reporter=people.carla)).result() == "stored"
    exported = PersonalData(people.database).of(people.anna)
    assert exported is not None
    assert len(exported.reports) == MOST_A_DAY
    about = PersonalData(people.database).of(people.bruno)
    assert about is not None
    assert "insult" not in str(about)  # nobody learns that they were reported
    people.delete(people.anna)
    assert {report.reporter for report in reports.list()} == {None, people.carla}
    people.delete(people.bruno)
    assert reports.list() == []


def test_reports_are_kept_for_administrators(people: Three):
    check_reports(people)


def test_reports_are_kept_on_postgresql(postgres: PostgresServer):
    database = Database(postgres.new_url())
    check_reports(Three(database))
    database.close()


def check_bans(people: Three) -> None:
    bans, anna = Bans(people.database), people.anna
    assert bans.active(anna) is None
    assert not bans.add("nobody", "chat", None, "").result()
    assert bans.add(anna, "chat", now() + DAY, "a first warning").result()
    ban = bans.active(anna)
    assert ban is not None
    assert (ban.reason, ban.lifted) == ("chat", None)
    assert bans.add(anna, "conduct", None, "").result()
    assert [one.lifted is None for one in bans.of(anna)] == [True, False]
    bot = BotAccounts(people.database).add(anna, "Argo [bot]").result()
    assert bot is not None
    ban = bans.active(bot[0].id)
    assert ban is not None
    assert ban.reason == "conduct"
    assert bans.lift(anna).result()
    assert not bans.lift(anna).result()
    assert bans.active(anna) is None
    assert bans.add(anna, "chat", now() - 1, "").result()  # it is over
    assert bans.active(anna) is None
    exported = PersonalData(people.database).of(anna)
    assert exported is not None
    assert [one.reason for one in exported.bans] == ["chat", "conduct", "chat"]
    assert "warning" not in str(exported)
    # Nobody escapes a ban by logging in to an account, nor brings one to it.
    assert bans.add(people.bruno, "cheating", None, "").result()
    account = people.becomes(people.carla, "carla@example.org")
    with pytest.raises(GuestBanned):
        people.becomes(people.bruno, "carla@example.org")
    assert bans.active(account) is None
    assert bans.active(people.bruno) is not None
    people.delete(anna)
    people.delete(people.bruno)
    assert people.rows("bans") == []
    assert all(entry.person is None for entry in AdminLog(people.database).last())
    assert "warning" not in str(AdminLog(people.database).last())


def test_bans_are_kept(people: Three):
    check_bans(people)


def test_bans_are_kept_on_postgresql(postgres: PostgresServer):
    database = Database(postgres.new_url())
    check_bans(Three(database))
    database.close()


def test_words_are_added_and_removed(people: Three):
    words = ForbiddenWords(people.database)
    assert words.add("blorb").result()
    assert words.add("blorb").result()
    assert words.add("arg").result()
    assert words.all() == ["arg", "blorb"]
    assert words.remove("arg").result()
    assert not words.remove("arg").result()
    assert words.all() == ["blorb"]
    actions = [entry.action for entry in AdminLog(people.database).last()]
    assert sorted(actions) == ["add_word", "add_word", "remove_word"]


def check_overview(people: Three, match: Match) -> None:
    database, overview = people.database, Overview(people.database)
    people.becomes(people.anna, "anna_b@example.org")
    Reports(people.database).add(people.report()).result()
    Bans(people.database).add(people.bruno, "chat", None, "").result()
    (found,) = overview.search("bru")
    assert (found.name, found.banned, found.reports_about, found.sessions) == ("Bruno", True, 1, 1)
    assert [person.name for person in overview.search("ANNA_B@")] == ["Anna"]
    assert overview.search("%") == []
    assert overview.search("_") == overview.search("anna_b")
    assert next(person.name for person in overview.search("")) == "Bruno"
    assert overview.person("nobody") is None
    seats = [
        TableSeat(0, "Anna", person=people.anna).to_row(),
        TableSeat(1, "Bruno", person=people.bruno, substitute="resigned").to_row(),
    ]
    table = Tables(database).create(match, seats, TableSettings(people.anna, True)).result()
    (state,) = overview.tables([])
    assert (state.id, state.public, [seat["name"] for seat in state.seats]) == (
        table,
        True,
        ["Anna", "Bruno"],
    )
    assert "seed" not in str(state)
    assert overview.abandoned(people.bruno) == (0, 0)
    over = update(schema.tables).where(schema.tables.c.id == table).values(finished=now())
    database.write(lambda connection: connection.execute(over)).result()
    assert overview.abandoned(people.bruno) == (1, 1)
    assert overview.abandoned(people.anna) == (0, 1)
    ChatLines(database).say(table, people.bruno, 1, "Bruno", text="hello").result()
    assert overview.rename("nobody", "Player").result() is None
    assert overview.rename(people.bruno, "Player 1").result() == []
    assert ChatLines(database).lines(table)[0].name == "Player 1"
    assert [seat["name"] for seat in Tables(database).load(table).seats] == ["Anna", "Player 1"]
    assert overview.counts()["accounts"] == 1


def test_administrators_see_people_and_tables(people: Three, match: Match):
    check_overview(people, match)


def test_the_same_on_postgresql(postgres: PostgresServer, match: Match):
    database = Database(postgres.new_url())
    check_overview(Three(database), match)
    database.close()


def test_one_session_of_several_is_ended(people: Three):
    database, sessions = people.database, PersonSessions(people.database)
    token = EmailVerifications(database).begin(people.anna, "anna@example.org").result().token
    done = (
        EmailVerifications(database)
        .open_link(token, session_of(database, people.anna), "safari/ios")
        .result()
    )
    assert done is not None
    again = EmailVerifications(database).begin(people.anna, "anna@example.org").result().token
    other = (
        EmailVerifications(database)
        .open_link(again, session_of(database, people.anna), "firefox/android")
        .result()
    )
    assert other is not None
    found = sessions.of(people.anna, done.token)
    assert {(one.device, one.current) for one in found} == {
        ("safari/ios", True),
        ("firefox/android", False),
        ("firefox/linux", False),  # in which they were a guest
    }
    hashes = {row.token_hash for row in people.rows("sessions")}
    assert not {one.id for one in found} & hashes
    (away,) = (one for one in found if one.device == "firefox/android")
    assert not sessions.end(people.bruno, away.id).result()
    assert sessions.end(people.anna, away.id).result()
    assert not sessions.end(people.anna, away.id).result()
    assert People(database).of_session(other.token) is None
    assert People(database).of_session(done.token) is not None


def test_reports_bans_and_the_log_are_kept_for_a_time(people: Three):
    moderation, week = Moderation(people.database), Retention(reports=7, log=7)
    Reports(people.database).add(people.report()).result()
    Reports(people.database).add(people.report(line=2)).result()
    Bans(people.database).add(people.anna, "chat", None, "").result()
    Bans(people.database).add(people.bruno, "chat", now() - 8 * DAY, "").result()
    ForbiddenWords(people.database).add("blorb").result()

    def age(connection: Connection) -> None:
        old = now() - 8 * DAY
        reports, log = schema.reports, schema.admin_log
        connection.execute(update(reports).where(reports.c.line == 1).values(at=old))
        connection.execute(update(log).where(log.c.action == "add_word").values(at=old))

    people.database.write(age).result()
    assert moderation.forget(Retention()).result() == 0
    assert moderation.forget(week).result() == 3
    assert [report.line for report in Reports(people.database).list()] == [2]
    assert Bans(people.database).active(people.anna) is not None
    assert len(people.rows("bans")) == 1
    assert [entry.action for entry in AdminLog(people.database).last()] == ["ban", "ban"]
