"""Clauses that hold for every card, suit, district and seat; and what each action changes."""

from __future__ import annotations

import pytest

from ducato.core.struct import EVERYBODY
from ducato.core.verbs import rounds_played
from ducato.games.magnate.state import CARD_IDS, DISTRICTS, PROPERTIES, SUITS, Kind, Phase

from .table import COURTS, ROW, Table, number

PLENTY = dict.fromkeys(SUITS, 20)
DISTRICT_NUMBERS = range(1, DISTRICTS + 1)
FULL = {"extended": {}, "current": {"courts_for_pawns": True}}
"""Editions, with their options, whose properties are together all that there are."""


def full_table(edition: str, seat: int = 0) -> Table:
    """Return a table at which the seat holds every property card and plenty of tokens."""
    table = Table(edition, **FULL[edition]).turn(seat).supply(seat, **PLENTY)
    return table.hand(seat, *table.cards("deck"))


def suits_of(table: Table, card: str) -> list[str]:
    mask = table.game.edition.suits[number(card)]
    return [suit for index, suit in enumerate(SUITS) if mask >> index & 1]


# ------------------------------------------------------------------------------ what is offered


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("edition", FULL)
def test_every_card_in_hand_can_be_built_bought_or_sold(edition: str, seat: int):
    """[magnate 3.4, 3.5, 3.6, 3.7]: each once, in the order of the cards."""
    table = full_table(edition, seat)
    hand = table.cards(f"hand:{seat}")
    assert len(hand) == 34
    for kind in ("build", "deed", "sell"):
        assert table.legal(kind) == [f"{kind}:{card}" for card in hand]
    assert len(table.legal()) == 3 * 34 + 6 * 5
    assert not table.can("end")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("free", DISTRICT_NUMBERS)
def test_a_card_is_offered_if_it_fits_in_a_single_district(free: int, seat: int):
    """[magnate 4.2, 4.4]: the others are blocked by deeds."""
    table = Table().turn(seat).supply(seat, **PLENTY)
    deeds = ["the-author", "the-desert", "the-origin", "the-journey", "the-painter"]
    for district, deed in zip(DISTRICT_NUMBERS, deeds, strict=True):
        if district != free:
            table.column(seat, district, deed, deed=True)
    hand = table.cards("deck")
    table.hand(seat, *hand)
    pawn = set(suits_of(table, ROW[free - 1]))
    fitting = [card for card in hand if pawn & set(suits_of(table, card))]
    assert table.legal("build") == [f"build:{card}" for card in fitting]
    assert table.legal("deed") == [f"deed:{card}" for card in fitting]
    table.do(table.legal("build")[0])
    assert table.legal() == [f"district:{free}"]


@pytest.mark.parametrize("give", SUITS)
def test_every_suit_is_traded_for_every_other(give: str):
    """[magnate 3.4, 8.11]: three tokens for one, and with two there is no trade."""
    table = Table().hand(0, "the-mill").supply(0, **{give: 3})
    assert table.legal("trade") == [f"trade:{give}:{take}" for take in SUITS if take != give]
    for take in (suit for suit in SUITS if suit != give):
        table = Table().hand(0, "the-mill").supply(0, **{give: 4, take: 1}).supply(1, **PLENTY)
        assert table.changes(f"trade:{give}:{take}") == {
            f"tokens.0.{give}": 1,
            f"tokens.0.{take}": 2,
        }
    assert not Table().hand(0, "the-mill").supply(0, **{give: 2}).legal("trade")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("district", DISTRICT_NUMBERS)
def test_a_deed_of_any_district_is_developed_in_its_suits(district: int, seat: int):
    """[magnate 3.8]: a finished property is not, nor a deed of the opponent's."""
    table = Table().turn(seat).supply(seat, **PLENTY).hand(seat, "the-cave")
    table.column(seat, district, "the-castle", deed=True)
    table.column(seat, district % 5 + 1, "the-mill").column(
        1 - seat, district, "the-pact", deed=True
    )
    assert table.legal("develop") == [f"develop:{district}:suns", f"develop:{district}:knots"]
    for suit in ("suns", "knots"):
        cell = f"laid.{seat}.{district - 1}.{suit}"
        assert table.changes(f"develop:{district}:{suit}") == {
            f"tokens.{seat}.{suit}": 19,
            cell: 1,
        }


@pytest.mark.parametrize("suit", SUITS)
def test_tokens_of_a_suit_that_the_deed_bears_are_needed(suit: str):
    """[magnate 3.8]: of each Ace, by its own suit alone."""
    card = f"ace-of-{suit}"
    table = Table().hand(0, "the-cave").column(0, 3, card, deed=True).supply(0, **PLENTY)
    assert table.legal("develop") == [f"develop:3:{suit}"]
    assert not table.supply(0, **{suit: 0}).legal("develop")


# ---------------------------------------------------------------------------- what actions change


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("edition", FULL)
def test_each_card_is_sold_for_its_suits(edition: str, seat: int):
    """[magnate 3.7, 8.13]: two tokens for an Ace, else one of each suit; the discards are open."""
    start = full_table(edition, seat)
    for card in start.cards(f"hand:{seat}"):
        table = start.copy()
        each = 2 if card.startswith("ace") else 1
        assert table.changes(f"sell:{card}") == {
            **{f"tokens.{seat}.{suit}": 20 + each for suit in suits_of(table, card)},
            f"zone.{card}": "discard",
            "played": 1,
        }


@pytest.mark.option("closed_discards")
@pytest.mark.parametrize("seat", [0, 1])
def test_each_seat_has_closed_discards_of_its_own(seat: int):
    """[magnate 8.13]."""
    table = Table(closed_discards=True).turn(seat).hand(seat, "the-mill").do("sell:the-mill")
    assert table.cards(f"sold:{seat}") == ["the-mill"]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("edition", FULL)
def test_each_card_is_built_in_each_district_that_takes_it(edition: str, seat: int):
    """[magnate 3.5, 4.1, 4.2]: it is paid, lies in the column, and nothing else changes."""
    row = COURTS if FULL[edition] else ROW
    start = full_table(edition, seat)
    for card in start.cards(f"hand:{seat}"):
        table = start.copy()
        suits = suits_of(table, card)
        pawns = [set(suits_of(table, pawn)) for pawn in row]
        fits = [d for d in DISTRICT_NUMBERS if pawns[d - 1] & set(suits)]
        price = int(table.game.edition.price[number(card)])
        table.do(f"build:{card}")
        assert table.legal() == [f"district:{d}" for d in fits]
        for district in fits:
            table = start.copy()
            due = [price - len(suits) + 1] + [1] * (len(suits) - 1)  # most in the first suit
            pays = [f"pay:{due[0]}"] if price > len(suits) > 1 else []
            assert table.changes(f"build:{card}", f"district:{district}", *pays) == {
                **{f"tokens.{seat}.{s}": 20 - n for s, n in zip(suits, due, strict=True)},
                **column(seat, district, card),
                "played": 1,
            }


def column(seat: int, district: int, card: str, below: int = 0) -> dict[str, object]:
    """Return the cells that change when a card is laid in a column of so many cards."""
    cell = f"{seat}.{district - 1}"
    spot = {f"spot.{card}": below} if below else {}
    placed = {f"zone.{card}": f"column:{seat}:{district - 1}", f"last.{cell}": card}
    return {f"length.{cell}": below + 1, **placed, **spot}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("edition", FULL)
def test_each_deed_costs_a_token_of_each_suit(edition: str, seat: int):
    """[magnate 3.6, 4.1]: the card lies in its column, and the deed is new this turn."""
    start = full_table(edition, seat)
    for card in start.cards(f"hand:{seat}"):
        table = start.copy()
        for action in table.do(f"deed:{card}").legal():
            table = start.copy()
            district = int(action.partition(":")[2])
            assert table.changes(f"deed:{card}", action) == {
                **{f"tokens.{seat}.{suit}": 19 for suit in suits_of(table, card)},
                **column(seat, district, card),
                f"deed.{seat}.{district - 1}": 1,
                "new": 1 << district - 1,
                "played": 1,
            }


@pytest.mark.parametrize("below", [1, 2, 3])
def test_a_card_lies_upon_those_before_it(below: int):
    """[magnate 4.1, 4.3]."""
    chain = ("the-mill", "the-sailor", "the-origin")[:below]
    table = Table().column(0, 5, *chain).hand(0, "the-cave").supply(0, **PLENTY)
    changed = table.changes("deed:the-cave", "district:5")
    assert changed.items() >= column(0, 5, "the-cave", below).items()


@pytest.mark.parametrize(("kind", "deed"), [("build", {}), ("deed", {"as_deed": 1})])
def test_the_card_to_place_is_shown_to_all_at_once(kind: str, deed: dict[str, int]):
    """[magnate 3.5, 3.6, 8.13]: before its district is chosen, also to who did not choose it."""
    table = Table().hand(0, "the-mill").supply(0, **PLENTY)
    assert table.changes(f"{kind}:the-mill") == {
        "card": number("the-mill"),
        "shown.the-mill": EVERYBODY,
        "phase": "choose_district",
        **deed,
    }
    for reader in (0, 1, -1):
        assert table.position.to_dict(reader)["state"]["zone"]["the-mill"] == "hand:0"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("district", DISTRICT_NUMBERS)
def test_the_last_token_finishes_a_deed(district: int, seat: int):
    """[magnate 3.8, 6.10]: of any suit; the tokens go, and the district is free."""
    for card in ("the-mountain", "the-sailor", "the-battle"):
        for last in suits_of(Table(), card):
            first, second = suits_of(Table(), card)
            laid = {first: 2 - (last == first), second: 2 - (last == second)}
            table = Table().turn(seat).supply(seat, **PLENTY)
            table.column(seat, district, card, deed=True, **laid)
            cell = f"{seat}.{district - 1}"
            assert table.changes(f"develop:{district}:{last}") == {
                f"tokens.{seat}.{last}": 19,
                **{f"laid.{cell}.{suit}": 0 for suit, n in laid.items() if n},
                f"deed.{cell}": 0,
                "finished": 1 << district - 1,
            }


def test_deeds_finished_and_bought_in_one_turn_are_all_remembered():
    """[magnate 8.9, 8.10]: two finished ones, and a new one after another."""
    table = Table().supply(0, **PLENTY).hand(0, "the-cave")
    table.column(0, 1, "the-mountain", deed=True, moons=3)
    table.column(0, 4, "the-sailor", deed=True, waves=3)
    table.do("develop:1:suns", "develop:4:leaves")
    assert table.state.finished == 0b01001
    table.state.new = 0b00001
    assert table.do("deed:the-cave", "district:3").state.new == 0b00101


# ------------------------------------------------------------------------------------- payment


def test_the_remaining_suits_are_paid_in_their_order():
    """[magnate 3.5]: of three suits with a choice in two, each is asked for once."""
    table = Table("extended").hand(0, "the-consul").supply(0, moons=9, waves=1, knots=9)
    table.do("build:the-consul", "district:3")
    assert table.legal() == [f"pay:{n}" for n in range(1, 9)]
    assert table.changes("pay:5").items() >= {
        "tokens.0.moons": 4, "tokens.0.waves": 0, "tokens.0.knots": 5, "phase": "act"
    }.items()  # fmt: skip


@pytest.mark.parametrize(
    ("supply", "first", "second"),
    [
        ({"moons": 9, "waves": 9, "knots": 9}, range(1, 9), range(1, 8)),
        ({"moons": 9, "waves": 2, "knots": 1}, range(7, 9), None),
        ({"moons": 3, "waves": 9, "knots": 9}, range(1, 4), range(1, 8)),
        ({"moons": 4, "waves": 4, "knots": 4}, range(2, 5), range(3, 5)),
    ],
)
def test_no_payment_is_offered_that_leaves_too_much_or_too_little_due(
    supply: dict[str, int], first: range, second: range | None
):
    """[magnate 3.5]: ten tokens for the Consul, after the second-smallest first payment."""
    table = Table("extended").hand(0, "the-consul").supply(0, **supply)
    table.do("build:the-consul", "district:3")
    assert table.legal() == [f"pay:{n}" for n in first]
    table.do(f"pay:{first[1]}")
    assert table.legal("pay") == ([f"pay:{n}" for n in second] if second else [])


# -------------------------------------------------------------------------------------- income


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("district", DISTRICT_NUMBERS)
def test_every_property_pays_when_its_rank_is_rolled(district: int, seat: int):
    """[magnate 3.3]: one token of each suit, to its owner alone; no other card pays."""
    for card in Table().cards("deck"):
        table = Table().column(seat, district, card)
        rank = int(table.game.edition.rank[number(card)])
        table.roll(rank, 1, "moons") if rank == 1 else table.roll(rank, 2)
        assert table.chance() == {
            **{f"tokens.{seat}.{suit}": 1 for suit in suits_of(table, card)},
            "phase": "act",
        }


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("district", DISTRICT_NUMBERS)
def test_every_deed_asks_its_owner_for_a_suit(district: int, seat: int):
    """[magnate 3.3, 8.6]: in any district, and pays one token of it."""
    for card in (c for c in Table().cards("deck") if not c.startswith("ace")):
        table = Table().column(seat, district, card, deed=True)
        suits = suits_of(table, card)
        table.roll(int(table.game.edition.rank[number(card)]), 2)
        assert table.position.current_player() == seat
        assert table.legal() == [f"income:{suit}" for suit in suits]
        for suit in suits:
            paid = table.copy().do(f"income:{suit}")
            assert paid.position.is_chance_node()
            assert paid.state.card == paid.state.district == -1
            assert paid.chance() == {f"tokens.{seat}.{suit}": 1, "phase": "act"}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("district", DISTRICT_NUMBERS)
def test_choices_of_an_earlier_turn_are_forgotten(district: int, seat: int):
    """[magnate 3.3, 8.6]: the same deed asks again, and its owner may choose otherwise."""
    table = Table().column(seat, district, "the-betrayal", deed=True).supply(seat, knots=4)
    table.roll(8, 2).do("income:wyrms").pay().roll(8, 3)
    assert table.legal() == ["income:wyrms", "income:knots"]
    table.do("income:knots").pay()
    assert table.tokens(seat) == {"wyrms": 1, "knots": 5}
    assert table.roll(5, 5).state.row("chosen").tolist() == [[-1] * DISTRICTS] * 2
    assert len(table.position.chance_outcomes()) == 1  # the payment


@pytest.mark.parametrize("roll", [10, 9])
def test_a_court_pays_nothing_and_neither_does_its_deed(roll: int):
    """[magnate 3.3, 8.15]: whether or not finished ones pay."""
    for pays in (False, True):
        table = Table("extended", courts_pay=pays).column(0, 3, "the-consul", deed=True)
        table.column(1, 3, "the-island").roll(roll, 2)
        assert table.position.is_chance_node()
        crowns = [{"moons": 1, "suns": 1, "waves": 1}, {"leaves": 1, "wyrms": 1, "knots": 1}]
        if pays:
            crowns[1] |= {"suns": 1, "waves": 1, "wyrms": 2}
        table.pay()
        assert [table.tokens(0), table.tokens(1)] == (crowns if roll == 10 else [{}, {}])


@pytest.mark.parametrize("card", [*COURTS[:2], *COURTS[3:], *ROW[:2], *ROW[3:]])
def test_every_court_and_every_pawn_in_its_place_may_pay(card: str):
    """[magnate 7.1, 8.15]: with ``courts_pay`` when it is finished; the numbers pay as ever."""
    options = {"courts": card in COURTS, "courts_for_pawns": card not in COURTS}
    crowns = [[1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1]]
    for pays in (False, True):
        table = Table(courts_pay=pays, **options).column(0, 3, card).column(1, 3, "the-mill")
        suits = suits_of(table, card) if pays else []
        table.roll(10, 4).pay()
        received = [n + (s in suits) for s, n in zip(SUITS, crowns[0], strict=True)]
        assert table.state.row("tokens").tolist() == [received, crowns[1]]


def test_a_court_of_another_worth_still_pays_nothing():
    """[magnate 3.3] and ``court_worth``: neither a finished one nor a deed, at no roll."""
    table = Table("extended", court_worth=5).column(0, 3, "the-consul").supply(0, suns=1)
    table.column(1, 3, "the-island", deed=True).roll(5, 2)
    assert table.position.is_chance_node()
    table.pay()
    assert (table.tokens(0), table.tokens(1)) == ({"suns": 1}, {})


def test_a_crown_roll_of_the_designer_replaces_the_numbers():
    """[magnate 3.3] and ``crown_roll``: an 8 pays the Crowns, not the Mill nor a deed of rank 8."""
    table = Table(crown_roll=8).column(0, 3, "the-mill").column(1, 3, "the-betrayal", deed=True)
    table.roll(8, 2).pay()
    assert table.tokens(0) == {"moons": 1, "suns": 1, "waves": 1}
    assert table.tokens(1) == {"leaves": 1, "wyrms": 1, "knots": 1}
    below = Table(crown_roll=8).column(0, 3, "the-castle").roll(7, 2).pay()
    assert below.tokens(0) == {"suns": 1, "knots": 1}


def test_a_tax_names_one_suit_and_both_seats_pay():
    """[magnate 3.2]: what was taxed is remembered for the table."""
    for suit in SUITS:
        table = Table().supply(0, **PLENTY).supply(1, **PLENTY).roll(1, 5)
        assert table.chance(SUITS.index(suit)) == {
            f"tokens.0.{suit}": 1,
            f"tokens.1.{suit}": 1,
            "taxed": 1 << SUITS.index(suit),
            "phase": "income",
        }


@pytest.mark.option("double_taxation")
@pytest.mark.parametrize("first", SUITS)
def test_two_dice_tax_any_two_suits(first: str):
    """[magnate 7.3]."""
    for second in SUITS:
        table = Table(double_taxation=True).supply(0, **PLENTY).roll(1, 5, first, second)
        assert table.tokens(0) == {**PLENTY, first: 1, second: 1}


# ------------------------------------------------------------------------- setup, turns and end


def test_every_card_is_in_its_pile_before_the_deal():
    """[magnate 2.1, 2.2, 2.3]: properties, Crowns, Pawns; the Excuse lies in the middle."""
    for edition, options in FULL.items():
        state = (game := Table(edition, **options).game).new_initial_state().to_dict()["state"]
        kinds = dict(zip(CARD_IDS, game.edition.row("kind").tolist(), strict=True))
        lays = dict(zip(CARD_IDS, game.edition.row("lays").tolist(), strict=True))
        for card in CARD_IDS:
            wanted = "crown-pile" if kinds[card] == Kind.CROWN else "deck"
            if card == "the-excuse":
                wanted = "district"
            elif lays[card]:
                wanted = "pawn-pile"
            elif number(card) >= PROPERTIES or not game.edition.in_play[number(card)]:
                wanted = wanted if kinds[card] == Kind.CROWN else "box"
            assert state["zone"][card] == wanted
        assert state["pawn"] == [None, None, "the-excuse", None, None]
        assert sum(state["held"].values()) == len(CARD_IDS)
        assert state["last"] == state["chosen"] == [[None] * DISTRICTS] * 2
        assert (state["card"], state["district"], state["phase"]) == (-1, -1, "lay_districts")


def test_the_row_crowns_and_hands_are_dealt_in_order():
    """[magnate 2.1, 2.2, 2.3]: districts from the left, cards to the seats by turns."""
    table = Table()
    position = table.game.new_initial_state()
    seen = {"row": [], "crowns": [], "hands": []}
    for _ in range(4 + 6 + 6):
        before = position.to_dict()["state"]
        outcomes = len(position.chance_outcomes())
        pile = ("pawn-pile", "crown-pile", "deck")[position.state.phase]
        lying = [card for card in CARD_IDS if before["zone"][card] == pile]
        assert outcomes == len(lying)
        position.apply_action(outcomes - 1)
        after = position.to_dict()["state"]
        assert after["zone"][lying[-1]] != pile
        seen[("row", "crowns", "hands")[table.game.State.fields["phase"].values.index(
            before["phase"])]].append(after["zone"][lying[-1]])  # fmt: skip
    assert seen == {
        "row": ["district"] * 4,
        "crowns": ["crowns:0", "crowns:1"] * 3,
        "hands": ["hand:0", "hand:1"] * 3,
    }
    assert position.to_dict()["state"]["pawn"] == [
        "the-borderland", "the-light-keeper", "the-excuse", "the-watchman", "the-harvest"
    ]  # fmt: skip


@pytest.mark.parametrize("seat", [0, 1])
def test_a_turn_begins_afresh(seat: int):
    """[magnate 3.1]: nothing of the turn before remains."""
    table = Table().hand(seat, "the-mill").at(Phase.ACT, seat).supply(seat, moons=2)
    table.column(seat, 1, "the-mountain", deed=True, suns=3)
    table.state.taxed, table.state.new = 4, 2
    table.do("develop:1:moons", "sell:the-mill", "end")
    cards = table.cards("deck")
    assert table.chance(len(cards) - 1) == {
        f"zone.{cards[-1]}": f"hand:{seat}",
        "active": 1 - seat,
        "chooser": 1 - seat,
        "turns": 2,
        "played": 0,
        "new": 0,
        "finished": 0,
        "taxed": 0,
        "phase": "roll",
    }


@pytest.mark.parametrize("turns", range(1, 7))
def test_two_turns_are_a_round(turns: int):
    """[magnate 3.1, 5.3]: the first two turns are round 1."""
    table = Table()
    table.state.turns = turns
    assert rounds_played(table.state, table.game.edition) == (turns + 1) // 2
