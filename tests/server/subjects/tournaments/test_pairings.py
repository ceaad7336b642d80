"""Who plays whom: properties that hold for every number of entrants, with late entries and
drop-outs.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ducato.server.subjects.tournaments.pairing import (
    KNOCK_OUT,
    POINT_TABLES,
    ROUND_ROBIN,
    SWISS,
    Board,
    Entrant,
    TournamentPlan,
    last_round,
    next_round,
    standings,
)
from ducato.server.subjects.tournaments.pairing.point_tables import table_sizes
from ducato.server.subjects.tournaments.pairing.scoring import winners
from ducato.server.subjects.tournaments.pairing.swiss import History

SIZES = st.one_of(st.integers(4, 16), st.integers(17, 48))


def entrants_of(number: int, rng: random.Random) -> list[Entrant]:
    return [Entrant(n, f"#{n}", rng.randrange(2**31)) for n in range(1, number + 1)]


def played(board: Board, rng: random.Random) -> Board:
    """Return a board with a result; some games are tied, in some a seat forfeits."""
    if board.is_bye:
        return board
    order = list(range(1, len(board.seats) + 1))
    rng.shuffle(order)
    ranks = tuple(order) if rng.random() < 0.9 else (1,) * len(order)
    forfeits = frozenset(n for n in range(len(order)) if rng.random() < 0.03)
    return replace(board, ranks=ranks, forfeits=forfeits)


def play(
    plan: TournamentPlan, entrants: Sequence[Entrant], rng: random.Random, leaving: float = 0.0
) -> tuple[list[Entrant], list[Board]]:
    """Play a tournament to its end; before each round, entrants may leave."""
    boards: list[Board] = []
    everybody = list(entrants)
    for number in range(1, last_round(plan, sum(e.first_round == 1 for e in everybody)) + 1):
        for n, entrant in enumerate(everybody):
            if number > 1 and entrant.left_round is None and rng.random() < leaving:
                everybody[n] = replace(entrant, left_round=number)
        found = next_round(plan, everybody, boards, number)
        if not found:
            break
        check_round(found, everybody, number)
        boards += [played(board, rng) for board in found]
    return everybody, boards


def check_round(found: list[Board], entrants: Sequence[Entrant], number: int) -> None:
    """Check what holds in every format: nobody sits twice, nor plays without being in the round."""
    seated = [one for board in found for one in board.seats]
    assert len(seated) == len(set(seated))
    assert set(seated) <= {one.number for one in entrants if one.plays_in(number)}
    assert [board.number for board in found] == list(range(1, len(found) + 1))


@given(SIZES, st.integers(0, 2**31), st.sampled_from([0.0, 0.05]))
@settings(max_examples=20)
def test_a_swiss_round_pairs_everybody_once_and_nobody_again(n: int, seed: int, leaving: float):
    rng = random.Random(seed)
    rounds = min(7, n - 2)
    late = [replace(e, first_round=rng.choice([1, 1, 1, 2, 3])) for e in entrants_of(n, rng)]
    late = [replace(e, first_round=1) if e.number <= 4 else e for e in late]
    everybody, boards = play(TournamentPlan(SWISS, rounds), late, rng, leaving)
    for number in range(1, max(board.round for board in boards) + 1):
        here = [board for board in boards if board.round == number]
        assert sum(len(board.seats) for board in here) == sum(e.plays_in(number) for e in everybody)
        assert sum(board.is_bye for board in here) <= 1
    history = History(boards)
    if n >= 16 and leaving == 0.0:  # among few, some must meet again when several come late
        assert max(history.met.values()) == 1
        assert max(history.byes.values(), default=0) <= 1


@given(st.integers(16, 64), st.integers(0, 2**31))
@settings(max_examples=10)
def test_swiss_opponents_have_sat_first_about_equally_often(n: int, seed: int):
    rng = random.Random(seed)
    _, boards = play(TournamentPlan(SWISS, 7), entrants_of(n, rng), rng)
    assert max(map(abs, History(boards).surplus.values())) <= 3


def test_swiss_groups_meet_and_the_upper_half_meets_the_lower():
    entrants = [Entrant(n, f"#{n}", lot=n) for n in range(1, 9)]
    first = next_round(TournamentPlan(SWISS, 3), entrants, [], 1)
    assert [set(board.seats) for board in first] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    won = [replace(b, ranks=(1, 2) if b.seats[0] < b.seats[1] else (2, 1)) for b in first]
    second = next_round(TournamentPlan(SWISS, 3), entrants, won, 2)
    assert [set(board.seats) for board in second] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]
    for board in second:  # whoever sat second now sits first
        before = {one: b.seats.index(one) for b in first for one in b.seats}
        assert before[board.seats[0]] >= before[board.seats[1]]


def test_the_swiss_bye_goes_to_the_last_without_one():
    entrants = [Entrant(n, f"#{n}", lot=n) for n in range(1, 6)]
    boards: list[Board] = []
    free = []
    for number in range(1, 5):
        here = next_round(TournamentPlan(SWISS, 4), entrants, boards, number)
        free += [board.seats[0] for board in here if board.is_bye]
        boards += [
            b if b.is_bye else replace(b, ranks=(1, 2) if b.seats[0] < b.seats[1] else (2, 1))
            for b in here
        ]
    assert free[0] == 5
    assert len(set(free)) == 4


def can_all_be_paired_anew(players: Sequence[int], history: History) -> bool:
    """Return whether some pairing of the players, with any bye, repeats none; tries them all."""
    if len(players) % 2:
        return any(
            can_all_be_paired_anew([p for p in players if p != free], history) for free in players
        )
    if not players:
        return True
    first, *others = players
    return any(
        not history.times_met(first, other)
        and can_all_be_paired_anew([p for p in others if p != other], history)
        for other in others
    )


@pytest.mark.parametrize("seed", range(25))
def test_nobody_meets_again_in_a_swiss_round_where_that_can_be_avoided(seed: int):
    """Not even with drop-outs and late entries, by which the fewest byes would force it."""
    rng = random.Random(seed)
    number = rng.randint(4, 9)
    entrants = entrants_of(number, rng)
    entrants[-1] = replace(entrants[-1], first_round=rng.randint(1, 3))
    boards: list[Board] = []
    for round_number in range(1, number + 1):
        for n, entrant in enumerate(entrants):
            if entrant.left_round is None and rng.random() < 0.06:
                entrants[n] = replace(entrant, left_round=round_number)
        playing = [e.number for e in entrants if e.plays_in(round_number)]
        if len(playing) < 2:
            break
        history = History(boards)
        found = next_round(TournamentPlan(SWISS, number), entrants, boards, round_number)
        again = [b.seats for b in found if not b.is_bye and history.times_met(*b.seats)]
        assert not again or not can_all_be_paired_anew(playing, history), (round_number, again)
        boards += [played(board, rng) for board in found]


def test_when_all_have_met_they_meet_again():
    entrants = [Entrant(n, f"#{n}", lot=n) for n in range(1, 5)]
    rng = random.Random(1)
    _, boards = play(TournamentPlan(SWISS, 6), entrants, rng)
    assert set(History(boards).met.values()) == {2}


def test_256_are_paired_in_time():
    """As fewer are, each once; the bound is loose, and usually a tenth of it is needed."""
    rng = random.Random(3)
    entrants = entrants_of(256, rng)
    for plan in (TournamentPlan(SWISS, 9), TournamentPlan(POINT_TABLES, 9, (4, 3))):
        boards: list[Board] = []
        for number in range(1, 6):
            begun = time.thread_time()
            found = next_round(plan, entrants, boards, number)
            assert time.thread_time() - begun < 5
            check_round(found, entrants, number)
            assert sum(len(board.seats) for board in found) == 256
            boards += [played(board, rng) for board in found]
        assert plan.format != SWISS or max(History(boards).met.values()) == 1
        begun = time.thread_time()
        assert len(standings(plan.format, entrants, boards)) == 256
        assert time.thread_time() - begun < 5


@given(st.integers(4, 33), st.integers(1, 2), st.integers(0, 2**31))
@settings(max_examples=25)
def test_in_a_round_robin_everybody_meets_everybody(n: int, cycles: int, seed: int):
    rng = random.Random(seed)
    _, boards = play(TournamentPlan(ROUND_ROBIN, cycles), entrants_of(n, rng), rng)
    history = History(boards)
    assert len(history.met) == n * (n - 1) // 2
    assert set(history.met.values()) == {cycles}
    assert set(history.byes.values()) <= {cycles}
    assert max(map(abs, history.surplus.values())) <= (1 if cycles == 1 else 0)


def test_in_a_round_robin_who_should_meet_somebody_who_left_has_a_bye():
    entrants = [Entrant(n, f"#{n}", lot=n, left_round=2 if n == 3 else None) for n in range(1, 5)]
    found = next_round(TournamentPlan(ROUND_ROBIN), entrants, [], 2)
    assert sorted(len(board.seats) for board in found) == [1, 2]


@given(
    SIZES | st.sampled_from([97, 128, 255, 256]), st.integers(0, 2**31), st.sampled_from([0.0, 0.2])
)
@settings(max_examples=25)
def test_a_knock_out_ends_with_one_winner(n: int, seed: int, leaving: float):
    rng = random.Random(seed)
    everybody, boards = play(TournamentPlan(KNOCK_OUT), entrants_of(n, rng), rng, leaving)
    lost: set[int] = set()
    for board in sorted(boards, key=lambda board: (board.round, board.number)):
        assert not lost & set(board.seats)
        if not board.is_bye:
            best = winners(board)
            lost |= set(board.seats) - ({board.seats[max(best)]} if best else set())
    if leaving == 0.0:
        first = [board for board in boards if board.round == 1]
        assert sum(board.is_bye for board in first) == 2 ** (n - 1).bit_length() - n
        ranked = standings(KNOCK_OUT, everybody, boards)
        assert ranked[0].entrant not in lost or not winners(boards[-1])


def test_in_a_knock_out_the_opponent_of_who_left_goes_on():
    entrants = [Entrant(n, f"#{n}", lot=n) for n in range(1, 5)]
    first = [
        replace(b, ranks=(1, 2)) for b in next_round(TournamentPlan(KNOCK_OUT), entrants, [], 1)
    ]
    through = [board.seats[0] for board in first]
    entrants = [replace(e, left_round=2) if e.number == through[0] else e for e in entrants]
    assert next_round(TournamentPlan(KNOCK_OUT), entrants, first, 2) == []
    ranked = standings(KNOCK_OUT, entrants, [*first, Board(2, 1, (through[1],))])
    assert ranked[0].entrant == through[1]


@given(SIZES, st.sampled_from([(4, 3), (3,), (5, 4, 3), (3, 2)]), st.integers(0, 2**31))
@settings(max_examples=20)
def test_point_tables_seat_everybody(n: int, sizes: tuple[int, ...], seed: int):
    rng = random.Random(seed)
    everybody, boards = play(TournamentPlan(POINT_TABLES, 4, sizes), entrants_of(n, rng), rng, 0.02)
    for number in range(1, max(board.round for board in boards) + 1):
        here = [board for board in boards if board.round == number]
        playing = sum(e.plays_in(number) for e in everybody)
        assert sum(len(board.seats) for board in here) == playing
        assert {len(board.seats) for board in here} <= {1, *sizes}
        assert sum(board.is_bye for board in here) == table_sizes(playing, sizes)[1]


@pytest.mark.parametrize(("n", "rounds"), [(16, 4), (64, 6), (256, 5), (33, 4)])
def test_at_point_tables_nobody_meets_again_while_others_are_left(n: int, rounds: int):
    rng = random.Random(n)
    _, boards = play(TournamentPlan(POINT_TABLES, rounds, (4, 3)), entrants_of(n, rng), rng)
    again = Counter(History(boards).met.values())
    assert sum(count for times, count in again.items() if times > 1) <= (12 if n == 16 else 0)
    assert max(again) <= 2


def test_table_sizes_leave_out_as_few_as_possible():
    assert table_sizes(10, (4, 3)) == ([4, 3, 3], 0)
    assert table_sizes(9, (4, 3)) == ([3, 3, 3], 0)
    assert table_sizes(5, (4, 3)) == ([4], 1)
    assert table_sizes(7, (3,)) == ([3, 3], 1)
    assert table_sizes(256, (4, 3)) == ([4] * 64, 0)
