"""Numbers and rulings set otherwise: set-up, card play and investment."""

from __future__ import annotations

import pytest

import ducato
from ducato.games.manifest_destiny.rules.breakthroughs.research import markers_left
from ducato.games.manifest_destiny.rules.cards.deck import cards_in
from ducato.games.manifest_destiny.rules.investment.progressions import own_price
from ducato.games.manifest_destiny.rules.investment.purchases import token_limit
from ducato.games.manifest_destiny.state.tables import PROGRESSION_IDS, Phase, Stage, Zone

from .manifest_table import HOMES, NEW, Table

INVEST = Stage.INVESTMENT


def dealt(players, **options):
    """Return the state after the deal and the drawing of the bidding order."""
    position = ducato.load("manifest-destiny", players, **options).new_initial_state()
    while position.is_chance_node():
        position.apply_action(0)
    return position.state


def partners(**options):
    t = Table(era=3, stage=INVEST, **options).give(0, "unity").give(1, "unity")
    t.state.unity[0] = t.state.unity[1] = 1
    return t


def city_boxed(t):
    """Two cities were bought in this turn already."""
    t.state.boxed[1, 0] = 2
    t.state.supply[1] -= 2
    return t


# ------------------------------------------------------------------------------------- set-up


@pytest.mark.option("start_cash")
def test_starting_cash():
    """See [manifest-destiny 2.1]."""
    assert list(dealt(3, start_cash=45).cash)[:3] == [45] * 3


@pytest.mark.option("start_profit_3p", "start_profit_4p", "start_profit_5p")
def test_starting_profit():
    """It depends on the number of players [manifest-destiny 2.4]."""
    options = {"start_profit_3p": 35, "start_profit_4p": 45, "start_profit_5p": 55}
    for players, profit in ((3, 35), (4, 45), (5, 55)):
        assert list(dealt(players, **options).profit)[:players] == [profit] * players


@pytest.mark.option("initial_hand")
def test_initial_hands():
    """A Destiny card and others [manifest-destiny 2.3]."""
    for hand in (1, 2, 4):
        state = dealt(4, initial_hand=hand)
        assert [cards_in(state, Zone.HAND + seat) for seat in range(4)] == [hand] * 4


@pytest.mark.option("control_tokens")
def test_control_tokens():
    """See [manifest-destiny 1.1]."""
    assert list(dealt(3, control_tokens=18).supply)[:3] == [18] * 3


@pytest.mark.option("step_markers")
def test_step_markers():
    """A result without a marker is lost [manifest-destiny 1.1, 7.5] (A24)."""
    t = Table(stage=INVEST, step_markers=4).steps(0, "patriotism", 1, 2, 4).pioneers(0, 2)
    assert markers_left(t.state, t.edition, 0) == 1
    t.do("research:turnpike", 0 + 6 * 2)  # 1 and 3
    assert markers_left(t.state, t.edition, 0) == 0
    assert not any(name.startswith("number") for name in t.names)


@pytest.mark.option("cities_total")
def test_cities_in_the_box():
    """See [manifest-destiny 7.2]."""
    t = Table(stage=INVEST, cities_total=2).tokens(0, 3).city("virginia")
    assert "purchase:city" in t.names
    assert "purchase:city" not in t.city("louisiana").names
    t = Table(era=2, cities_total=1).own(0, "texas").city("virginia").play("black-gold")
    assert (t.phase, t.state.profit[0]) == (Phase.PLAY, 35)


@pytest.mark.option("native_markers", "tourism_markers", "technology_markers")
def test_markers_in_the_box():
    """A card can put no more than are left [manifest-destiny 6.5]."""
    t = Table(native_markers=1).play("native-sovereignty", "territory:kansas")
    assert (t.state.natives_left, t.owner("kansas")) == (0, 5)
    assert not any(name.startswith("territory") for name in t.names)
    t = Table(era=2, tourism_markers=1).own(0, "ohio").play("teddy-roosevelt", "territory:ohio")
    assert not any(name.startswith("territory") for name in t.names)
    t = Table(era=3, technology_markers=1).own(0, "ohio").play("internet", "territory:ohio")
    assert not any(name.startswith("territory") for name in t.names)


# ---------------------------------------------------------------------------------- card play


HELD = ("eli-whitney", "spy", "congress", "president", "robert-fulton")


@pytest.mark.option("hand_limit", "hand_limit_storytelling")
def test_hand_limits():
    """Five cards are held [manifest-destiny 6.9]."""
    limits = {"hand_limit": 4, "hand_limit_storytelling": 2}
    assert Table(**limits).hand(0, *HELD).do("done").state.profit[0] == 25
    table = Table(**limits).give(0, "storytelling").hand(0, *HELD)
    table.state.profit[0] = 50
    assert table.do("done").state.profit[0] == 35


@pytest.mark.option("excess_card_profit")
def test_profit_for_a_card_too_many():
    """See [manifest-destiny 6.9]."""
    table = Table(excess_card_profit=15).hand(0, *HELD)
    table.state.profit[0] = 70
    assert table.do("done").state.profit[0] == 40


@pytest.mark.option("profit_min")
def test_lowest_profit():
    """See [manifest-destiny 6.9] (A47)."""
    for lowest, profit in ((5, 20), (25, 25)):
        assert Table(profit_min=lowest).hand(0, *HELD).do("done").state.profit[0] == profit


@pytest.mark.option("payout_cap")
def test_highest_payout_level():
    """Seven units of Cattle pay $30, two of Grain $10 [manifest-destiny 6.6]."""
    for applies in ("before_surplus", "after_surplus"):
        t = Table(era=2, payout_cap=4, payout_cap_applies=applies)
        t.own(0, "illinois", "missouri", "texas", "sonora", "chihuahua", "alberta", "australia")
        t.play("cattle-drives")
        assert t.state.cash[0] == 100 + 30 + 10


# --------------------------------------------------------------------------------- investment


@pytest.mark.option("token_price")
def test_price_of_tokens():
    """See [manifest-destiny 7.1]."""
    t = Table(stage=INVEST, token_price=40)
    assert [name for name in t.names if name.startswith("buy")] == ["buy:1", "buy:2"]
    assert t.do("buy:2").state.cash[0] == 20


@pytest.mark.option("tolerance_bonus")
def test_bonus_of_tolerance():
    """See [manifest-destiny 7.1]."""
    t = Table(stage=INVEST, tolerance_bonus=4).give(0, "tolerance")
    assert token_limit(t.state, t.edition, 0) == 7


@pytest.mark.option("turnpike_tokens")
def test_tokens_of_turnpike():
    """See [manifest-destiny 7.1] (A21)."""
    t = Table(stage=INVEST, turnpike_tokens=5).give(1, "turnpike").do("done")
    assert t.state.bought[1] == 5


@pytest.mark.option("pioneers_era_1", "pioneers_era_2", "pioneers_era_3")
def test_limits_of_pioneers():
    """See [manifest-destiny 7.2]."""
    limits = {"pioneers_era_1": 4, "pioneers_era_2": 1, "pioneers_era_3": 2}
    for era, limit in ((1, 4), (2, 1), (3, 2)):
        for held in (limit - 1, limit):
            t = Table(era=era, stage=INVEST, **limits).tokens(0, 3).pioneers(0, held)
            assert ("purchase:pioneer" in t.names) == (held < limit)


@pytest.mark.option("electricity")
def test_a_city_for_one_token():
    """See [manifest-destiny 7.2] (A19)."""
    t = city_boxed(Table(stage=INVEST, electricity="one_token")).give(0, "electricity")
    assert "purchase:city" not in t.names
    t.tokens(0, 1).do("purchase:city", "territory:pennsylvania")
    assert t.state.bought[0] == 0


@pytest.mark.option("mechanization_raises")
def test_mechanization_that_raises_no_price():
    """Its token goes to supply, not to the box [manifest-destiny 7.2] (A20)."""
    t = city_boxed(Table(stage=INVEST, mechanization_raises=False)).give(0, "mechanization")
    supply = t.state.supply[0]
    t.tokens(0, 1).do("mechanize:city", "territory:pennsylvania")
    assert (t.state.boxed[0, 0], t.state.supply[0]) == (0, supply)


@pytest.mark.option("progression_costs")
def test_lower_prices_of_progressions():
    """See [manifest-destiny 20.14]."""
    t = Table(stage=INVEST, progression_costs="low").do("advance:unity")
    assert t.state.cash[0] == 65


@pytest.mark.option("assembly_line_discount")
def test_discount_of_assembly_line():
    """See [manifest-destiny 20.4]."""
    t = Table(stage=INVEST, assembly_line_discount=25).give(0, "assembly-line")
    assert own_price(t.state, t.edition, 0, PROGRESSION_IDS.index("unity")) == 15


@pytest.mark.option("all_level_1_profit", "all_level_2_profit")
def test_profit_for_all_of_a_level():
    """See [manifest-destiny 7.4]."""
    t = Table(stage=INVEST, all_level_1_profit=35, all_level_2_profit=45)
    t.state.cash[0] += 100
    t.give(0, "telegraph", "unity", "westward-ho", "storytelling").do("advance:steamships")
    assert t.state.profit[0] == 30 + 35
    t.give(0, "telephone", "tolerance", "innovation", "motion-pictures").do("advance:railroad")
    assert t.state.profit[0] == 30 + 35 + 45


@pytest.mark.option("licence_fee")
def test_fee_for_a_licence():
    """A share of the discount of $20 [manifest-destiny 7.7]."""
    for percent, fee in ((0, 0), (25, 5), (100, 20)):
        t = partners(licence_fee=percent)
        t.state.licensed[1, PROGRESSION_IDS.index("telegraph")] = 20
        t.do("player:2", "answer:yes", "licence", "advance:telegraph")
        assert (t.state.cash[0], t.state.cash[1]) == (80 - fee, 100 + fee)


@pytest.mark.option("partner_after_part")
def test_partners_who_have_had_their_part():
    """See [manifest-destiny 7.7] (A27)."""
    t = partners(partner_after_part=False)
    assert "player:2" in t.names
    t.do("done")
    assert t.position.current_player() == 1
    assert "player:1" not in t.names


@pytest.mark.option("most_cities_vp")
def test_points_for_most_cities():
    """See [manifest-destiny 7.8]."""
    t = Table(stage=INVEST, most_cities_vp=5).city("virginia")
    assert list(t.state.vp) == [0, 5, 0, 0, 0]
    t.own(2, "texas").city("louisiana", "texas")
    assert list(t.state.vp) == [0, 0, 5, 0, 0]


@pytest.mark.option("city_ties")
def test_nobody_has_most_cities_in_a_tie():
    """See [manifest-destiny 7.8] (A29)."""
    t = Table(stage=INVEST, city_ties="nobody").city("virginia")
    assert t.state.most_cities == 1
    t.city("louisiana")
    assert (t.state.most_cities, t.state.vp[1]) == (-1, 0)


@pytest.mark.option("cities_counted")
def test_cities_of_established_presences_count():
    """See [manifest-destiny 7.8] (A30)."""
    t = Table(stage=INVEST, cities_counted="established").own(0, "ohio", presence=NEW)
    assert t.city("ohio").state.most_cities == -1
    assert t.city("virginia").state.most_cities == 1


@pytest.mark.option("wireless_tokens")
def test_tokens_of_wireless():
    """See [manifest-destiny 8.5]."""
    t = Table(era=3, stage=INVEST, wireless_tokens=2).give(0, "wireless").own(0, "ohio", "iowa")
    t.do("redeploy", "territory:ohio", "territory:iowa")
    assert t.phase == Phase.INVEST
    assert (t.state.bought[0], t.owner("pennsylvania")) == (2, 0)


@pytest.mark.option("wireless_new")
def test_wireless_without_new_presences():
    """See [manifest-destiny 8.5] (A42)."""
    t = Table(era=3, stage=INVEST, wireless_new=False).give(0, "wireless")
    t.own(0, "ohio", presence=NEW).do("redeploy")
    assert [name for name in t.names if name.startswith("territory")] == [f"territory:{HOMES[0]}"]
