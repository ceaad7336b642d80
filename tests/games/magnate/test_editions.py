"""Every edition, and every switch and number that a designer may set, has an effect to be seen."""

from __future__ import annotations

import pytest

import ducato
from ducato.games.magnate import GAME
from ducato.games.magnate.state import SUITS, Phase

from .table import COURTS, Game, Table, number

PRESETS = {
    #             ace_price, worth, ace deed, two deed, courts, each suit, end, reshuffle, tie
    "current": (3, "suit_count", True, True, False, False, "last_drawn", "on_need", "ranks"),
    "italian": (3, "suit_count", True, True, False, False, "last_drawn", "at_once", "ranks"),
    "spanish": (1, "one", False, False, False, False, "last_drawn", "at_once", "ranks"),
    "extended": (3, "suit_count", True, True, True, False, "last_drawn", "on_need", "ranks"),
    "abstractplay": (3, "suit_count", True, False, True, True, "last_drawn", "on_need", "scored"),
    "cairns": (3, "suit_count", True, True, False, False, "failed_draw", "on_need", "ranks"),
}
COLUMNS = ("ace_price", "ace_worth", "deed_of_ace", "deed_of_two", "courts", "deed_each_suit",
           "ending", "reshuffle", "tie_total")  # fmt: skip
PLENTY = dict.fromkeys(SUITS, 9)


def test_the_presets_are_those_of_the_rules():
    """[magnate 6.1, 6.2, 6.3, 6.4, 6.6, 6.9, 6.12]."""
    assert list(PRESETS) == GAME.editions
    for edition, values in PRESETS.items():
        loaded = ducato.load("magnate", edition=edition)
        assert tuple(loaded.values[name] for name in COLUMNS) == values
        for name, parameter in GAME.parameters.items():
            assert name in COLUMNS or loaded.values[name] == parameter.default


# ------------------------------------------------------------------------ section 6: switches


@pytest.mark.parametrize(
    ("edition", "options", "price"),
    [
        ("spanish", {}, 1),
        ("current", {}, 3),
        pytest.param("current", {"ace_price": 5}, 5, marks=pytest.mark.option("ace_price")),
    ],
)
def test_price_of_an_ace(edition: str, options: dict, price: int):
    """[magnate 6.1]."""
    table = Table(edition, **options).hand(0, "ace-of-suns").supply(0, suns=price - 1)
    assert not table.can("build:ace-of-suns")
    table.supply(0, suns=price).do("build:ace-of-suns", "district:3")
    assert table.tokens(0) == {}


@pytest.mark.parametrize(
    ("edition", "options", "worth"),
    [
        ("spanish", {}, 1),
        ("italian", {}, 3),
        pytest.param("current", {"ace_worth": "one"}, 1, marks=pytest.mark.option("ace_worth")),
    ],
)
def test_worth_of_an_ace(edition: str, options: dict, worth: int):
    """[magnate 6.2]."""
    table = Table(edition, **options).column(0, 3, "ace-of-waves", "the-mill", "the-cave")
    assert table.total(0, 3) == worth + 15


@pytest.mark.parametrize(
    ("edition", "options", "clause"),
    [
        ("spanish", {}, "6.3"),
        ("current", {}, None),
        pytest.param(
            "current", {"deed_of_ace": False}, "6.3", marks=pytest.mark.option("deed_of_ace")
        ),
    ],
)
def test_deed_of_an_ace(edition: str, options: dict, clause: str | None):
    """[magnate 6.3]."""
    table = Table(edition, **options).hand(0, "ace-of-suns").supply(0, suns=3)
    if clause:
        assert table.clause_against("deed:ace-of-suns") == clause
    else:
        table.do("deed:ace-of-suns", "district:3", *["develop:3:suns"] * 2)
        assert table.has_deed(0, 3)
        assert table.supply(0, suns=1).do("develop:3:suns").total(0, 3) == 1


@pytest.mark.parametrize(
    ("edition", "options", "allowed"),
    [
        ("spanish", {}, False),
        ("abstractplay", {}, False),
        ("current", {}, True),
        ("spanish", {"deed_of_two": True}, True),
        pytest.param(
            "current", {"deed_of_two": False}, False, marks=pytest.mark.option("deed_of_two")
        ),
    ],
)
def test_deed_of_a_two(edition: str, options: dict, allowed: bool):
    """[magnate 6.4]."""
    table = Table(edition, **options).hand(0, "the-desert").supply(0, **PLENTY)
    assert table.can("deed:the-desert") == allowed
    if not allowed:
        assert table.clause_against("deed:the-desert") == "6.4"


@pytest.mark.parametrize("edition", GAME.editions)
def test_deed_of_a_three(edition: str):
    """[magnate 6.5]."""
    table = Table(edition).hand(0, "the-journey").supply(0, moons=1, waves=1)
    assert table.can("deed:the-journey")


@pytest.mark.parametrize("edition", GAME.editions)
def test_courts_are_an_option(edition: str):
    """[magnate 6.6]."""
    with_courts = edition in ("extended", "abstractplay")
    table = Table(edition, courts=with_courts)
    assert (table.cards("box") == []) == with_courts
    assert table.state.held[1] == (34 if with_courts else 30)
    assert Table(courts=True).state.held[1] == 34


@pytest.mark.option("courts")
def test_a_court_is_built_bought_and_sold():
    """[magnate 6.6]: price, deed, sale and worth."""
    table = Table(courts=True).hand(0, "the-island", "the-rite").supply(0, suns=8, waves=1, wyrms=1)
    table.do("build:the-island", "district:4")  # only one way to pay, so it is not asked
    assert table.tokens(0) == {}
    assert table.total(0, 4) == 10
    table.turn(0).do("sell:the-rite")
    assert table.tokens(0) == {"moons": 1, "leaves": 1, "wyrms": 1}


def test_courts_pay_nothing():
    """[magnate 6.6, 8.15]: neither at a 10 nor at anything else."""
    for high in range(2, 11):
        table = Table("extended").column(0, 3, "the-island").column(0, 1, "the-rite", deed=True)
        table.roll(high, high).pay()
        assert table.tokens(0) == ({"moons": 1, "suns": 1, "waves": 1} if high == 10 else {})


@pytest.mark.parametrize("edition", GAME.editions)
def test_the_stock_never_runs_dry(edition: str):
    """[magnate 6.7, 8.14]."""
    table = Table(edition).supply(0, moons=300).supply(1, moons=300).roll(10, 10).pay()
    assert table.tokens(0)["moons"] == 301


@pytest.mark.parametrize("edition", GAME.editions)
def test_developing_in_the_turn_of_the_purchase(edition: str):
    """[magnate 6.8]."""
    table = Table(edition).hand(0, "the-journey").supply(0, moons=3, waves=2)
    table.do("deed:the-journey", "district:3", *["develop:3:moons"] * 2, "develop:3:waves")
    assert not table.has_deed(0, 3)


@pytest.mark.option("deed_each_suit")
def test_suits_on_a_deed():
    """[magnate 6.9, 8.5]: any mixture, or each of them."""
    for table in (Table("abstractplay"), Table(deed_each_suit=True)):
        table.hand(0, "the-cave").column(0, 5, "the-mill", deed=True, waves=7)
        table.supply(0, **PLENTY)
        assert table.clause_against("develop:5:waves") == "8.5"
        assert not table.do("develop:5:leaves").has_deed(0, 5)
    table = Table().hand(0, "the-cave").column(0, 5, "the-mill", deed=True, waves=7)
    assert not table.supply(0, waves=1).do("develop:5:waves").has_deed(0, 5)


def test_each_suit_of_a_court_deed():
    """[magnate 8.5]: two suits are missing when two tokens are."""
    table = Table("abstractplay").hand(0, "the-cave").supply(0, **PLENTY)
    table.column(0, 3, "the-consul", deed=True, moons=8)
    assert table.legal("develop") == ["develop:3:waves", "develop:3:knots"]
    table.do("develop:3:waves")
    assert table.legal("develop") == ["develop:3:knots"]


@pytest.mark.parametrize("edition", GAME.editions)
def test_a_finished_deed_is_a_building_like_any_other(edition: str):
    """[magnate 6.10]."""
    table = (
        Table(edition).hand(0, "the-cave").column(0, 3, "the-mill", deed=True, waves=4, leaves=3)
    )
    table.supply(0, waves=1).do("develop:3:waves")
    assert table.laid(0, 3) == {}
    assert table.roll(8, 8).pay().tokens(0) == {"waves": 1, "leaves": 1}


@pytest.mark.parametrize("edition", GAME.editions)
def test_double_one_pays_aces_in_every_edition(edition: str):
    """[magnate 6.11]."""
    table = Table(edition).column(0, 3, "ace-of-moons", "the-mountain")
    assert table.roll(1, 1, "knots").pay().tokens(0) == {"moons": 1}


def even_but_for_an_ace(edition: str | None = None, **options: object) -> Table:
    """Set up one district each, ranks 5 to 6; with its Ace at 2 the first has 6 and a token."""
    table = Table(edition, **options).column(0, 1, "the-mountain", "ace-of-moons")
    return table.column(1, 3, "the-lunatic").supply(0, suns=1)


@pytest.mark.option("tie_total")
def test_the_sum_that_breaks_the_first_tie():
    """[magnate 6.12, 8.4]."""
    assert even_but_for_an_ace().returns() == [-1.0, 1.0]
    assert even_but_for_an_ace(tie_total="scored").returns() == [1.0, -1.0]
    assert even_but_for_an_ace("abstractplay").returns() == [1.0, -1.0]


@pytest.mark.parametrize("edition", [e for e in GAME.editions if e != "cairns"])
def test_two_cards_are_left(edition: str):
    """[magnate 6.13]."""
    assert Game(seed=11, edition=edition).hands() == [2, 2]


@pytest.mark.parametrize("edition", GAME.editions)
def test_any_card_is_first_at_the_excuse(edition: str):
    """[magnate 6.14]."""
    table = Table(edition)
    assert all(3 in table.accepts(card) for card in table.cards("deck"))


@pytest.mark.parametrize("edition", GAME.editions)
def test_who_cannot_place_must_sell(edition: str):
    """[magnate 6.15]."""
    table = Table(edition).hand(0, "the-mill")
    assert table.legal() == ["sell:the-mill"]


def test_the_mill_is_an_eight():
    """[magnate 6.16]."""
    edition = ducato.load("magnate").edition
    assert (edition.rank[number("the-mill")], edition.rank[number("the-sailor")]) == (8, 4)
    assert edition.suits[number("the-mill")] == edition.suits[number("the-sailor")]


@pytest.mark.parametrize("edition", GAME.editions)
def test_the_excuse_lies_in_the_middle(edition: str):
    """[magnate 6.17]."""
    assert Game("sell", seed=2, edition=edition).state.pawn[2] == number("the-excuse")


# -------------------------------------------------------------------------- section 7: variants


@pytest.mark.option("courts_for_pawns")
def test_courts_for_pawns():
    """[magnate 7.1]: the row is of Courts, and the Pawns are built like Courts."""
    table = Table(courts_for_pawns=True)
    assert [table.position.to_dict()["state"]["pawn"][d] for d in range(5)] == list(COURTS)
    assert table.state.held[1] == 34
    table.hand(0, "the-harvest").supply(0, moons=8, suns=1, leaves=1)
    table.do("build:the-harvest", "district:1")  # Moons, as the Consul
    assert table.tokens(0) == {}
    assert table.total(0, 1) == 10
    table.roll(10, 10).pay()
    assert table.tokens(0) == {"moons": 1, "suns": 1, "waves": 1}  # of the Crowns only


def test_courts_for_pawns_plays_to_its_end():
    """[magnate 7.1, 5.3]: with 34 properties it is as long as with Courts."""
    game = Game(seed=3, courts_for_pawns=True)
    assert game.turns == 30 + game.sold


@pytest.mark.option("pawns_need_courts", "courts_for_pawns", "courts")
def test_pawns_may_be_left_out_with_the_courts():
    """[magnate 7.1]: another reading builds no Pawns unless the game is played with Courts."""
    swapped = {"courts_for_pawns": True, "pawns_need_courts": True}
    for courts, pile in ((False, 30), (True, 34)):
        table = Table(**swapped, courts=courts)
        assert [table.position.to_dict()["state"]["pawn"][d] for d in range(5)] == list(COURTS)
        assert table.state.held[1] == pile
        assert bool(table.game.edition.in_play[number("the-harvest")]) == courts
    assert Table(pawns_need_courts=True, courts=True).state.held[1] == 34


@pytest.mark.option("acey_deucey")
def test_an_acey_deucey_ace_looks_further():
    """[magnate 7.2]: to the other side and to the Pawn, not to the Excuse or unfinished deeds."""
    table = Table(acey_deucey=True).column(0, 4, "ace-of-waves", "the-mill")
    table.column(1, 4, "the-cave", "the-journey", deed=True)
    assert table.total(0, 4) == 8 + 4  # itself, the Mill, the Cave, the Light Keeper
    table = Table(acey_deucey=True).column(0, 3, "ace-of-waves").column(1, 3, "the-cave")
    assert table.total(0, 3) == 2
    assert Table(acey_deucey=True).column(0, 2, "ace-of-waves").total(0, 2) == 1


@pytest.mark.option("double_taxation")
def test_double_taxation_takes_two_suits():
    """[magnate 7.3]: or one, if the dice are equal."""
    table = Table(double_taxation=True).supply(0, **PLENTY)
    table.state.phase = Phase.ROLL
    assert len(Table(double_taxation=True).roll(1, 4).position.chance_outcomes()) == 36
    table.roll(1, 4, "moons", "knots")
    assert table.tokens(0) == {**PLENTY, "moons": 1, "knots": 1}
    table = Table(double_taxation=True).supply(0, **PLENTY).roll(4, 1, "suns", "suns")
    assert table.tokens(0) == {**PLENTY, "suns": 1}


# -------------------------------------------------------------------------- section 8: rulings


@pytest.mark.option("double_one_tax")
def test_double_one_taxes_one_suit_or_two():
    """[magnate 8.1]: then the Aces pay."""
    table = Table().column(0, 3, "ace-of-moons").supply(0, **PLENTY).roll(1, 1, "moons").pay()
    assert table.tokens(0) == {**PLENTY, "moons": 2}
    table = Table(double_one_tax="two").column(0, 3, "ace-of-moons").supply(0, **PLENTY)
    table.roll(1, 1, "moons", "suns").pay()
    assert table.tokens(0) == {**PLENTY, "moons": 2, "suns": 1}
    one = Table(double_one_tax="two").roll(1, 2)
    assert len(one.position.chance_outcomes()) == 6


@pytest.mark.option("ending")
def test_the_last_turns_can_wait_for_a_failed_draw():
    """[magnate 8.2]."""
    assert sorted(Game(seed=4, ending="failed_draw").hands()) == [1, 2]
    assert Game(seed=4, edition="cairns", ending="last_drawn").hands() == [2, 2]


@pytest.mark.parametrize(("when", "sold"), [("on_need", 25), ("at_once", 24)])
def test_when_the_discards_are_shuffled(when: str, sold: int):
    """[magnate 8.3]."""
    assert Game("sell", reshuffle=when).draws == 24 + sold


@pytest.mark.option("build_on_new")
def test_building_where_a_deed_was_finished():
    """[magnate 8.9]."""
    for allowed in (True, False):
        table = Table(build_on_new=allowed).column(0, 3, "the-sailor", deed=True, waves=3)
        table.hand(0, "the-mill").supply(0, waves=9, leaves=9).do("develop:3:waves")
        table.do("build:the-mill")
        assert table.can("district:3") == allowed
        if not allowed:
            assert table.clause_against("district:3") == "8.9"
            assert 3 in table.turn(0).accepts("the-mill")


@pytest.mark.option("develop_new")
def test_developing_a_new_deed():
    """[magnate 8.10]."""
    for allowed in (True, False):
        table = Table(develop_new=allowed).hand(0, "the-mill").supply(0, waves=9, leaves=9)
        table.do("deed:the-mill", "district:3")
        assert table.can("develop:3:waves") == allowed
        if not allowed:
            assert table.clause_against("develop:3:waves") == "8.10"
            assert table.turn(0).can("develop:3:waves")


@pytest.mark.option("trade_rate")
def test_other_rates_of_trade():
    """[magnate 8.11, 3.4]."""
    table = Table(trade_rate=4).hand(0, "the-mill").supply(0, suns=4, moons=3)
    assert table.legal("trade") == [f"trade:suns:{s}" for s in SUITS if s != "suns"]
    assert table.do("trade:suns:knots").tokens(0) == {"moons": 3, "knots": 1}


@pytest.mark.option("act_after_card")
def test_nothing_after_the_card():
    """[magnate 8.12]."""
    table = Table(act_after_card=False).hand(0, "the-author").supply(0, waves=6)
    table.column(0, 3, "the-mill", deed=True)
    assert table.can("trade:waves:suns", "develop:3:waves")
    table.do("sell:the-author")
    assert table.legal() == ["end"]
    assert (
        table.clause_against("trade:waves:suns")
        == table.clause_against("develop:3:waves")
        == "8.12"
    )


@pytest.mark.option("closed_discards")
def test_closed_discards():
    """[magnate 8.13]: only the seller knows what was sold."""
    table = Table(closed_discards=True).hand(0, "the-author").do("sell:the-author")
    where = [table.position.to_dict(s)["state"]["zone"]["the-author"] for s in (0, 1, -1)]
    assert where == ["sold:0", None, None]
    assert table.position.to_dict(1)["state"]["held"]["sold:0"] == 1
    table = Table().hand(0, "the-author").do("sell:the-author")
    assert table.position.to_dict(1)["state"]["zone"]["the-author"] == "discard"


def test_closed_discards_are_shuffled_too():
    """[magnate 8.13, 5.1]."""
    game = Game("sell", seed=1, closed_discards=True)
    assert game.turns == 26 + 25
    assert game.hands() == [2, 2]


@pytest.mark.parametrize("closed", [False, True])
def test_hands_are_known_when_the_second_pile_is_made(closed: bool):
    """[magnate 8.13]: by elimination, unless the discards are closed."""
    table = Table(closed_discards=closed).hand(0, "the-author", "the-cave").hand(1, "the-mill")
    table.pile().do("sell:the-author", "end")
    seen = table.position.to_dict(0)["state"]["zone"]["the-mill"]
    assert seen == (None if closed else "hand:1")


@pytest.mark.option("courts_pay")
def test_courts_that_pay():
    """[magnate 8.15]: finished ones, a token of each suit."""
    table = Table("extended", courts_pay=True).column(1, 3, "the-consul")
    table.column(1, 1, "the-rite", deed=True).roll(10, 2).pay()
    assert table.tokens(1) == {
        "leaves": 1, "wyrms": 1, "knots": 2, "moons": 1, "waves": 1
    }  # fmt: skip


@pytest.mark.option("court_for_ace")
def test_courts_that_no_ace_counts():
    """[magnate 8.16]."""
    table = Table("extended", court_for_ace=False).column(0, 3, "ace-of-waves", "the-consul")
    assert table.total(0, 3) == 1 + 10


@pytest.mark.option("deed_tokens_tie")
def test_tokens_on_deeds_can_break_a_tie():
    """[magnate 8.17]."""
    for counted, result in ((False, [1.0, -1.0]), (True, [-1.0, 1.0])):
        table = Table(deed_tokens_tie=counted).supply(0, suns=2)
        table.column(1, 4, "the-castle", deed=True, suns=3)
        assert table.returns() == result


@pytest.mark.option("first_player")
def test_the_first_seat_may_begin():
    """[magnate 8.19]."""
    assert {Game("sell", seed=s, first_player="first_seat").movers[0] for s in range(8)} == {0}
    assert {Game("sell", seed=s).movers[0] for s in range(8)} == {0, 1}


# ----------------------------------------------------------------------- numbers for designers


@pytest.mark.option("hand_size")
def test_other_hands():
    """[magnate 2.3]."""
    table = Game("sell", seed=1, hand_size=5)
    assert table.turns == 20 + 2 + table.sold
    assert table.hands() == [4, 4]


def test_a_hand_of_one_runs_out_and_the_turn_still_ends():
    """[magnate 3.7, 5.2]: in the edition that plays a third turn without drawing."""
    game = Game(seed=1, edition="cairns", hand_size=1)
    assert sorted(game.hands()) == [0, 0]


@pytest.mark.option("crowns_each")
def test_fewer_crowns():
    """[magnate 2.2]."""
    game = Table.__new__(Table)
    game.game = ducato.load("magnate", crowns_each=2)
    game.position = game.game.new_initial_state()
    while game.state.phase < Phase.ROLL:
        game.position.apply_action(0)
    assert [len(game.tokens(seat)) for seat in range(2)] == [2, 2]
    assert game.state.held[8] == game.state.held[9] == 2


@pytest.mark.option("tax_keeps")
def test_other_taxes():
    """[magnate 3.2]."""
    assert Table(tax_keeps=3).supply(0, suns=5).roll(1, 2, "suns").tokens(0) == {"suns": 3}
    assert Table(tax_keeps=0).supply(0, suns=5).roll(1, 2, "suns").tokens(0) == {}


@pytest.mark.option("crown_roll")
def test_crowns_at_another_roll():
    """[magnate 3.3]."""
    crowns = {"moons": 1, "suns": 1, "waves": 1}
    assert Table(crown_roll=8).column(0, 3, "the-mill").roll(8, 2).pay().tokens(0) == crowns
    deed = Table(crown_roll=8).column(0, 3, "the-mill", deed=True)
    assert deed.roll(8, 2).pay().tokens(0) == crowns
    court = Table("extended", courts_pay=True, crown_roll=8).column(0, 3, "the-consul").roll(8, 2)
    assert court.pay().tokens(0) == {"moons": 2, "suns": 1, "waves": 2, "knots": 1}


@pytest.mark.option("ace_sale", "court_price")
def test_other_prices():
    """[magnate 3.5]."""
    assert Table(ace_sale=1).hand(0, "ace-of-suns").do("sell:ace-of-suns").tokens(0) == {"suns": 1}
    table = (
        Table("extended", court_price=3).hand(0, "the-rite").supply(0, moons=1, leaves=1, wyrms=1)
    )
    table.do("build:the-rite", "district:3")
    assert table.tokens(0) == {}


def test_the_dearest_court_can_be_paid_for():
    """[magnate 3.5]: 15 tokens, 13 of them of one suit."""
    table = Table("extended", court_price=15).hand(0, "the-rite")
    table.supply(0, moons=15, leaves=15, wyrms=15).do("build:the-rite", "district:3", "pay:13")
    assert table.tokens(0) == {"moons": 2, "leaves": 14, "wyrms": 14}


@pytest.mark.option("court_worth")
def test_other_courts():
    """[magnate 5.5]."""
    assert Table("extended", court_worth=20).column(0, 3, "the-rite").total(0, 3) == 20


@pytest.mark.option("reshuffles")
def test_no_second_pile():
    """[magnate 5.1]."""
    assert Game("sell", reshuffles=0).turns == 26
