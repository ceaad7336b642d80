"""Errors in a game's texts: they are logged, and the table goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ducato.core import i18n
from ducato.core.contract import AutoResponse
from ducato.core.game import all_games, auto_response, available_games, find_game
from ducato.core.i18n import Message
from ducato.table.protocol import Act, Explain, SetLanguage
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.setup.lessons import LEARNER, LessonRequest, open_lesson
from ducato.table.table import LiveTable
from ducato.table.views.texts import CATALOGUE

from ..invented import GAME

Open = Callable[..., LiveTable]
Plain = Callable[[Any], list[dict[str, Any]]]


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of a game's texts can be rendered."""

    def render(message: Message, package: str, *arguments: Any) -> str:
        if package != CATALOGUE:
            raise KeyError(message.key)
        return i18n.render(message, package, *arguments)

    available_games()  # described before that, or they would be unavailable
    monkeypatch.setattr("ducato.table.views.texts.render", render)
    monkeypatch.setattr("ducato.core.game.registered_game.render", render)
    monkeypatch.setattr("ducato.table.setup.levels.render", render)


@pytest.mark.usefixtures("broken")
def test_a_table_is_shown_and_played_without_its_games_texts(
    open_table: Open, plain: Plain, caplog: pytest.LogCaptureFixture
):
    gentlest = next(iter(find_game("magnate").levels.values()))
    table = open_table([TableSeat(0, "Anna", person="anna"), TableSeat(1, "Cosimo", gentlest)])
    screen = Screen((0,), "en")
    shown = plain(table.welcome(screen))[0]["table"]
    assert shown["title"] == "title"
    assert shown["edition"] == f"edition.{table.match.game.edition_name}"
    assert shown["seats"][1]["bot"] == gentlest
    assert "KeyError: 'title'" in caplog.text
    while (seat := table.bot_to_move) is not None:
        table.play(seat, table.match.position.legal_actions()[0])
    action = table.match.position.legal_actions()[0]
    (accepted,) = table.receive(screen, Act("a", table.match.seq, action)).messages
    assert accepted["type"] == "accepted"
    assert plain(table.updates(screen))[0]["type"] == "steps"
    assert table.receive(screen, SetLanguage("it")).messages[0]["type"] == "welcome"


@pytest.mark.usefixtures("broken")
def test_a_lesson_without_its_text_shows_the_key(plain: Plain):
    table = LiveTable("t", *open_lesson(LessonRequest("magnate", "Zoe"), "zoe"))
    while (seat := table.bot_to_move) is not None:
        action = table.scripted(seat)
        assert action is not None
        table.play(seat, action)
    view = plain(table.welcome(Screen((LEARNER,), "en")))[0]["view"]
    assert view["lesson"]["text"].startswith("lesson.")
    assert view["legal"]


@pytest.mark.usefixtures("invented")
def test_a_piece_is_explained_without_its_scene(
    open_table: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = open_table(name=GAME.name)
    monkeypatch.setattr(table.match.game.presentation, "scene", lambda *_: 1 // 0)
    screen = Screen((table.match.position.current_player(),), "en")
    (said,) = table.receive(screen, Explain("q", piece="card:1")).messages
    assert (said["type"], said["reasons"]) == ("explanation", [])
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.usefixtures("invented")
def test_an_automatic_response_without_a_label_is_called_by_its_name(
    open_table: Open, monkeypatch: pytest.MonkeyPatch
):
    responses = auto_response.module(all_games()[GAME.name])
    monkeypatch.setattr(responses, "RESPONSES", (AutoResponse("unnamed"),))
    table = open_table(name=GAME.name)
    (welcome,) = table.welcome(Screen((0,), "en"))
    assert welcome["table"]["auto_responses"] == [{"name": "unnamed", "label": "Unnamed"}]
