"""The table without a server: whole games, driven by the client's messages."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from tests.games.editing import any_edit
from tests.support.local_page import Page, request

from ducato.core.editing import edited
from ducato.core.game import all_games, available_games
from ducato.page.host import Host
from ducato.page.saved_game import _checksum, read, to_table
from ducato.table.screens import Screen
from ducato.table.setup.set_up import editable_moment

GAMES = sorted(all_games())


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_played_and_kept(name: str):
    """Every 20 decisions the page is left and opened again from what it kept."""
    page = Page()
    assert page.post("/api/tables", request(name))["status"] == 201
    page.begin()
    decisions = 0
    while page.live.status != "over":
        page.move()
        decisions += 1
        if decisions % 20 == 0 and page.live.status != "over":
            seq, scene = page.live.match.seq, page.shown["scene"]
            page.host = Host()
            page.open()
            assert page.live.match.seq == seq
            assert page.shown["scene"] == scene
    assert page.heard[-1]["type"] == "table"
    lines = page.host.record(page.table).splitlines()
    assert json.loads(lines[-1])["seed"]


def test_what_a_table_shows_when_it_is_opened_is_known_before():
    """Also at a shared screen, which is covered then; nothing is said while a bot is to move."""
    for people in (1, 2):
        page = Page()
        page.post("/api/tables", request("magnate", people=people))
        page.begin()
        for _ in range(20):
            page.move()
            glimpse = json.loads(page.host.glimpse(page.table, 5))
            assert (glimpse is None) == (page.bot is not None)
            if glimpse is not None:
                opened = json.loads(Host().open(page.table, page.saved, "en", 6))
                assert opened["answer"]["messages"] == glimpse


@pytest.mark.parametrize("name", GAMES)
def test_a_position_looks_as_at_the_server(name: str):
    """What the page keeps, opened as the server opens its tables, gives the same messages."""
    page = Page()
    page.post("/api/tables", request(name))
    page.begin()
    for _ in range(60):
        if page.live.status == "over":
            break
        page.move()
        server = to_table(read(page.saved), trusted=False)
        for language in ("en", "it", "es"):
            screen = Screen(server.roster.of("reader"), language, "reader")
            local = Screen(screen.seats, language, "reader")
            server.roster.present.update(screen.seats)
            expected = msgspec.json.encode(server.welcome(screen))
            assert msgspec.json.encode(page.live.welcome(local)) == expected


def test_hot_seats_pass_the_screen():
    page = Page()
    page.post("/api/tables", request("magnate", 2, people=2))
    page.begin()
    assert [m["type"] for m in page.heard].count("pass_screen") == 1
    for _ in range(30):
        page.move()
    assert {m["seat"] for m in page.heard if m["type"] == "pass_screen"} == {0, 1}


def test_a_move_is_undone_and_kept_undone():
    page = Page()
    page.post("/api/tables", request("fantasy-market"))
    page.begin()
    undone = 0
    for _ in range(200):
        before, mine = page.live.match.seq, page.bot is None
        page.move()
        if mine and page.live.match.undoable(0) == before:
            told = page.send(type="undo", seq=page.live.match.seq)
            assert [m["type"] for m in told][:2] == ["accepted", "undone"]
            page.host = Host()
            page.open()
            assert page.live.match.seq == before
            undone += 1
            break
    assert undone


def test_the_language_changes_all_texts():
    page = Page()
    page.post("/api/tables", request("magnate"))
    page.begin()
    told = page.send(type="language", lang="it")
    assert told[0]["type"] == "welcome"
    assert told[0]["table"]["title"] == all_games()["magnate"].text("title", "it")


@pytest.mark.parametrize("name", GAMES)
def test_lessons_are_opened(name: str):
    page = Page()
    made = page.post("/api/lessons", {"game": name, "name": "Anna"})
    assert made["status"] == 201
    page.open()
    assert page.live.state.lesson is not None


def test_a_rematch_moves_everybody_on():
    page = Page()
    page.post("/api/tables", request("magnate"))
    page.begin()
    assert page.post(f"/api/tables/{page.table}/rematch", {})["status"] == 409
    while page.live.status != "over":
        page.move()
    made = page.post(f"/api/tables/{page.table}/rematch?bots=stronger", {})
    assert made["status"] == 201
    assert [seat.kind for seat in page.live.roster.seats] == ["bot", "person"]


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_played_on_from_a_moment(name: str):
    """The branch has the game's own chance, and is played to an end of its own."""
    page = Page()
    page.post("/api/tables", request(name))
    page.begin()
    assert page.post(f"/api/tables/{page.table}/branches", {})["status"] == 409
    while page.live.status != "over":
        page.move()
    played, source = page.live.match, page.table
    point = {"seq": played.seq // 2, "seat": 1, "bot": next(iter(all_games()[name].levels))}
    wrong = page.post(f"/api/tables/{source}/branches", {**point, "seq": played.seq})
    assert (wrong["status"], wrong["data"]["field"]) == (422, "seq")
    assert page.post(f"/api/tables/{source}/branches", point)["status"] == 201
    assert page.table != source
    page.open()
    begun = page.live.match
    assert begun.steps == played.steps[: begun.seq]
    assert begun.seq >= point["seq"]
    assert page.live.roster.of("reader") == (1,)
    page.host = Host()
    page.open()
    while page.live.status != "over":
        page.move()
    assert page.live.match.stream.seed == played.stream.seed


def set_up(name: str) -> tuple[Page, dict[str, Any]]:
    """Open a new game for setting up positions; return a lawful point in it to play on from."""
    page, rng = Page(), Random(name)
    assert page.post("/api/positions", request(name, people=2))["status"] == 201
    page.open()
    match = page.live.match
    before = match.state_at(editable_moment(match, match.seq // 2))
    while True:
        item, value = any_edit(match.game, before, rng)
        point = {"seq": match.seq // 2, "seat": 1, "edits": [{"id": item, "value": value}]}
        form = page.post(f"/api/tables/{page.table}/position", point)["data"]
        kept = next(one for one in form["items"] if one["id"] == item)["value"] == value
        if (
            kept
            and form["reason"] is None
            and before != edited(match.game, before, [(item, value)])
        ):
            return page, {**point, "bot": next(iter(all_games()[name].levels))}


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_set_up_and_played_on(name: str):
    """It is kept, exported and imported like any game, and its record is of the format for it."""
    page, point = set_up(name)
    source, played = page.table, page.live.match
    assert (page.heard[0]["table"]["branch_of"], page.live.roster.of("reader")) == ("position", ())
    assert page.post(f"/api/tables/{source}/branches", point)["status"] == 201
    page.open()
    begun = page.live.match
    moment = played.state_at(editable_moment(played, point["seq"]))
    edits = [(edit["id"], edit["value"]) for edit in point["edits"]]
    assert begun.state_at(0) == edited(played.game, moment, edits)
    assert page.live.state.branch_of == source
    page.host = Host()
    page.open()
    page.move()
    assert page.entry["source"] == source
    while page.bot is not None:
        page.move()
    page.send(type="resign", seq=page.live.match.seq)
    while page.live.status != "over":  # of more than two players, the others play on
        page.move()
    record = page.host.record(page.table)
    assert json.loads(record.partition("\n")[0])["ducato"] == 3
    page.host = Host()
    opened = json.loads(page.host.open(page.table, page.saved, "en", 6, source))
    assert opened["answer"]["messages"][0]["table"]["branch_of"] == ""
    for text in (page.saved, record):
        other = Page()
        assert other.post("/api/import", {"text": text})["status"] == 201
        other.open()
        again, played = other.live.match, page.live.match
        assert (again.start, again.steps) == (begun.start, played.steps)


def test_a_position_that_cannot_be_meant_is_refused():
    page, point = set_up("magnate")
    match, path = page.live.match, f"/api/tables/{page.table}"
    unlawful = {**point, "edits": [{"id": "tokens.0.0", "value": 99}]}
    form = page.post(f"{path}/position", unlawful)["data"]
    assert (form["reason"]["text"] != "", form["view"]) == (True, None)
    made = page.post(f"{path}/branches", unlawful)
    assert (made["status"], made["data"]["field"]) == (422, "edits")
    for wrong in ({"seq": match.seq + 1}, {"seat": 7}, {"edits": [["tokens.0.0", 1]]}):
        refused = page.post(f"{path}/position", {**point, **wrong})
        assert (refused["status"], bool(refused["data"]["error"])) == (422, True), wrong
    assert page.post("/api/tables/none/position", point)["status"] == 404
    page.post(f"{path}/branches", point)
    saved = json.loads(page.saved.partition("\n")[2])
    for start in ("00", "00" * match.game.State.nbytes, None):
        contents = json.dumps({**saved, "start": start})
        refused = page.post("/api/import", {"text": f"{_checksum(contents)}\n{contents}"})
        assert (refused["status"], refused["data"]["field"]) == (422, "file")
    page.post("/api/tables", request("magnate"))
    assert page.post(f"/api/tables/{page.table}/position", point)["status"] == 409


def test_wrong_requests_name_the_field():
    page = Page(language="it")
    made = page.post("/api/tables", {**request("magnate"), "edition": "none"})
    assert (made["status"], made["data"]["field"]) == (422, "edition")
    assert (
        page.post("/api/tables", {"game": "nothing", "seats": [{"kind": "open"}]})["status"] == 422
    )
    assert page.post("/api/nothing", {})["status"] == 404


@pytest.fixture(scope="module")
def played() -> tuple[str, str]:
    """Return a kept game, and the record of the same game."""
    page = Page()
    page.post("/api/tables", request("magnate"))
    page.begin()
    while page.live.status != "over":
        page.move()
    return page.saved, page.host.record(page.table)


def test_games_and_records_are_imported(played: tuple[str, str]):
    saved_elsewhere = "\ufeff" + played[1].replace("\n", "\r\n")
    for text in (*played, saved_elsewhere):
        page = Page()
        assert page.post("/api/import", {"text": text})["status"] == 201
        page.open()
        assert page.live.status == "over"
        replay = page.send(type="replay", seq=3)
        assert replay[0]["type"] == "replay"


def _edit(text: str) -> str:
    return text.replace("Anna", "Emma", 1)


def _other_rules(text: str) -> str:
    saved = text.partition("\n")[2].replace('"rules_version":1', '"rules_version":99')
    return f"{_checksum(saved)}\n{saved}"


@pytest.mark.parametrize(
    ("change", "word"),
    [(_edit, "damaged"), (lambda text: text[:500], "damaged"), (_other_rules, "rules")],
)
def test_what_cannot_be_opened_is_told(
    played: tuple[str, str], change: Callable[[str], str], word: str
):
    saved, record = played
    page = Page()
    made = page.post("/api/import", {"text": change(saved)})
    assert (made["status"], made["data"]["field"]) == (422, "file")
    assert word in made["data"]["error"]
    if change is not _other_rules:
        assert page.post("/api/import", {"text": change(record)})["status"] == 422
    page.table, page.saved = "x", change(saved)
    assert word in page.open()["error"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seed", ""),
        ("seed", "00"),
        ("steps", [[-1, 2**40]]),
        ("steps", [[99, 0]]),
        ("seats", [{"seat": 0, "name": ["x"]}, {"seat": 1, "name": "y"}]),
        ("seats", [{"seat": 0, "name": "x", "bot": 5}, {"seat": 1, "name": "y"}]),
        ("seats", [{"seat": 0, "name": "x", "entropy": "z"}, {"seat": 1, "name": "y"}]),
    ],
)
def test_a_file_that_is_wrong_does_not_take_the_game_away(
    played: tuple[str, str], field: str, value: Any
):
    contents = json.dumps({**json.loads(played[0].partition("\n")[2]), field: value})
    answer = Page().post("/api/import", {"text": f"{_checksum(contents)}\n{contents}"})
    assert (answer["status"], answer["data"]["field"]) == (422, "file")
    assert "magnate" in available_games()


def test_a_late_answer_of_a_bot_changes_nothing():
    page = Page()
    page.post("/api/tables", request("magnate"))
    page.begin()
    while page.bot is None:
        page.move()
    late = page.bot
    page.move()
    before = page.saved
    page.take(json.loads(page.host.play(page.table, late["revision"], late["seat"], 0, 4)))
    assert page.saved == before


def test_a_hint_is_worded_from_what_was_found_elsewhere():
    page = Page()
    page.post("/api/tables", request("magnate"))
    page.begin()
    while page.bot is not None:
        page.move()
    seq, legal = page.live.match.seq, page.live.match.position.legal_actions()
    asked = {"type": "hint", "id": "h", "seq": seq}
    answer = json.loads(page.host.receive(page.table, json.dumps(asked), 5))
    hint, action = answer["hint"], int(legal[0])
    tried = [{"action": action, "wins": 61, "margin": 3, "visits": 900}]
    line = [{"seat": 0, "action": action, "worlds": [hint["state"]]}]
    found = json.dumps({"tried": tried, "line": line, "grounds": None})
    (told,) = json.loads(page.host.advise(page.table, hint["number"], found))["messages"]
    assert (told["type"], told["id"], told["action"]) == ("hint", "h", action)
    assert "61" in told["text"]
    assert len(told["line"]) == 1
    assert json.loads(page.host.advise(page.table, hint["number"], found))["messages"] == []
