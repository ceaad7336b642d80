"""Friends: asked, agreed, declined unseen, and seen online only where people want it."""

from __future__ import annotations

import pytest
from tests.support.postgres import PostgresServer
from tests.support.sessions import session_of

from ducato.core.match import Match
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.bot_accounts.storage import BotAccounts
from ducato.server.subjects.friends import storage as friends
from ducato.server.subjects.friends.handles import handle, of_handle
from ducato.server.subjects.friends.storage import Friends, Relation, TooManyFriends
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.presence.storage import ONLINE_FOR, RECORDED_EVERY, Presence
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat


def person(database: Database, name: str) -> str:
    """Return the id of a new guest."""
    return People(database).welcome(name).result()[0].id


class Two:
    """Two people in one database."""

    def __init__(self, database: Database) -> None:
        self.database, self.friends = database, Friends(database)
        self.anna, self.bruno = person(database, "Anna"), person(database, "Bruno")

    def relations(self) -> tuple[list[Relation], list[Relation]]:
        """Return what Anna and Bruno see of each other."""
        anna, bruno = (self.friends.of(one, now()) for one in (self.anna, self.bruno))
        return [one.relation for one in anna], [one.relation for one in bruno]

    def befriend(self) -> None:
        assert self.friends.ask(self.anna, self.bruno).result() is Relation.ASKED
        assert self.friends.answer(self.bruno, self.anna, True).result() is Relation.FRIENDS

    def table(self, match: Match, *, public: bool = False, bot: str | None = None) -> str:
        second = TableSeat(1, "Brunone", person=bot or self.bruno)
        rows = [TableSeat(0, "Anna", person=self.anna).to_row(), second.to_row()]
        return Tables(self.database).create(match, rows, TableSettings(self.anna, public)).result()


@pytest.fixture
def two(database: Database) -> Two:
    return Two(database)


def test_opponents_are_people_one_has_played_with(two: Two, match: Match):
    bot, _ = BotAccounts(two.database).add(two.anna, "Argo [bot]").result()  # type: ignore[misc]
    assert two.friends.opponents(two.anna) == []
    two.table(match, bot=bot.id)
    assert two.friends.opponents(two.anna) == []
    two.table(match)
    (found,) = two.friends.opponents(two.anna)
    assert (found.person, found.name, found.game) == (two.bruno, "Brunone", "magnate")
    assert found.relation is Relation.NONE
    two.friends.ask(two.bruno, two.anna).result()
    assert two.friends.opponents(two.anna)[0].relation is Relation.ASKING


def test_nobody_can_ask_a_bot_or_themselves(two: Two):
    bot, _ = BotAccounts(two.database).add(two.bruno, "Argo [bot]").result()  # type: ignore[misc]
    for other in (two.anna, bot.id, "nobody"):
        assert two.friends.ask(two.anna, other).result() is Relation.NONE
    assert two.friends.of(two.anna, now()) == []


def becomes_friends_and_ends(two: Two) -> None:
    two.friends.ask(two.anna, two.bruno).result()
    assert two.relations() == ([Relation.ASKED], [Relation.ASKING])
    two.friends.answer(two.bruno, two.anna, True).result()
    assert two.relations() == ([Relation.FRIENDS], [Relation.FRIENDS])
    two.friends.remove(two.anna, two.bruno).result()
    assert two.relations() == ([], [])


def test_friends_are_asked_and_end(two: Two):
    becomes_friends_and_ends(two)


def test_the_same_on_postgresql(postgres: PostgresServer):
    database = Database(postgres.new_url())
    becomes_friends_and_ends(Two(database))
    database.close()


def test_who_asks_back_agrees(two: Two):
    two.friends.ask(two.anna, two.bruno).result()
    assert two.friends.ask(two.bruno, two.anna).result() is Relation.FRIENDS


def test_one_cannot_answer_ones_own_request(two: Two):
    two.friends.ask(two.anna, two.bruno).result()
    assert two.friends.answer(two.anna, two.bruno, True).result() is Relation.ASKED


@pytest.mark.parametrize("how", ["answer", "remove"])
def test_a_declined_request_is_never_seen_again(two: Two, how: str):
    two.friends.ask(two.anna, two.bruno).result()
    if how == "answer":
        two.friends.answer(two.bruno, two.anna, False).result()
    else:
        two.friends.remove(two.bruno, two.anna).result()
    for _ in range(2):
        assert two.relations() == ([Relation.ASKED], [])  # Anna does not learn of it
        two.friends.remove(two.anna, two.bruno).result()
        assert two.relations() == ([], [])
        assert two.friends.ask(two.anna, two.bruno).result() is Relation.ASKED
    assert two.friends.ask(two.bruno, two.anna).result() is Relation.FRIENDS


def test_requests_are_limited(two: Two, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(friends, "MOST_FRIENDS", 1)
    two.friends.ask(two.anna, two.bruno).result()
    with pytest.raises(TooManyFriends):
        two.friends.ask(two.anna, person(two.database, "Carla")).result()


def test_only_friends_are_seen_online(two: Two, match: Match):
    presence, moment = Presence(two.database), now()
    table = two.table(match, public=True)
    presence.record({two.bruno: table}, moment).result()
    two.friends.ask(two.anna, two.bruno).result()
    (asked,) = two.friends.of(two.anna, moment)
    assert (asked.online, asked.table) == (False, None)
    two.friends.answer(two.bruno, two.anna, True).result()
    (friend,) = two.friends.of(two.anna, moment)
    assert friend.online
    assert friend.table is not None
    assert (friend.table.game, friend.table.table_id) == ("magnate", table)
    (later,) = two.friends.of(two.anna, moment + ONLINE_FOR + 1)
    assert (later.online, later.table) == (False, None)


def test_a_private_table_is_not_named(two: Two, match: Match):
    moment = now()
    two.befriend()
    table = two.table(match)
    Presence(two.database).record({two.bruno: table}, moment).result()
    (friend,) = two.friends.of(two.anna, moment)
    assert friend.table is not None
    assert (friend.table.game, friend.table.table_id) == ("magnate", None)


def test_a_table_is_only_named_to_whom_has_a_seat_there(two: Two, match: Match):
    """Somebody who left the table, or whose row is wrong, is not said to play there."""
    moment = now()
    two.befriend()
    other = person(two.database, "Carla")
    rows = [
        TableSeat(0, "Anna", person=two.anna).to_row(),
        TableSeat(1, "C", person=other).to_row(),
    ]
    table = Tables(two.database).create(match, rows, TableSettings(two.anna, True)).result()
    Presence(two.database).record({two.bruno: table}, moment).result()
    (friend,) = two.friends.of(two.anna, moment)
    assert friend.online
    assert friend.table is not None
    assert friend.table.game is None


def test_presence_can_be_switched_off(two: Two):
    presence, moment = Presence(two.database), now()
    two.befriend()
    assert presence.is_due(two.bruno, moment)
    presence.record({two.bruno: None}, moment).result()
    assert not presence.is_due(two.bruno, moment)
    assert presence.is_due(two.bruno, moment + RECORDED_EVERY)
    Profiles(two.database).choose(two.bruno, visible_online=False).result()
    assert not two.friends.of(two.anna, moment)[0].online
    presence.record({two.bruno: None}, moment).result()
    Profiles(two.database).choose(two.bruno, visible_online=True).result()
    assert not two.friends.of(two.anna, moment)[0].online  # nothing was recorded meanwhile


def test_a_guest_brings_their_friends(two: Two):
    database = two.database
    carla = person(database, "Carla")
    verification = EmailVerifications(database).begin(carla, "c@example.org").result().token
    EmailVerifications(database).open_link(verification, session_of(database, carla)).result()
    two.befriend()
    two.friends.ask(carla, two.anna).result()
    token = EmailVerifications(database).begin(two.anna, "c@example.org").result().token
    merged = EmailVerifications(database).open_link(token, session_of(database, two.anna)).result()
    assert merged is not None
    assert merged.merged
    (friend,) = two.friends.of(carla, now())  # not herself, whom she had asked
    assert (friend.person, friend.relation) == (two.bruno, Relation.FRIENDS)


def test_handles_mean_something_to_one_reader_only():
    assert handle("a", "b") != handle("c", "b")
    assert handle("a", "b") != handle("b", "a")
    assert of_handle("a", handle("a", "b"), ["c", "b"]) == "b"
    assert of_handle("a", handle("c", "b"), ["c", "b"]) is None
