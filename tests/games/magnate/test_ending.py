"""The two piles, the last turns, and how long a game takes."""

from __future__ import annotations

from itertools import pairwise

import pytest

import ducato
from ducato.core.chance import CommittedStream
from ducato.core.match import Match
from ducato.core.memory.journal import BACKS, NUMBERS
from ducato.games.magnate.state import CARD_IDS, SEATS, Phase, Zone

from .table import Game, Table

HANDS = ("the-mill", "the-cave", "the-author"), ("the-pact", "the-castle", "the-forest")
LAST = "the-savage"
EVERYBODY = (1 << SEATS) - 1


def near_the_end(edition: str | None = None, reshuffled: int = 1, **options: object) -> Table:
    """Three cards in each hand, one in the pile, seat 0 to play."""
    table = Table(edition, **options).hand(0, *HANDS[0]).hand(1, *HANDS[1]).pile(LAST)
    table.state.reshuffled = reshuffled
    table.state.turns = 1
    return table


def sell_and_end(table: Table, card: str) -> Table:
    """Play a whole turn in which the card is sold; the dice bring neither tax nor income."""
    if table.state.phase == Phase.ROLL:
        table.roll(9, 9).pay()
    return table.do(f"sell:{card}").end_turn()


def test_the_discards_become_the_second_pile():
    """[magnate 5.1]."""
    table = Table().hand(0, *HANDS[0]).hand(1, *HANDS[1]).discard("the-desert", "the-origin")
    table.pile()
    table.do("sell:the-mill", "end")
    assert table.cards("deck") == ["the-desert", "the-origin", "the-mill"]
    assert table.cards("discard") == []
    assert table.state.reshuffled == 1
    assert table.state.phase == Phase.DRAW


def test_all_hands_are_known_by_elimination_once_the_discards_are_the_pile():
    """[magnate 5.1]: discards lie open, so that who has seen them all knows what is left."""
    table = Table().hand(0, "ace-of-moons", "the-mill", "the-cave").hand(1, *HANDS[1])
    table.discard("the-desert").pile()
    table.do("sell:the-mill", "end")
    hands = {*table.cards("hand:0"), *table.cards("hand:1")}
    assert "ace-of-moons" in hands
    for card, shown in zip(CARD_IDS, table.state.shown, strict=True):
        assert shown == (EVERYBODY if card in hands else 0), card


def test_of_a_card_drawn_from_the_second_pile_nothing_is_known():
    """[magnate 3.9, 5.1]: only its way is noted, and no class of cards."""
    table = sell_and_end(near_the_end(), "the-mill")
    last = int(table.state.noted) - 1
    card, source, target = (int(table.state.journal[last, part]) for part in range(NUMBERS))
    assert CARD_IDS[card] == LAST
    assert (source, target) == (Zone.DECK * BACKS, Zone.HAND)


def test_each_player_has_one_more_turn_after_the_last_card():
    """[magnate 5.2, 8.2, 6.13]: first the opponent, then the drawer; both end with two cards."""
    table = near_the_end()
    sell_and_end(table, "the-mill")
    assert table.cards("hand:0") == ["the-author", LAST, "the-cave"]
    assert table.state.active == 1
    sell_and_end(table, "the-pact")
    assert not table.position.is_terminal()
    assert table.state.active == 0
    sell_and_end(table, "the-cave")
    assert table.position.is_terminal()
    assert (table.cards("hand:0"), table.cards("hand:1")) == (
        ["the-author", LAST],
        ["the-forest", "the-castle"],
    )


@pytest.mark.parametrize("reshuffle", ["on_need", "at_once"])
def test_the_last_turns_are_announced_with_the_last_card(reshuffle: str):
    """[magnate 5.2, 8.2]: two turns are left, then one."""
    table = sell_and_end(near_the_end(reshuffle=reshuffle), "the-mill")
    assert table.state.last_turns == 2
    assert sell_and_end(table, "the-pact").state.last_turns == 1


def test_nothing_is_drawn_in_the_last_turns():
    """[magnate 3.9, 5.2]: not even the cards just sold."""
    table = near_the_end()
    sell_and_end(table, "the-mill")
    sell_and_end(table, "the-pact")
    assert table.cards("deck") == []
    assert table.cards("discard") == ["the-mill", "the-pact"]


def test_after_the_last_turn_nobody_receives_anything():
    """[magnate 8.21]: the game is over without another roll."""
    table = near_the_end().column(1, 3, "the-betrayal")
    sell_and_end(table, "the-mill")
    sell_and_end(table, "the-pact")
    table.roll(9, 9).pay().do("sell:the-cave")
    before = table.tokens(0), table.tokens(1)
    table.do("end")
    assert table.state.phase == Phase.OVER
    assert (table.tokens(0), table.tokens(1)) == before
    assert table.legal() == []


@pytest.mark.option("closed_discards")
def test_what_making_the_second_pile_changes():
    """[magnate 5.1, 8.13]: all discards are the pile, and open ones give the hands away."""
    for sold_face_down in (False, True):
        table = Table(closed_discards=sold_face_down).hand(0, *HANDS[0]).hand(1, *HANDS[1]).pile()
        discards = ("ace-of-moons", "the-merchant")
        if sold_face_down:
            table.do("sell:the-mill").turn(1).do("sell:the-pact").turn(0)
            discards = ("the-mill", "the-pact")
        else:
            table.discard(*discards)
        table.state.played = 1
        assert table.changes("end") == {
            "reshuffled": 1,
            "phase": "draw",
            **{f"zone.{card}": "deck" for card in discards},
            **({} if sold_face_down else {f"shown.{c}": 3 for hand in HANDS for c in hand}),
        }


@pytest.mark.parametrize(
    ("edition", "first_pile"),
    [("current", 24), ("italian", 24), ("spanish", 24), ("extended", 28), ("abstractplay", 28)],
)
@pytest.mark.parametrize("wanted", [(), ("sell",), ("build", "deed")], ids=["any", "sell", "build"])
def test_the_length_follows_from_the_sales(edition: str, first_pile: int, wanted: tuple[str, ...]):
    """[magnate 5.3, 8.2]: 26 turns, with Courts 30, and one for each card sold before."""
    for seed in range(4):
        game = Game(*wanted, seed=seed, edition=edition)
        assert game.draws == first_pile + game.sold
        assert game.turns == first_pile + 2 + game.sold
        assert game.hands() == [2, 2]
        assert game.movers[-2:] == [1 - game.drawers[-1], game.drawers[-1]]


def test_the_longest_game_sells_every_card():
    """[magnate 5.3]: S is 24 or, with the card that is in on need, 25."""
    assert Game("sell", edition="italian").turns == 26 + 24
    assert Game("sell", edition="current").turns == 26 + 25


def test_turns_alternate():
    """[magnate 3.9]."""
    movers = Game(seed=5).movers
    assert all(one != other for one, other in pairwise(movers))


def test_on_need_the_card_sold_in_between_is_in():
    """[magnate 8.3]."""
    table = near_the_end(reshuffled=0)
    sell_and_end(table, "the-mill")
    assert table.cards("deck") == []
    table.roll(9, 9).pay().do("sell:the-pact", "end")
    assert table.cards("deck") == ["the-mill", "the-pact"]


@pytest.mark.option("reshuffle")
def test_at_once_it_is_not():
    """[magnate 8.3]."""
    table = near_the_end(reshuffled=0, reshuffle="at_once")
    sell_and_end(table, "the-mill")
    assert table.cards("deck") == ["the-mill"]
    table.roll(9, 9).pay().do("sell:the-pact").end_turn()
    assert table.cards("discard") == ["the-pact"]
    assert table.state.last_turns == 2  # the Mill was the whole second pile


@pytest.mark.parametrize("reshuffle", ["on_need", "at_once"])
def test_without_discards_the_first_pile_is_the_last(reshuffle: str):
    """[magnate 8.7]: the last turns are those after the last card; both end with two cards."""
    table = near_the_end(reshuffled=0, reshuffle=reshuffle)
    table.supply(0, waves=1, wyrms=1).supply(1, suns=1, knots=1)
    table.do("deed:the-cave", "district:3").end_turn()
    assert table.state.active == 1
    assert table.state.last_turns == (2 if reshuffle == "at_once" else 0)  # known or not
    table.roll(9, 9).pay().do("deed:the-castle", "district:3", "end")
    assert not table.position.is_terminal()
    assert table.state.active == 0
    sell_and_end(table, "the-mill")
    assert table.position.is_terminal()
    assert [int(table.state.held[5 + seat]) for seat in range(2)] == [2, 2]


def test_cairns_waits_for_a_draw_that_fails():
    """[magnate 8.2]: three turns after the last card, and hands of two and one."""
    for seed in range(4):
        game = Game(seed=seed, edition="cairns")
        drawer = game.drawers[-1]
        assert game.movers[-3:] == [1 - drawer, drawer, 1 - drawer]
        assert game.turns == 24 + game.sold + 3
        assert (game.hands()[drawer], game.hands()[1 - drawer]) == (2, 1)


def test_cairns_too_ends_when_there_are_no_discards():
    """[magnate 8.7]."""
    table = near_the_end("cairns", reshuffled=0).supply(0, waves=1, wyrms=1)
    table.supply(1, suns=1, knots=1)
    table.do("deed:the-cave", "district:3").end_turn()
    table.roll(9, 9).pay().do("deed:the-castle", "district:3", "end")
    assert table.state.last_turns == 2


@pytest.mark.option("reshuffles")
@pytest.mark.parametrize("reshuffles", [0, 2, 3])
@pytest.mark.parametrize("when", ["on_need", "at_once"])
def test_a_designer_may_count_other_piles(when: str, reshuffles: int):
    """[magnate 5.1]: the last turns come after the last of them."""
    game = Game("sell", seed=1, reshuffles=reshuffles, reshuffle=when)
    assert game.state.reshuffled == reshuffles
    assert game.hands() == [2, 2]


@pytest.mark.parametrize("seat", [0, 1])
def test_who_gives_up_loses(seat: int):
    """[magnate 8.22]: at any time, also while chance or the other one is to move."""
    match = Match(ducato.load("magnate"), CommittedStream(bytes(32)))
    match.run_chance()
    match.resign(seat)
    assert match.is_over()
    assert match.ranks()[seat] == 2
    assert match.ranks()[1 - seat] == 1
