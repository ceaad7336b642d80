"""Where cards may lie, what they cost, deeds, developing, trading and selling."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ducato.games.magnate.state import CARD_IDS, PROPERTIES, SUITS, Phase

from .table import Table, number

PROPERTY = settings(max_examples=60, derandomize=True, database=None)


def paid(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    spent = {suit: before.get(suit, 0) - after.get(suit, 0) for suit in SUITS}
    return {suit: n for suit, n in spent.items() if n}


# ---------------------------------------------------------------------------------- placement


def test_a_card_lies_on_the_own_side_and_stays():
    """[magnate 4.1]."""
    table = Table().hand(0, "the-sailor").supply(0, waves=2, leaves=2)
    table.do("build:the-sailor", "district:5")
    assert table.cards("column:0:4") == ["the-sailor"]
    assert table.cards("column:1:4") == []
    assert not table.legal("build") + table.legal("sell")


@pytest.mark.parametrize(
    ("card", "districts"),
    [
        ("the-author", [1, 2, 3, 4]),  # Moons Knots
        ("the-mill", [1, 3, 4, 5]),  # Waves Leaves
        ("ace-of-suns", [1, 3, 4]),
        ("the-cave", [2, 3, 4, 5]),  # Waves Wyrms
    ],
)
def test_the_first_card_answers_to_the_pawn(card: str, districts: list[int]):
    """[magnate 4.2, 6.14]: at the Excuse any card may be first."""
    assert Table().accepts(card) == districts


def test_the_reason_names_the_pawn():
    """[magnate 4.2]."""
    table = Table().hand(0, "the-mill").supply(0, waves=8, leaves=8).do("build:the-mill")
    assert table.legal() == ["district:1", "district:3", "district:4", "district:5"]
    assert table.clause_against("district:2") == "4.2"


def test_a_later_card_answers_to_the_card_before_it_not_to_the_pawn():
    """[magnate 4.3]: the Diplomat (Moons Suns) on the Mill (Waves Leaves) at Moons Suns Leaves."""
    table = Table().column(0, 1, "the-mill")
    assert 1 not in table.accepts("the-diplomat")
    assert 1 in table.accepts("the-darkness")
    table.hand(0, "the-diplomat").supply(0, moons=9, suns=9).do("build:the-diplomat")
    assert table.clause_against("district:1") == "4.3"


def test_the_last_card_counts_not_the_first():
    """[magnate 4.3]."""
    table = Table().column(0, 3, "the-mill", "the-cave")
    assert 3 in table.accepts("the-betrayal")  # Wyrms, of the Cave
    assert 3 not in table.accepts("the-forest")  # Leaves, of the Mill


def test_nothing_is_laid_upon_an_unfinished_deed():
    """[magnate 4.4]."""
    table = Table().column(0, 3, "the-mill", deed=True).hand(0, "the-sailor")
    table.supply(0, waves=9, leaves=9)
    assert 3 not in table.accepts("the-sailor")
    assert table.do("build:the-sailor").clause_against("district:3") == "4.4"


def test_a_card_that_fits_nowhere_is_not_offered():
    """[magnate 4.2 to 4.4], and so no choice leads to a dead end."""
    table = Table().hand(0, "the-author").supply(0, moons=9, knots=9)
    for district in (1, 2, 3, 4):
        fits = ("the-mountain", "the-lunatic", "the-pact", "the-journey")[district - 1]
        table.column(0, district, fits, deed=True)
    assert table.legal("build") + table.legal("deed") == []
    assert table.clause_against("build:the-author") == "4.4"
    assert table.can("sell:the-author")


def test_a_finished_deed_frees_its_district_in_the_same_turn():
    """[magnate 4.4, 8.9]."""
    table = Table().column(0, 3, "the-sailor", deed=True, waves=3).hand(0, "the-mill")
    table.supply(0, waves=6, leaves=6).do("develop:3:leaves")
    assert 3 in table.accepts("the-mill")
    table.do("build:the-mill", "district:3", "pay:6")
    assert table.cards("column:0:2") == ["the-sailor", "the-mill"]


def test_a_column_has_no_limit_and_the_other_side_does_not_matter():
    """[magnate 4.5]."""
    chain = ["the-mill", "the-sailor", "the-origin", "the-forest", "the-chance-meeting",
             "the-mountain", "the-pact", "the-diplomat", "the-penitent"]  # fmt: skip
    table = Table().column(0, 3, *chain).column(1, 3, "the-betrayal", deed=True)
    assert 3 in table.accepts("the-desert")
    assert table.state.length[0, 2] == 9


# ------------------------------------------------------------------------------------- prices


@pytest.mark.parametrize(
    ("card", "price", "deed", "sale"),
    [
        ("ace-of-waves", 3, {"waves": 1}, {"waves": 2}),
        ("the-origin", 2, {"waves": 1, "leaves": 1}, {"waves": 1, "leaves": 1}),
        ("the-sailor", 4, {"waves": 1, "leaves": 1}, {"waves": 1, "leaves": 1}),
        ("the-darkness", 9, {"waves": 1, "wyrms": 1}, {"waves": 1, "wyrms": 1}),
        ("the-consul", 10, dict.fromkeys(("moons", "waves", "knots"), 1),
         dict.fromkeys(("moons", "waves", "knots"), 1)),
    ],
)  # fmt: skip
def test_the_table_of_prices(card: str, price: int, deed: dict[str, int], sale: dict[str, int]):
    """[magnate 3.5, 3.6, 3.7]."""
    plenty = dict.fromkeys(SUITS, 9)
    table = Table("extended").hand(0, card).supply(0, **plenty)
    before = table.tokens(0)
    built = Table("extended").hand(0, card).supply(0, **plenty).do(f"build:{card}", "district:3")
    while built.state.phase == Phase.PAY:
        built.do(built.legal("pay")[0])
    assert sum(paid(before, built.tokens(0)).values()) == price
    assert not built.has_deed(0, 3)
    bought = Table("extended").hand(0, card).supply(0, **plenty)
    bought.do(f"deed:{card}", "district:3")
    assert paid(before, bought.tokens(0)) == deed
    assert bought.has_deed(0, 3)
    table.do(f"sell:{card}")
    assert paid(before, table.tokens(0)) == {suit: -n for suit, n in sale.items()}


def test_both_suits_must_be_in_the_payment():
    """[magnate 3.5]: eight Waves do not build the Mill."""
    table = Table().hand(0, "the-mill").supply(0, waves=8)
    assert table.clause_against("build:the-mill") == "3.5"
    table.supply(0, leaves=1)
    table.do("build:the-mill", "district:3")
    assert table.tokens(0) == {"waves": 1}  # the only possible payment is not asked for


def test_other_suits_do_not_pay():
    """[magnate 3.5]."""
    table = Table().hand(0, "the-mill").supply(0, waves=4, leaves=3, suns=9)
    assert table.clause_against("build:the-mill") == "3.5"


def test_all_ways_to_split_the_price_are_offered():
    """[magnate 3.5]: the Mill, 8, in 7 ways."""
    table = Table().hand(0, "the-mill").supply(0, waves=12, leaves=12)
    table.do("build:the-mill", "district:3")
    assert table.legal() == [f"pay:{n}" for n in range(1, 8)]
    assert table.clause_against("pay:8") == "3.5"
    table.do("pay:3")
    assert table.tokens(0) == {"waves": 9, "leaves": 7}


def test_a_court_is_paid_suit_by_suit():
    """[magnate 3.5]: 36 ways to split 10 over three suits."""
    table = Table("extended").hand(0, "the-consul").supply(0, moons=9, waves=9, knots=9)
    table.do("build:the-consul", "district:3")
    ways = 0
    for first in table.legal():
        trial = table.position.clone()
        trial.apply_action(table.game.actions.index(first))
        ways += len(trial.legal_actions()) if trial.state.phase == Phase.PAY else 1
    assert ways == 36


def test_a_built_property_is_finished_at_once():
    """[magnate 3.5]."""
    table = Table().hand(0, "ace-of-waves").supply(0, waves=3)
    table.do("build:ace-of-waves", "district:4")
    assert table.tokens(0) == {}
    assert table.total(0, 4) == 1
    assert not table.has_deed(0, 4)


@st.composite
def purchases(draw) -> tuple[Table, str]:
    """Set up a table at which a card can be built, with a random supply."""
    table = Table(draw(st.sampled_from(["current", "spanish", "abstractplay"])))
    card = draw(st.sampled_from(CARD_IDS[:PROPERTIES]))
    assume(table.game.edition.in_play[number(card)])
    supply = draw(st.lists(st.integers(0, 12), min_size=6, max_size=6))
    table.hand(0, card).supply(0, **dict(zip(SUITS, supply, strict=True)))
    return table, card


@PROPERTY
@given(purchases(), st.data())
def test_every_payment_is_exact(purchase: tuple[Table, str], data: st.DataObject):
    """[magnate 3.5]: the price exactly, in suits of the card, each of them present, none owed."""
    table, card = purchase
    before, edition, index = table.tokens(0), table.game.edition, number(card)
    suits = {s for i, s in enumerate(SUITS) if edition.suits[index] >> i & 1}
    price = int(edition.price[index])
    payable = suits <= before.keys() and sum(before[s] for s in suits) >= price
    assert table.can(f"build:{card}") == payable
    if not payable:
        return
    table.do(f"build:{card}")
    table.do(data.draw(st.sampled_from(table.legal())))
    while table.state.phase == Phase.PAY:
        offered = table.legal()
        assert len(offered) > 1, "asked although there is no choice"
        table.do(data.draw(st.sampled_from(offered)))
    spent = paid(before, table.tokens(0))
    assert spent.keys() == suits
    assert sum(spent.values()) == price
    assert all(n > 0 for n in spent.values())
    assert (table.state.row("tokens") >= 0).all()
    assert table.total(0, 1 + table.state.zone[index] - 12) > 0


@PROPERTY
@given(st.integers(1, 12), st.integers(1, 12), st.sampled_from(["the-mill", "the-sailor"]))
def test_every_split_that_the_supply_allows_is_offered(waves: int, leaves: int, card: str):
    """[magnate 3.5]."""
    table = Table().hand(0, card).supply(0, waves=waves, leaves=leaves)
    price = int(table.game.edition.price[number(card)])
    ways = [w for w in range(1, price) if w <= waves and 1 <= price - w <= leaves]
    if not ways:
        assert not table.can(f"build:{card}")
        return
    table.do(f"build:{card}", "district:3")
    if len(ways) == 1:
        assert table.tokens(0) == {
            s: n for s, n in (("waves", waves - ways[0]), ("leaves", leaves - price + ways[0])) if n
        }
    else:
        assert table.legal() == [f"pay:{w}" for w in ways]


# -------------------------------------------------------------------------------------- deeds


def test_a_deed_lies_unfinished_and_its_price_is_gone():
    """[magnate 3.6]."""
    table = Table().hand(0, "the-mill").supply(0, waves=1, leaves=1)
    table.do("deed:the-mill", "district:5")
    assert table.has_deed(0, 5)
    assert table.laid(0, 5) == {}
    assert table.tokens(0) == {}
    assert table.total(0, 5) == 0


def test_a_deed_needs_one_token_of_each_suit():
    """[magnate 3.6]."""
    table = Table().hand(0, "the-mill").supply(0, waves=9)
    assert table.clause_against("deed:the-mill") == "3.6"


def test_a_deed_is_placed_like_a_building():
    """[magnate 3.6, 4.2]."""
    table = Table().hand(0, "the-mill").supply(0, waves=1, leaves=1).do("deed:the-mill")
    assert table.legal() == ["district:1", "district:3", "district:4", "district:5"]


def test_a_deed_costs_its_price_more_than_building():
    """[magnate 3.8]."""
    table = Table().hand(0, "the-sailor").supply(0, waves=9, leaves=9)
    table.do("deed:the-sailor", "district:5", *["develop:5:waves"] * 4)
    assert not table.has_deed(0, 5)
    assert table.tokens(0) == {"waves": 4, "leaves": 8}


def test_any_mixture_of_the_suits_in_several_turns():
    """[magnate 3.8, 8.8, 8.5]: the Mill by six Waves and two Leaves."""
    table = Table().column(0, 5, "the-mill", deed=True).hand(0, "the-cave", "the-author")
    table.supply(0, waves=9, leaves=9).do("develop:5:waves", "develop:5:waves")
    table.turn(0).do(*["develop:5:waves"] * 4, "develop:5:leaves")
    assert table.laid(0, 5) == {"waves": 6, "leaves": 1}
    assert table.has_deed(0, 5)
    table.turn(0).do("develop:5:leaves")
    assert not table.has_deed(0, 5)


def test_completion_empties_the_card_and_asks_for_no_more():
    """[magnate 3.8, 6.10]: no overpayment."""
    table = Table().column(0, 5, "the-sailor", deed=True, waves=3).hand(0, "the-cave")
    table.supply(0, waves=5, leaves=5).do("develop:5:waves")
    assert table.laid(0, 5) == {}
    assert table.tokens(0) == {"waves": 4, "leaves": 5}
    assert not table.legal("develop")
    assert table.clause_against("develop:5:waves") == "3.8"
    assert table.total(0, 5) == 4


def test_only_suits_of_the_card_and_only_own_deeds():
    """[magnate 3.8]."""
    table = Table().column(0, 5, "the-mill", deed=True).column(1, 4, "the-castle", deed=True)
    table.hand(0, "the-cave").supply(0, **dict.fromkeys(SUITS, 2))
    assert table.legal("develop") == ["develop:5:waves", "develop:5:leaves"]
    assert table.clause_against("develop:5:suns") == "3.8"
    assert table.clause_against("develop:4:suns") == "3.8"


def test_a_token_that_is_not_there_develops_nothing():
    """[magnate 3.8]."""
    table = Table().column(0, 5, "the-mill", deed=True).hand(0, "the-cave").supply(0, leaves=1)
    assert table.clause_against("develop:5:waves") == "3.8"


def test_a_deed_may_be_finished_in_the_turn_of_its_purchase():
    """[magnate 3.8, 8.10]."""
    table = Table().hand(0, "the-journey").supply(0, moons=4, waves=4)
    table.do("deed:the-journey", "district:3", *["develop:3:moons"] * 3)
    assert not table.has_deed(0, 3)
    assert table.total(0, 3) == 3


@PROPERTY
@given(st.lists(st.sampled_from(["waves", "leaves"]), min_size=8, max_size=8))
def test_a_deed_takes_exactly_its_price(order: list[str]):
    """[magnate 3.8]."""
    table = Table().column(0, 5, "the-mill", deed=True).hand(0, "the-cave")
    table.supply(0, waves=9, leaves=9)
    for laid, suit in enumerate(order):
        assert sum(table.laid(0, 5).values()) == laid
        assert table.has_deed(0, 5)
        table.do(f"develop:5:{suit}")
    assert not table.has_deed(0, 5)
    assert sum(table.tokens(0).values()) == 18 - 8


# -------------------------------------------------------------------------------------- sales


def test_a_sale_is_always_possible():
    """[magnate 3.7, 6.15]: so who can neither build nor buy must sell."""
    table = Table().hand(0, "the-mill", "the-cave", "ace-of-suns")
    assert table.legal() == ["sell:ace-of-suns", "sell:the-cave", "sell:the-mill"]
    table.do("sell:ace-of-suns")
    assert table.cards("discard") == ["ace-of-suns"]
    assert table.tokens(0) == {"suns": 2}


def test_only_cards_of_the_hand_are_played():
    """[magnate 3.4]."""
    table = Table().hand(0, "the-mill").hand(1, "the-cave").supply(0, **dict.fromkeys(SUITS, 9))
    assert {name.split(":")[1] for name in table.legal() if name[0] in "bs"} == {"the-mill"}
    assert table.clause_against("sell:the-cave") == "3.4"
