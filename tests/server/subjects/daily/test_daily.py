"""The position and the game of the day: one deal for all, one counted try, results, secrecy."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient
from tests.server.player import Player

from ducato.bots.analysis.exercise_file import exercises_of
from ducato.core.chance import CommittedStream
from ducato.core.game import find_game
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database
from ducato.server.subjects.daily.daily_chance import DailyChance, position_of
from ducato.server.subjects.daily.model import DailyResult, ranked
from ducato.server.subjects.daily.service import DailyResults
from ducato.server.subjects.daily.storage import DailyAttempts, EndedGame, begin
from ducato.server.subjects.exercises.storage import Exercises
from ducato.server.subjects.people import community_data
from ducato.server.subjects.people.personal_data import PersonalData
from ducato.server.subjects.people.storage import People
from ducato.server.subjects.tables.days import days_after, end_of, today, week_to, withholds_seed
from ducato.server.subjects.tables.storage import Tables
from ducato.table.setup.create import TableRequest

NOON = 1_795_867_200_000  # of 2026-11-28
DAY = 24 * 3600 * 1000
SHORT = {"reshuffles": 0, "hand_size": 1}


class Clock:
    """The time of day, which passes only when a test says so."""

    moment = NOON

    def __call__(self) -> int:
        return self.moment


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Let it be noon, and games of the day be short and against a bot that chooses at random."""
    clock = Clock()
    for module in ("days", "change_statements"):
        monkeypatch.setattr(f"ducato.server.subjects.tables.{module}.now", clock)
    model = "ducato.server.subjects.daily.model"
    monkeypatch.setattr(f"{model}.level_of", lambda game: "random")
    monkeypatch.setattr(f"{model}.TableRequest", partial(TableRequest, options=SHORT))
    return clock


@pytest.fixture
def browser(client: TestClient) -> Callable[[str], TestClient]:
    """Return another browser of the same server, of a person with an account."""

    def opened(name: str) -> TestClient:
        other = stranger(client)
        assert other.post("/api/me", json={"name": name}).is_success
        person = person_of(other)
        values = {"email": f"{name.lower()}@example.org"}
        this = update(schema.persons).where(schema.persons.c.id == person)
        database_of(client).write(lambda rows: rows.execute(this.values(values))).result()
        return other

    return opened


def stranger(client: TestClient) -> TestClient:
    """Return another browser of the same server, of nobody yet."""
    other = TestClient(client.app)
    other.portal = client.portal
    return other


def database_of(client: TestClient) -> Database:
    database: Database = client.app.state.services.database  # type: ignore[attr-defined]
    return database


def person_of(client: TestClient) -> str:
    found = People(database_of(client)).of_session(client.cookies["ducato"])
    assert found is not None
    return found.id


def board(client: TestClient) -> Any:
    answer = client.get("/api/daily/magnate?lang=en")
    assert answer.status_code == 200, answer.text
    return answer.json()


def begun(client: TestClient) -> str:
    answer = client.post("/api/daily/magnate/game")
    assert answer.status_code == 201, answer.text
    url: str = answer.json()["url"]
    return url


def resign(player: Player) -> None:
    player.say(type="resign", id="x", seq=player.view["seq"])
    player.hear("steps")


def test_everybody_gets_the_same_deal_once_and_equal_play_shares_a_rank(browser: Any, sit: Any):
    anna, bruno = browser("Anna"), browser("Bruno")
    before = board(anna)
    assert (before["players"], before["account"], before["ends"]) == (2, True, end_of(today()))
    assert before["today"]["game"]["status"] == "open"
    assert before["today"]["seed"] is None
    url = begun(anna)
    sit(anna, url).play()
    played = board(anna)["today"]["game"]
    assert (played["status"], played["url"], played["begun"]) == ("finished", url, 1)
    (own,) = played["results"]
    assert (own["rank"], own["name"], own["own"], own["replay"]) == (1, "Anna", True, url)
    assert own["figures"][0]["title"] == "Districts"
    assert anna.post("/api/daily/magnate/game").status_code == 409
    there = begun(bruno)
    assert (there != url, begun(bruno)) == (True, there)
    waiting = board(bruno)["today"]["game"]
    assert (waiting["status"], waiting["results"], waiting["finished"]) == ("begun", None, 1)
    sit(bruno, there).play(2)
    tables = [Tables(database_of(anna)).load(one.rpartition("/")[2]) for one in (url, there)]
    steps = [[(step.actor, step.action) for step in one.steps] for one in tables]
    both = min(map(len, steps))
    assert both > 4
    assert steps[0][:both] == steps[1][:both]
    at = EndedGame(today(), "magnate", person_of(bruno), tables[1].id, NOON)
    figures = [(one["title"], one["value"]) for one in own["figures"]]
    DailyAttempts(database_of(anna)).note(at, own["at_table"], figures).result()
    results = board(bruno)["today"]["game"]["results"]
    assert [(one["rank"], one["name"]) for one in results] == [(1, "Anna"), (1, "Bruno")]


def test_the_seed_stays_secret_until_the_day_is_over(browser: Any, sit: Any, clock: Clock):
    anna = browser("Anna")
    shown = board(anna)
    url = begun(anna)
    player = sit(anna, url)
    resign(player)
    assert player.view["result"]["seed"] == ""
    assert player.view["result"]["commitment"] == shown["today"]["commitment"]
    seed = asyncio.run(
        anna.app.state.services.own(DailyChance).stream(today(), "magnate")
    ).seed.hex()
    assert seed not in anna.get(f"{url}/record").text
    player.say(type="export", id="r")
    assert seed not in str(player.hear("record"))
    branch = {"seq": 0, "seat": 0, "bot": "random"}
    refused = anna.post(f"/api{url}/branches".replace("/table/", "/tables/"), json=branch)
    assert (refused.status_code, "day is over" in refused.json()["error"]) == (422, True)
    player.leave()
    clock.moment += DAY
    after = board(stranger(anna))
    yesterday = after["yesterday"]
    assert (after["today"]["commitment"], yesterday["day"]) == (shown["tomorrow"], "2026-11-28")
    assert yesterday["seed"] == seed
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == shown["today"]["commitment"]
    last = json.loads(anna.get(f"{url}/record").text.splitlines()[-1])
    assert last["seed"] == seed
    allowed = anna.post(f"/api{url}/branches".replace("/table/", "/tables/"), json=branch)
    assert allowed.status_code == 201


def test_there_are_no_hints_and_nobody_else_sees_more_than_a_spectator(browser: Any, sit: Any):
    anna = browser("Anna")
    url = begun(anna)
    welcome = sit(anna, url).heard[0]
    assert (welcome["table"]["hints"], welcome["table"]["branch_of"]) == (False, "daily:2026-11-28")
    there = stranger(anna)
    assert sit(there, url).heard[0]["view"]["legal"] == []
    assert there.get(f"{url}/record").status_code == 409


def test_who_resigns_has_no_rank_and_no_other_try(browser: Any, sit: Any):
    anna = browser("Anna")
    resign(sit(anna, begun(anna)))
    played = board(anna)["today"]["game"]
    assert (played["status"], played["begun"], played["finished"]) == ("resigned", 1, 0)
    assert played["results"] == []
    assert anna.post("/api/daily/magnate/game").status_code == 409


def test_what_ends_after_the_day_has_no_rank(browser: Any, clock: Clock):
    anna = browser("Anna")
    url = begun(anna)
    day, person, table_id = today(), person_of(anna), url.rpartition("/")[2]
    clock.moment = end_of(day)
    late = EndedGame(day, "magnate", person, table_id, clock.moment)
    DailyAttempts(database_of(anna)).note(late, 1, [("districts", 3)]).result()
    after = board(anna)
    assert (after["yesterday"]["game"]["status"], after["today"]["game"]["status"]) == (
        "late",
        "open",
    )
    assert (after["yesterday"]["game"]["results"], after["yesterday"]["game"]["begun"]) == ([], 1)
    assert begun(anna) != url  # today's


def test_the_result_is_noted_though_its_player_does_not_come_back(browser: Any, sit: Any):
    anna = browser("Anna")
    resign(sit(anna, begun(anna)))
    attempts, service = DailyAttempts(database_of(anna)), anna.app.state.services.own(DailyResults)
    anna.portal.call(service.run_once)
    assert attempts.ended([today()]) == []
    own = attempts.own(today(), "magnate", person_of(anna))["game"]
    assert (own.rank, own.finished) == (0, NOON)


def test_a_guest_has_no_game_of_the_day(client: TestClient):
    assert client.post("/api/daily/magnate/game").status_code == 403
    client.post("/api/me", json={"name": "Anna"})
    refused = client.post("/api/daily/magnate/game?lang=en")
    assert (refused.status_code, "account" in refused.json()["error"]) == (403, True)
    assert not board(client)["account"]
    assert client.get("/api/daily/chess").status_code == 404


def test_the_first_answer_to_the_position_counts(client: TestClient, sit: Any):
    def opened() -> str:
        answer = client.post("/api/daily/magnate/position", json={"name": "Anna"})
        assert answer.status_code == 201, answer.text
        found: str = answer.json()["id"]
        return found

    first = opened()
    assert opened() == first
    assert board(client)["today"]["position"] == {
        "status": "begun", "url": f"/table/{first}", "answered": 0, "solved": 0
    }  # fmt: skip
    at = Exercises(database_of(client)).attempt(first)
    assert at is not None
    exercise = exercises_of(find_game("magnate"))[at.exercise.partition(":")[2]][1]
    for table_id, action in ((first, exercise.wrong), ("", exercise.best)):
        here = table_id or opened()
        player = sit(client, f"/table/{here}")
        player.act(action)
        assert player.hear("steps", "rejected")["type"] == "steps"
        solved = client.get(f"/api/tables/{here}/exercise").json()["answer"]["solved"]
        assert solved == (action == exercise.best)
        assert here == first or table_id == ""
    position = board(client)["today"]["position"]
    assert (position["status"], position["answered"], position["solved"]) == ("missed", 1, 0)
    again = Exercises(database_of(client)).attempt(opened())
    assert again is not None
    assert again.exercise == at.exercise


def test_attempts_belong_to_the_personal_data(client: TestClient, browser: Any):
    anna, database = browser("Anna"), database_of(client)
    url = begun(anna)
    data = anna.get("/api/me/data").json()
    (one,) = data["community"]["daily"]
    assert (one["day"], one["game"], one["kind"], one["rank"]) == (today(), "magnate", "game", None)
    guest = People(database).welcome("Gast").result()[0].id
    table_id = url.rpartition("/")[2]
    for kind in ("game", "position"):
        key = (table_id, guest, today(), "magnate", kind)
        database.write(lambda rows, key=key: begin(rows, *key)).result()
    person = person_of(anna)
    database.write(lambda rows: community_data.merge(rows, guest, person)).result()
    attempts = DailyAttempts(database)
    assert attempts.own(today(), "magnate", person).keys() == {"game", "position"}
    assert attempts.own(today(), "magnate", guest) == {}
    PersonalData(database).finish_leaving(person).result()
    assert attempts.counts(today(), "magnate") == (0, 0, 0, 0)


def test_a_table_that_is_deleted_gives_no_new_try(client: TestClient, browser: Any):
    anna, database = browser("Anna"), database_of(client)
    table_id = begun(anna).rpartition("/")[2]
    database.write(lambda rows: community_data.forget_table(rows, table_id)).result()
    assert anna.post("/api/daily/magnate/game").status_code == 409


def test_the_chance_of_each_day_and_game_is_its_own(client: TestClient):
    chance = DailyChance(client.app.state.services)

    async def seeds() -> list[bytes]:
        asked = [(day, game) for day in ("2026-11-28", "2026-11-29") for game in ("a", "b")]
        return [(await chance.stream(day, game)).seed for day, game in [*asked, asked[0]]]

    first, *others, again = asyncio.run(seeds())
    assert first == again
    assert len({first, *others}) == 4
    same = DailyChance(client.app.state.services)
    assert asyncio.run(same.stream("2026-11-28", "a")).seed == first
    names = [f"{n}" for n in range(500)]
    streams = [CommittedStream(bytes([n] * 32)) for n in range(100)]
    assert len({position_of([stream], names) for stream in streams}) > 80
    assert position_of(streams, []) is None


def test_no_position_comes_twice_in_a_week_if_there_are_enough():
    assert week_to("2026-11-28") == [f"2026-11-{n}" for n in range(23, 29)]
    assert week_to("2026-11-23") == ["2026-11-23"]
    week = [CommittedStream(bytes([n] * 32)) for n in range(7)]
    for names, most in (("abcdefg", 7), ("abc", 3)):
        found = [position_of(week[: n + 1], names) for n in range(7)]
        assert len(set(found[:3])) == 3
        assert len(set(found)) == most


def test_the_rank_at_the_table_counts_first_and_equal_results_share_a_rank():
    def result(name: str, at_table: int, *figures: int) -> DailyResult:
        return DailyResult(name, name, None, None, at_table, [("n", one) for one in figures])

    some = [result("a", 2, 9, 9), result("b", 1, 3, 1), result("c", 1, 3, 2), result("d", 1, 3, 1)]
    assert [(rank, one.name) for rank, one in ranked(some)] == [
        (1, "c"), (2, "b"), (2, "d"), (4, "a")
    ]  # fmt: skip


def test_a_day_withholds_its_seed_to_its_last_moment(clock: Clock):
    day = today()
    clock.moment = end_of(day) - 1
    assert (withholds_seed(f"daily:{day}"), withholds_seed("exercise"), withholds_seed(None)) == (
        True,
        False,
        False,
    )
    clock.moment += 1
    assert (withholds_seed(f"daily:{day}"), today()) == (False, days_after(day, 1))
