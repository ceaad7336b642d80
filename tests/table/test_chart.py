"""The chart of a finished game: what everybody had, one moment after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from ducato.bots import finish
from ducato.core import i18n
from ducato.table.protocol import Act, ShowChart
from ducato.table.screens import Screen
from ducato.table.table import LiveTable

Open = Callable[..., LiveTable]


def played(open_table: Open) -> LiveTable:
    table = open_table(reshuffles=0)
    while not table.match.is_over():
        screen = Screen((table.match.position.current_player(),), "en")
        legal = table.match.position.legal_actions()
        table.receive(screen, Act(f"a{table.match.seq}", table.match.seq, legal[0]))
    return table


def drawn(table: LiveTable, language: str = "en") -> dict[str, Any]:
    reply = table.receive(Screen((), language), ShowChart("c"))
    (thought,) = reply.thoughts
    assert reply.analysis_for == ShowChart("c")
    (chart,) = finish(thought())
    return chart


def test_there_is_none_before_the_end(open_table: Open):
    (refused,) = open_table().receive(Screen((0,), "en"), ShowChart("c")).messages
    assert (refused["type"], refused["id"]) == ("rejected", "c")


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_lines_have_a_number_for_every_seat_and_moment(open_table: Open, language: str):
    table = played(open_table)
    chart = drawn(table, language)
    assert (chart["type"], chart["id"]) == ("chart", "c")
    assert chart["moments"] == sorted(set(chart["moments"]))
    assert chart["moments"][-1] == table.match.seq
    assert len(chart["series"]) == 3
    for series in chart["series"]:
        assert series["title"]
        assert [len(row) for row in series["values"]] == [2] * len(chart["moments"])


def test_lines_end_with_the_numbers_of_the_result(open_table: Open):
    table = played(open_table)
    chart = drawn(table)
    view = table.state.views.step(table.match.seq, Screen((), "en").viewer)["view"]
    result = msgspec.json.decode(bytes(view))["result"]
    rows = {row[0]: row[1:3] for row in result["table"]["rows"]}
    for series in chart["series"]:
        assert [str(value) for value in series["values"][-1]] in rows.values()


def test_a_line_without_a_title_is_drawn_under_its_key(
    open_table: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = played(open_table)
    whole = drawn(table)
    rendered = i18n.render
    first = table.match.game.presentation.series(
        table.match.position.state, table.match.game.edition, 0
    )[0][0]

    def render(message: i18n.Message, *arguments: Any) -> str:
        if message.key == f"series.{first}":
            raise KeyError(message.key)
        return rendered(message, *arguments)

    monkeypatch.setattr("ducato.core.game.registered_game.render", render)
    chart = drawn(table)
    assert [s["values"] for s in chart["series"]] == [s["values"] for s in whole["series"]]
    titles = [s["title"] for s in chart["series"]]
    assert titles == [f"series.{first}", *(s["title"] for s in whole["series"][1:])]
    assert "KeyError" in caplog.text


def test_figures_that_cannot_be_counted_are_left_out(
    open_table: Open, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    table = played(open_table)
    monkeypatch.setattr(table.match.game.presentation, "series", lambda *_: 1 // 0)
    chart = drawn(table)
    assert chart["series"] == []
    assert "ZeroDivisionError" in caplog.text
