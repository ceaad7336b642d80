"""Automatic responses, given on a person's behalf, stored and announced like all actions."""

from __future__ import annotations

from typing import Any

import pytest

from ducato.core.chance import CommittedStream
from ducato.core.game import Game, auto_response
from ducato.core.match import Match
from ducato.core.verbs import TERMINAL
from ducato.table import transitions
from ducato.table.protocol import Act, SetAutoResponses
from ducato.table.screens import Screen
from ducato.table.seats import TIMED_OUT, TableSeat
from ducato.table.table import LiveTable

ANNA, BRUNO = Screen((0,), "en"), Screen((1,), "en")


@pytest.fixture
def table(invented: Game) -> LiveTable:
    match = Match(invented.load(2), CommittedStream(bytes(32)), ["Anna", "Bruno"])
    match.run_chance()
    return LiveTable(
        "t", match, [TableSeat(0, "Anna", person="a"), TableSeat(1, "Bruno", person="b")]
    )


def stand(table: LiveTable, screen: Screen, *answers: str, seat: int | None = None) -> Any:
    chosen = screen.seats[0] if seat is None else seat
    return table.receive(screen, SetAutoResponses(f"s{table.match.seq}", chosen, list(answers)))


def act(table: LiveTable, screen: Screen) -> Any:
    action = table.match.position.legal_actions()[0]
    return table.receive(screen, Act(f"a{table.match.seq}", table.match.seq, action))


def test_a_welcome_says_what_there_is_and_what_holds(table: LiveTable):
    stand(table, BRUNO, "highest")
    shared = Screen((0, 1), "it")
    (welcome, _) = table.welcome(shared)
    assert welcome["table"]["auto_responses"] == [
        {"name": "highest", "label": "Gioca la carta più alta"},
        {"name": "last", "label": "Gioca l'unica carta"},
    ]
    assert welcome["auto_responses"] == [
        {"seat": 0, "responses": ["last"]},
        {"seat": 1, "responses": ["highest"]},
    ]
    assert table.welcome(Screen((), "en"))[0]["auto_responses"] == []


def test_the_table_answers_and_everybody_is_told(table: LiveTable):
    assert stand(table, BRUNO, "highest").messages[0]["type"] == "accepted"
    highest = max(c for c in range(7) if table.match.position.state.zone[c] == 2)
    before = table.match.seq
    answer = act(table, ANNA)
    assert [step.actor for step in answer.change.added[:2]] == [0, 1]
    assert answer.change.added[1].action == highest
    assert answer.change.kept == before
    ANNA.seq = before
    (steps,) = table.updates(ANNA)[:1]
    assert steps["steps"][1]["actor"] == 1
    assert steps["steps"][1]["texts"][0].startswith("Bruno plays")


def test_choosing_one_answers_what_is_asked_already(table: LiveTable):
    act(table, ANNA)
    seq = table.match.seq
    assert table.match.position.current_player() == 1
    answer = stand(table, BRUNO, "highest")
    assert answer.messages[0] == {"type": "accepted", "id": f"s{seq}", "seq": table.match.seq}
    assert answer.change.added[0].actor == 1
    table.rollback(answer.change)  # as if the disk were full
    assert table.match.seq == seq
    assert table.match.position.current_player() == 1


def test_usual_answers_hold_from_the_start(table: LiveTable):
    """The last cards of all are played by the table."""
    while not table.match.is_over():
        player = table.match.position.current_player()
        assert len(table.match.position.legal_actions()) > 1
        act(table, (ANNA, BRUNO)[player])
    assert table.match.position.current_player() == TERMINAL


def test_none_means_that_all_is_asked(table: LiveTable):
    stand(table, ANNA)
    stand(table, BRUNO)
    while len(table.match.position.legal_actions()) > 1:
        act(table, (ANNA, BRUNO)[table.match.position.current_player()])
    assert not table.match.is_over()


@pytest.mark.parametrize(
    ("screen", "seat", "answers", "reason"),
    [
        (ANNA, 1, ["highest"], "This isn’t your seat."),
        (Screen((), "it"), 0, [], "Questo posto non è il tuo."),
        (ANNA, 0, ["lowest"], "This game has no such automatic response."),
    ],
)
def test_what_is_refused(table: LiveTable, screen, seat: int, answers, reason: str):
    before = dict(table.state.auto_responses)
    answer = stand(table, screen, *answers, seat=seat)
    assert answer.messages == [
        {"type": "rejected", "id": f"s{table.match.seq}", "reason": reason, "clause": None}
    ]
    assert answer.change is None
    assert table.state.auto_responses == before


def test_a_mistake_in_a_game_leaves_the_choice_to_the_person(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: object) -> int:
        raise ValueError("15 is no card")

    monkeypatch.setattr(auto_response, "respond", broken)
    mover = table.match.position.current_player()
    change = act(table, (ANNA, BRUNO)[mover]).change
    assert change is not None
    assert len([step for step in change.added if step.actor >= 0]) == 1


@pytest.mark.parametrize(
    "bruno", [TableSeat(1, "Bruno", person="b"), TableSeat(1, "Bruno", "random")]
)
def test_a_request_repeated_after_a_restart_gets_the_same_answer(
    table: LiveTable, bruno: TableSeat
):
    if bruno.bot is None:
        stand(table, BRUNO, "highest")
    else:
        table = LiveTable("t", table.match, [table.roster.seats[0], bruno])
    requests, answers = {}, {}
    while not table.match.is_over():
        screen = Screen((table.match.position.current_player(),), "en")
        if table.bot_to_move is not None:
            table.play(table.bot_to_move, table.match.position.legal_actions()[0])
            continue
        reply = act(table, screen)
        (answer,) = reply.messages
        requests[reply.change.kept + 1] = answer["id"]
        answers[screen.seats[0], answer["id"]] = answer
    again = LiveTable("t", table.match, table.roster.seats)
    again.remember(requests)
    for (seat, request_id), answer in answers.items():
        assert again.answered.find([seat], request_id) == answer


@pytest.mark.parametrize(("bot", "asked"), [("random", False), (None, True)])
def test_a_choice_of_one_passes_where_nobody_learns_from_it(
    invented: Game, bot: str | None, asked: bool
):
    match = Match(invented.load(2), CommittedStream(bytes(32)), ["Anna", "Bruno"])
    match.run_chance()
    seats = [TableSeat(0, "Anna", person="a"), TableSeat(1, "Bruno", bot, None if bot else "b")]
    table = LiveTable("t", match, seats)
    stand(table, ANNA)  # without the game's own
    forced = False
    while not match.is_over():
        legal, seat = match.position.legal_actions(), match.position.current_player()
        forced |= seat == 0 and len(legal) == 1 and match.undoable(0) is None
        transitions.act(table.state, legal[0], 0)
    assert forced is asked


def test_who_lost_a_seat_on_time_does_not_learn_what_another_could_not_choose(invented: Game):
    match = Match(invented.load(2), CommittedStream(bytes(32)), ["Anna", "Bruno"])
    match.run_chance()
    bruno = TableSeat(1, "Bruno", person="b", substitute=TIMED_OUT)
    table = LiveTable("t", match, [TableSeat(0, "Anna", person="a"), bruno])
    stand(table, ANNA)  # without the game's own
    forced = False
    while not match.is_over():
        legal, seat = match.position.legal_actions(), match.position.current_player()
        forced |= seat == 0 and len(legal) == 1 and match.undoable(0) is None
        transitions.act(table.state, legal[0], 0)
    assert forced


def test_responses_end_even_if_a_turn_does_not(invented: Game, monkeypatch: pytest.MonkeyPatch):
    match = Match(invented.load(2), CommittedStream(bytes(32)), ["Anna", "Bruno"])
    match.run_chance()
    seats = [TableSeat(0, "Anna", person="a"), TableSeat(1, "Bruno", "random")]
    state, made = LiveTable("t", match, seats).state, []
    monkeypatch.setattr(transitions, "MOST_RESPONSES", 3)
    monkeypatch.setattr(transitions, "_response", lambda *_: 0)
    monkeypatch.setattr(match, "act", lambda action, seat: made.append(action))  # it stays her turn
    monkeypatch.setattr(match, "run_chance", list)
    assert state.seats_to_move == (0,)
    transitions.respond(state)
    assert made == [0] * 3
