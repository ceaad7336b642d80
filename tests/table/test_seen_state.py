"""The question of a program for the state that its seat sees."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ducato.core.seen_state import read_seen
from ducato.core.visibility import SPECTATOR, redact
from ducato.table.protocol import Ready, ShowState, read
from ducato.table.screens import Screen
from ducato.table.seats import OPEN, TableSeat
from ducato.table.table import LiveTable

Open = Callable[..., LiveTable]


def asked(table: LiveTable, screen: Screen) -> dict[str, object]:
    answer = table.receive(screen, ShowState("s"))
    assert (answer.change, [*answer.thoughts]) == (None, [])
    (message,) = msgspec.json.decode(msgspec.json.encode(answer.messages))
    assert (message["type"], message["id"]) == ("state", "s")
    return message


def test_the_question_is_read():
    assert read('{"type": "state", "id": "s"}') == ShowState("s")


def test_a_seat_gets_what_a_bot_in_it_would_get(open_table: Open):
    table = open_table()
    for seat in (0, 1):
        message = asked(table, Screen((seat,), "en", f"p{seat}"))
        assert read_seen(message).state == table.bot_request(seat)[0]
        assert (message["seq"], message["seat"]) == (table.match.seq, seat)


def test_everybody_else_gets_what_spectators_see(open_table: Open):
    table = open_table()
    seen = redact(table.match.position.state, SPECTATOR)
    assert read_seen(asked(table, Screen((), "en"))).state == seen
    shared = Screen((0, 1), "en", "p")
    table.welcome(shared)
    assert read_seen(asked(table, shared)).state == seen
    mover = table.match.position.current_player()
    table.receive(shared, Ready("r", mover))
    assert read_seen(asked(table, shared)).seat == mover


def test_before_the_game_there_is_nothing_to_see(open_table: Open):
    table = open_table([TableSeat(0, "Anna", person="anna"), TableSeat(1, OPEN)])
    assert table.status == "waiting"
    screen = Screen((0,), "en", "anna")
    table.welcome(screen)
    message = asked(table, screen)
    assert (message["seq"], message["seat"]) == (0, None)
