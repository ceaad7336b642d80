"""The benchmarks of strength (`strength`, `doublings`, `known_hands`), with few simulations."""

from __future__ import annotations

import json
import time
from math import inf
from pathlib import Path

import numpy as np
import pytest
from benchmarks.bots import doublings, known_hands
from benchmarks.strength import (
    Contest,
    clustered,
    elo,
    made,
    main,
    notes,
    play,
    play_deal,
    read_deals,
    result,
    row,
    work,
)

from ducato.core.chance import CommittedStream
from ducato.core.errors import BadValue
from ducato.core.game import load
from ducato.core.match import Match
from ducato.core.struct import UNKNOWN
from ducato.core.visibility import redact
from ducato.games.magnate.state import Zone
from ducato.runs.statistics import wilson_interval

OLD = "ismcts:sims=10"


def contest(new: str = "ismcts:sims=12", old: str = OLD, **others) -> Contest:
    return Contest("invented", others.pop("players", 3), None, new, old, **others)


def test_seats_of_the_new_bot_are_rotated():
    assert contest().seatings() == [[0], [1], [2]]
    assert contest(half=True).seatings() == [[0], [1], [2]]
    assert contest(players=2, half=True).seatings() == [[0], [1]]
    assert contest(players=4, half=True).seatings() == [[0, 2], [1, 3]]
    fives = contest(players=5, half=True).seatings()
    assert [sum(seat in seats for seats in fives) for seat in range(5)] == [2] * 5


@pytest.mark.compiled
def test_a_bot_against_itself_wins_its_fair_share_of_each_deal(invented):
    """Both make equal choices with equal seeds, so that the games of a deal are the same game."""
    played = contest(new=OLD)
    for deal in range(3):
        line = play_deal(played, deal, inf)
        assert line is not None
        assert sum(game["won"] for game in line["games"]) == pytest.approx(1)


@pytest.mark.compiled
def test_the_work_of_both_sides_is_measured(invented):
    deals = play(contest(old="greedy"), 6)
    assert [len(deal["games"]) for deal in deals] == [3, 3]
    milliseconds, simulations = work(deals, "new")
    assert 0 < milliseconds < 1000
    assert simulations is not None
    assert 0 < simulations <= 12
    assert work(deals, "old")[1] is None
    assert row(contest(old="greedy"), deals).count("|") == 15


def test_a_budget_is_one_of_processor_time(invented):
    game = load("invented", 3)
    name = contest(cpu=2.0).bot("ismcts")
    assert name == "ismcts:seconds=0.002"
    assert made(name, game).clock is time.thread_time
    assert contest(cpu=2.0).bot("ismcts@ea2d64e7") == "ismcts@ea2d64e7:seconds=0.002"
    assert contest(cpu=2.0).bot("greedy") == "greedy"
    assert contest().bot("ismcts:sims=3") == "ismcts:sims=3"


@pytest.mark.slow
def test_a_bot_of_an_earlier_commit_is_met_in_a_process_of_its_own():
    """It plays as the present one where nothing has changed since, and its time is counted."""
    game = load("magnate")
    earlier, present = made("greedy@HEAD", game), made("greedy", game)
    position = game.new_initial_state()
    while position.is_chance_node():
        position.apply_action(position.chance_outcomes()[0][0])
    seat = position.current_player()
    state = redact(position.state, seat)
    assert earlier.choose(state, seat, 7) in position.legal_actions()
    assert isinstance(present.choose(state, seat, 7), int)
    assert earlier.processor_seconds > 0
    with pytest.raises(RuntimeError, match="UnknownName"):
        made("nobody@HEAD", game)


def test_an_unknown_commit_is_an_error():
    with pytest.raises(BadValue, match="a commit of this repository"):
        made("greedy@no-such-commit", load("magnate"))


def test_a_bot_without_a_clock_is_refused(invented, monkeypatch):
    class Clockless:
        seconds = 1.0

    monkeypatch.setattr("benchmarks.strength.make", lambda *_: Clockless())
    with pytest.raises(ValueError, match="no attribute 'clock'"):
        made("ismcts", load("invented", 3))


@pytest.mark.compiled
def test_deals_are_kept_and_continued(invented, tmp_path: Path):
    out = tmp_path / "deals.jsonl"
    first = play(contest(), 3, out=out)
    assert len(out.read_text("utf-8").splitlines()) == 1
    with out.open("a", encoding="utf-8") as file:
        file.write(json.dumps(first[0])[:40])  # the process ended while it wrote
        file.write("\n")
    deals = play(contest(), 9, out=out)
    assert [deal["deal"] for deal in deals] == [0, 1, 2]
    assert read_deals(out, contest()) == deals
    assert read_deals(out, contest(seed=1)) == []
    again = play(contest(), 9)
    assert [[g["won"] for g in d["games"]] for d in again] == [
        [g["won"] for g in d["games"]] for d in deals
    ]


def test_the_time_ends_a_match(invented):
    deals = play(contest(), 6, end=time.time() - 1)
    assert deals == []
    assert list(notes(contest(), deals, 6)) == ["not reached: 6 of 6 games"]
    assert "| 0 | 0 |" in row(contest(), deals)


@pytest.mark.compiled
def test_the_command_prints_a_row(invented, tmp_path: Path, capsys):
    out = tmp_path / "deals.jsonl"
    given = ["invented", "--new", "greedy", "--old", OLD, "--games", "4", "--out", str(out)]
    main([*given, "--players", "2"])
    assert "| invented | 2 | `greedy` | `ismcts:sims=10` | - | 4 | 2 |" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(given)
    assert "--resume" in capsys.readouterr().err


@pytest.mark.compiled
def test_doublings_say_what_was_not_reached(invented, capsys):
    given = ["invented", "--players", "2", "--bot", "ismcts", "--longest", "5", "--games", "2"]
    doublings.main(given)
    told = capsys.readouterr()
    assert told.out.count("`ismcts:seconds=0.002`") == 2
    assert "1 to 2 ms: " in told.out
    assert "not reached" not in told.err
    doublings.main([*given, "--minutes", "0"])
    assert "2 to 4 ms: not reached: 2 of 2 games" in capsys.readouterr().err


@pytest.mark.compiled
def test_a_knowing_bot_sees_all_hands_and_no_deck(invented, capsys):
    match = Match(load("magnate"), CommittedStream(bytes(32)))
    match.run_chance()
    state = match.position.state
    seen = known_hands.see_hands(state, 0)
    hidden = np.array(redact(state, 0)["zone"]) == UNKNOWN
    unknown = np.array(seen["zone"]) == UNKNOWN
    assert unknown.any()
    assert (unknown <= hidden).all()
    assert hidden.sum() - unknown.sum() == state["held"][Zone.HAND + 1]
    known_hands.main(["invented", "--players", "2", "--bot", "ismcts:sims=8", "--games", "2"])
    assert "| `knowing ismcts:sims=8` | `ismcts:sims=8` |" in capsys.readouterr().out


def test_intervals_take_deals_as_clusters():
    """Games that all end alike within a deal tell no more than one game for each deal."""
    alike = clustered([2, 0] * 50, [2] * 100)
    apart = clustered([1, 1, 2, 0] * 50, [2] * 200)
    low, high = wilson_interval(50, 100)
    assert (alike.low, alike.high) == pytest.approx((low, high), abs=0.01)
    assert alike.high - alike.low > apart.high - apart.low
    assert clustered([2] * 10, [2] * 10).low < 0.9 < clustered([2] * 10, [2] * 10).high == 1
    assert clustered([], []) == (0, 0, 1)
    few, many = clustered([1, 0, 1], [1] * 3), wilson_interval(2, 3)
    assert few.low < many[0]


def test_elo_counts_the_seats_of_both_sides():
    assert elo(0.25, 1, 4) == pytest.approx(0)
    assert elo(0.4, 2, 5) == pytest.approx(0)
    assert elo(0.5, 1, 4) == pytest.approx(elo(0.75, 1, 2)) == pytest.approx(190.85, abs=0.01)
    assert (elo(1.0, 1, 2), elo(0.0, 1, 2)) == (inf, -inf)
    rate, rating = result(contest(players=2), [{"games": [{"won": 1.0}, {"won": 0.0}]}] * 8)
    assert (rate.value, rating.value) == (0.5, 0)
