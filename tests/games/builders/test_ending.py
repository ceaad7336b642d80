"""The end, the score and ties [builders 6]. T9 to T13 are the test vectors."""

from __future__ import annotations

import pytest

from ducato.games.builders.state import Phase

from .table import Table

SEVENTEEN = ("cathedral", "aqueduct", "post")  # 8 + 6 + 4 = 18; see below for exactly 17


def give(table: Table, seat: int, points: int, coins: int) -> Table:
    """Points as if on finished buildings, and coins."""
    table.state.points[seat] = points
    return table.coins(seat, coins)


def test_17_points_at_the_end_of_the_turn():
    """[builders 6.1] [builders 8.5]."""
    table = Table().built(0, *SEVENTEEN)
    assert table.state.trigger == -1
    table.do("end")
    assert table.state.trigger == 0


def test_16_points_and_much_money_are_not_enough():
    """[builders 6.1]: coins do not count."""
    table = give(Table(), 0, 16, 90)
    table.do("end")
    assert table.state.trigger == -1


@pytest.mark.option("end_points")
def test_another_end():
    """[builders 6.1]."""
    for points, trigger in ((11, -1), (12, 0), (13, 0)):
        table = give(Table(end_points=12), 0, points, 0)
        assert table.end_turns().state.trigger == trigger


def test_machines_count_for_the_end():
    """[builders 6.1]."""
    table = Table().built(0, "cathedral", "castle").crew(0, "crane-2")
    assert table.points() == 17
    table.do("end")
    assert table.state.trigger == 0


def test_t9_the_round_is_finished():
    """[builders 6.2] T9: the first of three has 17 points; the two others play once more."""
    table = give(Table(3), 0, 17, 0)
    for seat in range(3):
        assert table.position.current_player() == seat
        table.do("end")
    assert table.position.is_terminal()


def test_t10_the_last_of_the_round_ends_the_game():
    """[builders 6.2] T10."""
    table = give(Table(3), 2, 17, 0)
    table.end_turns(3)
    assert table.position.is_terminal()
    assert table.state.trigger == 2


@pytest.mark.parametrize("first", [0, 1, 2])
def test_everybody_has_the_same_number_of_turns(first: int):
    """[builders 6.2]: whichever seat began."""
    table = Table(3)
    table.state.first = table.state.active = first
    give(table, 1, 17, 0)
    turns = [0, 0, 0]
    while not table.position.is_terminal():
        turns[table.position.current_player()] += 1
        table.do("end")
    assert turns == [1, 1, 1]


def test_the_first_trigger_stays():
    """[builders 6.1]: the first seat to trigger the end stays recorded as the trigger."""
    table = give(Table(4), 1, 17, 0)
    give(table, 2, 20, 0).end_turns(3)
    assert table.state.trigger == 1


@pytest.mark.parametrize(("coins", "points"), [(9, 0), (10, 1), (29, 2)])
def test_t11_coins_count_in_full_tens(coins: int, points: int):
    """[builders 6.3] T11."""
    assert Table().coins(0, coins).score() == points


@pytest.mark.option("coins_per_point")
def test_other_points_for_coins():
    """[builders 6.3]: for full sets of coins only."""
    for coins, points in ((6, 0), (7, 1), (13, 1), (21, 3)):
        assert Table(coins_per_point=7).coins(0, coins).score() == points


def test_sites_and_crews_are_worth_nothing():
    """[builders 6.3]."""
    table = Table().coins(0, 0).crew(0, "master-1").site(0, "cathedral", 0, 0, 0, 1)
    assert table.score() == 0


def test_machines_count_for_the_score():
    """[builders 6.3]."""
    assert Table().coins(0, 0).crew(0, "crane-2", "crane-1").score() == 3


def test_the_higher_score_wins_not_the_first_with_17():
    """[builders 6.3] [builders 8.6]."""
    table = give(give(Table(), 0, 17, 0), 1, 16, 25)
    assert table.ranks() == [2, 1]


def test_t12_a_tie_goes_to_points_on_cards():
    """[builders 6.4] T12."""
    table = give(give(Table(), 0, 18, 7), 1, 17, 13)
    assert (table.score(0), table.score(1)) == (18, 18)
    assert table.ranks() == [1, 2]


def test_t13_then_to_coins():
    """[builders 6.4] [builders 8.20] T13."""
    table = give(give(Table(), 0, 17, 14), 1, 17, 11)
    assert (table.score(0), table.score(1)) == (18, 18)
    assert table.ranks() == [1, 2]


def test_then_the_victory_is_shared():
    """[builders 6.4]."""
    table = give(give(give(Table(3), 0, 17, 11), 1, 17, 11), 2, 17, 10)
    assert table.ranks() == [1, 1, 3]
    table.end_turns(3)
    assert table.position.returns() == [0.25, 0.25, -0.5]


def test_the_winner_takes_it():
    """[builders 6.4]: two seats have +1 and -1."""
    table = give(Table(), 1, 17, 0)
    table.end_turns(2)
    assert table.state.phase == Phase.OVER
    assert table.position.returns() == [-1.0, 1.0]
