"""Looking back: every moment as a seat saw it, and no more than that seat may know."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from ducato.core.match import Match
from ducato.table.protocol import Act, Export, Replay
from ducato.table.screens import Screen
from ducato.table.setup.create import BadTable, branch
from ducato.table.table import LiveTable

Open = Callable[..., LiveTable]
Plain = Callable[[Any], list[dict[str, Any]]]


def play(table: LiveTable, steps: int = 10_000) -> None:
    for _ in range(steps):
        if table.match.is_over():
            return
        screen = Screen((table.match.position.current_player(),), "en")
        table.receive(screen, Act(f"a{table.match.seq}", table.match.seq, choice(table)))


def choice(table: LiveTable) -> int:
    """Ends turns where it can, so that games are short."""
    return max(table.match.position.legal_actions())


def test_every_moment_is_told_and_shown_as_it_was(open_table: Open, plain: Plain):
    table, screen = open_table(), Screen((0,), "en")
    says = table.welcome(screen)
    for _ in range(8):
        play(table, 1)
        says += table.updates(screen)
    steps = [step for message in plain(says)[1:] for step in message["steps"]]
    heard = {step["seq"]: step["view"] for step in steps}
    log = plain(table.welcome(screen))[0]["log"]
    for seq in range(table.match.seq + 1):
        (past,) = plain(table.receive(screen, Replay("p", seq, 0)).messages)
        assert (past["type"], past["id"], past["seat"]) == ("replay", "p", 0)
        step = past["step"]
        assert step["view"]["seq"] == step["seq"] == seq
        assert step["texts"] == (log[seq - 1]["texts"] if seq else [])
        if seq in heard:
            assert step["view"]["scene"]["areas"] == heard[seq]["scene"]["areas"]
        if seq < table.match.seq:
            assert step["view"]["legal"] == []


def test_during_play_only_ones_own_eyes_and_everybodys(open_table: Open, plain: Plain):
    table = open_table()
    play(table, 5)
    for seq in (0, 12, table.match.seq):
        (refused,) = table.receive(Screen((0,), "en"), Replay("p", seq, 1)).messages
        assert refused["type"] == "rejected"
        assert "Bruno" in refused["reason"]
        (public,) = plain(table.receive(Screen((0,), "en"), Replay("p", seq)).messages)
        (watched,) = plain(table.receive(Screen((), "en"), Replay("p", seq)).messages)
        assert public == watched
        assert (
            table.receive(Screen((), "en"), Replay("p", seq, 0)).messages[0]["type"] == "rejected"
        )
    covered = Screen((0, 1), "en")
    table.welcome(covered)
    assert table.receive(covered, Replay("p", 3, 0)).messages[0]["type"] == "rejected"


def test_after_the_end_every_seats_eyes(open_table: Open, plain: Plain):
    table = open_table(reshuffles=0)
    play(table)
    assert table.match.is_over()
    for seat in (0, 1):
        (past,) = plain(table.receive(Screen((), "en"), Replay("p", 20, seat)).messages)
        own = [p for p in past["step"]["view"]["scene"]["pieces"] if p["area"] == f"hand:{seat}"]
        assert own
        assert not any(piece["face"]["back"] for piece in own)


@pytest.mark.parametrize("about", [(10_000, 0), (3, 7)], ids=["seq", "seat"])
def test_what_never_was_is_refused(open_table: Open, about: tuple[int, int]):
    (refused,) = open_table().receive(Screen((0,), "en"), Replay("p", *about)).messages
    assert (refused["type"], refused["id"]) == ("rejected", "p")


def test_the_record_of_a_running_game_holds_what_its_reader_knows(open_table: Open, plain: Plain):
    table = open_table(closed_discards=True)
    play(table, 9)
    (record,) = table.receive(Screen((0,), "en"), Export("e")).messages
    header, *lines = [json.loads(line) for line in record["lines"]]
    assert (header["unfinished"], header["seen_by"]) == (True, 0)
    assert "seed" not in header
    log = plain(table.welcome(Screen((0,), "en")))[0]["log"]
    assert [line["narration"] for line in lines] == [entry["texts"] for entry in log]
    assert {line["chance"] for line in lines if "chance" in line} == {None}
    actions = [line for line in lines if "action" in line]
    assert len(actions) == 9
    for line, step in zip(lines, table.match.steps, strict=True):
        if step.actor >= 0:
            name = table.match.game.actions.name(step.action)
            assert line["action"] == (name if step.actor == 0 else name.split(":")[0])


def test_the_record_of_a_finished_game_replays(open_table: Open):
    table = open_table(reshuffles=0)
    play(table)
    (record,) = table.receive(Screen((), "en"), Export("e")).messages
    again = Match.from_lines(record["lines"])
    assert again.position.state == table.match.position.state


# ------------------------------------------------------------------------------------- branches


def finished_table(open_table: Open) -> LiveTable:
    table = open_table()
    play(table)
    return table


def test_a_branch_goes_on_from_any_choice_with_the_same_chance(open_table: Open):
    table = finished_table(open_table)
    choices = [n for n, step in enumerate(table.match.steps) if step.actor >= 0]
    for seq in (choices[0], choices[len(choices) // 2], choices[-1]):
        for seat in (0, 1):
            made = branch(table, "carla", seq, seat, "greedy")
            assert made.match.position.state.tobytes() == table.match.state_at(seq).tobytes()
            assert [s.person for s in made.roster.seats][seat] == "carla"
            assert [s.bot is None for s in made.roster.seats] == [n == seat for n in (0, 1)]
            for step in table.match.steps[seq:]:
                if step.actor >= 0:
                    made.match.act(step.action)
                    made.match.run_chance()
            assert made.match.steps == table.match.steps


@pytest.mark.parametrize(
    ("field", "seq", "seat", "level"),
    [("seq", 10**6, 0, "greedy"), ("seq", -1, 0, "greedy"), ("seat", 3, 2, "greedy")]
    + [("bot", 3, 0, "nobody")],
)
def test_a_branch_from_nowhere_is_refused(
    open_table: Open, field: str, seq: int, seat: int, level: str
):
    with pytest.raises(BadTable) as refused:
        branch(finished_table(open_table), "carla", seq, seat, level)
    assert refused.value.field == field
