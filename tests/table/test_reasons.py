"""Why can't I? Every piece and every action is answered, from what the asker sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ducato.table.protocol import Act, Explain
from ducato.table.screens import Screen
from ducato.table.table import LiveTable

Open = Callable[..., LiveTable]
Plain = Callable[[Any], list[dict[str, Any]]]


def mover(table: LiveTable) -> Screen:
    return Screen((table.match.position.current_player(),), "en")


def asked(table: LiveTable, screen: Screen, **about: Any) -> dict[str, Any]:
    answer = table.receive(screen, Explain("q", **about))
    assert answer.change is None
    (said,) = answer.messages
    assert (said["type"], said["id"]) == ("explanation", "q")
    return said


def test_a_piece_says_what_is_not_possible_and_by_which_clause(open_table: Open, plain: Plain):
    table = open_table()
    screen = mover(table)
    (welcome,) = plain(table.welcome(screen))
    legal = {offer["action"] for offer in welcome["view"]["legal"]}
    barred = 0
    for piece in welcome["view"]["scene"]["pieces"]:
        reasons = asked(table, screen, piece=piece["id"])["reasons"]
        assert bool(reasons) == bool(set(piece["potential"]) - legal)
        assert all(reason["reason"] and reason["clause"] for reason in reasons)
        assert len({reason["reason"] for reason in reasons}) == len(reasons)
        barred += len(reasons)
    assert barred


def test_an_action_is_answered_like_its_rejection(open_table: Open):
    table = open_table()
    screen, end = mover(table), table.match.game.actions.offset("end")
    (refused,) = table.receive(screen, Act("a", table.match.seq, end)).messages
    expected = [{"reason": refused["reason"], "clause": refused["clause"]}]
    assert asked(table, screen, action=end)["reasons"] == expected


@pytest.mark.parametrize(
    ("seats", "begin"), [((), "You are a spectator"), (None, "")], ids=["watching", "waiting"]
)
def test_who_is_not_to_move_is_told_so(open_table: Open, seats: tuple[int, ...] | None, begin: str):
    table = open_table()
    waiting = 1 - table.match.position.current_player()
    screen = Screen((waiting,) if seats is None else seats, "en")
    (reason,) = asked(table, screen, piece="card:the-mill")["reasons"]
    assert reason["clause"] is None
    assert reason["reason"].startswith(begin or f"It’s {table.state.name_of(1 - waiting)}")


def test_what_is_not_in_sight_is_answered_like_what_does_not_exist(open_table: Open, plain: Plain):
    table = open_table()
    screen = mover(table)
    other = 1 - screen.shown
    seen = {piece["id"] for piece in plain(table.welcome(screen))[0]["view"]["scene"]["pieces"]}
    theirs = plain(table.welcome(Screen((other,), "en")))[0]["view"]["scene"]["pieces"]
    (card, *_) = [piece["id"] for piece in theirs if piece["id"] not in seen and piece["potential"]]
    assert asked(table, screen, piece=card)["reasons"] == []
    assert asked(table, screen, piece="card:no-such-card")["reasons"] == []
    (reason,) = asked(table, screen, action=10_000)["reasons"]
    assert reason == {"reason": "That action doesn’t exist.", "clause": None}
