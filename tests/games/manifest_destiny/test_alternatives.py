"""The alternatives of the rulings: each option changes what its ruling is about.

[manifest-destiny 16.1].
"""

from __future__ import annotations

import pytest

import ducato
from ducato.core.i18n import IllegalReason, say
from ducato.games.manifest_destiny.narration import describe_step, explain_illegal
from ducato.games.manifest_destiny.rules.cards.deck import start_draws
from ducato.games.manifest_destiny.rules.cards.payouts import level_of
from ducato.games.manifest_destiny.rules.turn.sequence import begin_turn
from ducato.games.manifest_destiny.state.tables import PRODUCT_IDS, Flag, Phase, Reach, Stage

from .log_truth import LogTruth
from .manifest_table import ESTABLISHED, NEW, Table

EXPAND = Stage.EXPANSION
CATTLE = PRODUCT_IDS.index("cattle")


# -------------------------------------------------------------------------------------- homes


def auction(*bids, **options):
    """The auction of three seats in the order 1, 2, 3, after these bids."""
    position = ducato.load("manifest-destiny", 3, **options).new_initial_state()
    while position.is_chance_node():
        position.apply_action(0)
    for name in bids:
        assert name in names(position), (name, names(position))
        position.apply_action(position.game.actions.index(name))
    return position


def names(position):
    return [position.game.actions.name(action) for action in position.legal_actions()]


def test_one_bid_each():
    """After three bids the highest chooses a home (A1) [manifest-destiny 3.2]."""
    position = auction("bid:10", "bid:5", "bid:10")
    assert position.state.phase == Phase.HOME
    assert list(position.state.choice)[:3] == [0, 2, 1]


@pytest.mark.option("bidding")
def test_bids_are_raised_until_one_is_left():
    """Each raises all others or passes for good (A1) [manifest-destiny 3.2, 3.3]."""
    position = auction("bid:10", bidding="raises")
    assert names(position) == [*(f"bid:{n}" for n in range(15, 65, 5)), "done"]
    assert explain_illegal(
        position.state, position.game.edition, position.game.actions.index("bid:10")
    ) == IllegalReason(say("no.bid.low", amount=say("dollars", amount=10)), "16.1")
    position = auction("bid:10", "done", "bid:15", bidding="raises")
    assert position.current_player() == 0  # the second seat has passed
    position = auction("bid:10", "done", "bid:15", "bid:40", "done", bidding="raises")
    state = position.state
    assert (state.phase, state.chooser) == (Phase.HOME, 0)
    assert list(state.bid)[:3] == [40, 0, 15]
    assert [state.mat[seat] for seat in range(3)] == [1, 3, 2]


def test_who_has_nothing_left_to_bid_can_only_pass():
    """See (A1)."""
    position = auction("bid:60", bidding="raises")
    assert names(position) == ["done"]


def test_if_all_pass_the_order_of_bidding_decides():
    """The last is asked as well, since nobody has bid (A1) [manifest-destiny 3.3]."""
    position = auction("done", "done", bidding="raises")
    assert names(position) == [*(f"bid:{n}" for n in range(5, 65, 5)), "done"]
    assert auction("done", "done", "bid:5", bidding="raises").state.choice[0] == 2
    assert auction("done", "done", "done", bidding="raises").state.choice[0] == 0


def test_the_log_of_an_auction_by_raises():
    """See (A1)."""
    position = auction("bid:10", bidding="raises")
    truth, before = LogTruth(position.game), position.state.copy()
    done = position.game.actions.index("done")
    position.apply_action(done)
    said = describe_step(before, done, position.state, position.game.edition, 1, 0)
    assert [message.key for message in said] == ["log.pass"]
    assert truth.falsehoods(before, 1, done, position.state, said) == []


# ----------------------------------------------------------------------------------- card play


@pytest.mark.parametrize(
    ("applies", "level"),
    [
        ("before_surplus", 5),
        pytest.param("after_surplus", 6, marks=pytest.mark.option("payout_cap_applies")),
    ],
)
def test_the_highest_payout_level_and_surplus(applies, level):
    """Six units and a city make level 7, of which 6 count, before or after Surplus (A9)."""
    t = Table(payout_cap_applies=applies)
    grazed = [n for n in range(67) if t.edition.produces[n, CATTLE]][:6]
    for territory in grazed:
        t.state.owner[territory], t.state.presence[territory] = 0, ESTABLISHED
    t.state.city[grazed[0]] = 1
    assert level_of(t.state, t.edition, 0, CATTLE) == 6
    t.state.surplus |= 1 << CATTLE
    assert level_of(t.state, t.edition, 0, CATTLE) == level


@pytest.mark.parametrize(
    ("ruling", "boxed"),
    [("loss_box", 1), pytest.param("supply", 0, marks=pytest.mark.option("lost_to_cards"))],
)
def test_presences_lost_to_cards(ruling, boxed):
    """An Established Presence removed by a card is in the Loss Box or in supply (A15)."""
    t = Table(lost_to_cards=ruling).own(1, "ohio")
    supply = t.state.supply[1]
    t.play("revolutionary-war", "player:2", "territory:ohio")
    assert (t.state.loss[1], t.state.supply[1]) == (boxed, supply + 1 - boxed)


@pytest.mark.parametrize("ruling", ["loss_box", "supply"])
def test_presences_lost_in_competitions_are_in_the_loss_box(ruling):
    """The ruling is about cards only (A15) [manifest-destiny 8.4]."""
    t = Table(stage=EXPAND, lost_to_cards=ruling).own(1, "ohio").tokens(0, 2).survey()
    t.do("territory:ohio", 35, 0)
    assert (t.owner("ohio"), t.state.loss[1]) == (0, 1)
    cuba = Table(era=2, lost_to_cards=ruling).own(1, "cuba")
    cuba.play("remember-the-maine", "half:event", 35, 0)
    assert (cuba.owner("cuba"), cuba.state.loss[1]) == (0, 1)


@pytest.mark.parametrize(
    ("ruling", "allowed"),
    [("reachable", False), pytest.param("anywhere", True, marks=pytest.mark.option("accessible"))],
)
def test_accessible_territories(ruling, allowed):
    """Florida is not in reach of Pennsylvania (A52) [manifest-destiny 6.7]."""
    ceded = Table(accessible=ruling).own(1, "ohio", "florida")
    ceded.play("revolutionary-war", "player:2")
    assert "territory:ohio" in ceded.names
    assert ("territory:florida" in ceded.names) == allowed
    sued = Table(era=3, accessible=ruling).own(1, "ohio", "florida").play("lawyer")
    assert "territory:ohio" in sued.names
    assert ("territory:florida" in sued.names) == allowed


def test_a_territory_out_of_reach_is_ceded_to_the_gainer():
    """It does not become vacant if any territory is accessible (A52) [manifest-destiny 6.7]."""
    t = Table(accessible="anywhere").own(1, "florida").play("revolutionary-war", "player:2")
    t.do("territory:florida")
    assert t.phase == Phase.PRESENCE
    t.do("presence:new")
    assert (t.owner("florida"), t.presence("florida")) == (0, NEW)


@pytest.mark.parametrize(
    ("ruling", "later"),
    [
        ("any_time", True),
        pytest.param("before_cards", False, marks=pytest.mark.option("storytelling_discard")),
    ],
)
def test_when_storytelling_discards(ruling, later):
    """Before a card is played, or still after it (A7) [manifest-destiny 6.9]."""
    t = Table(storytelling_discard=ruling).give(0, "storytelling")
    t.hand(0, "king-cotton", "spy")
    assert "discard" in t.names
    assert "discard" in t.do("priority").names  # that is no card
    t.do("card:king-cotton").unanswered()
    assert ("discard" in t.names) == later


@pytest.mark.parametrize("ruling", ["any_time", "before_cards"])
def test_an_answer_does_not_end_the_right_to_discard(ruling):
    """A card played in another's part is not played in the own part (A7)."""
    t = Table(storytelling_discard=ruling).give(1, "storytelling").hand(1, "supreme-court", "spy")
    t.hand(0, "king-cotton").do("card:king-cotton", "card:supreme-court").unanswered().do("done")
    assert t.state.chooser == 1
    assert "discard" in t.names


def test_the_reason_why_a_discard_is_too_late():
    """See (A7)."""
    t = Table(storytelling_discard="before_cards").give(0, "storytelling")
    t.hand(0, "king-cotton", "spy").do("card:king-cotton").unanswered()
    discard = t.game.actions.index("discard")
    assert explain_illegal(t.state, t.edition, discard) == IllegalReason(
        say("no.discard.early"), "6.9"
    )
    usual = Table().hand(0, "spy")
    assert explain_illegal(usual.state, usual.edition, discard).message == say("no.discard")


# --------------------------------------------------------------------------------- investment


@pytest.mark.parametrize(
    ("ruling", "again"),
    [
        ("each_draw", True),
        pytest.param("once_a_turn", False, marks=pytest.mark.option("think_tank")),
    ],
)
def test_exchanges_with_think_tank(ruling, again):
    """Congress draws two cards (A22) [manifest-destiny 7.3]."""
    t = Table(think_tank=ruling).give(0, "think-tank").play("congress")
    t.do(0).do("answer:yes", 0)
    assert t.phase == Phase.DRAW
    t.do(0)
    assert (t.phase == Phase.THINK) == again
    begin_turn(t.state, t.edition)
    t.state.order[0] = 0
    start_draws(t.state, 0, 1, Phase.PLAY)
    t.state.phase = Phase.DRAW
    assert t.do(0).phase == Phase.THINK


def test_keeping_a_card_spends_no_exchange():
    """See (A22)."""
    t = Table(think_tank="once_a_turn").give(0, "think-tank").play("congress")
    assert t.do(0, "answer:no", 0).phase == Phase.THINK


# ---------------------------------------------------------------------------------- expansion


@pytest.mark.parametrize(
    ("ruling", "again"),
    [("once", False), pytest.param("each_roll", True, marks=pytest.mark.option("rock_n_roll"))],
)
def test_rock_n_roll_after_all_dice_are_rolled_again(ruling, again):
    """With Star Spangled Banner there are two rolls (A40) [manifest-destiny 13.1]."""
    t = Table(stage=EXPAND, rock_n_roll=ruling).own(1, "ohio").tokens(0, 9)
    t.give(0, "rock-n-roll").survey()
    t.state.flags[0] = Flag.BANNER_REROLL
    t.do("territory:ohio", 0, 0, "number:1", 0)
    assert t.names == ["answer:yes", "done"]  # not twice for one roll
    t.do("answer:yes", 0)
    if again:
        assert t.names == ["number:1", "done"]
        t.do("number:1", 0)
    assert t.phase != Phase.REROLL


@pytest.mark.parametrize(
    ("own", "reach"),
    [
        (True, Reach.TELEGRAPH),
        pytest.param(False, Reach.NO, marks=pytest.mark.option("telegraph_own")),
    ],
)
def test_telegraph_through_an_own_presence(own, reach):
    """A New Presence in Ohio, between Pennsylvania and Indiana (A34) [manifest-destiny 8.2]."""
    t = Table(stage=EXPAND, telegraph_own=own).give(0, "telegraph").survey()
    assert t.reach("indiana") == Reach.TELEGRAPH
    assert t.own(0, "ohio", presence=NEW).survey().reach("indiana") == reach
    assert t.survey(ignore_holders=True).reach("indiana") == Reach.TELEGRAPH
