"""A turn: dice, tax, income, actions, draw."""

from __future__ import annotations

from collections import Counter

import pytest

from ducato.games.magnate.state import SUITS, Phase

from .table import Table


def all_rolls():
    return [(a, b) for a in range(1, 11) for b in range(1, 11)]


# --------------------------------------------------------------------------------------- dice


def test_every_turn_begins_with_both_dice():
    """[magnate 3.1]."""
    table = Table().hand(0, "the-mill")
    table.do("sell:the-mill").end_turn("the-cave")
    assert table.state.phase == Phase.ROLL
    assert table.state.active == 1
    assert table.position.is_chance_node()
    assert len(table.position.chance_outcomes()) == 100


# ---------------------------------------------------------------------------------------- tax


@pytest.mark.parametrize("roll", [(1, 7), (7, 1), (1, 1), (1, 10)])
def test_a_one_on_either_die_brings_a_tax(roll: tuple[int, int]):
    """[magnate 3.2]: everybody gives back all tokens of the suit but one."""
    table = Table().supply(0, moons=5, suns=4).supply(1, moons=1, suns=2)
    table.roll(*roll, "suns")
    assert table.tokens(0) == {"moons": 5, "suns": 1}
    assert table.tokens(1) == {"moons": 1, "suns": 1}


def test_nobody_is_taxed_without_a_one():
    """[magnate 3.2]."""
    taxed = 0
    for roll in all_rolls():
        table = Table().supply(0, moons=5)
        table.roll(*roll)
        taxed += table.state.phase == Phase.TAX
    assert taxed == 19


def test_one_token_or_none_is_not_taxed():
    """[magnate 3.2]."""
    table = Table().supply(0, suns=1).roll(1, 4, "suns")
    assert table.tokens(0) == {"suns": 1}
    assert table.tokens(1) == {}


def test_tokens_on_deeds_are_not_taxed():
    """[magnate 3.2]."""
    table = Table().supply(0, waves=3).column(0, 3, "the-mill", deed=True, waves=6, leaves=1)
    table.roll(1, 4, "waves")
    assert table.laid(0, 3) == {"waves": 6, "leaves": 1}
    assert table.tokens(0) == {"waves": 1}


def test_the_tax_comes_before_the_income():
    """[magnate 3.2]: what a 10 pays is not taxed."""
    table = Table().supply(0, moons=5).roll(1, 10, "moons").pay()
    assert table.tokens(0) == {"moons": 2, "suns": 1, "waves": 1}


# ------------------------------------------------------------------------------------- income


def test_a_ten_pays_each_crown():
    """[magnate 3.3]: to both players."""
    table = Table().roll(10, 3).pay()
    assert table.tokens(0) == {"moons": 1, "suns": 1, "waves": 1}
    assert table.tokens(1) == {"leaves": 1, "wyrms": 1, "knots": 1}


def test_a_double_ten_pays_once():
    """[magnate 3.3]."""
    assert Table().roll(10, 10).pay().tokens(0) == {"moons": 1, "suns": 1, "waves": 1}


@pytest.mark.parametrize("roll", [(8, 3), (3, 8), (8, 8)])
def test_a_finished_property_of_the_rank_pays_both_suits(roll: tuple[int, int]):
    """[magnate 3.3]: the higher die counts; a double pays once."""
    table = Table().column(0, 3, "the-mill").column(1, 3, "the-diplomat").roll(*roll).pay()
    assert table.tokens(0) == {"waves": 1, "leaves": 1}
    assert table.tokens(1) == {"moons": 1, "suns": 1}


def test_the_lower_die_pays_nothing():
    """[magnate 3.3]."""
    table = Table().column(0, 3, "the-mill").roll(9, 8).pay()
    assert table.tokens(0) == {}


def test_each_property_pays_on_its_own():
    """[magnate 3.3]."""
    table = Table().column(0, 3, "the-mill").column(0, 1, "the-diplomat")
    table.roll(8, 2).pay()
    assert table.tokens(0) == {"waves": 1, "leaves": 1, "moons": 1, "suns": 1}


def test_a_deed_pays_one_token_of_a_suit_of_choice():
    """[magnate 3.3]."""
    table = Table().column(0, 3, "the-mill", deed=True).roll(8, 2)
    assert table.legal() == ["income:waves", "income:leaves"]
    table.do("income:leaves").pay()
    assert table.tokens(0) == {"leaves": 1}
    assert table.laid(0, 3) == {}


def test_the_property_beneath_a_deed_pays_in_full():
    """[magnate 3.3]: only the last card of a column is the deed."""
    table = Table().column(0, 3, "the-mill", "the-sailor", deed=True).roll(8, 4).pay()
    assert table.tokens(0) == {"waves": 1, "leaves": 1}


def test_double_one_pays_each_ace_finished_or_not():
    """[magnate 3.3, 6.11]."""
    table = Table().column(0, 3, "ace-of-moons").column(0, 4, "ace-of-suns", deed=True)
    table.column(1, 3, "ace-of-knots").roll(1, 1, "waves").pay()
    assert table.tokens(0) == {"moons": 1, "suns": 1}
    assert table.tokens(1) == {"knots": 1}


def test_a_single_one_pays_no_ace():
    """[magnate 3.3]."""
    table = Table().column(0, 3, "ace-of-moons").roll(1, 2, "waves").pay()
    assert table.tokens(0) == {}


def test_chances_of_the_higher_die():
    """[magnate 3.3]: rank k in 2k - 1 of 100 rolls."""
    higher = Counter(max(roll) for roll in all_rolls())
    for rank in range(1, 11):
        table = Table().roll(*next(r for r in all_rolls() if max(r) == rank))
        assert max(table.state.dice.tolist()) == rank
        assert higher[rank] == 2 * rank - 1


def test_the_active_player_chooses_first_and_nothing_is_paid_before_all_chose():
    """[magnate 8.6]."""
    table = Table().column(0, 3, "the-mill", deed=True).column(1, 3, "the-diplomat", deed=True)
    table.column(0, 2, "the-betrayal", deed=True).turn(1).roll(2, 8)
    assert table.position.current_player() == 1
    table.do("income:suns")
    assert table.position.current_player() == 0
    assert table.tokens(1) == {}
    table.do("income:knots")  # district 2 before district 3
    table.do("income:leaves")
    assert table.tokens(0) == {}
    assert table.position.is_chance_node()
    table.pay()
    assert (table.tokens(0), table.tokens(1)) == ({"knots": 1, "leaves": 1}, {"suns": 1})
    assert table.position.current_player() == 1


# ------------------------------------------------------------------------------------ actions


def test_exactly_one_card_is_played():
    """[magnate 3.4]."""
    table = Table().hand(0, "the-mill", "the-cave", "the-author").supply(0, waves=9, leaves=9)
    assert not table.can("end")
    assert table.clause_against("end") == "3.4"
    table.do("sell:the-cave")
    assert table.can("end")
    assert not table.legal("build") + table.legal("deed") + table.legal("sell")
    assert table.clause_against("sell:the-mill") == "3.4"


def test_three_tokens_for_one_of_another_suit():
    """[magnate 3.4]: any number of times, before and after the card."""
    table = Table().hand(0, "the-author").supply(0, waves=7, suns=2)
    assert table.legal("trade") == [f"trade:waves:{s}" for s in SUITS if s != "waves"]
    table.do("trade:waves:knots", "sell:the-author", "trade:waves:moons")
    assert table.tokens(0) == {"waves": 1, "suns": 2, "knots": 2, "moons": 2}
    assert not table.legal("trade")
    assert table.clause_against("trade:suns:moons") == "3.4"


def test_no_trade_for_the_same_suit():
    """[magnate 8.11]."""
    table = Table().hand(0, "the-author").supply(0, waves=7)
    assert table.clause_against("trade:waves:waves") == "8.11"


def test_trades_and_developments_go_on_after_the_card():
    """[magnate 8.12]."""
    table = Table().hand(0, "the-author").supply(0, waves=3, leaves=2)
    table.column(0, 3, "the-mill", deed=True).do("sell:the-author")
    assert table.can("develop:3:waves", "develop:3:leaves", "trade:waves:suns")
    table.do("develop:3:leaves", "trade:waves:leaves", "develop:3:leaves")
    assert table.laid(0, 3) == {"leaves": 2}


def test_the_player_ends_the_turn_himself():
    """[magnate 8.20]: even when nothing else is left to do."""
    table = Table().hand(0, "the-author")
    table.do("sell:the-author")
    assert table.legal() == ["end"]


# --------------------------------------------------------------------------------------- draw


def test_the_turn_ends_with_a_drawn_card():
    """[magnate 3.9]."""
    table = Table().hand(0, "the-author")
    table.do("sell:the-author", "end")
    assert table.state.phase == Phase.DRAW
    assert len(table.position.chance_outcomes()) == table.state.held[1] == 29
    table.draw("the-mill")
    assert table.cards("hand:0") == ["the-mill"]
    assert (table.state.active, table.state.phase) == (1, Phase.ROLL)


def test_a_drawn_card_is_seen_by_its_owner_only():
    """[magnate 3.9, 8.13]."""
    table = Table().hand(0, "the-author")
    table.do("sell:the-author", "end").draw("the-mill")
    for seat, sees in ((0, "hand:0"), (1, None), (-1, None)):
        assert table.position.to_dict(seat)["state"]["zone"]["the-mill"] == sees


def test_discards_and_supplies_are_open():
    """[magnate 8.13]."""
    table = Table().hand(0, "the-author").supply(0, waves=2).supply(1, suns=3)
    table.do("sell:the-author")
    for seat in (0, 1, -1):
        seen = table.position.redact(seat).state
        assert seen.tokens.tolist() == table.state.tokens.tolist()
        assert seen.held.tolist() == table.state.held.tolist()
        assert seen.zone[6] == 2  # the Author, on the discards
