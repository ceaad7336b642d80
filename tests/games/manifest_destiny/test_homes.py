"""Choosing homes: the bidding order, the auction, and the homes [manifest-destiny 3.1 to 3.3]."""

from __future__ import annotations

import pytest

import ducato
from ducato.core.i18n import IllegalReason, say
from ducato.games.manifest_destiny.narration import describe_step, explain_illegal
from ducato.games.manifest_destiny.state.tables import TERRITORY_IDS, Phase, Stage

from .log_truth import LogTruth


def auction(*bids, players=3, drawn=(), **options):
    """The auction after these bids; the seats bid in their order, unless others are drawn."""
    position = ducato.load("manifest-destiny", players, **options).new_initial_state()
    while position.state.phase != Phase.BID_ORDER:
        position.apply_action(0)
    for outcome in [*drawn, *[0] * (players - len(drawn))]:
        assert len(position.chance_outcomes()) == players - position.state.part
        position.apply_action(outcome)
    return act(position, *bids)


def act(position, *actions):
    for name in actions:
        assert name in names(position), (name, names(position))
        position.apply_action(position.game.actions.index(name))
    return position


def names(position):
    return [position.game.actions.name(action) for action in position.legal_actions()]


def reason(position, name):
    action = position.game.actions.index(name)
    return explain_illegal(position.state, position.game.edition, action)


def test_the_bidding_order_is_drawn():
    """One cylinder after the other, each of those left [manifest-destiny 3.1]."""
    state = auction(players=5, drawn=(3, 3, 0, 1)).state
    assert [state.order[turn] for turn in range(5)] == [3, 4, 0, 2, 1]
    assert (state.phase, state.stage, state.active) == (Phase.BID, Stage.HOMES, -1)
    assert state.chooser == 3


def test_each_seat_bids_once_in_that_order():
    """See (A1) [manifest-destiny 3.2]."""
    position = auction(players=4, drawn=(2, 0, 1))
    order = []
    for _ in range(4):
        order.append(position.current_player())
        act(position, "bid:5")
    assert order == [2, 0, 3, 1]
    assert position.state.phase == Phase.HOME


def test_nobody_bids_more_than_the_cash():
    """See [manifest-destiny 3.2]."""
    position = auction(start_cash=20)
    assert names(position) == [f"bid:{n}" for n in range(0, 25, 5)]
    short = say("no.bid.cash", have=say("dollars", amount=20))
    assert reason(position, "bid:25") == IllegalReason(short, "3.2")


def test_equal_bids_rank_in_bidding_order():
    """The highest first, then the earliest, whatever the seats (A1) [manifest-destiny 3.3]."""
    state = auction("bid:5", "bid:10", "bid:0", "bid:10", "bid:5", players=5, drawn=(4, 1)).state
    # in bidding order the seats are 4, 1, 0, 2, 3
    assert [state.choice[rank] for rank in range(5)] == [1, 2, 4, 3, 0]
    assert [state.mat[seat] for seat in range(5)] == [5, 1, 2, 4, 3]
    assert state.chooser == 1


def test_a_home_is_taken_and_paid_for():
    """An Established Presence there; the bid goes to the bank [manifest-destiny 3.3]."""
    position = auction("bid:10", "bid:25", "bid:15")
    free = ["louisiana", "pennsylvania", "virginia"]
    assert sorted(names(position)) == [f"territory:{name}" for name in free]
    act(position, "territory:virginia")
    state, virginia = position.state, TERRITORY_IDS.index("virginia")
    assert (state.home[1], state.owner[virginia], state.presence[virginia]) == (virginia, 1, 2)
    assert (state.cash[1], state.supply[1]) == (35, 24)
    assert sum(state.cash) + state.bank == 0
    assert position.current_player() == 2
    assert "territory:virginia" not in names(position)
    act(position, "territory:louisiana", "territory:pennsylvania")
    assert (state.turn, state.phase, state.chooser) == (1, Phase.POSITION, 1)


def test_homes_on_offer_with_five():
    """All five, the first and the last of the map among them [manifest-destiny 2.4, 3.3]."""
    position = auction(*["bid:0"] * 5, players=5)
    homes = ["louisiana", "mexico", "pennsylvania", "quebec", "virginia"]
    assert sorted(names(position)) == [f"territory:{name}" for name in homes]


# --------------------------------------------------------------------------- auction by raises


@pytest.mark.option("bidding")
def test_bids_are_raised_until_one_is_left():
    """Each raises all others or passes for good (A1) [manifest-destiny 3.2, 3.3]."""
    position = auction("bid:10", bidding="raises")
    assert names(position) == [*(f"bid:{n}" for n in range(15, 65, 5)), "done"]
    low = say("no.bid.low", amount=say("dollars", amount=10))
    assert reason(position, "bid:10") == IllegalReason(low, "16.1")
    position = auction("bid:10", "done", "bid:15", bidding="raises")
    assert position.current_player() == 0  # the second seat has passed
    position = auction("bid:10", "done", "bid:15", "bid:40", "done", bidding="raises")
    state = position.state
    assert (state.phase, state.chooser) == (Phase.HOME, 0)
    assert list(state.bid)[:3] == [40, 0, 15]
    assert [state.mat[seat] for seat in range(3)] == [1, 3, 2]
    assert state.asked == 0  # the mask serves other questions from now on


def test_the_rounds_of_an_auction_go_by_the_bidding_order():
    """Those who have passed are skipped, again and again (A1) [manifest-destiny 3.1, 3.2]."""
    position = auction(players=5, drawn=(4, 1), bidding="raises")
    asked = []
    for name in ("bid:5", "done", "bid:10", "bid:15", "done", "bid:20", "bid:25", "done"):
        asked.append(position.current_player())
        act(position, name)
    assert asked == [4, 1, 0, 2, 3, 4, 0, 2]
    assert position.current_player() == 4
    act(position, "done")
    assert position.state.phase == Phase.HOME
    assert [position.state.choice[rank] for rank in range(5)] == [0, 4, 2, 1, 3]


def test_seats_that_follow_each_other_may_have_passed():
    """The round goes on with the seat after them (A1) [manifest-destiny 3.1, 3.2]."""
    position = auction("done", "done", players=5, bidding="raises")
    asked = []
    for amount in range(5, 45, 5):
        asked.append(position.current_player())
        act(position, f"bid:{amount}")
    assert asked == [2, 3, 4, 2, 3, 4, 2, 3]


def test_who_has_nothing_left_to_bid_can_only_pass():
    """See (A1) [manifest-destiny 3.2]."""
    assert names(auction("bid:60", bidding="raises")) == ["done"]


def test_if_all_pass_the_order_of_bidding_decides():
    """The last is asked as well, since nobody has bid (A1) [manifest-destiny 3.3]."""
    position = auction("done", "done", bidding="raises")
    nothing = say("no.bid.low", amount=say("dollars", amount=0))
    assert reason(position, "bid:0") == IllegalReason(nothing, "16.1")
    assert names(position) == [*(f"bid:{n}" for n in range(5, 65, 5)), "done"]
    assert auction("done", "done", "bid:5", bidding="raises").state.choice[0] == 2
    assert auction("done", "done", "done", bidding="raises").state.choice[0] == 0


def test_the_log_of_an_auction_by_raises():
    """See (A1) [manifest-destiny 16.1]."""
    position = auction("bid:10", bidding="raises")
    truth, before = LogTruth(position.game), position.state.copy()
    done = position.game.actions.index("done")
    position.apply_action(done)
    said = describe_step(before, done, position.state, position.game.edition, 1, 0)
    assert [message.key for message in said] == ["log.pass"]
    assert truth.falsehoods(before, 1, done, position.state, said) == []
