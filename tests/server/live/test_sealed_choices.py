"""People who choose at the same time, over sockets: any order, and nothing told before all have."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient
from tests.examples.projects import installed_examples
from tests.server.player import Player
from tests.support.conditions import until

from ducato.server.kit.database.engine import Database
from ducato.server.kit.process.game_time import GameTime
from ducato.server.subjects.tables.storage import Tables

NAMES = ["Anna", "Bruno", "Cleo"]
ANNA, OPEN = {"kind": "person", "name": "Anna"}, {"kind": "open"}
LIVE = {"kind": "real_time", "minutes": 1, "increment": 0}
SHOWN = ("steps", "undone", "welcome")


@pytest.fixture(scope="module", autouse=True)
def tender(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield from installed_examples(tmp_path_factory.mktemp("examples"))


class Gathering(NamedTuple):
    """Three people at a table, each in a browser of their own, and somebody who watches."""

    address: str
    clients: list[TestClient]
    people: list[Player]
    watching: Player

    @property
    def everybody(self) -> list[Player]:
        return [*self.people, self.watching]

    def entries(self) -> list[dict[str, Any]]:
        """Return the table in each person's list."""
        return [client.get("/api/tables").json()[0] for client in self.clients]

    def follow(self, seq: int) -> None:
        """Wait until all screens show the position after so many steps."""
        for player in self.everybody:
            while player.view["seq"] != seq:
                player.hear(*SHOWN)


Opens = Callable[..., Gathering]


@pytest.fixture
def gather(opened: Any, sit: Any, table_at: Callable[..., str]) -> Opens:
    def gathered(**settings: Any) -> Gathering:
        first = opened(jar=CookieJar())
        clients = [first]
        for _ in range(3):
            other = TestClient(first.app)
            other.portal = first.portal  # the same event loop
            clients.append(other)
        seats = {"game": "tender", "options": {}, "public": True}
        address = table_at(first, ANNA, OPEN, OPEN, **seats, **settings)
        for client, name in zip(clients[1:3], NAMES[1:], strict=True):
            url = address.replace("/table", "/api/tables") + "/join"
            assert client.post(url, json={"name": name}).status_code == 200
        people = [sit(client, address) for client in clients[:3]]
        return Gathering(address, clients[:3], people, sit(clients[3], address))

    return gathered


def heard_by(player: Player) -> list[str]:
    """Return all that a person was told, each message once, without what tables differ in."""
    found = []
    for message in player.heard:
        if message["type"] in SHOWN:
            message = {**message, "table": None}
            found.append(json.dumps(message, sort_keys=True))
    return found


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_nothing_is_told_of_a_choice_before_all_have_chosen(gather: Opens, sit: Any, order: Any):
    """Whatever two of three choose, the third and a spectator are sent the same bytes till then."""
    sent = []
    for bids in ((3, 9), (10, 0)):
        here = gather()
        anna, start = here.people[0], here.people[0].view["seq"]
        assert [entry["to_move"] for entry in here.entries()] == [NAMES] * 3
        assert all(entry["your_turn"] for entry in here.entries())
        for seat, bid in zip(order, bids, strict=True):  # both at once: none waits for the other
            here.people[seat].say(type="act", id=f"a{seat}", seq=start, action=bid)
        for seat in order:
            assert here.people[seat].hear("accepted", "rejected", "stale")["type"] == "accepted"
        here.follow(start + 2)
        assert all(player.view["to_move"] == [0] for player in here.everybody)
        assert [entry["your_turn"] for entry in here.entries()] == [True, False, False]
        anna.leave()
        again = sit(here.clients[0], here.address)
        again.say(type="state", id="s")
        again.hear("state")
        assert [bid["action"] for bid in again.view["legal"]] == list(range(13))
        sent.append([*heard_by(anna), *heard_by(again), *heard_by(here.watching)])
        assert all(len(player.view["legal"]) == 0 for player in here.everybody[1:])
        assert again.act(1)["type"] == "accepted"
        texts = [text for step in again.hear("steps")["steps"] for text in step["texts"]]
        shown = dict(zip([NAMES[seat] for seat in order], bids, strict=True))
        for name, bid in shown.items():
            assert f"{name}, Bid: {bid} coin{'' if bid == 1 else 's'}." in texts
        assert again.view["to_move"] == [0, 1, 2]
    assert sent[0] == sent[1]
    assert len(sent[0]) > 3


def test_a_sealed_choice_is_taken_back_and_seen_by_nobody(gather: Opens):
    here = gather()
    _, bruno, cleo = here.people
    start = bruno.view["seq"]
    assert cleo.act(7)["type"] == "accepted"
    here.follow(start + 1)
    assert [player.view["undo"] for player in here.everybody] == [False, False, True, False]
    cleo.say(type="undo", id="u", seq=cleo.view["seq"])
    assert cleo.hear("accepted", "rejected")["type"] == "accepted"
    here.follow(start)
    assert all(player.view["to_move"] == [0, 1, 2] for player in here.everybody)
    assert len(cleo.view["legal"]) == 13
    assert bruno.act(4)["type"] == "accepted"
    assert cleo.act(2)["type"] in ("accepted", "stale")
    here.watching.say(type="log", seq=here.watching.view["seq"] + 1)
    here.watching.hear("log")
    sent = json.dumps(here.watching.heard)
    assert "Cleo has chosen." in sent
    assert not any(f"{bid} coin" in sent for bid in (7, 4, 2))


def test_a_choice_that_crosses_another_one_stands_and_a_second_does_not(gather: Opens):
    here = gather()
    start = here.watching.view["seq"]
    assert here.people[0].act(2)["type"] == "accepted"
    crossing = here.people[1].act(3, seq=start)  # made before the first had arrived
    assert crossing["type"] == "accepted"
    here.follow(start + 2)
    late = here.people[0].act(4)
    assert late["type"] == "rejected"
    assert late["reason"] == "It’s Cleo’s turn, not yours."


def test_the_time_of_each_runs_and_only_those_who_are_late_are_replaced(
    gather: Opens, url: str, monkeypatch: pytest.MonkeyPatch
):
    here = gather(time_control=LIVE, substitute="random")
    clock = here.people[1].heard[-1]["table"]["clock"]
    assert clock["running"] == [0, 1, 2]
    assert here.people[1].act(5)["type"] == "accepted"
    shown = here.people[1].hear("steps")
    assert shown["clock"]["running"] == [0, 2]
    late = GameTime.now
    monkeypatch.setattr(GameTime, "now", lambda self: late(self) + 61_000)
    here.people[1].leave()  # the actor looks at the clocks
    announced = {here.people[0].hear("announcement")["text"] for _ in range(2)}
    assert announced == {
        f"{name} ran out of time: a bot plays until {name} returns." for name in ("Anna", "Cleo")
    }
    database, table_id = Database(url), here.address.rpartition("/")[2]
    until(lambda: [step.actor for step in Tables(database).load(table_id).steps[1:4]].count(1) == 1)
    until(lambda: len(Tables(database).load(table_id).steps) >= 5)
    stored = Tables(database).load(table_id)
    assert [seat["substitute"] for seat in stored.seats] == ["timed_out", None, "timed_out"]
    assert sorted(step.actor for step in stored.steps[1:4]) == [0, 1, 2]
    database.close()
