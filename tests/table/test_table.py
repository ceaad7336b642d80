from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ducato.core.errors import IllegalAction
from ducato.table.protocol import Act, CatchUp, Ping, Propose, Ready, SetLanguage, Undo, Vote
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.table import LiveTable
from ducato.table.updates import FURTHEST

Open = Callable[..., LiveTable]
Plain = Callable[[Any], list[dict[str, Any]]]


def at_move(table: LiveTable, language: str = "en") -> Screen:
    """Return an up-to-date screen of the person to move."""
    screen = Screen((table.match.position.current_player(),), language)
    screen.seq, screen.undo_count = table.match.seq, table.state.undo_count
    return screen


def act(table: LiveTable, screen: Screen, action: int | None = None, id: str = "a") -> Any:
    chosen = table.match.position.legal_actions()[0] if action is None else action
    return table.receive(screen, Act(id, table.match.seq, chosen))


def named(table: LiveTable, kind: str) -> int | None:
    """Return the first legal action of a kind."""
    legal = table.match.position.legal_actions()
    found = [a for a in legal if table.match.game.actions.kind(a).name == kind]
    return found[0] if found else None


def to_an_undoable_step(table: LiveTable) -> Screen:
    """Play until the last step can be undone by the seat that made it."""
    for number in range(200):
        screen = at_move(table)
        act(table, screen, named(table, "build") or named(table, "deed"), f"u{number}")
        if table.match.undoable(screen.shown) is not None:
            return screen
    raise AssertionError("no step could be taken back")


def test_a_move_is_accepted_and_changes_the_match(open_table: Open):
    table = open_table()
    before = table.match.seq
    answer = act(table, at_move(table))
    assert answer.messages == [{"type": "accepted", "id": "a", "seq": table.match.seq}]
    assert answer.change.kept == before
    assert list(answer.change.added) == table.match.steps[before:]


def test_a_careful_move_is_made_only_if_it_can_be_undone(open_table: Open):
    table = open_table()
    screen, seen = at_move(table), {True: 0, False: 0}
    for number in range(120):
        if table.match.is_over():
            break
        seat, seq = table.match.position.current_player(), table.match.seq
        chosen = table.match.position.legal_actions()[0]
        before = table.match.position.state.tobytes()
        screen = at_move(table)
        answer = table.receive(screen, Act(f"c{number}", seq, chosen, careful=True))
        made = answer.change is not None
        seen[made] += 1
        if made:
            assert table.match.undoable(seat) == seq
            assert table.match.position.current_player() == seat
            continue
        assert answer.messages == [{"type": "final", "id": f"c{number}", "seq": seq}]
        assert (table.match.seq, table.match.position.state.tobytes()) == (seq, before)
        act(table, screen, chosen, f"a{number}")
        gone_on = table.match.position.current_player() != seat
        assert gone_on or table.match.undoable(seat) is None
    assert min(seen.values()) > 5


def test_an_illegal_careful_move_is_refused_like_any_other(open_table: Open):
    table = open_table()
    end = table.match.game.actions.offset("end")
    (refused,) = table.receive(
        at_move(table), Act("a", table.match.seq, end, careful=True)
    ).messages
    assert (refused["type"], refused["clause"]) == ("rejected", "3.4")


def test_chance_comes_with_the_move_that_caused_it(open_table: Open):
    table = open_table()
    for number in range(60):
        answer = act(table, at_move(table), named(table, "end"), f"a{number}")
        assert not table.match.position.is_chance_node()
        if answer.change.added[0].action == table.match.game.actions.offset("end"):
            assert [step.actor for step in answer.change.added[1:]].count(-1) >= 1
            return
    raise AssertionError("nobody ended a turn")


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_an_illegal_move_is_refused_with_its_clause(open_table: Open, language: str):
    table = open_table()
    state = table.match.position.state.tobytes()
    answer = act(table, at_move(table, language), table.match.game.actions.offset("end"))
    (refused,) = answer.messages
    assert (refused["type"], refused["id"], refused["clause"]) == ("rejected", "a", "3.4")
    assert len(refused["reason"]) > 10
    assert answer.change is None
    assert table.match.position.state.tobytes() == state


def test_reasons_are_in_the_readers_language(open_table: Open):
    table = open_table()
    reasons = {
        act(table, at_move(table, language), 10_000).messages[0]["reason"]
        for language in ("en", "it", "es")
    }
    assert reasons == {
        "That action doesn’t exist.",
        "Questa azione non esiste.",
        "Esa acción no existe.",
    }


def test_who_is_not_to_move_is_refused(open_table: Open):
    table = open_table()
    mover = table.match.position.current_player()
    (refused,) = act(table, Screen((1 - mover,), "en")).messages
    assert refused["reason"] == f"It’s {table.state.name_of(mover)}’s turn, not yours."
    (refused,) = act(table, Screen((), "en")).messages
    assert refused["reason"] == "You are a spectator at this table."


def test_a_move_for_an_older_position_is_stale_and_the_steps_follow(open_table: Open, plain: Plain):
    table = open_table()
    screen = at_move(table)
    old = table.match.seq
    act(table, screen)
    now = table.match.seq
    stale, steps = plain(table.receive(screen, Act("b", old, 0)).messages)
    assert stale == {"type": "stale", "id": "b", "seq": now}
    assert [step["seq"] for step in steps["steps"]] == list(range(old + 1, now + 1))
    assert steps["steps"][-1]["view"]["seq"] == table.match.seq == now


def test_the_same_id_is_applied_once_and_answered_twice(open_table: Open):
    table = open_table()
    screen = at_move(table)
    message = Act("a", table.match.seq, table.match.position.legal_actions()[0])
    first = table.receive(screen, message)
    again = table.receive(Screen(screen.seats, "en"), message)  # by a new connection, too
    assert again.messages == first.messages
    assert again.change is None
    assert list(first.change.added) == table.match.steps[first.change.kept :]


def test_the_memory_of_ids_is_bounded(open_table: Open, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ducato.table.answered.MOST", 3)
    table = open_table()
    for number in range(10):
        act(table, at_move(table), id=f"a{number}")
    assert [n for n in range(10) if table.answered.find([0, 1], f"a{n}")] == [7, 8, 9]


def test_a_step_can_be_taken_back(open_table: Open, plain: Plain):
    table = open_table()
    screen = to_an_undoable_step(table)
    seq = table.match.seq
    before = table.match.state_at(seq - 1)
    answer = table.receive(screen, Undo("z", seq))
    assert answer.messages == [{"type": "accepted", "id": "z", "seq": seq - 1}]
    assert (answer.change.kept, len(answer.change.removed)) == (seq - 1, 1)
    assert table.match.position.state == before
    (undone,) = plain(table.updates(screen))
    assert undone["type"] == "undone"
    assert undone["view"]["seq"] == len(undone["log"]) == seq - 1


def test_what_chance_did_is_not_taken_back(open_table: Open):
    table = open_table()
    screen = at_move(table)
    (refused,) = table.receive(screen, Undo("z", table.match.seq)).messages
    assert (refused["type"], refused["id"]) == ("rejected", "z")


def test_a_finished_game_is_not_taken_back(open_table: Open, plain: Plain):
    table = open_table(reshuffles=0)
    screen = at_move(table)
    while not table.match.is_over():
        screen = at_move(table)
        answer = act(table, screen, id=f"a{table.match.seq}")
    assert sorted(answer.change.ranks) in ([1, 1], [1, 2])
    steps, told = plain(table.updates(screen))
    assert told["table"]["status"] == "over"
    view = steps["steps"][-1]["view"]
    assert (view["undo"], view["legal"], view["to_move"]) == (False, [], [])
    assert sorted(view["result"]["ranks"]) in ([1, 1], [1, 2])
    assert view["result"]["seed"] == "01" * 32
    assert table.receive(screen, Undo("z", table.match.seq)).messages[0]["type"] == "rejected"
    assert act(table, screen, 0).messages[0]["reason"] == "The game is over."


def test_a_change_that_was_not_stored_is_forgotten(open_table: Open):
    table = open_table()
    screen = at_move(table)
    state, seq = table.match.position.state.tobytes(), table.match.seq
    answer = act(table, screen)
    table.rollback(answer.change)
    assert (table.match.position.state.tobytes(), table.match.seq) == (state, seq)
    assert act(table, screen).change is not None  # with the same id


def test_an_undo_that_was_not_stored_is_forgotten(open_table: Open):
    table = open_table()
    screen = to_an_undoable_step(table)
    state, seq = table.match.position.state.tobytes(), table.match.seq
    table.rollback(table.receive(screen, Undo("z", seq)).change)
    assert (table.match.position.state.tobytes(), table.match.seq) == (state, seq)
    assert table.receive(screen, Undo("z", seq)).change is not None


def test_views_offer_choices_only_to_who_is_to_move(open_table: Open, plain: Plain):
    table = open_table()
    mover = table.match.position.current_player()
    for seat in (mover, 1 - mover):
        view = plain(table.welcome(Screen((seat,), "en")))[0]["view"]
        assert view["to_move"] == [mover]
        legal = [offer["action"] for offer in view["legal"]]
        assert legal == (table.match.position.legal_actions() if seat == mover else [])
        carried = {action for piece in view["scene"]["pieces"] for action in piece["actions"]}
        assert carried <= set(legal)


def test_catching_up_tells_the_missing_steps_or_all(open_table: Open, plain: Plain):
    table = open_table()
    screen = at_move(table)
    seq = table.match.seq
    (steps,) = plain(table.receive(screen, CatchUp(seq - 2)).messages)
    assert [step["seq"] for step in steps["steps"]] == [seq - 1, seq]
    assert plain(table.receive(screen, CatchUp(seq)).messages) == [{"type": "steps", "steps": []}]
    assert table.receive(screen, CatchUp(seq + 1)).messages[0]["type"] == "welcome"
    while table.match.seq <= FURTHEST:
        act(table, at_move(table), id=f"a{table.match.seq}")
    assert table.receive(screen, CatchUp(0)).messages[0]["type"] == "welcome"


def test_a_screen_can_change_its_language(open_table: Open, plain: Plain):
    table = open_table()
    screen = at_move(table)
    english = plain(table.welcome(screen))[0]
    (italian,) = plain(table.receive(screen, SetLanguage("it")).messages)
    assert english["type"] == italian["type"] == "welcome"
    assert english["view"]["prompt"] != italian["view"]["prompt"]
    assert english["log"] != italian["log"]
    assert table.receive(screen, SetLanguage("tlh")).messages[0]["type"] == "welcome"
    assert screen.language == "it"


def test_ping(open_table: Open):
    table = open_table()
    assert table.receive(at_move(table), Ping()).messages == [{"type": "pong"}]


def test_a_bot_plays_only_in_its_turn(open_table: Open):
    table = open_table([TableSeat(0, "Cosimo", "random"), TableSeat(1, "Isabel", "random")])
    mover = table.bot_to_move
    assert mover is not None
    with pytest.raises(IllegalAction):
        table.play(1 - mover, table.match.position.legal_actions()[0])
    with pytest.raises(IllegalAction):
        table.play(mover, 10_000)
    change = table.play(mover, table.match.position.legal_actions()[0])
    assert change.request is None
    assert change.added


def test_a_bot_is_asked_with_what_its_seat_sees(open_table: Open):
    table = open_table()
    for seat in (0, 1):
        state, seed = table.bot_request(seat)
        assert state == table.match.position.redact(seat).state
        assert (state, seed) == table.bot_request(seat)
    assert table.bot_request(0)[1] != table.bot_request(1)[1]


class TestOneScreenForSeveral:
    def test_it_is_covered_until_the_next_person_is_ready(self, open_table: Open, plain: Plain):
        table = open_table()
        screen = Screen((0, 1), "en")
        mover = table.match.position.current_player()
        welcome, curtain = plain(table.welcome(screen))
        assert welcome["hot_seat"]
        assert (welcome["view"]["seat"], welcome["view"]["legal"]) == (None, [])
        assert curtain == {"type": "pass_screen", "seat": mover, "name": table.state.name_of(mover)}
        (refused,) = act(table, screen).messages
        assert refused["reason"] == f"Pass the screen to {table.state.name_of(mover)} first."
        (wrong,) = table.receive(screen, Ready("r", 1 - mover)).messages
        assert (wrong["type"], wrong["id"]) == ("rejected", "r")
        accepted, view = plain(table.receive(screen, Ready("s", mover)).messages)
        assert (accepted["type"], accepted["id"], view["type"]) == ("accepted", "s", "view")
        assert view["view"]["seat"] == mover
        assert view["view"]["legal"]

    def test_the_pass_screen_is_shown_when_the_move_passes(self, open_table: Open, plain: Plain):
        table = open_table()
        screen = Screen((0, 1), "en")
        mover = table.match.position.current_player()
        table.welcome(screen)
        table.receive(screen, Ready("r", mover))
        for number in range(60):
            act(table, screen, named(table, "end"), f"a{number}")
            says = plain(table.updates(screen))
            if len(says) == 2:
                break
            assert table.match.position.current_player() == mover
        steps, curtain = says
        assert steps["steps"][-1]["view"]["seat"] == mover  # who moved still sees the end of it
        assert (curtain["type"], curtain["seat"]) == ("pass_screen", 1 - mover)
        again = plain(table.receive(screen, SetLanguage("it")).messages)
        assert again[0]["view"]["seat"] is None
        assert again[1] == curtain

    def test_ready_twice_is_answered_twice(self, open_table: Open, plain: Plain):
        table = open_table()
        screen = Screen((0, 1), "en")
        mover = table.match.position.current_player()
        says = table.welcome(screen)
        for _ in range(2):
            says += table.receive(screen, Ready("r", mover)).messages
        heard = plain(says)[2:]
        assert [message["type"] for message in heard] == ["accepted", "view"] * 2
        assert heard[:2] == heard[2:]

    def test_a_late_screen_shows_the_pass_screen(self, open_table: Open):
        """A second browser of the same people clicks before the move has reached it."""
        table = open_table()
        mover = table.match.position.current_player()
        first, second = Screen((0, 1), "en"), Screen((0, 1), "en")
        for screen in (first, second):
            table.welcome(screen)
            table.receive(screen, Ready("r", mover))
        seq = table.match.seq
        while table.match.position.current_player() == mover:
            action = max(table.match.position.legal_actions())
            table.receive(first, Act(f"a{table.match.seq}", table.match.seq, action))
        says = table.receive(second, Act("late", seq, 0)).messages
        assert [message["type"] for message in says] == ["stale", "steps", "pass_screen"]
        assert second.covered_for == 1 - mover

    def test_its_story_is_what_everybody_may_know(self, open_table: Open, plain: Plain):
        table = open_table()
        shared, watching = Screen((0, 1), "en"), Screen((), "en")
        own = Screen((table.match.position.current_player(),), "en")
        table.welcome(shared)
        table.receive(shared, Ready("r", own.shown))
        logs = [plain(table.welcome(screen))[0]["log"] for screen in (shared, watching, own)]
        assert logs[0] == logs[1] != logs[2]

    def test_one_person_with_a_bot_sees_no_pass_screen(self, open_table: Open):
        table = open_table([TableSeat(0, "Anna", person="anna"), TableSeat(1, "Cosimo", "random")])
        (welcome,) = table.welcome(Screen((0,), "en"))
        assert not welcome["hot_seat"]


def test_an_undo_that_could_not_be_stored_is_told_to_nobody(open_table: Open):
    table = open_table()
    screen = to_an_undoable_step(table)
    table.updates(screen)
    undo = table.receive(screen, Undo("u", table.match.seq)).change
    table.rollback(undo)
    assert table.updates(screen) == []


# ------------------------------------------------------------------------------------ by consent


def to_steps_that_cannot_be_undone(table: LiveTable) -> int:
    """Play until both seats have chosen; return a seat whose last action cannot be undone."""
    for number in range(200):
        act(table, at_move(table), id=f"s{number}")
        first = next(step.actor for step in table.match.steps if step.actor >= 0)
        if table.match.undoable(first) is None and table.match.steps[-1].actor == 1 - first:
            return first
    raise AssertionError("every step could be taken back")


def of_seat(seat: int) -> Screen:
    return Screen((seat,), "en", ("anna", "bruno")[seat])


def test_others_may_agree_that_a_move_is_taken_back(open_table: Open):
    """With all that followed it, chance included, which falls as before."""
    table = open_table()
    seat = to_steps_that_cannot_be_undone(table)
    left = max(n for n, step in enumerate(table.match.steps) if step.actor == seat)
    states = [table.match.state_at(n).tobytes() for n in range(table.match.seq + 1)]
    steps = list(table.match.steps)
    asked = table.receive(of_seat(seat), Propose("p", "undo"))
    assert asked.change is None
    assert table.match.seq == len(steps)
    agreed = table.receive(of_seat(1 - seat), Vote("v", "undo", seat, True))
    assert (agreed.change.kept, list(agreed.change.removed)) == (left, steps[left:])
    assert table.match.position.state.tobytes() == states[left]
    assert table.match.position.current_player() == seat
    table.rollback(agreed.change)
    assert table.match.position.state.tobytes() == states[-1]
    assert [p.what for p in table.roster.votes.open] == ["undo"]


@pytest.mark.parametrize("how", ["no", "a move"])
def test_nothing_is_taken_back_against_somebodys_will(open_table: Open, how: str):
    table = open_table()
    seat = to_steps_that_cannot_be_undone(table)
    table.receive(of_seat(seat), Propose("p", "undo"))
    seq = table.match.seq
    if how == "no":
        assert table.receive(of_seat(1 - seat), Vote("v", "undo", seat, False)).change is None
        assert table.match.seq == seq
    else:
        act(table, at_move(table), id="on")
    assert not table.roster.votes.open
    late = table.receive(of_seat(1 - seat), Vote("w", "undo", seat, True))
    assert late.messages[0]["type"] == "rejected"


def test_bots_are_not_asked_for_an_undo(open_table: Open):
    seats = [TableSeat(0, "Anna", person="anna"), TableSeat(1, "Bot", bot="greedy")]
    table = open_table(seats)
    while not any(step.actor == 0 for step in table.match.steps):
        if table.match.position.current_player() == 0:
            act(table, of_seat(0))
            break
        table.play(table.match.position.current_player(), table.match.position.legal_actions()[0])
    answer = table.receive(Screen((0,), "en", "anna"), Propose("p", "undo"))
    assert answer.messages[0]["type"] == "rejected"
    assert "nobody else" in answer.messages[0]["reason"]
