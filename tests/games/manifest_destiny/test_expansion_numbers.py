"""Numbers and rulings set otherwise: expansion, adjustment, the end and information."""

from __future__ import annotations

import pytest

from ducato.games.manifest_destiny.rules.expansion.competition import (
    attack_cost,
    attack_dice,
    defence_dice,
)
from ducato.games.manifest_destiny.scene.reader import Reader
from ducato.games.manifest_destiny.state.tables import TERRITORY_IDS, Phase, Reach, Stage

from .manifest_table import NEW, Table

EXPAND = Stage.EXPANSION


def expansion(**options):
    return Table(stage=EXPAND, **options)


def dice(t, territory="ohio"):
    """The numbers of dice of an attack on a territory, and of its defence."""
    t.state.territory = TERRITORY_IDS.index(territory)
    t.state.defender = t.owner(territory)
    t.state.left = 0
    return attack_dice(t.state, t.edition), defence_dice(t.state, t.edition)


def adjusted(t):
    """Play from the expansion phase to the draws of the adjustment."""
    while t.phase != Phase.ADJUST:
        t.do(0 if t.position.is_chance_node() else "done")
    return t.do(0)


# ---------------------------------------------------------------------------------- expansion


@pytest.mark.option("attack_dice", "defence_dice")
def test_numbers_of_dice():
    """See [manifest-destiny 8.4]."""
    assert dice(expansion(attack_dice=3, defence_dice=2).own(1, "ohio")) == (3, 2)


@pytest.mark.option("attack_dice_telephone")
def test_dice_of_telephone():
    """See [manifest-destiny 13.1]."""
    t = expansion(attack_dice_telephone=1).own(1, "ohio").give(0, "telephone")
    assert dice(t) == (1, 1)


@pytest.mark.option("natives_dice")
def test_dice_of_natives():
    """See [manifest-destiny 8.4] (A32)."""
    assert dice(expansion(natives_dice=3).own(5, "ohio")) == (2, 3)


@pytest.mark.option("city_defence_die", "city_attack_token")
def test_a_city_that_helps_nobody():
    """See [manifest-destiny 13.1]."""
    t = expansion(city_defence_die=0, city_attack_token=4).own(1, "ohio").city("ohio")
    assert dice(t) == (2, 1)
    assert attack_cost(t.state, t.edition, 0, TERRITORY_IDS.index("ohio")) == 2 + 4


@pytest.mark.option("city_defence")
def test_cities_defend_new_presences_too():
    """See [manifest-destiny 13.1] (A31)."""
    t = expansion(city_defence="all").own(1, "ohio", presence=NEW).city("ohio")
    assert dice(t) == (2, 2)
    assert attack_cost(t.state, t.edition, 0, TERRITORY_IDS.index("ohio")) == 3


@pytest.mark.option("home_die")
def test_a_home_that_is_like_any_territory():
    """Neither for its owner nor for others [manifest-destiny 13.1]."""
    t = expansion(home_die=0)
    assert dice(t, "virginia") == (2, 1)
    assert dice(t.own(1, "pennsylvania"), "pennsylvania") == (2, 1)


@pytest.mark.option("foreign_markets")
def test_another_number_of_foreign_markets():
    """See [manifest-destiny 8.2] (A37)."""
    for most, reach in ((0, Reach.NO), (1, Reach.AIRPLANE)):
        t = expansion(foreign_markets=most).give(0, "airplanes").own(0, "new-york")
        assert t.city("new-york").survey().reach("europe") == reach
    t = expansion(foreign_markets=1).give(0, "airplanes").own(0, "new-york", "africa")
    assert t.city("new-york").survey().reach("europe") == Reach.NO


@pytest.mark.option("airplane_cities")
def test_airplanes_need_an_established_city():
    """See [manifest-destiny 8.2] (A38)."""
    t = expansion(airplane_cities="established").give(0, "airplanes")
    t.own(0, "new-york", presence=NEW).city("new-york")
    assert t.survey().reach("europe") == Reach.NO
    assert t.own(0, "new-york").survey().reach("europe") == Reach.AIRPLANE


# --------------------------------------------------------------------------------- adjustment


@pytest.mark.option("new_presence_profit", "new_presence_profit_computers")
def test_profit_for_new_presences():
    """See [manifest-destiny 9.1]."""
    t = expansion(new_presence_profit=15, new_presence_profit_computers=25)
    t.own(0, "ohio", "iowa", presence=NEW).own(1, "texas", presence=NEW).give(1, "computers")
    assert list(adjusted(t).state.profit) == [60, 55, 30, 30, 30]


@pytest.mark.option("loss_box_profit")
def test_profit_for_lost_tokens():
    """See [manifest-destiny 9.1]."""
    t = expansion(loss_box_profit=30)
    t.state.profit[2], t.state.loss[2] = 100, 2
    t.state.supply[2] -= 2
    assert adjusted(t).state.profit[2] == 40


@pytest.mark.option("safety_net_ties")
def test_the_worst_amount_for_tied_ranks():
    """Seats 2 to 5 are tied in ranks 2 to 5 [manifest-destiny 9.1, 20.6] (A49)."""
    t = expansion(safety_net_ties="worst").give(1, "safety-net")
    t.state.profit[0] = 60
    assert adjusted(t).state.cash[1] == 130 + 10


@pytest.mark.option("urban_renaissance")
def test_income_of_urban_renaissance():
    """See [manifest-destiny 9.1]."""
    t = expansion(urban_renaissance=35).give(0, "urban-renaissance").city("pennsylvania")
    assert adjusted(t).state.cash[0] == 165


@pytest.mark.option("motion_pictures_income")
def test_income_of_motion_pictures():
    """See [manifest-destiny 9.1]."""
    t = adjusted(expansion(motion_pictures_income=20).give(0, "motion-pictures"))
    assert list(t.state.cash) == [210, 110, 110, 110, 110]


# ------------------------------------------------------------------------ end and information


@pytest.mark.option("vp_to_end")
def test_points_that_end_the_game():
    """See [manifest-destiny 10.1]."""
    for points, ends in ((24, False), (25, True)):
        t = expansion(vp_to_end=25)
        t.state.vp[2] = points
        t.do(*["done"] * 5)
        assert t.position.is_terminal() == ends


@pytest.mark.option("cash")
def test_open_cash():
    """See [manifest-destiny 11.1]."""
    t = Table(cash="open")
    for reader in (-1, 0, 1):
        shown = Reader(t.state, t.edition, reader, [])
        assert [shown.sees_cash(seat) for seat in range(5)] == [True] * 5
