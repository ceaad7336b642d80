"""Tables at which all seats choose at the same time: any order, nothing seen, nothing lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.examples.projects import installed_examples

from ducato.bots.analysis.timeline import timeline
from ducato.core.chance import CommittedStream
from ducato.core.errors import IllegalAction
from ducato.table import transitions
from ducato.table.changes import Rejected
from ducato.table.protocol import Act, Export, ShowState, Undo
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.setup.replay import replayed
from ducato.table.table import LiveTable
from ducato.table.time_control import Clock, RealTime

SEATS = [
    TableSeat(n, name, person=name.lower()) for n, name in enumerate(["Anna", "Bruno", "Cleo"])
]


@pytest.fixture(scope="module", autouse=True)
def tender(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield from installed_examples(tmp_path_factory.mktemp("examples"))


@pytest.fixture
def table(open_table: Callable[..., LiveTable]) -> LiveTable:
    return open_table(SEATS, name="tender")


def screen(table: LiveTable, seat: int) -> Screen:
    made = Screen((seat,), "en")
    made.seq, made.undo_count = table.match.seq, table.state.undo_count
    return made


def view(table: LiveTable, seat: int) -> dict[str, Any]:
    shown = Screen((seat,) if seat >= 0 else (), "en")
    return json.loads(bytes(table.state.views.show(table.match.seq, shown, whole=True)))


def test_all_may_choose_at_once_and_nobody_sees_what(table: LiveTable):
    assert [view(table, seat)["to_move"] for seat in (-1, 0, 2)] == [[0, 1, 2]] * 3
    assert all(len(view(table, seat)["legal"]) == 13 for seat in range(3))
    assert view(table, 2)["prompt"].startswith("Bid for the lot")
    seq = table.match.seq
    (answer,) = table.receive(screen(table, 2), Act("a", seq, 5)).messages
    assert answer["type"] == "accepted"
    assert view(table, 0)["to_move"] == [0, 1]
    assert view(table, 2)["legal"] == []
    assert view(table, 1)["legal"] != []


def test_a_choice_made_before_that_of_another_arrived_stands(table: LiveTable):
    seq = table.match.seq
    for seat in (2, 0, 1):
        (answer,) = table.receive(Screen((seat,), "en"), Act(f"a{seat}", seq, seat)).messages[:1]
        assert answer["type"] == "accepted", answer
    assert table.match.position.state.points.tolist()[2] > 0
    (late,) = table.receive(Screen((1,), "en"), Act("late", seq, 1)).messages[:1]
    assert late["type"] == "stale"


def test_who_has_chosen_waits(table: LiveTable):
    table.receive(screen(table, 1), Act("a", table.match.seq, 5))
    (answer,) = table.receive(screen(table, 1), Act("b", table.match.seq, 6)).messages
    assert answer["type"] == "rejected"
    assert "Anna" in answer["reason"]


def test_one_takes_a_sealed_choice_back_while_others_have_not_chosen(table: LiveTable):
    seq = table.match.seq
    table.receive(screen(table, 2), Act("a", seq, 5))
    assert view(table, 2)["undo"]
    table.receive(screen(table, 2), Undo("u", table.match.seq))
    assert table.match.seq == seq
    assert len(view(table, 2)["legal"]) == 13


@pytest.mark.parametrize("reader", [-1, 0])
def test_twin_tables_send_the_same_bytes(open_table: Callable[..., LiveTable], reader: int):
    """Whatever the others have sealed, all that a reader is sent is the same until the reveal."""
    sent = []
    for bids in ((4, 9), (11, 0)):
        table = open_table(SEATS, name="tender")
        shown = Screen((reader,) if reader >= 0 else (), "en")
        messages = [*table.welcome(shown)]
        for seat, bid in zip((2, 1), bids, strict=True):
            table.receive(screen(table, seat), Act(f"a{seat}", table.match.seq, bid))
            messages += table.updates(shown)
        for query in (Export("e"), ShowState("s")):
            messages += table.receive(shown, query).messages
        sent.append([_plain(message) for message in messages])
    assert sent[0] == sent[1]


def _plain(message: Any) -> Any:
    text = msgspec.json.decode(msgspec.json.encode(message))
    if isinstance(text, dict) and isinstance(text.get("view"), dict):
        text["view"].pop("generation", None)
    return text


def test_a_stored_table_is_opened_again_with_the_same_choices(table: LiveTable):
    for seat in (2, 0):
        table.receive(screen(table, seat), Act(f"a{seat}", table.match.seq, 3 + seat))
    match = table.match
    again = replayed(match.game, CommittedStream(match.stream.seed), match.names, match.steps)
    assert again.position == match.position
    assert again.steps == match.steps


def test_the_log_says_what_is_revealed(table: LiveTable):
    for seat in (2, 0, 1):
        table.receive(screen(table, seat), Act(f"a{seat}", table.match.seq, 1 + seat))
    reader = Screen((0,), "en").log_viewer
    entries = table.state.views.log.entries(reader, 0, table.match.seq)
    texts = [text for entry in entries for text in entry["texts"]]
    assert "Cleo has chosen." in texts
    assert "Anna bids 1 coin." in texts
    revealed = ["Anna, Bid: 1 coin.", "Bruno, Bid: 2 coins.", "Cleo, Bid: 3 coins."]
    assert [text for text in texts if ", Bid" in text] == revealed
    assert "Cleo gives 3 coins." in texts


def test_a_game_in_any_order_is_analysed_by_who_chose(table: LiveTable):
    """The timeline of a finished game asks for the choices of the seat that made them."""
    match = table.match
    while not match.is_over():
        for seat in (2, 0, 1):
            match.act(min(1, int(match.position.state.coins[seat])), seat)
        match.run_chance()
    moments = timeline(match).moments
    assert [moment.seat for moment in moments[:4]] == [2, 0, 1, 2]
    for moment in moments:
        seen = match.seen_by(moment.seat, moment.seq)
        assert match.game.State.rules.current_player(seen, match.game.edition) == moment.seat


def test_the_clock_runs_for_one_who_has_not_chosen(open_table: Callable[..., LiveTable]):
    clock = Clock.new(RealTime(60, 0), 3)
    table = open_table(SEATS, name="tender", clock=clock)
    table.begin(0)
    assert list(table.clock.running) == [0, 1, 2]
    table.receive(screen(table, 2), Act("a", table.match.seq, 1), 1000)
    assert list(table.clock.running) == [0, 1]
    table.receive(screen(table, 0), Act("b", table.match.seq, 1), 2000)
    assert list(table.clock.running) == [1]


def seated(*bots: int) -> list[TableSeat]:
    return [TableSeat(n, one.name, "random") if n in bots else one for n, one in enumerate(SEATS)]


def test_bots_choose_while_people_think(open_table: Callable[..., LiveTable]):
    """No bot waits until a person before it has chosen, and none sees what that person chooses."""
    table = open_table(seated(1), name="tender")
    assert table.state.seats_to_move == (0, 1, 2)
    assert table.bot_to_move == 1
    with pytest.raises(IllegalAction):
        table.play(0, 1)  # a person's seat
    asked = table.bot_request(1)
    table.receive(screen(table, 0), Act("a", table.match.seq, 7))
    state, _ = table.bot_request(1)
    assert state.mover == 1
    assert state.bid.tolist()[:2] == [-1, 0]
    assert asked[0].bid.tolist()[:2] == [0, 0]
    table.play(1, 4)
    assert table.bot_to_move is None
    assert table.state.turn_state.to_move == (2,)
    assert table.match.steps[-1].actor == 1


def test_each_whose_time_is_up_is_replaced(open_table: Callable[..., LiveTable]):
    table = open_table(SEATS, name="tender", clock=Clock.new(RealTime(1, 0), 3))
    table.begin(0)
    table.receive(screen(table, 1), Act("a", table.match.seq, 5), 30_000)
    assert table.time_out(59_999) is None
    found = [table.time_out(60_000), table.time_out(60_000), table.time_out(60_000)]
    names = [change and change.announcement and dict(change.announcement.items) for change in found]
    assert names == [{"name": "Anna"}, {"name": "Cleo"}, None]
    assert table.bot_to_move == 0
    table.play(0, 1, 60_000)
    table.play(2, 2, 60_000)
    assert list(table.clock.running) == [1]
    assert table.clock.left_at(60_000) == [0, 30_000, 0]


def test_automatic_responses_are_given_for_each_seat(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
):
    """Also for a seat after one whose player has to think; and what was chosen is not told."""
    given = {1: 3}
    monkeypatch.setattr(transitions, "_response", lambda _, seat: given.pop(seat, None))
    table.receive(screen(table, 2), Act("a", table.match.seq, 5))
    assert [(step.actor, step.action) for step in table.match.steps[-2:]] == [(2, 5), (1, 3)]
    assert table.state.seats_to_move == (0,)


def test_a_shared_screen_asks_its_players_one_after_the_other(table: LiveTable):
    """A screen with the seats of Bruno and Cleo does not wait for Anna, who chooses elsewhere."""
    shared = Screen((1, 2), "en")
    welcome = table.welcome(shared)
    assert welcome[-1] == {"type": "pass_screen", "seat": 1, "name": "Bruno"}
    for seat, then in ((1, 2), (2, None)):
        assert shared.uncover(seat)
        table.receive(shared, Act(f"a{seat}", table.match.seq, seat))
        passed = [one for one in table.updates(shared) if one["type"] == "pass_screen"]
        assert [one["seat"] for one in passed] == ([] if then is None else [then])
    assert table.state.seats_to_move == (0,)


def test_who_waits_reads_for_whom(table: LiveTable):
    assert view(table, -1)["prompt"] == "Waiting for Anna, Bruno, and Cleo."
    table.receive(screen(table, 1), Act("a", table.match.seq, 5))
    assert view(table, 1)["prompt"] == "Waiting for Anna and Cleo."
    (answer,) = table.receive(screen(table, 1), Act("b", table.match.seq, 6)).messages
    assert answer["reason"] == "It isn’t your turn: waiting for Anna and Cleo."


def test_only_who_has_chosen_may_end_an_abandoned_game(table: LiveTable):
    table.receive(screen(table, 1), Act("a", table.match.seq, 5))
    away, seq = table.state.seats_to_move, table.match.seq
    with pytest.raises(Rejected):
        table.check_abandoned("anna", away, seq)
    change = table.end_abandoned("bruno", away, seq)
    assert [(seat.seat, seat.substitute) for seat in change.seats] == [
        (0, "resigned"),
        (2, "resigned"),
    ]
    (told,) = table.announcement(screen(table, 1), change.announcement)
    assert told["text"] == "Anna and Cleo have been away for long: bots take over."
