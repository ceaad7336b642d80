"""The clock of a game: one seat's at a time, or those of all who choose at the same time."""

from __future__ import annotations

from ducato.table.time_control import DAY, SECOND, Clock, Correspondence, RealTime, Untimed


def test_time_passes_for_each_seat_until_it_has_chosen():
    clock = Clock.new(RealTime(1, 5), 3)
    clock.run_for([0, 1, 2], 0, 7)
    clock.run_for([0, 1], 10 * SECOND, 8)  # seat 2 has chosen, and gets its increment
    assert clock.left_at(30 * SECOND) == [30 * SECOND, 30 * SECOND, 55 * SECOND]
    clock.run_for([1], 40 * SECOND, 9)
    assert clock.left_at(45 * SECOND) == [25 * SECOND, 15 * SECOND, 55 * SECOND]
    assert clock.due == clock.due_of(1) == 60 * SECOND
    assert clock.running == {1: 7}  # the turn that began after seven steps


def test_the_time_of_each_seat_is_up_by_itself():
    clock = Clock.new(RealTime(1), 3)
    clock.run_for([1], 0, 0)
    clock.run_for([0, 1, 2], 10 * SECOND, 1)
    assert clock.running == {0: 1, 1: 0, 2: 1}
    assert clock.first_over(59 * SECOND) is None
    assert clock.first_over(60 * SECOND) == 1
    clock.run_for([0, 2], 60 * SECOND, 1)
    assert clock.first_over(69 * SECOND) is None
    assert clock.first_over(70 * SECOND) == 0
    clock.run_for([], 70 * SECOND, 1)
    assert (clock.due, clock.first_over(10**12)) == (None, None)
    assert clock.left_at(10**12)[0] == 0


def test_each_has_days_from_the_beginning_of_their_own_turn():
    clock = Clock.new(Correspondence(3), 2)
    clock.run_for([0], 0, 0)
    clock.run_for([0, 1], DAY, 1)
    assert [clock.due_of(seat) for seat in (0, 1)] == [3 * DAY, 4 * DAY]
    clock.run_for([1], 2 * DAY, 2)
    clock.run_for([0, 1], 2 * DAY, 3)
    assert [clock.due_of(seat) for seat in (0, 1)] == [5 * DAY, 4 * DAY]


def test_a_stored_clock_runs_on_also_after_a_credit():
    clock = Clock.new(RealTime(1), 3)
    clock.run_for([2], 0, 3)
    clock.run_for([0, 2], 20 * SECOND, 4)
    row = {"kind": "real_time", "minutes": 1, "increment": 0}
    again = Clock.from_row(row, clock.to_row(), clock.due, 3)
    assert again == clock
    later = Clock.from_row(row, clock.to_row(), (clock.due or 0) + 1000 * SECOND, 3)
    assert later.left_at(1020 * SECOND) == clock.left_at(20 * SECOND)
    assert clock.to_json(30 * SECOND) == {
        "left": [50 * SECOND, 60 * SECOND, 30 * SECOND],
        "running": [0, 2],
    }


def test_another_time_control_gives_all_their_full_time():
    clock = Clock.new(RealTime(1), 2)
    clock.run_for([0, 1], 0, 5)
    clock.change_time_control(Correspondence(2), 30 * SECOND)
    assert clock.running == {0: 5, 1: 5}
    assert clock.due == clock.due_of(1) == 2 * DAY + 30 * SECOND
    clock.change_time_control(Untimed(), 40 * SECOND)
    assert clock.to_row() is None


def test_nobody_gains_time_by_taking_a_choice_back():
    clock = Clock.new(RealTime(1, 5), 2)
    clock.run_for([0, 1], 0, 3)
    for moment in (10, 20, 30):
        clock.run_for([0], moment * SECOND, 4)
        clock.run_for([0, 1], moment * SECOND, 3, undone=True)
    assert clock.left_at(30 * SECOND) == [30 * SECOND, 30 * SECOND]
    slow = Clock.new(Correspondence(3), 2)
    slow.run_for([0, 1], 0, 3)
    slow.run_for([0], DAY, 4)
    slow.run_for([0, 1], 2 * DAY, 3, undone=True)
    assert [slow.due_of(seat) for seat in (0, 1)] == [3 * DAY, 4 * DAY]
