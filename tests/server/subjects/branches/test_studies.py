"""Studies: branches of a finished game, kept, named, commented on, shared and deleted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from ducato.core.chance import CommittedStream
from ducato.core.match import Match
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database
from ducato.server.subjects.branches import storage
from ducato.server.subjects.moderation.bans import Bans
from ducato.server.subjects.moderation.blocks import Blocks
from ducato.server.subjects.moderation.reports import Reports
from ducato.server.subjects.people.guest_merge import merge_guest
from ducato.server.subjects.people.personal_data import PersonalData, delete_persons, delete_table
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.lobby import Lobby
from ducato.server.subjects.tables.model import TableSettings
from ducato.server.subjects.tables.storage import Tables
from ducato.table.seats import FORMER, TableSeat
from ducato.table.state import IMPORTED

Make = Callable[..., str]


def another(client: TestClient) -> TestClient:
    stranger = TestClient(client.app)
    stranger.portal = client.portal  # the same event loop
    return stranger


def branched(client: TestClient, game: str) -> str:
    wanted = {"seq": 4, "seat": 0, "bot": "random"}
    made = client.post(f"/api/tables/{game}/branches", json=wanted)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def keep(client: TestClient, game: str, branch: str, **more: Any) -> Any:
    wanted = {"branch": branch, "name": "Sell first", **more}
    return client.post(f"/api/tables/{game}/study", json=wanted)


def test_a_branch_is_kept_shared_and_forgotten(client: TestClient, game: str):
    branch, study = branched(client, game), f"/api/tables/{game}/study"
    stranger = another(client)
    (entry,) = client.get(study).json()
    assert (entry["id"], entry["own"], entry["kept"]) == (branch, True, False)
    assert stranger.get(study).json() == []
    assert keep(client, game, branch, comment=" Why not? ").status_code == 200
    assert stranger.get(study).json() == []
    assert keep(client, game, branch, name="Sell \u202elast", shared=True).status_code == 200
    (entry,) = stranger.get(study).json()
    assert (entry["name"], entry["author"], entry["own"]) == ("Sell last", "Anna", False)
    assert entry["comment"] == ""
    data = client.get("/api/me/data").json()["community"]["studies"]
    assert [(one["table"], one["name"]) for one in data] == [(branch, "Sell last")]
    assert client.delete(f"{study}/{branch}").json() == {"kept": False}
    assert stranger.get(study).json() == []
    assert [one["kept"] for one in client.get(study).json()] == [False]


def test_nobody_writes_about_the_branch_of_another(client: TestClient, game: str):
    branch = branched(client, game)
    stranger = another(client)
    assert keep(stranger, game, branch).status_code == 403
    branched(stranger, game)  # now a guest
    assert keep(stranger, game, branch).status_code in (403, 404)
    assert keep(client, game, game).status_code == 404
    assert keep(client, game, branch, name=" ").json()["field"] == "name"
    assert keep(client, game, branch, comment="x" * 1001).status_code == 422
    keep(client, game, branch)
    stranger.delete(f"/api/tables/{game}/study/{branch}")
    assert [one["kept"] for one in client.get(f"/api/tables/{game}/study").json()] == [True]


def test_a_study_has_a_limit(client: TestClient, game: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(storage, "MOST_OF_GAME", 1)
    first, second = branched(client, game), branched(client, game)
    assert keep(client, game, first).status_code == 200
    assert keep(client, game, second).status_code == 409
    assert keep(client, game, first, name="Again").status_code == 200


def test_a_way_that_does_not_part_is_not_compared(client: TestClient, game: str):
    branch = branched(client, game)
    for table in (branch, game):
        assert client.get(f"/api/tables/{table}/comparison").status_code == 409


def test_what_a_bot_did_in_a_branch_that_goes_on_is_not_told(
    client: TestClient, database: Database, match: Match
):
    def played(last: int) -> Match:
        made = Match(match.game, CommittedStream(bytes(32)), ["Anna", "Bruno"])
        made.run_chance()
        while len(made.position.legal_actions()) < 2:
            made.act(made.position.legal_actions()[0])
            made.run_chance()
        made.act(made.position.legal_actions()[last])
        made.run_chance()
        return made

    over = played(0)
    over.resign(0)
    tables = Tables(database)
    seats = [TableSeat(n, name, bot="random").to_row() for n, name in enumerate(over.names)]
    game = tables.create(over, seats).result()
    branch = tables.create(played(1), seats, TableSettings(branch_of=game)).result()
    assert client.get(f"/api/tables/{branch}/comparison").status_code == 409


@pytest.mark.parametrize("what", ["person", "branch", "game", "merge"])
def test_what_is_kept_goes_with_its_person_and_its_tables(
    database: Database, match: Match, what: str
):
    anna, bruno = (People(database).welcome(name).result()[0].id for name in ("Anna", "Bruno"))
    seats = [TableSeat(0, "Anna", person=anna).to_row(), TableSeat(1, "B", person=bruno).to_row()]
    tables, kept = Tables(database), storage.Studies(database)
    game = tables.create(match, seats, TableSettings(bruno)).result()
    branch = tables.create(match, seats, TableSettings(anna, branch_of=game)).result()
    kept.keep(game, branch, anna, "One", "", shared=True).result()
    assert len(kept.of(game, None)) == 1
    act = {
        "person": lambda c: delete_persons(c, [anna]),
        "branch": lambda c: delete_table(c, branch),
        "game": lambda c: delete_table(c, game),
        "merge": lambda c: merge_guest(c, anna, bruno),
    }[what]
    database.write(act).result()
    found = kept.of(game, bruno)
    assert [one.kept for one in found] == ([True] if what == "merge" else [])
    export = PersonalData(database).of(bruno)
    assert export is not None
    assert len(export.community.studies) == (what == "merge")


def studied(database: Database, match: Match, host: str, *, name: str = "One") -> tuple[str, str]:
    """Store a game that nobody played here, and a shared branch of it; return their tables."""
    tables = Tables(database)
    over = Match(match.game, CommittedStream(bytes(32)), ["Anna", "Bruno"])
    over.run_chance()
    over.resign(0)
    seats = [TableSeat(0, "Anna").to_row(), TableSeat(1, "Bruno").to_row()]
    game = tables.create(over, seats, TableSettings(host, branch_of=IMPORTED)).result()
    return game, branch_of(database, match, game, host, name)


def branch_of(database: Database, match: Match, game: str, host: str, name: str) -> str:
    seats = [TableSeat(0, "A", person=host).to_row(), TableSeat(1, "B", "random").to_row()]
    branch = Tables(database).create(match, seats, TableSettings(host, branch_of=game)).result()
    storage.Studies(database).keep(game, branch, host, name, "", shared=True).result()
    return branch


@pytest.fixture
def anna(database: Database) -> str:
    return People(database).welcome("Anna").result()[0].id


@pytest.fixture
def bruno(database: Database) -> str:
    return People(database).welcome("Bruno").result()[0].id


def test_what_is_studied_is_not_forgotten(database: Database, match: Match, anna: str):
    game, branch = studied(database, match, anna)
    long_ago = update(schema.tables).values(updated=0)
    database.write(lambda connection: connection.execute(long_ago)).result()
    assert Lobby(database).forget().result() == 0
    assert [one.id for one in storage.Studies(database).of(game, None)] == [branch]
    storage.Studies(database).drop(branch, anna).result()
    assert Lobby(database).forget().result() == 2


def test_what_others_share_does_not_crowd_out_ones_own(
    database: Database, match: Match, anna: str, bruno: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(storage, "MOST_SHOWN", 2)
    game, _ = studied(database, match, anna)
    branch_of(database, match, game, anna, "Two")
    own = branch_of(database, match, game, bruno, "Mine")
    assert storage.Studies(database).of(game, bruno)[0].id == own


@pytest.mark.parametrize("way", ["reader", "author", "ban"])
def test_blocked_and_banned_people_share_nothing(
    database: Database, match: Match, anna: str, bruno: str, way: str
):
    game, branch = studied(database, match, anna)
    kept = storage.Studies(database)
    if way == "ban":
        Bans(database).add(anna, "conduct", None, "").result()
        assert kept.of(game, None) == []
    else:
        Blocks(database).add(*((bruno, anna) if way == "reader" else (anna, bruno)), "x").result()
        assert [one.id for one in kept.of(game, None)] == [branch]
    assert kept.of(game, bruno) == []
    assert [one.id for one in kept.of(game, anna)] == [branch]


def test_what_is_shared_is_reported_by_who_may_see_it(
    client: TestClient, game: str, database: Database
):
    table = branched(client, game)
    assert keep(client, game, table, comment="an insult").status_code == 200
    bruno = another(client)
    bruno.post("/api/me", json={"name": "Bruno"})
    api, wanted = f"/api/tables/{table}/reports", {"kind": "comment", "branch": True}
    assert bruno.post(api, json=wanted).status_code == 422  # it is not shared
    assert keep(client, game, table, comment="an insult", shared=True).status_code == 200
    assert client.post(api, json=wanted).status_code == 422  # oneself
    assert bruno.post(api, json={**wanted, "branch": False, "seat": 0}).status_code == 422
    assert bruno.post(api, json=wanted).status_code == 202
    (report,) = Reports(database).list()
    assert (report.kind, report.evidence, report.table_id) == (
        "comment",
        "Sell first\nan insult",
        table,
    )
    assert report.name == client.get("/api/me").json()["name"]


def test_a_shared_comment_is_like_any_text_for_others(client: TestClient, game: str):
    branch, study = branched(client, game), f"/api/tables/{game}/study"
    marked = "Better: \u202esell\u2066\n\n  and\tbuy"
    assert keep(client, game, branch, comment=marked, shared=True).status_code == 200
    (entry,) = client.get(study).json()
    assert entry["comment"] == "Better: sell\n\nand buy"
    bad = keep(client, game, branch, comment="You fck", shared=True)
    assert (bad.status_code, bad.json()["field"]) == (422, "comment")
    assert keep(client, game, branch, name="fck", shared=True).json()["field"] == "name"
    assert client.get(study).json() == [entry]


def test_a_game_from_elsewhere_is_no_branch(database: Database, match: Match, anna: str):
    game, _ = studied(database, match, anna)
    with pytest.raises(storage.NotOwnBranch):
        storage.Studies(database).keep(IMPORTED, game, anna, "x", "", shared=False).result()


def test_a_game_that_others_study_outlives_its_player_without_the_name(
    database: Database, match: Match, anna: str, bruno: str
):
    over = Match(match.game, CommittedStream(bytes(32)), ["Anna", "Bruno"])
    over.run_chance()
    over.resign(0)
    tables = Tables(database)
    seats = [TableSeat(0, "Anna", person=anna).to_row(), TableSeat(1, "B", "random").to_row()]
    game = tables.create(over, seats, TableSettings(anna)).result()
    own = branch_of(database, match, game, anna, "Hers")
    branch = branch_of(database, match, game, bruno, "His")
    deleted = database.write(lambda c: delete_persons(c, [anna])).result()
    assert deleted == [own]
    assert [one.id for one in storage.Studies(database).of(game, bruno)] == [branch]
    assert [seat["name"] for seat in tables.load(game).seats] == [FORMER, "B"]
    assert database.write(lambda c: delete_persons(c, [bruno])).result() == [branch]
