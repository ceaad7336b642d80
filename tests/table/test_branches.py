"""A branch of a finished game shows nothing that is not in the record of the game."""

from __future__ import annotations

import msgspec
import pytest
from tests.support.live_server import played

from ducato.core.visibility import SPECTATOR
from ducato.table.protocol import Act
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.setup.create import branch
from ducato.table.setup.from_record import open_record
from ducato.table.setup.set_up import PositionEdit
from ducato.table.table import LiveTable


def shown(table: LiveTable, seat: int) -> list[str]:
    """Play a branch on by its first legal actions; return all that a screen is sent."""
    screen = Screen(() if seat == SPECTATOR else (seat,), "en", "anna")
    told = [msgspec.json.encode(table.welcome(screen)).decode()]
    for _ in range(12):
        if table.match.is_over():
            break
        mover = table.match.position.current_player()
        action = table.match.position.legal_actions()[0]
        if table.bot_to_move == mover:
            table.play(mover, action)
        else:
            act = Act(f"a{table.match.seq}", table.match.seq, action)
            table.receive(Screen((mover,), "en", "anna"), act)
        told.append(msgspec.json.encode(table.updates(screen)).decode())
    return told


@pytest.mark.parametrize("game", ["magnate", "builders"])
@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1])
def test_a_branch_follows_from_the_record_alone(game: str, seat: int):
    match = played(game, 2, 1)
    people = [TableSeat(n, name, person=f"p{n}") for n, name in enumerate(match.names)]
    table = LiveTable("", match, people)
    record = open_record(match.to_lines())
    half = next(s for s in range(match.seq // 2, match.seq) if match.steps[s].actor >= 0)
    point = "anna", half, max(seat, 0), "random"
    assert shown(branch(table, *point), seat) == shown(branch(record, *point), seat)


def test_a_position_set_up_by_hand_outlives_a_step_that_could_not_be_stored():
    match = played("builders", 2, 1)
    people = [TableSeat(n, name, person=f"p{n}") for n, name in enumerate(match.names)]
    edits = [PositionEdit("coins.0", 9)]
    table = branch(LiveTable("", match, people), "anna", 30, 0, "random", edits)
    while table.bot_to_move is not None:
        table.play(table.bot_to_move, table.match.position.legal_actions()[0])
    seq, action = table.match.seq, table.match.position.legal_actions()[0]
    reply = table.receive(Screen((0,), "en", "anna"), Act("a", seq, action))
    assert reply.change is not None
    table.state.rollback(reply.change)
    assert table.match.seq == seq
    assert table.match.state_at(0)["coins"][0] == 9
