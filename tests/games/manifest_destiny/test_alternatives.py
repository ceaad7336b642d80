"""The alternatives of the rulings: each option changes what its ruling is about.

[manifest-destiny 16.1].
"""

from __future__ import annotations

import pytest

from ducato.core.i18n import IllegalReason, say
from ducato.games.manifest_destiny.narration import explain_illegal
from ducato.games.manifest_destiny.rules.cards.deck import start_draws
from ducato.games.manifest_destiny.rules.cards.payouts import level_of
from ducato.games.manifest_destiny.rules.turn.sequence import begin_turn
from ducato.games.manifest_destiny.state.tables import PRODUCT_IDS, Flag, Phase, Reach, Stage

from .manifest_table import ESTABLISHED, NEW, Table

EXPAND = Stage.EXPANSION
CATTLE = PRODUCT_IDS.index("cattle")


# ----------------------------------------------------------------------------------- card play


@pytest.mark.parametrize(
    ("applies", "level"),
    [
        ("before_surplus", 5),
        pytest.param("after_surplus", 6, marks=pytest.mark.option("payout_cap_applies")),
    ],
)
def test_the_highest_payout_level_and_surplus(applies, level):
    """Six units and a city make level 7, of which 6 count (A9) [manifest-destiny 6.6]."""
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
    """They are in the Loss Box or in supply (A15) [manifest-destiny 6.7]."""
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
    """A card played in another's part does not count (A7) [manifest-destiny 6.9]."""
    t = Table(storytelling_discard=ruling).give(1, "storytelling").hand(1, "supreme-court", "spy")
    t.hand(0, "king-cotton").do("card:king-cotton", "card:supreme-court").unanswered().do("done")
    assert t.state.chooser == 1
    assert "discard" in t.names


def test_the_reason_why_a_discard_is_too_late():
    """See (A7) [manifest-destiny 6.9]."""
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
    """See (A22) [manifest-destiny 7.3]."""
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
