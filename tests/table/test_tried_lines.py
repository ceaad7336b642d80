"""Lines tried during a game: from one's own view only, and never against a running clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.support.live_server import played
from tests.support.worlds import twin_of

from ducato.core.chance import new_rng
from ducato.core.game import all_games
from ducato.core.visibility import redact, resample
from ducato.server.subjects.tables.socket import cost_of
from ducato.table.protocol import Try
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.table import LiveTable
from ducato.table.time_control import Clock, Correspondence, RealTime

Open = Callable[..., LiveTable]


def tried(table: LiveTable, seat: int, actions: list[int], deal: int = 0) -> dict[str, Any]:
    screen = Screen((seat,), "en", f"p{seat}")
    reply = table.receive(screen, Try("t", table.match.seq, actions, deal))
    assert reply.change is None
    (message,) = reply.messages
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(message))
    return read


def line(table: LiveTable, seat: int, length: int, deal: int = 0) -> list[dict[str, Any]]:
    """Try the last legal action again and again; return all answers."""
    actions: list[int] = []
    told = [tried(table, seat, actions, deal)]
    for _ in range(length):
        legal = told[-1]["view"]["legal"]
        if not legal:
            break
        actions.append(legal[-1]["action"])
        told.append(tried(table, seat, actions, deal))
    return told


def table_of(match: Any, control: Any = None) -> LiveTable:
    seats = [TableSeat(n, name, person=f"p{n}") for n, name in enumerate(match.names)]
    return LiveTable("t", match, seats, control and Clock.new(control, len(seats)))


@pytest.mark.parametrize("game", all_games())
def test_the_same_view_gets_the_same_answers_whatever_is_true(game: str):
    match = played(game, all_games()[game].players[0], 0.4)
    seat, differed = match.position.current_player(), False
    for case in range(3):
        world = resample(match.position.state, seat, new_rng(case))
        differed |= world != match.position.state
        twin = twin_of(match, world)
        assert redact(world, seat) == redact(match.position.state, seat)
        for deal in (0, 1):
            assert line(table_of(match), seat, 6, deal) == line(table_of(twin), seat, 6, deal)
    assert differed or game != "magnate"


def test_the_dealt_world_is_not_the_true_one_and_each_deal_another():
    match = played("magnate", 2, 0.4)
    seat = match.position.current_player()
    hands = {str(line(table_of(match), seat, 8, deal)[-1]["view"]["scene"]) for deal in range(6)}
    assert len(hands) > 1


def test_a_line_changes_nothing_and_begins_with_what_is_legal():
    match = played("builders", 2, 0.5)
    table, seat = table_of(match), match.position.current_player()
    before = match.position.state.tobytes(), match.seq
    first = tried(table, seat, [])
    legal = match.position.legal_actions()
    assert [one["action"] for one in first["view"]["legal"]] == legal
    told = tried(table, seat, [legal[0]])
    assert told["log"][0]["actor"] == seat
    wrong = next(n for n in range(len(match.game.actions)) if n not in legal)
    assert tried(table, seat, [wrong])["type"] == "rejected"
    assert (match.position.state.tobytes(), match.seq) == before


def test_nobody_tries_lines_against_people_and_a_running_clock():
    match = played("magnate", 2, 0.4)
    seat = match.position.current_player()
    live, slow = table_of(match, RealTime(10, 5)), table_of(match, Correspondence(2))
    assert tried(live, seat, [])["type"] == "rejected"
    assert tried(slow, seat, [])["type"] == tried(slow, 1 - seat, [])["type"] == "tried"
    for table, may in ((live, False), (slow, True)):
        welcome = table.welcome(Screen((seat,), "en", f"p{seat}"))[0]
        assert welcome["table"]["tries"] is may
    watching = Screen((), "en", None)
    (refused,) = slow.receive(watching, Try("t", match.seq)).messages
    assert refused["type"] == "rejected"
    alone = [TableSeat(0, "A", person="p0"), TableSeat(1, "B", bot="random")]
    against_bots = LiveTable("t", match, alone, Clock.new(RealTime(10, 5), 2))
    assert tried(against_bots, 0, [])["type"] == "tried"


def test_an_old_position_is_stale(open_table: Open):
    table = open_table()
    screen = Screen((0,), "en", table.roster.seats[0].person)
    assert table.receive(screen, Try("t", 0)).messages[0]["type"] == "stale"


def test_a_long_line_waits_and_costs_like_the_moves_in_it(open_table: Open):
    table = open_table()
    for length, long, cost in ((0, False, 1), (8, False, 2), (9, True, 2), (100, True, 13)):
        message = Try("t", 0, [0] * length)
        assert (table.takes_long(message), cost_of(message)) == (long, cost)
