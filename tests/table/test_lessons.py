"""Lessons: every game's can be played to its end, and nothing else can be done until then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.support import clauses

from ducato.bots import make
from ducato.core.errors import UnknownName
from ducato.core.game import Game, all_games
from ducato.core.game.auto_response import responses_of
from ducato.core.i18n import LANGUAGES, render, say
from ducato.table.protocol import Act, Explain, SetAutoResponses, Undo
from ducato.table.screens import Screen
from ducato.table.setup import lessons
from ducato.table.setup.lessons import LEARNER, LessonRequest, open_lesson, script
from ducato.table.table import LiveTable

GAMES = list(all_games().values())
Plain = Callable[[Any], list[dict[str, Any]]]


def opened(game: Game) -> LiveTable:
    return LiveTable("t", *open_lesson(LessonRequest(game.name, "Zoe"), "zoe"))


def seen(table: LiveTable, plain: Plain) -> dict[str, Any]:
    view: dict[str, Any] = plain(table.welcome(Screen((LEARNER,), "en")))[0]["view"]
    return view


def to_the_learner(table: LiveTable) -> bool:
    """Let the others move. Return whether the learner is to move then."""
    while (seat := table.bot_to_move) is not None:
        action = table.scripted(seat)
        if action is None:
            return False
        table.play(seat, action)
    return not table.match.is_over()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_a_lesson_that_can_be_played(game: Game, plain: Plain):
    told = script(game.package)
    assert told is not None
    texts = [step for step in told.step if step.text]
    assert all(step.seat == LEARNER for step in texts)
    table = opened(game)
    screen = Screen((LEARNER,), "en")
    responses = [response.name for response in responses_of(game)]
    table.receive(screen, SetAutoResponses("r", LEARNER, responses))  # not before the lesson ends
    taught = []
    while to_the_learner(table):
        view = seen(table, plain)
        lesson = view["lesson"]
        if lesson is None:
            break
        taught.append(lesson["number"])
        asked = [offer["action"] for offer in view["legal"]]
        assert asked
        pieces = view["scene"]["pieces"]
        assert {a for piece in pieces for a in piece["actions"]} <= set(asked)
        free = len(asked) == len(table.match.position.legal_actions()) > 1
        (accepted,) = table.receive(
            screen, Act(f"a{table.match.seq}", view["seq"], asked[0])
        ).messages
        assert accepted["type"] == "accepted"
        if free and lesson["number"] == lesson["of"]:
            break
    assert sorted(set(taught)) == list(range(1, len(texts) + 1))
    assert taught == sorted(taught)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_told_is_there_in_every_language_and_so_is_its_clause(game: Game):
    told = script(game.package)
    assert told is not None
    folder = game.package.rpartition(".")[2]
    for step in told.step:
        assert not step.clause or step.clause in clauses.clauses(folder)
        for language in LANGUAGES if step.text else ():
            assert len(render(say(step.text), game.package, language)) > 10


def test_only_what_is_asked_for_can_be_done(plain: Plain):
    table = opened(all_games()["magnate"])
    assert to_the_learner(table)
    screen, view = Screen((LEARNER,), "en"), seen(table, plain)
    (asked,) = [offer["action"] for offer in view["legal"]]
    other = next(a for a in table.match.position.legal_actions() if a != asked)
    (refused,) = table.receive(screen, Act("a", view["seq"], other)).messages
    assert (refused["type"], refused["clause"]) == ("rejected", view["lesson"]["clause"])
    (why,) = table.receive(screen, Explain("w", action=other)).messages
    assert why["reasons"] == [{"reason": refused["reason"], "clause": refused["clause"]}]
    assert table.receive(screen, Act("b", view["seq"], asked)).change is not None


def test_after_an_undo_the_same_is_taught_again(plain: Plain):
    table = opened(all_games()["magnate"])
    screen = Screen((LEARNER,), "en")
    assert to_the_learner(table)
    before = seen(table, plain)
    table.receive(screen, Act("a", before["seq"], before["legal"][0]["action"]))
    assert seen(table, plain)["lesson"]["number"] == 2
    assert table.receive(screen, Undo("u", table.match.seq)).change is not None
    assert seen(table, plain)["lesson"] == before["lesson"]


@pytest.mark.compiled
def test_when_the_lesson_is_over_the_game_goes_on(plain: Plain):
    game = all_games()["magnate"]
    table = opened(game)
    bot = make("greedy", table.match.game)
    for _ in range(60):
        seat = table.match.position.current_player()
        if seat == LEARNER:
            action = seen(table, plain)["legal"][0]["action"]
            table.receive(
                Screen((LEARNER,), "en"), Act(f"a{table.match.seq}", table.match.seq, action)
            )
        else:
            state, seed = table.bot_request(seat)
            scripted = table.scripted(seat)
            table.play(seat, bot.choose(state, seat, seed) if scripted is None else scripted)
    assert seen(table, plain)["lesson"] is None
    assert table.scripted(1) is None


@pytest.mark.parametrize("seat", [LEARNER, 1])
def test_a_lesson_ends_before_a_decision_that_is_misspelt(
    plain: Plain, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, seat: int
):
    game = all_games()["magnate"]
    told = script(game.package)
    assert told is not None
    at = next(n for n, step in enumerate(told.step) if n and step.seat == seat and step.actions)
    wrong = msgspec.structs.replace(told.step[at], actions=(f"fly:to-the-moon:{seat}",))
    steps = (*told.step[:at], wrong, *told.step[at + 1 :])
    monkeypatch.setattr(lessons, "script", lambda _: msgspec.structs.replace(told, step=steps))
    table = opened(game)
    for _ in range(at):
        action = table.scripted(table.match.position.current_player())
        if action is None:
            action = seen(table, plain)["legal"][0]["action"]
            table.receive(Screen((LEARNER,), "en"), Act("a", table.match.seq, action))
            table.answered.remove((LEARNER, "a"))
        else:
            table.play(1, action)
    assert table.match.position.current_player() == seat
    assert table.scripted(seat) is None
    view = seen(table, plain)
    assert view["lesson"] is None
    assert "fly:to-the-moon" in caplog.text
    legal = table.match.position.legal_actions()
    if seat == LEARNER:
        assert [offer["action"] for offer in view["legal"]] == legal
        answer = table.receive(Screen((LEARNER,), "en"), Act("b", table.match.seq, legal[0]))
        assert answer.change is not None


def test_a_seat_without_a_prescribed_action_chooses_for_itself(monkeypatch: pytest.MonkeyPatch):
    game = all_games()["magnate"]
    told = script(game.package)
    assert told is not None
    free = tuple(msgspec.structs.replace(step, actions=()) for step in told.step)
    monkeypatch.setattr(lessons, "script", lambda _: msgspec.structs.replace(told, step=free))
    table = opened(game)
    while table.bot_to_move is None:
        legal = table.match.position.legal_actions()
        table.receive(
            Screen((LEARNER,), "en"), Act(f"a{table.match.seq}", table.match.seq, legal[0])
        )
    assert table.scripted(table.bot_to_move) is None


def test_an_unknown_lesson_is_named():
    with pytest.raises(UnknownName):
        open_lesson(LessonRequest("chess", "Zoe"), "zoe")


def test_other_tables_are_no_lessons(open_table: Callable[..., LiveTable], plain: Plain):
    table = open_table()
    assert table.scripted(0) is None
    assert plain(table.welcome(Screen((0,), "en")))[0]["view"]["lesson"] is None
