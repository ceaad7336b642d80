"""What districts are worth, who takes them, and who wins."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ducato
from ducato.core.visibility import SPECTATOR, redact
from ducato.games.magnate.rules import scoring
from ducato.games.magnate.state import CARD_IDS, SUITS, Phase

from .table import Table, number

EDITION = ducato.load("magnate").edition
PROPERTY = settings(max_examples=80, derandomize=True, database=None)


def test_hands_and_unfinished_deeds_count_for_nothing():
    """[magnate 5.4]."""
    table = (
        Table().hand(0, "the-pact").column(0, 1, "the-mountain", "the-diplomat", deed=True, moons=7)
    )
    assert table.total(0, 1) == 4
    assert table.column(1, 1, "the-forest").won(1) == 1


def test_ranks_add_up():
    """[magnate 5.5]."""
    assert Table().column(0, 3, "the-mill", "the-sailor", "the-origin").total(0, 3) == 8 + 4 + 2


def test_a_court_counts_ten():
    """[magnate 5.5]."""
    assert Table("extended").column(0, 3, "the-mill", "the-consul").total(0, 3) == 18


def test_an_ace_counts_the_cards_of_its_suit():
    """[magnate 5.5]: itself, the Mill and the Cave bear Waves, the Desert does not."""
    table = Table().column(0, 3, "ace-of-waves")
    assert table.total(0, 3) == 1
    table.column(0, 3, "the-mill", "the-cave", "the-desert")
    assert table.total(0, 3) == 3 + 8 + 7 + 2


def test_an_ace_counts_neither_deeds_nor_the_other_side_nor_other_districts():
    """[magnate 5.5]."""
    table = Table().column(0, 3, "ace-of-waves", "the-cave", deed=True)
    table.column(1, 3, "the-mill").column(0, 4, "the-sailor")
    assert table.total(0, 3) == 1


@pytest.mark.parametrize("looks_further", [False, True])
def test_everybody_counts_an_ace_alike(looks_further: bool):
    """[magnate 5.5, 7.2]: cards that a reader does not see, such as a hand, lie nowhere in it."""
    table = Table(acey_deucey=looks_further).hand(1, "the-sailor")
    table.column(0, 3, "ace-of-waves", "the-mill").column(1, 3, "the-origin", "the-cave", deed=True)
    everything = table.total(0, 3)
    for reader in (0, 1, SPECTATOR):
        seen = redact(table.state, reader)
        total = scoring.district_total(seen, table.game.edition, 0, 2, False)
        assert total == everything


def test_a_court_counts_for_an_ace_whose_suit_it_bears():
    """[magnate 8.16]."""
    table = Table("extended").column(0, 3, "ace-of-waves", "the-consul", "the-rite")
    assert table.total(0, 3) == 2 + 10 + 10


def test_the_higher_total_takes_the_district():
    """[magnate 5.6]."""
    table = Table().column(0, 3, "the-mill").column(1, 3, "the-lunatic", "the-desert")
    assert (table.won(0), table.won(1)) == (0, 0)  # 8 to 8
    table.column(1, 3, "ace-of-suns")
    assert (table.won(0), table.won(1)) == (0, 1)


def test_an_empty_district_goes_to_nobody():
    """[magnate 5.6, 8.18]."""
    table = Table().column(1, 2, "the-battle", deed=True)
    assert (table.won(0), table.won(1)) == (0, 0)


def test_more_districts_win():
    """[magnate 5.7]: two small ones beat a large one and all the tokens."""
    table = Table().column(0, 1, "the-journey").column(0, 2, "the-author")
    table.column(1, 3, "the-mill", "the-darkness").supply(1, suns=50)
    assert table.returns() == [1.0, -1.0]


def test_then_the_higher_sum_of_ranks():
    """[magnate 5.7, 8.4]: lost and equal districts count too, and an Ace as 1."""
    table = Table().column(0, 1, "the-mountain").column(1, 3, "the-mill")
    assert table.returns() == [-1.0, 1.0]
    table.column(0, 4, "the-castle").column(1, 4, "the-betrayal")
    assert table.returns() == [-1.0, 1.0]
    table = Table().column(0, 1, "the-mountain", "ace-of-moons").column(1, 3, "the-forest")
    assert table.total(0, 1) == 4 + 2
    table.column(0, 2, "the-lunatic").column(1, 2, "the-penitent")  # 6 to 6
    assert table.supply(0, suns=1).returns() == [1.0, -1.0]  # 5 to 5 and then the token


def test_then_more_tokens_in_the_supply():
    """[magnate 5.7, 8.17]: those on unfinished deeds are not counted."""
    table = Table().column(0, 1, "the-mill").column(1, 3, "the-diplomat")
    table.supply(0, suns=3).supply(1, knots=2)
    assert table.returns() == [1.0, -1.0]
    table.column(1, 4, "the-castle", deed=True, suns=6)
    assert table.returns() == [1.0, -1.0]


def test_then_it_is_a_draw():
    """[magnate 5.7]."""
    table = Table().column(0, 1, "the-mill").column(1, 3, "the-diplomat")
    table.supply(0, suns=2).supply(1, knots=2)
    assert table.returns() == [0.0, 0.0]
    assert table.position.ranks() == [1, 1]


def test_there_is_no_result_before_the_end():
    """[magnate 5.7]."""
    table = Table().column(0, 1, "the-mill")
    assert table.position.returns() == [0.0, 0.0]
    table.state.phase = Phase.OVER
    assert table.position.returns() == [1.0, -1.0]


# ------------------------------------------------------------- every district, suit, card and seat


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("district", range(1, 6))
def test_every_district_can_be_won(district: int, seat: int):
    """[magnate 5.6, 5.7]: by either seat, for the first rank."""
    table = Table().column(seat, district, "the-sailor").column(1 - seat, district, "the-origin")
    assert (table.won(seat), table.won(1 - seat)) == (1, 0)
    table.state.phase = Phase.OVER
    assert table.position.ranks() == ([1, 2] if seat == 0 else [2, 1])


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("suit", SUITS)
def test_an_ace_may_win_its_district(suit: str, seat: int):
    """[magnate 5.5, 5.6]: by the cards it counts, not by its rank."""
    cards = [c for c in Table().cards("deck") if "ace" not in c and bears(c, suit)][:2]
    table = Table().column(seat, 3, f"ace-of-{suit}", *cards)
    assert table.total(seat, 3) == 3 + sum(map(rank, cards))
    needed = 2 + sum(map(rank, cards))  # more than the ranks, less than the worth
    for card in (c for c in table.cards("deck") if "ace" not in c):
        if table.total(1 - seat, 3) + rank(card) <= needed:
            table.column(1 - seat, 3, card)
    assert table.total(1 - seat, 3) == needed
    assert (table.won(seat), table.won(1 - seat)) == (1, 0)


def bears(card: str, suit: str) -> bool:
    return bool(EDITION.suits[number(card)] >> SUITS.index(suit) & 1)


def rank(card: str) -> int:
    return int(EDITION.rank[number(card)])


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("options", [{"courts": True}, {"courts_for_pawns": True}])
@pytest.mark.parametrize("counts", [True, False])
def test_every_card_adds_to_its_district(options: dict[str, bool], counts: bool, seat: int):
    """[magnate 5.5, 7.1, 7.2, 8.16]: its rank, and 1 for an Ace whose suit it bears."""
    start = Table(acey_deucey=True, court_for_ace=counts, **options)
    for card in start.cards("deck")[6:]:
        court = number(card) >= 30
        table = start.copy().column(seat, 3, card)
        assert table.total(seat, 3) == (10 if court else rank(card))
        for suit in SUITS:
            worth = 1 + (bears(card, suit) and (counts or not court))
            for side in (seat, 1 - seat):
                town = table.copy().column(side, 3, f"ace-of-{suit}")
                own = town.total(seat, 3) if side == seat else 0
                other = town.total(side, 3) if side != seat else own - table.total(seat, 3)
                assert other == worth


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("district", range(1, 6))
def test_the_ranks_of_every_district_break_a_tie(district: int, seat: int):
    """[magnate 5.7]: one district each, and then the higher ranks."""
    table = Table().column(seat, district, "the-darkness")
    table.column(1 - seat, district % 5 + 1, "the-mill").supply(1 - seat, suns=20)
    assert (table.won(0), table.won(1)) == (1, 1)
    assert table.returns()[seat] == 1.0


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("suit", SUITS)
def test_tokens_of_every_suit_break_a_tie(suit: str, seat: int):
    """[magnate 5.7, 8.17]."""
    assert Table().supply(seat, **{suit: 1}).returns()[seat] == 1.0


@pytest.mark.option("deed_tokens_tie")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("district", range(1, 6))
def test_tokens_on_every_deed_may_break_a_tie(district: int, seat: int):
    """[magnate 8.17]."""
    table = Table(deed_tokens_tie=True).column(seat, district, "the-mill", deed=True, leaves=2)
    assert table.supply(1 - seat, suns=1).returns()[seat] == 1.0


CARD = st.sampled_from(CARD_IDS[:34])


@st.composite
def towns(draw) -> dict[tuple[int, int], list[str]]:
    """Any cards anywhere: columns by (seat, district)."""
    columns: dict[tuple[int, int], list[str]] = {}
    for card in draw(st.lists(CARD, unique=True, max_size=24)):
        where = draw(st.integers(0, 1)), draw(st.integers(1, 3))
        columns.setdefault(where, []).append(card)
    return columns


@PROPERTY
@given(towns(), st.sets(st.tuples(st.integers(0, 1), st.integers(1, 3))))
def test_worth_of_any_town(columns: dict[tuple[int, int], list[str]], deeds: set[tuple[int, int]]):
    """[magnate 5.5]: counted here by sets of suits."""
    table = Table("extended")
    for (seat, district), cards in columns.items():
        table.column(seat, district, *cards, deed=(seat, district) in deeds)
    edition = table.game.edition
    suits = {c: {s for s in range(6) if edition.suits[number(c)] >> s & 1} for c in CARD_IDS[:34]}
    for (seat, district), cards in columns.items():
        finished = cards[:-1] if (seat, district) in deeds else cards
        total = 0
        for card in finished:
            if card.startswith("ace-of-"):
                total += sum(1 for other in finished if suits[card] <= suits[other])
            else:
                total += int(edition.rank[number(card)])
        assert table.total(seat, district) == total


@PROPERTY
@given(towns())
def test_the_result_is_the_same_from_the_other_side(columns: dict[tuple[int, int], list[str]]):
    """[magnate 5.6, 5.7]: neither seat nor order is favoured."""
    table, mirror = Table("extended"), Table("extended")
    for (seat, district), cards in columns.items():
        table.column(seat, district, *cards)
        mirror.column(1 - seat, district, *cards[::-1])
    assert table.won(0) + table.won(1) <= 3
    assert table.returns() == mirror.returns()[::-1]
