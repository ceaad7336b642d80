"""Exercises: the position as the seat saw it, the answer after the choice, ratings, repetition."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient

from ducato.bots.analysis.exercise import Exercise
from ducato.bots.analysis.exercise_file import exercises_of
from ducato.core.game import find_game
from ducato.server.kit.database import schema
from ducato.server.kit.database.engine import Database, now
from ducato.server.subjects.exercises.model import DAY, Strength, due_after, rated
from ducato.server.subjects.exercises.storage import Exercises
from ducato.server.subjects.people.personal_data import PersonalData


def opened(client: TestClient) -> tuple[str, str]:
    made = client.post("/api/exercises", json={"game": "magnate", "name": "Anna"})
    assert made.status_code == 201, made.text
    return made.json()["id"], made.json()["url"]


def shipped_at(client: TestClient, table_id: str) -> Exercise:
    at = Exercises(client.app.state.services.database).attempt(table_id)
    assert at is not None
    return exercises_of(find_game("magnate"))[at.exercise.partition(":")[2]][1]


def choose(sit: Any, client: TestClient, url: str, action: int) -> None:
    """Choose at the table of an exercise, and hear that it is done."""
    screen = sit(client, url)
    screen.act(action)
    assert screen.hear("steps", "rejected")["type"] == "steps"


def test_the_answer_comes_after_the_choice_and_counts_once(client: TestClient, sit: Any):
    table_id, url = opened(client)
    question = client.get(f"/api/tables/{table_id}/exercise").json()
    assert (question["answer"], question["points"], question["own"]) == (None, 1500, False)
    assert TestClient(client.app).get(f"/api/tables/{table_id}/exercise").status_code == 403
    exercise = shipped_at(client, table_id)
    choose(sit, client, url, exercise.best)
    found = client.get(f"/api/tables/{table_id}/exercise").json()
    assert found["answer"]["solved"]
    assert found["answer"]["chosen"] == found["answer"]["best"]
    assert found["answer"]["gap"] >= 8
    assert found["answer"]["wrong"] != found["answer"]["best"]
    assert found["answer"]["line"][0]["text"] == found["answer"]["best"]
    assert (found["points"] > 1500, found["due"]) == (True, None)
    assert client.get(f"/api/tables/{table_id}/exercise").json() == found


def test_the_table_shows_what_the_seat_saw_and_counts_nowhere(client: TestClient, sit: Any):
    table_id, url = opened(client)
    exercise = shipped_at(client, table_id)
    welcome = sit(client, url).heard[0]
    assert welcome["table"]["own"] == [exercise.seat] == [welcome["view"]["seat"]]
    assert welcome["table"]["branch_of"] == "exercise"
    assert not welcome["table"]["hints"]
    assert {exercise.best, exercise.wrong} <= {one["action"] for one in welcome["view"]["legal"]}


def test_who_asks_for_an_exercise_gets_the_latest_game_searched(client: TestClient):
    """A game that its player's browser has analysed is searched for exercises only then."""
    shared, asked = client.app.state.services.registry.shared, []
    shared.analyse_latest = lambda person, game: asked.append((person, game))
    table_id, _ = opened(client)
    at = Exercises(client.app.state.services.database).attempt(table_id)
    assert at is not None
    assert asked == [(at.person, "magnate")]


def test_what_was_missed_comes_back(client: TestClient, sit: Any, monkeypatch: Any):
    table_id, url = opened(client)
    exercises = Exercises(client.app.state.services.database)
    at = exercises.attempt(table_id)
    assert at is not None
    choose(sit, client, url, shipped_at(client, table_id).wrong)
    found = client.get(f"/api/tables/{table_id}/exercise").json()
    assert (found["answer"]["solved"], found["points"] < 1500) == (False, True)
    assert 0 < found["due"] - now() <= DAY
    shipped = {
        f"magnate:{id}": one.elo for id, (_, one) in exercises_of(find_game("magnate")).items()
    }
    assert exercises.following(at.person, "magnate", shipped) != at.exercise
    later = "ducato.server.subjects.exercises.storage.now"
    monkeypatch.setattr(later, lambda: now() + 2 * DAY)
    assert exercises.following(at.person, "magnate", shipped) == at.exercise


def test_own_mistakes_come_first_and_are_theirs_alone(client: TestClient, sit: Any):
    table_id, _ = opened(client)
    database: Database = client.app.state.services.database
    exercises = Exercises(database)
    at = exercises.attempt(table_id)
    assert at is not None
    row = {"table_id": table_id, "state": "done", "seconds": 1.0, "created": 0, "attempts": 1,
           "done": 1, "total": 1, "result": "{}"}  # fmt: skip
    database.write(lambda c: c.execute(insert(schema.analyses).values(row))).result()
    assert exercises.unsearched() == table_id
    found = shipped_at(client, table_id)
    exercises.add(table_id, "magnate", [(at.person, found)]).result()
    assert exercises.unsearched() is None
    name = f"{table_id}.{found.seq}"
    assert exercises.following(at.person, "magnate", {}) == name
    assert exercises.following("somebody", "magnate", {}) is None
    own = exercises.own(name)
    assert own == (table_id, found)
    data = client.get("/api/me/data").json()
    assert [one["exercise"] for one in data["community"]["exercises"]] == [at.exercise]
    PersonalData(database).finish_leaving(at.person).result()
    assert (exercises.attempt(table_id), exercises.own(name)) == (None, None)


@pytest.mark.parametrize(("game", "status"), [("chess", 422), ("builders", 409)])
def test_what_there_is_not_is_refused(client: TestClient, game: str, status: int, monkeypatch: Any):
    routes = "ducato.server.subjects.exercises.routes.exercises_of"
    monkeypatch.setattr(routes, lambda game: {})
    refused = client.post("/api/exercises", json={"game": game, "name": "Anna"})
    assert refused.status_code == status, refused.text


def test_who_solves_gains_what_the_exercise_loses_and_repetition_grows():
    solver, exercise = rated(Strength(), Strength(), solved=True)
    assert solver.points > 1500 > exercise.points
    assert [due_after(0, streak) // DAY for streak in (0, 1, 2, 9)] == [1, 3, 7, 60]
