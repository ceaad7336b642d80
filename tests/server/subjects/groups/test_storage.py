"""Groups and challenges: who may do what, and how they end."""

from __future__ import annotations

from functools import partial

import pytest
from tests.support.postgres import PostgresServer
from tests.support.sessions import session_of

from ducato.core.match import Match
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.challenges import storage as challenges
from ducato.server.subjects.challenges.storage import (
    ChallengeOver,
    Challenges,
    TooManyChallenges,
    accept,
)
from ducato.server.subjects.groups import storage as groups
from ducato.server.subjects.groups.model import GroupProblem, Role
from ducato.server.subjects.groups.storage import Groups, add_table
from ducato.server.subjects.people.email_verification import EmailVerifications
from ducato.server.subjects.people.profiles import Profiles
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import TableSeat

HOUR = 3_600_000


def person(database: Database, name: str) -> str:
    """Return the id of a new guest."""
    return People(database).welcome(name).result()[0].id


class Club:
    """A group with an organiser, and two other people."""

    def __init__(self, database: Database) -> None:
        self.database, self.groups = database, Groups(database)
        self.anna, self.bruno, self.carla = (
            person(database, name) for name in ("Anna", "Bruno", "Carla")
        )
        self.id = self.groups.create(self.anna, "Club", "We play.").result()

    @property
    def link(self) -> str:
        found = self.groups.find(self.id)
        assert found is not None
        return str(found.link)

    def roles(self) -> dict[str, Role]:
        found = self.groups.find(self.id)
        assert found is not None
        return {one.name: one.role for one in found.members}


@pytest.fixture
def club(database: Database) -> Club:
    return Club(database)


def joins_and_leaves(club: Club) -> None:
    assert club.groups.join(club.bruno, club.id, club.link).result() is Role.MEMBER
    assert club.groups.join(club.carla, club.id, None).result() is Role.ASKING
    assert club.groups.join(club.carla, club.id, "wrong").result() is Role.ASKING
    assert [(one.name, one.members) for one in club.groups.of(club.bruno)] == [("Club", 2)]
    club.groups.set_role(club.anna, club.id, club.carla, Role.MEMBER).result()
    assert club.roles() == {"Anna": "organiser", "Bruno": "member", "Carla": "member"}
    club.groups.set_role(club.anna, club.id, club.carla, None).result()
    club.groups.leave(club.anna, club.id).result()
    assert club.roles() == {"Bruno": "organiser"}  # somebody must decide
    club.groups.leave(club.bruno, club.id).result()
    assert club.groups.find(club.id) is None


def test_people_join_and_leave(club: Club):
    joins_and_leaves(club)


def test_the_same_on_postgresql(postgres: PostgresServer):
    database = Database(postgres.new_url())
    joins_and_leaves(Club(database))
    database.close()


def test_only_organisers_change_a_group(club: Club):
    club.groups.join(club.bruno, club.id, club.link).result()
    for change in (
        partial(club.groups.change, club.bruno, club.id, name="Mine"),
        partial(club.groups.set_role, club.bruno, club.id, club.bruno, Role.ORGANISER),
        partial(club.groups.delete, club.bruno, club.id),
        partial(club.groups.delete, club.carla, club.id),
    ):
        with pytest.raises(GroupProblem, match="not_allowed"):
            change().result()
    with pytest.raises(GroupProblem, match="unknown"):
        club.groups.set_role(club.anna, club.id, club.carla, Role.MEMBER).result()
    old = club.link
    club.groups.change(club.anna, club.id, name="Ours", description="", link=True).result()
    found = club.groups.find(club.id)
    assert found is not None
    assert found.link != old
    assert (found.name, found.description) == ("Ours", "")
    club.groups.change(club.anna, club.id, link=False).result()
    assert club.groups.join(club.carla, club.id, "None").result() is Role.ASKING
    club.groups.delete(club.anna, club.id).result()
    assert club.groups.find(club.id) is None


def test_groups_are_limited(club: Club, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(groups, "MOST_GROUPS", 1)
    with pytest.raises(GroupProblem, match="too_many"):
        club.groups.create(club.anna, "Another", "").result()
    monkeypatch.setattr(groups, "MOST_MEMBERS", 1)
    with pytest.raises(GroupProblem, match="full"):
        club.groups.join(club.bruno, club.id, club.link).result()


def test_the_tables_of_a_group(club: Club, match: Match):
    database = club.database
    club.groups.join(club.bruno, club.id, club.link).result()

    def opened(*persons: str, public: bool, for_group: bool = False) -> str:
        rows = [TableSeat(n, "x", person=one).to_row() for n, one in enumerate(persons)]
        also = partial(_add, club.id, persons[0]) if for_group else None
        settings = TableSettings(persons[0], public)
        return Tables(database).create(match, rows, settings, also=also).result()

    public = opened(club.bruno, club.carla, public=True)
    opened(club.bruno, club.anna, public=False)
    opened(club.carla, club.carla, public=True)
    own = opened(club.anna, club.carla, public=False, for_group=True)
    assert set(club.groups.tables(club.id)) == {public, own}
    with pytest.raises(GroupProblem, match="not_allowed"):
        opened(club.carla, club.anna, public=False, for_group=True)


def _add(group: str, who: str, connection: object, table_id: str) -> None:
    add_table(connection, group, who, table_id)  # type: ignore[arg-type]


def test_only_shown_ratings_are_on_the_leaderboard(club: Club, match: Match):
    database = club.database
    for one in (club.anna, club.bruno):
        Profiles(database).choose(one, rated=True, shown=one == club.bruno).result()
    club.groups.join(club.bruno, club.id, club.link).result()
    rows = [TableSeat(n, "x", person=one).to_row() for n, one in enumerate((club.anna, club.bruno))]
    table = Tables(database).create(match, rows).result()
    state = Tables(database).load(table).turn_state
    Tables(database).append(table, [], match.seq, state, ranks=[1, 2]).result()
    ((who, rating),) = club.groups.leaderboard(club.id, "magnate")
    assert (who, rating.games) == (club.bruno, 1)
    assert club.groups.leaderboard(club.id, "builders") == []


def test_a_guest_keeps_the_higher_role(club: Club):
    database = club.database
    token = EmailVerifications(database).begin(club.bruno, "b@example.org").result().token
    EmailVerifications(database).open_link(token, session_of(database, club.bruno)).result()
    club.groups.join(club.bruno, club.id, None).result()
    token = EmailVerifications(database).begin(club.anna, "b@example.org").result().token
    EmailVerifications(database).open_link(token, session_of(database, club.anna)).result()
    assert club.roles() == {"Bruno": "organiser"}


@pytest.mark.parametrize("once", [True, False])
def test_a_challenge_is_accepted(database: Database, match: Match, once: bool):
    anna = person(database, "Anna")
    made = Challenges(database)
    challenge = made.create(anna, {"game": "x"}, once=once, expires=now() + HOUR).result()
    found = made.find(challenge)
    assert found is not None
    assert (found.name, found.request, found.once) == ("Anna", {"game": "x"}, once)
    rows = [TableSeat(0, "x", person=anna).to_row(), TableSeat(1, "y").to_row()]

    def also(connection: object, table_id: str) -> None:
        accept(connection, challenge)  # type: ignore[arg-type]

    Tables(database).create(match, rows, also=also).result()
    assert [one.accepted for one in made.of(anna)] == ([] if once else [1])
    if once:
        assert made.find(challenge) is None
        with pytest.raises(ChallengeOver):
            Tables(database).create(match, rows, also=also).result()
    assert not made.withdraw("somebody else", challenge).result()
    assert made.withdraw(anna, challenge).result()
    assert made.find(challenge) is None


def test_challenges_expire_and_are_limited(database: Database, monkeypatch: pytest.MonkeyPatch):
    anna, made = person(database, "Anna"), Challenges(database)
    old = made.create(anna, {}, once=True, expires=now()).result()
    assert made.find(old) is None
    monkeypatch.setattr(challenges, "MOST_CHALLENGES", 1)
    made.create(anna, {}, once=True, expires=now() + HOUR).result()
    with pytest.raises(TooManyChallenges):
        made.create(anna, {}, once=True, expires=now() + HOUR).result()
