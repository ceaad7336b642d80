"""The analysis of a finished game in a page, whose judge asks kernels elsewhere."""

from __future__ import annotations

import json
from array import array
from base64 import b64encode
from typing import Any

import pytest
from tests.support.local_page import Page, request

from ducato.core.errors import DucatoError
from ducato.core.position import Position
from ducato.page.host import Host


class Judge:
    """Kernels that find every action equally good."""

    def __init__(self, page: Page) -> None:
        self.page, self.kinds = page, set[str]()

    def answer(self, task: dict[str, Any]) -> Any:
        self.kinds.add(task["kind"])
        game = self.page.live.match.game
        if task["kind"] == "search":
            legal = Position(game, game.State.of(bytes.fromhex(task["state"]))).legal_actions()
            tried = [{"action": int(a), "visits": 9 - n, "value": 0.5} for n, a in enumerate(legal)]
            move = {"seat": task["seat"], "action": int(legal[0]), "worlds": [task["state"]]}
            return {"tried": tried, "line": [move], "value": 0}
        if task["kind"] == "compare":
            return [{"group": "end", "points": 3}]
        if task["kind"] == "worth":
            return [0.5] * game.players
        rows = [0.25 if task.get("action", -1) < 0 else 0.75] * (4 * game.players)
        return b64encode(array("d", rows).tobytes()).decode()

    def found(self, question: dict[str, Any]) -> str:
        found = [self.answer(task) for task in question["tasks"]]
        return json.dumps({"seconds": 0.5, "found": found})


def finished() -> Page:
    page = Page()
    page.post("/api/tables", request("magnate"))
    page.begin()
    while page.live.status != "over":
        page.move()
    return page


def ask_chart(page: Page) -> dict[str, Any]:
    message = json.dumps({"type": "chart", "id": "c"})
    answer: dict[str, Any] = json.loads(page.host.receive(page.table, message, 5))
    return answer


def test_a_finished_game_is_analysed_by_kernels_and_the_analysis_is_kept():
    page = finished()
    judge, answer = Judge(page), ask_chart(page)
    assert [m["type"] for m in answer["messages"]] == ["chart", "analysis"]
    far: list[int] = []
    while (question := answer["judge"]) is not None:
        found = judge.found(question)
        answer = json.loads(page.host.judged(page.table, question["number"], found, 6))
        far += [m["done"] for m in answer["messages"] if m.get("state") == "running"]
    assert judge.kinds >= {"search", "appraise", "worth"}
    assert far == sorted(far)
    (shown,) = answer["messages"]
    assert (shown["type"], shown["id"], shown["state"]) == ("analysis", "c", "done")
    assert shown["accounts"][0]["decisions"]
    seq = next(one["seq"] for one in shown["decisions"] if one["judged"])
    page.saved, page.host = answer["saved"], Host()
    page.open()
    again = ask_chart(page)
    assert (again["messages"][-1], again["judge"]) == (shown, None)
    decision = page.send(type="decision", seq=seq)[0]
    assert decision["type"] == "decision"
    assert decision["line"]


def test_a_game_of_a_server_is_analysed_once():
    """As the server would: in full for the reader's seats only. What was kept is taken as it is."""
    page = finished()
    sent = {"table": "t", "record": page.host.record(page.table), "own": [1]}
    judge = Judge(page)
    host, own = Host(), page.table
    opened = json.loads(host.study(json.dumps(sent), "it", 5))
    assert opened["setting"]["name"] == "magnate"
    page.host, page.table = host, "t"
    answer = ask_chart(page)
    while (question := answer["judge"]) is not None:
        found = judge.found(question)
        answer = json.loads(host.judged("t", question["number"], found, 6))
    (shown,) = answer["messages"]
    assert {one["seat"] for one in shown["decisions"] if one["judged"]} == {1}
    host.study(json.dumps(sent), "es", 7)
    assert ask_chart(page)["messages"][-1]["state"] == "done"
    for kept, state in ((answer["saved"], "done"), ("damaged", "running")):
        page.host = Host()
        page.host.study(json.dumps({**sent, "kept": kept}), "it", 8)
        again = ask_chart(page)
        assert again["messages"][-1]["state"] == state
        assert (again["judge"] is None) == (state == "done")
    with pytest.raises(DucatoError):
        host.study(json.dumps({**sent, "table": own, "record": "{}"}), "it", 8)


def test_an_analysis_that_fails_is_told_and_may_be_tried_again():
    page = finished()
    number = ask_chart(page)["judge"]["number"]
    late = json.loads(page.host.judged(page.table, number + 1, "null", 6))
    assert late["messages"] == []
    answer = json.loads(page.host.judged(page.table, number, "null", 6))
    assert [m["state"] for m in answer["messages"]] == ["failed"]
    assert ask_chart(page)["judge"] is not None
