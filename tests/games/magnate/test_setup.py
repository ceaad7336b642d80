"""What is on the table before the first roll."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import ducato
from ducato.core.editions.data_files import read_table
from ducato.games.magnate.state import CARD_IDS, EVERY_SUIT, SUITS, Kind, Phase

from .table import ROW, Table, number


def dealt(seed: int = 0, edition: str | None = None, **options: object):
    """A game up to its first roll."""
    rng = ducato.new_rng("setup", seed)
    position = ducato.load("magnate", edition=edition, **options).new_initial_state()
    while position.state.phase < Phase.ROLL:
        position.apply_action(ducato.sample(position.chance_outcomes(), rng))
    return position


def lying(position, where: str) -> list[str]:
    return [card for card, at in position.to_dict()["state"]["zone"].items() if at == where]


def bearing(edition) -> list[tuple[str, ...]]:
    """Return the suits of each card."""
    return [
        tuple(s for i, s in enumerate(SUITS) if m >> i & 1) for m in edition.row("suits").tolist()
    ]


def test_the_deck_has_45_cards_of_six_kinds():
    """[magnate 1.1]."""
    edition = ducato.load("magnate").edition
    kinds = Counter(edition.row("kind").tolist())
    assert len(CARD_IDS) == len(set(CARD_IDS)) == 45
    assert kinds == {
        Kind.ACE: 6, Kind.NUMBER: 24, Kind.COURT: 4, Kind.PAWN: 4, Kind.EXCUSE: 1, Kind.CROWN: 6
    }  # fmt: skip
    numbers = Counter(edition.row("rank")[edition.row("kind") == Kind.NUMBER].tolist())
    assert numbers == dict.fromkeys(range(2, 10), 3)


def test_suits_are_spread_evenly_over_the_deck():
    """[magnate 1.1]: each suit on 8 numbered cards, 2 Pawns, 2 Courts, one Ace and one Crown."""
    edition = ducato.load("magnate").edition
    spread = {Kind.ACE: 1, Kind.NUMBER: 8, Kind.COURT: 2, Kind.PAWN: 2, Kind.CROWN: 1}
    for kind, times in spread.items():
        suits = [
            s for k, bs in zip(edition.kind, bearing(edition), strict=True) for s in bs if k == kind
        ]
        assert Counter(suits) == dict.fromkeys(SUITS, times)
    per_card = {Kind.ACE: 1, Kind.NUMBER: 2, Kind.COURT: 3, Kind.PAWN: 3, Kind.CROWN: 1}
    for card, suits in enumerate(bearing(edition)):
        if edition.kind[card] != Kind.EXCUSE:
            assert len(suits) == per_card[edition.kind[card]]


def test_no_two_numbered_cards_of_a_rank_share_a_suit():
    """[magnate 1.1]: so each rank shows every suit once."""
    edition = ducato.load("magnate").edition
    for rank in range(2, 10):
        numbered = edition.row("kind") == Kind.NUMBER
        masks = edition.row("suits")[numbered & (edition.row("rank") == rank)]
        assert np.bitwise_or.reduce(masks) == sum(masks.tolist()) == EVERY_SUIT


@pytest.mark.parametrize(
    ("card", "rank", "suits"),
    [
        ("the-author", 2, "moons knots"),
        ("the-mill", 8, "waves leaves"),
        ("the-pact", 9, "moons suns"),
        ("the-consul", 10, "moons waves knots"),
        ("the-harvest", 0, "moons suns leaves"),
        ("the-windfall", 10, "knots"),
    ],
)
def test_some_cards_by_name(card: str, rank: int, suits: str):
    """[magnate 1.1]."""
    rows = {row["id"]: row for row in read_table("ducato.games.magnate", "cards.csv")}
    assert (int(rows[card]["rank"]), rows[card]["suits"]) == (rank, suits)


def test_tokens_come_in_six_suits_and_never_run_out():
    """[magnate 1.2, 8.14]: a supply can be larger than any box."""
    table = Table().supply(0, moons=500).hand(0, "the-author")
    table.do("sell:the-author")
    assert table.tokens(0) == {"moons": 501, "knots": 1}
    assert table.state.row("tokens").shape == (2, 6)


def test_two_dice_of_ten_and_one_of_six():
    """[magnate 1.3]."""
    table = Table()
    table.state.phase = Phase.ROLL
    seen = set()
    for outcome, chance in table.position.chance_outcomes():
        trial = table.position.clone()
        trial.apply_action(outcome)
        seen.add(tuple(trial.state.dice.tolist()))
        assert chance == pytest.approx(0.01)
    assert seen == {(a, b) for a in range(1, 11) for b in range(1, 11)}
    for outcome, suit in enumerate(SUITS):
        taxed = Table().supply(0, **dict.fromkeys(SUITS, 4)).roll(1, 5)
        assert len(taxed.position.chance_outcomes()) == 6
        taxed.position.apply_action(outcome)
        assert taxed.tokens(0) == {**dict.fromkeys(SUITS, 4), suit: 1}


@pytest.mark.parametrize(("edition", "cards"), [("current", 30), ("extended", 34)])
def test_properties_are_aces_and_numbers_and_maybe_courts(edition: str, cards: int):
    """[magnate 1.4]."""
    record = ducato.load("magnate", edition=edition).edition
    in_play = record.row("in_play")
    kinds = set(record.row("kind")[in_play == 1].tolist())
    assert in_play.sum() == cards
    assert kinds == {Kind.ACE, Kind.NUMBER} | ({Kind.COURT} if cards == 34 else set())


def test_four_pawns_in_random_order_around_the_excuse():
    """[magnate 2.1]."""
    rows = Counter()
    for seed in range(200):
        position = dealt(seed)
        row = tuple(position.to_dict()["state"]["pawn"])
        assert row[2] == "the-excuse"
        assert sorted(row) == sorted(ROW)
        rows[row] += 1
    assert len(rows) == 24  # each of the 4! orders, about 8 times
    assert max(rows.values()) < 24


def test_each_side_of_each_district_is_empty():
    """[magnate 2.1]."""
    state = dealt().state
    assert not state.row("length").any()
    assert not state.row("deed").any()
    assert (state.row("last") == -1).all()


def test_three_open_crowns_each_and_a_token_of_each():
    """[magnate 2.2]."""
    for seed in range(20):
        position = dealt(seed)
        record, edition = position.state, position.game.edition
        for seat in range(2):
            crowns = lying(position, f"crowns:{seat}")
            suits = {bearing(edition)[number(card)][0] for card in crowns}
            assert len(crowns) == len(suits) == 3
            assert {s for i, s in enumerate(SUITS) if record.tokens[seat, i]} == suits
            assert record.row("tokens")[seat].sum() == 3
            for reader in range(2):
                assert lying(position.redact(reader), f"crowns:{seat}") == crowns


def test_the_deal_of_crowns_is_random():
    """[magnate 2.2]."""
    assert len({tuple(lying(dealt(seed), "crowns:0")) for seed in range(60)}) > 10


@pytest.mark.parametrize(("edition", "left"), [("current", 24), ("extended", 28)])
def test_three_hidden_cards_each_and_the_rest_is_the_pile(edition: str, left: int):
    """[magnate 2.3]."""
    position = dealt(3, edition)
    assert [len(lying(position, f"hand:{seat}")) for seat in range(2)] == [3, 3]
    assert len(lying(position, "deck")) == left
    assert not lying(position, "discard")
    for seat in range(2):
        assert lying(position.redact(seat), f"hand:{seat}") == lying(position, f"hand:{seat}")
        assert not lying(position.redact(seat), f"hand:{1 - seat}")
        assert not lying(position.redact(seat), "deck")


def test_chance_chooses_who_begins():
    """[magnate 2.4, 8.19]."""
    table = Table()
    table.state.phase = Phase.CHOOSE_FIRST
    assert len(table.position.chance_outcomes()) == 2
    for seat in range(2):
        trial = table.position.clone()
        trial.apply_action(seat)
        assert trial.state.active == seat
        assert trial.state.phase == Phase.ROLL
    starters = Counter(dealt(seed).state.active for seed in range(60))
    assert min(starters.values()) > 15


def test_the_second_player_gets_nothing_for_it():
    """[magnate 2.4]."""
    for seed in range(10):
        assert dealt(seed).state.row("tokens").sum(axis=1).tolist() == [3, 3]
