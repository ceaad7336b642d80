"""Untimed games that a player has abandoned: who may end them, and how they are rated."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient
from tests.server.player import begin_game
from tests.server.subjects.chat.test_chat import sits
from tests.server.subjects.moderation.test_blocks_and_reports import (
    TableAt,
    join,
    person_of,
    services,
)
from tests.server.subjects.people.test_profile import ANNA, OPEN, bruno, post

from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import now
from ducato.server.subjects.moderation.abandoned import AWAY
from ducato.server.subjects.ratings import Ratings
from ducato.server.subjects.tables.lobby import Lobby
from ducato.server.subjects.tables.storage import Tables

__all__ = ["bruno"]  # a fixture
ONE_SECOND = 1000


@pytest.fixture
def rated(client: TestClient, bruno: TestClient, table_at: TableAt) -> str:
    """The address of a rated game of Anna and Bruno."""
    for one, name in ((client, "Anna"), (bruno, "Bruno")):
        post(one, "/api/me", name=name)
        post(one, "/api/me/preferences", rated=True)
    address = table_at(client, ANNA, OPEN)
    assert join(bruno, address).status_code == 200
    begin_game(address, client, bruno)
    return address


def play(client: TestClient, bruno: TestClient, sit: Any, address: str, moves: int) -> None:
    """Let both make moves."""
    players = [sits(client, sit, address), sits(bruno, sit, address)]
    database, table_id = services(client).database, address.rpartition("/")[2]
    for _ in range(moves):
        mover = players[Tables(database).head(table_id).to_move[0]]
        mover.wait_for_turn()
        assert mover.act()["type"] == "accepted"
        for player in players:
            player.hear("steps")
    for player in players:
        player.leave()


def age(client: TestClient, address: str, milliseconds: int) -> None:
    """Let a table look as if it had changed so long ago."""
    this = schema.tables.c.id == address.rpartition("/")[2]
    query = update(schema.tables).where(this).values(updated=now() - milliseconds)
    database = services(client).database
    database.write(lambda connection: connection.execute(query).rowcount).result()


def end(client: TestClient, address: str) -> Any:
    return client.post(f"{address.replace('/table', '/api/tables')}/end-abandoned")


def waiting_and_away(client: TestClient, bruno: TestClient, address: str) -> list[TestClient]:
    """Return who waits, and who is to move."""
    head = Tables(services(client).database).head(address.rpartition("/")[2])
    mover = head.seats[head.to_move[0]]["person"]
    return [client, bruno] if person_of(bruno) == mover else [bruno, client]


def ranked(client: TestClient) -> list[int]:
    return [rating.games for rating in Ratings(services(client).database).of(person_of(client))]


def test_an_abandoned_game_is_a_loss(client: TestClient, bruno: TestClient, sit: Any, rated: str):
    play(client, bruno, sit, rated, 12)
    age(client, rated, AWAY - 60 * ONE_SECOND)
    present, away = waiting_and_away(client, bruno, rated)
    assert end(present, rated).status_code == 409  # not yet
    age(client, rated, AWAY + 60 * ONE_SECOND)
    stranger = TestClient(client.app)
    stranger.portal = client.portal
    assert end(stranger, rated).status_code == 403
    post(stranger, "/api/me", name="Carla")
    assert end(stranger, rated).status_code == 409
    assert end(away, rated).status_code == 409  # nobody wins by staying away
    assert end(present, rated).status_code == 200
    assert end(present, rated).status_code == 409  # it is over
    assert end(present, "/table/nowhere").status_code == 404
    assert ranked(client) == ranked(bruno) == [1]
    ratings = [
        Ratings(services(client).database).of(person_of(one))[0].points for one in (present, away)
    ]
    assert ratings[0] > 1500 > ratings[1]


def test_a_game_that_hardly_began_is_not_rated(
    client: TestClient, bruno: TestClient, sit: Any, rated: str
):
    age(client, rated, AWAY + 60 * ONE_SECOND)
    present, _ = waiting_and_away(client, bruno, rated)
    assert end(present, rated).status_code == 200
    assert ranked(client) == ranked(bruno) == []


@pytest.mark.parametrize("moves", [0, 12])
@pytest.mark.parametrize("both_away", [False, True])
def test_an_abandoned_game_is_settled_when_it_is_deleted(
    client: TestClient, bruno: TestClient, sit: Any, rated: str, moves: int, both_away: bool
):
    play(client, bruno, sit, rated, moves)
    present, _ = waiting_and_away(client, bruno, rated)
    database = services(client).database
    age(client, rated, 500 * 24 * 3600 * ONE_SECOND)
    if both_away:
        old = update(schema.sessions).values(used=now() - 100 * 24 * 3600 * ONE_SECOND)
        database.write(lambda connection: connection.execute(old).rowcount).result()
    who = [
        Ratings(database).of(seat["person"])
        for seat in Tables(database).head(rated.rpartition("/")[2]).seats
    ]
    persons = [seat["person"] for seat in Tables(database).head(rated.rpartition("/")[2]).seats]
    assert who == [[], []]
    assert Lobby(database).forget().result() == 1
    counted = [len(Ratings(database).of(person)) for person in persons]
    assert counted == ([1, 1] if moves and not both_away else [0, 0])
    assert present


def test_in_a_larger_game_the_substitute_plays_on(
    client: TestClient, bruno: TestClient, sit: Any, table_at: TableAt
):
    carla = TestClient(client.app)
    carla.portal = client.portal
    address = table_at(client, ANNA, OPEN, OPEN, game="builders", options={})
    assert join(bruno, address).status_code == join(carla, address, name="Carla").status_code == 200
    begin_game(address, client, bruno, carla)
    head = Tables(services(client).database).head(address.rpartition("/")[2])
    away = head.seats[head.to_move[0]]["person"]
    (present, *_) = (one for one in (client, bruno, carla) if person_of(one) != away)
    age(client, address, AWAY + 60 * ONE_SECOND)
    assert end(present, address).status_code == 200
    seats = Tables(services(client).database).load(address.rpartition("/")[2]).seats
    assert [s["person"] for s in seats if s["substitute"] == "resigned"] == [away]
