"""A hint about a position that a server sends: the server's own answer, worded in the page."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from ducato.bots import finish
from ducato.core.chance import CommittedStream
from ducato.core.errors import DucatoError, OtherRules
from ducato.core.game import all_games, find_game
from ducato.core.match import Match
from ducato.page.host import Host
from ducato.page.remote_adviser import RemoteAdviser
from ducato.table.protocol import Hint, ShowState
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.table import LiveTable


def annas_turn(name: str) -> LiveTable:
    """Return a table of a server where the first seat has a choice."""
    game = find_game(name)
    bots = [TableSeat(seat, f"Bot {seat}", "greedy") for seat in range(1, game.players[0])]
    seats = [TableSeat(0, "Anna", person="anna"), *bots]
    match = Match(game.load(len(seats)), CommittedStream(bytes(32)), [one.name for one in seats])
    match.run_chance()
    while match.position.current_player() or len(match.position.legal_actions()) < 2:
        match.act(match.position.legal_actions()[0])
        match.run_chance()
    return LiveTable("t", match, seats)


def sent(table: LiveTable, screen: Screen | None = None) -> dict[str, Any]:
    """Return the state as the server sends it."""
    screen = screen or Screen((0,), "it", "anna")
    (message,) = table.receive(screen, ShowState("h")).messages
    message = json.loads(json.dumps(message))
    return message


def found(table: LiveTable) -> str:
    """Return what a search might find."""
    one, other = table.match.position.legal_actions()[:2]
    seen = table.match.seen_by(0).tobytes().hex()
    return json.dumps(
        {
            "tried": [
                {"action": one, "wins": 55, "margin": 3, "visits": 900},
                {"action": other, "wins": 45, "margin": 4, "visits": 600},
            ],
            "line": [{"seat": 0, "action": one, "worlds": [seen]}],
            "grounds": {"action": one, "than": other, "groups": [{"group": "end", "points": 7}]},
        }
    )


@pytest.mark.parametrize("language", ["en", "it", "es"])
@pytest.mark.parametrize("name", sorted(all_games()))
def test_the_page_says_what_the_server_would_say(name: str, language: str):
    table, screen = annas_turn(name), Screen((0,), language, "anna")
    adviser = RemoteAdviser(table.match.game)
    table.state.adviser = lambda game: adviser
    (think,) = table.receive(screen, Hint("h", table.match.seq)).thoughts
    thinking = think()
    next(thinking)
    adviser.take(found(table))
    (expected,) = finish(thinking)
    host = Host()
    host.begin_hint(json.dumps(sent(table)), language)
    assert json.loads(host.end_hint(1, found(table))) == expected


def test_the_search_gets_what_the_seat_sees_and_a_seed_of_its_own():
    table, host = annas_turn("magnate"), Host()
    tasks = [json.loads(host.begin_hint(json.dumps(sent(table)), "en")) for _ in range(2)]
    state, secret = table.bot_request(0)
    assert [task["question"]["state"] for task in tasks] == [state.tobytes().hex()] * 2
    assert tasks[0]["setting"]["edition"] == table.match.game.edition.tobytes().hex()
    assert len({secret, *(int(task["question"]["seed"], 16) for task in tasks)}) == 3


def test_only_the_latest_question_is_answered():
    table, host = annas_turn("magnate"), Host()
    assert host.end_hint(1, found(table)) == "null"
    for number in (1, 2):
        task = json.loads(host.begin_hint(json.dumps(sent(table)), "en"))
        assert task["question"]["number"] == number
    assert host.end_hint(1, found(table)) == "null"
    assert json.loads(host.end_hint(2, found(table)))["type"] == "hint"


def test_there_is_no_hint_if_nothing_was_found():
    host = Host()
    host.begin_hint(json.dumps(sent(annas_turn("magnate"))), "en")
    with pytest.raises(ValueError, match="null"):
        host.end_hint(1, "null")


def test_only_the_seat_to_move_gets_a_hint():
    table = annas_turn("magnate")
    for screen in (Screen((1,), "en", None), Screen((), "en", None)):
        with pytest.raises(DucatoError, match="the seat to move"):
            Host().begin_hint(json.dumps(sent(table, screen)), "en")


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": ""},
        {"state": "????"},
        {"layout": "other"},
        {"seat": 9},
        {"header": {}},
        {"header": {"game": "chess"}},
    ],
)
def test_what_is_damaged_gets_no_hint(wrong: dict[str, Any]):
    message = json.dumps({**sent(annas_turn("magnate")), **wrong})
    with pytest.raises((DucatoError, KeyError, TypeError, ValueError)):
        Host().begin_hint(message, "en")


def test_other_rules_than_the_pages_get_no_hint(monkeypatch: pytest.MonkeyPatch):
    """Also older ones that the page still has: the kernels play by the newest."""
    message = sent(annas_turn("magnate"))
    newer = replace(find_game("magnate"), rules_version=99)
    monkeypatch.setattr("ducato.page.seen_hint.find_game", lambda name: newer)
    with pytest.raises(OtherRules):
        Host().begin_hint(json.dumps(message), "en")
    monkeypatch.undo()
    newest = find_game("magnate").rules_version
    message["header"]["rules_version"] = newest + 1
    with pytest.raises(OtherRules):
        Host().begin_hint(json.dumps(message), "en")
