"""What is kept about a person: all of it in a file, and nothing of it when they are gone."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, String, insert, select
from tests.server.subjects.reminders.test_storage import person, status
from tests.support.postgres import PostgresServer
from tests.support.sessions import session_of

from ducato.core.match import Match, Step
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.bot_accounts.storage import BotAccounts
from ducato.server.subjects.challenges.storage import Challenges
from ducato.server.subjects.chat.storage import ChatLines
from ducato.server.subjects.friends.storage import Friends
from ducato.server.subjects.groups.storage import Groups
from ducato.server.subjects.matchmaking.storage import OpponentSearches
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.personal_data import PersonalData
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.presence.storage import Presence
from ducato.server.subjects.ratings import Ratings
from ducato.server.subjects.reminders.storage import GRACE, TurnReminders
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import FORMER, TableSeat, tidy_name

SECRETS = ("Anna Bertani", "anna bertani@example.org", "Argo")


class Life:
    """A person about whom everything possible is stored, and another one."""

    def __init__(self, database: Database, match: Match) -> None:
        self.database = database
        self.anna, self.bruno = person(database, "Anna Bertani"), person(database, "Bruno")
        wishes: dict[str, Any] = {"rated": True, "shown": True, "public": True}
        for one in (self.anna, self.bruno):
            Profiles(database).choose(one, **wishes).result()
        self.session = (
            EmailVerifications(database)
            .open_link(
                EmailVerifications(database)
                .begin(self.anna, "anna bertani@example.org")
                .result()
                .token,
                session_of(database, self.anna),
            )
            .result()[1]
        )  # type: ignore[index]
        EmailVerifications(database).begin(self.anna, "other@example.org").result()
        bot, self.token = BotAccounts(database).add(self.anna, "Argo [bot]").result()  # type: ignore[misc]
        self.bot = bot.id
        self.over = self._table(match, "Anna Bertani", over=True)
        self.going_on = self._table(match, "Annina")
        rows = [
            TableSeat(0, "Argo [bot]", person=self.bot).to_row(),
            TableSeat(1, "Bruno", person=self.bruno).to_row(),
        ]
        self.of_bot = Tables(database).create(match, rows, TableSettings(self.bruno)).result()
        for who in (self.anna, self.bot, self.bruno):
            ChatLines(database).say(self.over, who, None, None, text=f"I am {who}").result()
        ChatLines(database).mute(self.anna, self.bruno, True).result()
        ChatLines(database).mute(self.bruno, self.anna, True).result()
        self._befriend()
        assert TurnReminders(database).begin(self.anna, now() + GRACE + 1).result() is not None
        database.write(self._rank).result()

    def _rank(self, connection: Connection) -> None:
        """Store the final ranks of a season."""
        season = {"season": "2025-1", "closed": 1}
        connection.execute(insert(schema.closed_seasons).values(season))
        row = {**season, "game": "magnate", "ranked": 2, "mu": 25.0, "sigma": 3.0, "games": 7}
        del row["closed"]
        rows = [{**row, "person": self.anna, "rank": 2}, {**row, "person": self.bruno, "rank": 1}]
        connection.execute(insert(schema.season_ranks), rows)

    def _table(self, match: Match, name: str, *, over: bool = False) -> str:
        rows = [
            TableSeat(0, name, person=self.anna).to_row(),
            TableSeat(1, "Bruno", person=self.bruno).to_row(),
        ]
        table = (
            Tables(self.database)
            .create(match, rows, TableSettings(self.anna, True), status((0, 0)))
            .result()
        )
        if over:
            gone = [Step(0, -1)]
            Tables(self.database).append(table, gone, match.seq, status(), ranks=[2, 1]).result()
        return table

    def _befriend(self) -> None:
        database = self.database
        Friends(database).ask(self.anna, self.bruno).result()
        Friends(database).ask(self.bruno, self.anna).result()
        Presence(database).record({self.anna: self.going_on, self.bruno: None}, now()).result()
        later = now() + GRACE
        Challenges(database).create(self.anna, {"game": "x"}, once=True, expires=later).result()
        OpponentSearches(database).begin(self.anna, "Annina", "x", 2, "{}").result()
        self.group = Groups(database).create(self.bruno, "Club", "We play.").result()
        Groups(database).join(self.anna, self.group, None).result()

    def everywhere(self) -> str:
        """Return all texts in the database."""
        found = []
        with self.database.reading() as connection:
            for table in schema.metadata.sorted_tables:
                columns = [c for c in table.c if isinstance(c.type, String) or c.foreign_keys]
                if columns:
                    found += connection.execute(select(*columns)).all()
        return str(found)

    def rows(self, name: str) -> list[Any]:
        with self.database.reading() as connection:
            return list(connection.execute(select(schema.metadata.tables[name])))


@pytest.fixture
def life(database: Database, match: Match) -> Life:
    return Life(database, match)


def test_the_file_holds_all_that_is_kept(life: Life):
    kept = PersonalData(life.database).of(life.anna)
    assert kept is not None
    assert (kept.name, kept.email) == ("Anna Bertani", "anna bertani@example.org")
    wishes = kept.preferences
    assert (wishes.rated, wishes.shown, wishes.language, wishes.turn_reminders) == (
        True,
        True,
        "it",
        "soon",
    )
    assert wishes.public_id is not None
    assert len(kept.sessions) == 2  # as a guest in one browser, then in another
    assert kept.email_verifications == ["other@example.org"]
    (rating,) = kept.ratings
    assert (rating.game, rating.games) == ("magnate", 1)
    (change,) = kept.rating_changes
    assert (change.table, change.game, change.mu) == (life.over, "magnate", rating.mu)
    (rank,) = kept.season_ranks
    assert (rank.season, rank.rank, rank.ranked, rank.games) == ("2025-1", 2, 2, 7)
    tables = {table.id: table for table in kept.tables}
    assert tables.keys() == {life.over, life.going_on}
    assert tables[life.over].finished is not None
    assert [(s.name, s.own, s.rank) for s in tables[life.over].seats] == [
        ("Anna Bertani", True, 2),
        ("Bruno", False, 1),
    ]
    assert tables[life.going_on].opened_by_me
    assert [line.text for line in kept.lines] == [f"I am {life.anna}"]
    (bot,) = kept.bot_accounts
    assert (bot.name, bot.revoked) == ("Argo [bot]", False)
    assert [table.id for table in bot.tables] == [life.of_bot]
    assert [line.text for line in bot.lines] == [f"I am {life.bot}"]
    assert kept.muted == 1
    shared = kept.community
    assert (shared.friends, shared.friend_requests) == (1, 0)
    assert shared.last_seen is not None
    assert [one.request for one in shared.challenges] == [{"game": "x"}]
    assert [(one.group, one.name, one.role) for one in shared.groups] == [
        (life.group, "Club", "asking")
    ]
    assert [one.name for one in shared.searches] == ["Annina"]
    assert len(kept.reminder_emails) == 1
    assert [notice.table for notice in kept.turn_reminders] == [life.going_on]
    assert all(
        moment.endswith("+00:00")
        for moment in (kept.created, kept.sessions[0].began, *kept.reminder_emails)
    )
    assert PersonalData(life.database).of("nobody") is None


def test_the_file_holds_no_key_and_nothing_of_others(life: Life):
    told = str(PersonalData(life.database).of(life.anna))
    for row in life.rows("sessions") + life.rows("bot_accounts") + life.rows("reminder_emails"):
        assert row.token_hash not in told
    for secret in (life.session, life.token, life.bruno, "bruno@example.org"):
        assert secret not in told


def test_every_table_that_names_persons_is_in_the_file(life: Life):
    """A new table that refers to people must be exported and deleted, too."""
    naming = {
        table.name
        for table in schema.metadata.sorted_tables
        if any(key.column.table.name == "persons" for key in table.foreign_keys)
    }
    assert naming == {
        *(
            "admin_log",
            "bans",
            "blocks",
            "bot_accounts",
            "challenges",
            "chat",
            "daily_attempts",
            "email_verifications",
            "exercise_attempts",
            "exercises",
            "friendships",
            "group_members",
            "kept_branches",
            "mutes",
            "opponent_searches",
            "presence",
            "push_reminders",
            "rating_changes",
            "ratings",
            "reminder_emails",
            "season_ranks",
            "reports",
            "seats",
            "sessions",
            "solver_ratings",
            "tournament_entrants",
            "tournaments",
            "turn_reminders",
        )
    }


def test_nobody_comes_in_who_is_leaving(life: Life):
    database = life.database
    leaving = PersonalData(database).begin_leaving(life.anna).result()
    assert leaving.persons == [life.anna, life.bot]
    assert sorted(leaving.tables) == sorted([life.going_on, life.of_bot])
    assert People(database).of_session(life.session) is None
    assert BotAccounts(database).of_token(life.token) is None
    assert "bertani@example.org" not in life.everywhere()
    assert TurnReminders(database).awaited(now() + GRACE + 1) == {}
    assert Profiles(database).preferences(life.anna).public_id is None
    assert PersonalData(database).leaving() == [life.anna]
    assert len(Ratings(database).of(life.anna)) == 1  # for a game that is decided by their going
    assert PersonalData(database).begin_leaving(life.anna).result() == leaving  # it may be repeated


def test_nobody_is_deleted_out_of_a_game(life: Life):
    database = life.database
    PersonalData(database).begin_leaving(life.anna).result()
    before = life.everywhere()
    left = PersonalData(database).finish_leaving(life.anna).result()
    assert sorted(left.tables) == sorted([life.going_on, life.of_bot])
    assert life.everywhere() == before
    left = PersonalData(database).finish_leaving(life.anna, [life.of_bot]).result()
    assert left.tables == [life.going_on]


def deletes_everything(life: Life) -> None:
    database = life.database
    PersonalData(database).begin_leaving(life.anna).result()
    lost = [life.going_on, life.of_bot]  # as if they could not be opened
    assert PersonalData(database).finish_leaving(life.anna, lost).result().tables == []
    kept = life.everywhere()
    for word in (*SECRETS, "Annina", life.anna, life.bot):
        assert word not in kept
    assert [row.id for row in life.rows("persons")] == [life.bruno]
    for name in (
        "bot_accounts",
        "challenges",
        "email_verifications",
        "friendships",
        "mutes",
        "opponent_searches",
        "reminder_emails",
        "turn_reminders",
    ):
        assert life.rows(name) == []
    assert [row.person for row in life.rows("group_members")] == [life.bruno]
    assert [row.person for row in life.rows("presence")] == [life.bruno]
    for name in ("ratings", "rating_changes", "season_ranks"):
        assert [row.person for row in life.rows(name)] == [life.bruno]
    assert [row.person for row in life.rows("chat")] == [life.bruno]
    assert {row.person for row in life.rows("sessions")} == {life.bruno}
    assert [row.host for row in life.rows("tables") if row.id != life.of_bot] == [None, None]
    for table, substitute in (
        (life.over, None),
        (life.going_on, "resigned"),
        (life.of_bot, "resigned"),
    ):
        mine, other = Tables(database).load(table).seats
        assert (mine["name"], mine["person"], mine["substitute"]) == (FORMER, None, substitute)
        assert (other["name"], other["person"]) == ("Bruno", life.bruno)
        assert TableSeat.from_row(mine).kind == "person"  # nobody can sit down there
    places = [
        seat["rank"] for seat in Profiles(database).history(life.bruno, finished=True)[0].seats
    ]
    assert places == [2, 1]
    assert PersonalData(database).leaving() == []
    assert PersonalData(database).of(life.anna) is None
    # It may be repeated, as after a crash between the last step and the answer.
    assert PersonalData(database).begin_leaving(life.anna).result().tables == []
    assert PersonalData(database).finish_leaving(life.anna).result().tables == []


def test_nothing_refers_to_who_is_gone(life: Life):
    deletes_everything(life)


def test_the_same_on_postgresql(postgres: PostgresServer, match: Match):
    database = Database(postgres.new_url())
    deletes_everything(Life(database, match))
    database.close()


def test_nobody_can_be_called_like_who_is_gone():
    assert tidy_name(FORMER) != FORMER


def test_others_are_rated_at_a_table_that_somebody_left_for_ever(life: Life, match: Match):
    """A game stays rated; a player who is gone shares the last rank."""
    database = life.database
    before = Ratings(database).of(life.bruno)[0]
    PersonalData(database).begin_leaving(life.anna).result()
    PersonalData(database).finish_leaving(life.anna, [life.going_on, life.of_bot]).result()
    Tables(database).append(
        life.going_on, [Step(1, 3)], match.seq, status(), ranks=[1, 2]
    ).result()  # the substitute won
    (after,) = Ratings(database).of(life.bruno)
    assert after.games == before.games + 1
    assert after.mu > before.mu
    assert [row.person for row in life.rows("ratings")] == [life.bruno]


def test_the_file_has_what_one_contributed_to_chance(life: Life):
    rows = [
        TableSeat(0, "Anna", person=life.anna, entropy="ab" * 32).to_row(),
        TableSeat(1, "Bruno", person=life.bruno, entropy="cd" * 32).to_row(),
    ]
    Tables(life.database).seat(life.going_on, rows, status((0, 0))).result()
    kept = PersonalData(life.database).of(life.anna)
    assert kept is not None
    (table,) = (table for table in kept.tables if table.id == life.going_on)
    assert [seat.entropy for seat in table.seats] == ["ab" * 32, None]
