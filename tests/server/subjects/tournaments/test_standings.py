"""Points, tie-breaks and exports, on small tournaments computed by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ducato.server.subjects.tournaments.pairing import (
    KNOCK_OUT,
    POINT_TABLES,
    ROUND_ROBIN,
    SWISS,
    Board,
    Entrant,
)
from ducato.server.subjects.tournaments.pairing.exports import to_csv, to_trf
from ducato.server.subjects.tournaments.pairing.scoring import points, shares
from ducato.server.subjects.tournaments.pairing.standings import standings

FOUR = [Entrant(n, name) for n, name in enumerate(["Anna", "Bea", "Carlo", "=Dora"], start=1)]


def board(round_number: int, number: int, seats: tuple[int, ...], *ranks: int) -> Board:
    return Board(round_number, number, seats, ranks or None)


def test_points_of_a_game_of_two():
    assert points(board(1, 1, (1, 2), 1, 2), SWISS) == [1, 0]
    assert points(board(1, 1, (1, 2), 1, 1), SWISS) == [Fraction(1, 2)] * 2
    assert points(board(1, 1, (1, 2)), SWISS) == [0, 0]
    assert points(board(1, 1, (1,)), SWISS) == [1]


def test_who_forfeits_gets_nothing_whatever_the_substitute_did():
    won_by_the_bot = Board(1, 1, (1, 2), (1, 2), frozenset([0]))
    assert points(won_by_the_bot, SWISS) == [0, 1]
    assert points(Board(1, 1, (1, 2), (1, 2), frozenset([0, 1])), SWISS) == [0, 0]
    table = Board(1, 1, (1, 2, 3, 4), (1, 2, 3, 4), frozenset([0]))
    assert points(table, POINT_TABLES) == [0, 10, 4, 2]


def test_points_at_tables_by_rank():
    assert points(board(1, 1, (1, 2, 3, 4), 2, 1, 4, 3), POINT_TABLES) == [4, 10, 0, 2]
    assert points(board(1, 1, (1, 2, 3), 1, 2, 3), POINT_TABLES) == [10, 3, 0]
    assert points(board(1, 1, (1, 2, 3), 1, 1, 3), POINT_TABLES) == [Fraction(13, 2)] * 2 + [0]
    assert points(board(1, 1, (1,)), POINT_TABLES) == [5]
    assert shares(board(1, 1, (1, 2, 3), 1, 2, 3)) == [1, Fraction(1, 2), 0]


def test_swiss_tie_breaks_in_order():
    boards = [
        board(1, 1, (1, 2), 1, 2),
        board(1, 2, (3, 4), 1, 2),
        board(2, 1, (1, 3), 1, 1),
        board(2, 2, (2, 4), 1, 2),
    ]
    found = standings(SWISS, FOUR, boards)
    assert [(one.entrant, one.rank) for one in found] == [(1, 1), (3, 2), (2, 3), (4, 4)]
    first, second = found[0], found[1]
    assert first.points == second.points == Fraction(3, 2)
    # Head to head they tied; the opponents of 1 are 2 and 3, those of 3 are 4 and 1.
    assert first.tie_breaks[:2] == (Fraction(1, 2), Fraction(5, 2))
    assert second.tie_breaks[:2] == (Fraction(1, 2), Fraction(3, 2))
    # 1 beat 2, who has one point, and tied with 3.
    assert first.tie_breaks[3] == 1 + Fraction(3, 4)


def test_head_to_head_counts_only_if_all_have_met():
    met = [board(1, 1, (1, 2), 1, 2), board(1, 2, (3, 4), 1, 2)]
    assert {one.tie_breaks[0] for one in standings(SWISS, FOUR, met)} == {0}
    met += [board(2, 1, (3, 2), 2, 1), board(2, 2, (4, 1), 1, 2)]
    assert {one.points for one in standings(SWISS, FOUR, met)} == {1}
    assert {one.tie_breaks[0] for one in standings(SWISS, FOUR, met)} == {0}


def test_equal_entrants_share_a_rank():
    boards = [board(1, 1, (1, 2), 1, 1), board(1, 2, (3, 4), 1, 1)]
    assert [one.rank for one in standings(ROUND_ROBIN, FOUR, boards)] == [1, 1, 1, 1]


def test_a_bye_counts_as_an_opponent_as_strong_as_oneself():
    three = FOUR[:3]
    boards = [board(1, 1, (1, 2), 1, 2), board(1, 2, (3,))]
    found = {one.entrant: one for one in standings(SWISS, three, boards)}
    assert found[3].points == 1
    assert found[3].tie_breaks[1] == 1
    assert found[3].won == 0


def test_a_knock_out_ranks_by_the_round_reached():
    boards = [board(1, 1, (1, 2), 1, 2), board(1, 2, (3, 4), 2, 1), board(2, 1, (1, 4), 2, 1)]
    found = standings(KNOCK_OUT, FOUR, boards)
    assert [(one.entrant, one.rank) for one in found] == [(4, 1), (1, 2), (2, 3), (3, 3)]


def test_opponents_points_and_shares_break_ties_at_tables():
    six = [Entrant(n, f"#{n}") for n in range(1, 7)]
    boards = [
        board(1, 1, (1, 2, 3), 1, 2, 3),
        board(1, 2, (4, 5, 6), 1, 2, 3),
        board(2, 1, (1, 5, 6), 1, 2, 3),
        board(2, 2, (4, 2, 3), 1, 2, 3),
    ]
    found = standings(POINT_TABLES, six, boards)
    assert [one.rank for one in found[:2]] == [1, 1]
    assert found[0].tie_breaks == (6, 2, 2)


def test_csv_has_the_standings_and_the_rounds():
    boards = [board(1, 1, (1, 2), 1, 2), board(1, 2, (3, 4), 1, 1), board(2, 1, (1, 3))]
    lines = to_csv(SWISS, FOUR, boards, standings(SWISS, FOUR, boards)).split("\r\n")
    assert lines[0].startswith("rank,number,name,points,head_to_head,buchholz,")
    assert lines[0].endswith("won,round 1,round 2")
    assert lines[1].startswith("1,1,Anna,1,")
    assert lines[1].endswith(",1: 1,1")
    assert any(",'=Dora," in line for line in lines)  # no formula for a spreadsheet


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("@SUM(1)", "'@SUM(1)"),
        ("a;=1+1", "a;'=1+1"),
        ("a; -2", "a;' -2"),
        ("\uff1d1", "'\uff1d1"),
        ("Anna-Lena", "Anna-Lena"),
    ],
)
def test_no_spreadsheet_computes_a_name(name: str, cell: str):
    """One of a country that writes decimals with a comma divides lines at semicolons."""
    (line,) = standings(SWISS, [Entrant(1, name)], [])
    text = to_csv(SWISS, [Entrant(1, name)], [], [line])
    assert text.splitlines()[1].startswith(f"1,1,{cell},")


def test_trf_has_a_line_for_each_entrant():
    boards = [board(1, 1, (1, 2), 1, 2), board(1, 2, (3, 4), 1, 1), board(2, 1, (2,))]
    lines = to_trf("Cup", FOUR, boards, standings(SWISS, FOUR, boards)).splitlines()
    assert lines[:3] == ["012 Cup", "062 4", "XXR 2"]
    anna = lines[3]
    assert anna.startswith("001    1      Anna")
    assert anna[80:84] == " 1.0"
    assert anna[85:89].strip() == "1"
    assert anna[91:] == "   2 w 1  0000 - Z"
    assert lines[4][91:] == "   1 b 0  0000 - U"
    assert lines[5][91:] == "   4 w =  0000 - Z"
