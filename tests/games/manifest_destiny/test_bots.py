"""The greedy player sees whom an event hits, what a bid is worth and what Turn Priority gains."""

from __future__ import annotations

import numpy as np
import pytest

from ducato.core.game.weights import greedy_weights
from ducato.games.manifest_destiny.bot.action_features import Feature, action_score
from ducato.games.manifest_destiny.bot.action_features.events import event_score
from ducato.games.manifest_destiny.state.tables import (
    CARD_IDS,
    PRODUCT_IDS,
    TERRITORY_IDS,
    Op,
    Phase,
)

from .manifest_table import ESTABLISHED, Table

SOUTH = ["tennessee", "mississippi", "georgia", "texas"]


def worth(table: Table, card: str, *, hero: int = 0, victim: int = -1, seat: int = 0) -> float:
    """Return what a card's event is worth to a seat by the greedy weights."""
    table.state.chooser = seat
    weights = greedy_weights(table.game.game)
    number = CARD_IDS.index(card)
    return event_score(table.state, table.edition, number, hero, victim, weights)


def scores(table: Table) -> dict[str, float]:
    """Return the score of each legal action by its name."""
    weights = greedy_weights(table.game.game)
    return {
        table.game.actions.name(a): action_score(table.state, table.edition, a, weights)
        for a in table.position.legal_actions()
    }


def profits(table: Table, *amounts: int) -> None:
    for seat, amount in enumerate(amounts):
        table.state.profit[seat] = amount


def preferred(table: Table) -> str:
    found = scores(table)
    return max(found, key=found.__getitem__)


def oil_fields(table: Table) -> list[str]:
    oil = PRODUCT_IDS.index("oil")
    fields = [n for n, name in enumerate(TERRITORY_IDS) if table.edition.produces[n, oil]]
    return [TERRITORY_IDS[n] for n in fields if table.state.owner[n] < 0]


# Each card, with what a layout must contain for it to hit seat 0 harder than seat 3.
UNEVEN = {
    "abolitionists-civil-rights-movement": lambda t: t.own(0, *SOUTH),
    "the-depression": lambda t: [t.give(s, "safety-net") for s in range(1, 5)],
    "black-tuesday": lambda t: t.state.cash.__setitem__(0, 150),
    "trustbuster": lambda t: t.state.profit.__setitem__(0, 90),
    "oil-crisis": lambda t: [t.own(s, name) for s, name in enumerate(oil_fields(t)[:4], start=1)],
    "the-60-s": lambda t: t.state.vp.__setitem__(0, 20),
}


@pytest.mark.parametrize("card", UNEVEN)
def test_an_event_that_hits_oneself_is_bad_and_one_that_hits_a_rival_good(card: str):
    table = Table()
    profits(table, 60, 60, 60, 60, 60)
    UNEVEN[card](table)
    for hero in (1, 2):
        assert worth(table, card, hero=hero, seat=0) < 0 < worth(table, card, hero=hero, seat=3)


@pytest.mark.parametrize("card", ["boston-tea-party", "robber-barons", "revolutionary-war"])
def test_the_victim_of_a_card_suffers_and_its_player_gains(card: str):
    table = Table()
    named = [worth(table, card, hero=0, victim=1, seat=seat) for seat in range(3)]
    assert named[1] < 0 < named[0]
    assert named[1] < named[2]


def test_losses_are_limited_by_what_a_player_has():
    table = Table(players=3)
    table.state.cash[1], table.state.cash[2] = 3, 100
    poor = worth(table, "robber-barons", hero=0, victim=1)
    assert 0 < poor < worth(table, "robber-barons", hero=0, victim=2)
    profits(table, table.edition.profit_min, table.edition.profit_min, table.edition.profit_min)
    assert worth(table, "the-depression") == 0


def test_every_operation_of_a_card_has_a_worth():
    """No operation is forgotten: but for Surplus and Natives, each changes somebody's score."""
    table = Table(era=3)
    table.own(0, "texas").own(1, "ohio", "georgia", "kansas", presence=ESTABLISHED)
    table.own(2, "california").city("ohio", "california").give(0, "railroad")
    profits(table, 60, 80, 60, 60, 60)
    table.state.cash[2] = 120
    silent, seen = set(), set()
    for card, row in zip(CARD_IDS, table.edition.row("op"), strict=True):
        operations = {Op(op) for op in row if op != Op.NONE}
        if any(worth(table, card, victim=1, seat=seat) for seat in range(3)):
            seen |= operations
        else:
            silent |= operations
    assert silent - seen <= {Op.NATIVES, Op.SURPLUS}


def test_an_event_against_oneself_is_not_played():
    """Six presences in the South would cost $15 of Profit; the card offers nothing else."""
    table = Table()
    profits(table, 60, 60, 60, 60, 60)
    table.own(0, *SOUTH).hand(0, "abolitionists-civil-rights-movement")
    assert preferred(table) == "done"
    table = Table()
    profits(table, 60, 60, 60, 60, 60)
    table.own(1, *SOUTH).hand(0, "abolitionists-civil-rights-movement")
    assert preferred(table) == "card:abolitionists-civil-rights-movement"


def test_the_payout_is_chosen_if_the_event_hits_oneself():
    table = Table(era=2)
    profits(table, 90, 60, 60, 60, 60)
    table.hand(0, "trustbuster").do("card:trustbuster")
    assert table.phase == Phase.HALF
    assert preferred(table) == "half:payout"
    profits(table, 60, 90, 60, 60, 60)
    assert preferred(table) == "half:event"


def test_the_opponent_who_has_something_to_lose_is_named():
    table = Table(players=3, era=2)
    table.hand(0, "robber-barons").do("card:robber-barons", "half:event")
    assert table.phase == Phase.TARGET
    table.state.cash[1], table.state.cash[2] = 0, 100
    assert preferred(table) == "player:3"
    table.state.cash[1], table.state.cash[2] = 100, 0
    assert preferred(table) == "player:2"


@pytest.mark.parametrize(("victim", "answer"), [(1, "card:supreme-court"), (2, "done")])
def test_an_event_is_answered_if_it_hits_oneself(victim: int, answer: str):
    table = Table(players=3, era=2)
    table.hand(1, "supreme-court").hand(0, "robber-barons")
    table.do("card:robber-barons", "half:event", f"player:{victim + 1}")
    assert (table.phase, table.state.chooser) == (Phase.RESPOND, 1)
    assert preferred(table) == answer


def test_a_helpful_event_is_restored():
    """The answer to an answer lets the event stand: right for its player, wrong for the victim."""
    table = Table(players=3, era=2)
    table.hand(1, "supreme-court").hand(0, "robber-barons", "president")
    table.do("card:robber-barons", "half:event", "player:2", "card:supreme-court")
    assert (table.phase, table.state.chooser) == (Phase.RESPOND, 0)
    assert preferred(table) == "card:president"


def feature(table: Table, name: str, action: str) -> float:
    """Return what an action scores by one feature alone."""
    weights = np.zeros(len(Feature))
    weights[Feature[name]] = 1
    number = table.game.actions.index(action)
    return action_score(table.state, table.edition, number, weights)


def test_an_event_that_costs_its_player_most_is_known():
    """Black Tuesday costs the richest $20, The Depression all without Safety Net $5 of Profit."""
    table = Table(players=3, era=3).hand(0, "black-tuesday", "the-depression")
    profits(table, 60, 60, 60)
    assert feature(table, "EVENT_SELF", "card:black-tuesday") == 2
    table.state.cash[0] = 120
    assert feature(table, "EVENT_SELF", "card:black-tuesday") == 2
    assert feature(table, "EVENT_LEADER", "card:black-tuesday") == 0
    table.state.cash[1] = 140
    assert feature(table, "EVENT_SELF", "card:black-tuesday") == 0
    assert feature(table, "EVENT_LEADER", "card:black-tuesday") == 2
    assert feature(table, "EVENT_SELF", "card:the-depression") == 2  # four turns of $5
    table.give(0, "safety-net")
    assert feature(table, "EVENT_SELF", "card:the-depression") == 0


def test_what_an_event_or_a_payout_gives_a_rival_is_known():
    table = Table(players=3).hand(0, "abolitionists-civil-rights-movement", "whiskey-rebellion")
    profits(table, 60, 60, 60)  # only Pennsylvania is outside South US
    assert feature(table, "EVENT_GIFT", "card:abolitionists-civil-rights-movement") == 0
    assert feature(table, "PAYOUT_BEST", "card:whiskey-rebellion") == 0
    table.own(0, "texas").own(1, "pennsylvania", "ohio")
    table.own(0, "virginia")
    assert feature(table, "PAYOUT_BEST", "card:whiskey-rebellion") == 0.5
    table.own(0, "louisiana")  # seat 2 has nothing in the South any more
    assert feature(table, "EVENT_GIFT", "card:abolitionists-civil-rights-movement") == 2


def test_cards_in_excess_are_known():
    cards = ["president", "whiskey-rebellion", "monroe-doctrine"]
    table = Table(players=3).hand(0, *cards)
    assert feature(table, "PLAY_EXCESS", "card:monroe-doctrine") == 0
    table.hand(0, "oregon-trail")
    for card in cards:
        assert feature(table, "PLAY_EXCESS", f"card:{card}") == 1


def test_the_stakes_of_a_bid_are_the_differences_between_homes():
    table = auction(5, 10)
    state = table.state
    for seat in range(5):
        state.owner[state.home[seat]] = -1
    assert feature(table, "BID_STAKES", "bid:15") == 0
    assert feature(table, "BID_STAKES", "bid:10") > 0


def test_natives_are_put_next_to_rivals():
    table = Table(players=3)
    table.own(1, "tennessee", "mississippi", presence=ESTABLISHED)
    table.play("native-sovereignty")
    assert table.phase == Phase.CHOOSE
    found = scores(table)
    assert found["territory:alabama"] > found["done"]
    assert found["territory:alabama"] > found["territory:oregon"]


def auction(players: int, *bids: int) -> Table:
    """Return a table at which these seats have bid, in the order of their numbers."""
    table = Table(players=players)
    state = table.state
    state.phase, state.part, state.chooser = Phase.BID, len(bids), len(bids)
    for seat, amount in enumerate(bids):
        state.bid[seat] = amount
    return table


def test_a_bid_is_worth_the_bids_that_it_beats():
    """Not always 0: an earlier equal bid chooses first."""
    assert preferred(auction(4, 0)) != "bid:0"
    found = scores(auction(4, 10, 10, 10))
    assert found["bid:15"] > found["bid:5"]
    assert found["bid:0"] > found["bid:5"] > found["bid:10"]  # money that beats nobody
    assert found["bid:15"] > found["bid:20"] > found["bid:60"]


def test_turn_priority_is_announced_by_who_gains_most():
    """The last in the choice order gains four positions, the first none."""
    table = Table(priority_windows="phase_ends")
    state = table.state
    state.phase, state.part = Phase.PRIORITY, 5
    found = []
    for seat in range(5):
        state.chooser = seat
        found.append(scores(table)["priority"])
    assert found == sorted(found)
    assert found[0] < found[-1]
