"""A part of Investment: what may be bought, for how much, and what it changes.

Positions are drawn at random; legal actions and all fields are compared with a model.
"""

from __future__ import annotations

import random

import pytest

from ducato.core.position import Position
from ducato.games.manifest_destiny.rules.investment.progressions import can_license
from ducato.games.manifest_destiny.state.tables import TERRITORY_IDS, Flag, Phase, Stage

from .investment_model import CHART, KINDS, InvestmentModel
from .manifest_table import Table
from .scattered import scattered

RULINGS = (
    {},
    {"electricity": "one_token", "mechanization_raises": False, "cities_total": 8},
    {"token_price": 10, "tolerance_bonus": 9, "pioneers_era_1": 4, "pioneers_era_3": 1},
    {"progression_costs": "low", "licence_fee": 90, "assembly_line_discount": 45},
    {"all_level_1_profit": 35, "all_level_2_profit": 45, "wireless_new": False},
    {"wireless_tokens": 2, "cities_counted": "established", "priority_windows": "never"},
)
POSITIONS = 30


def invested(ruling, rng):
    return scattered(rng, rng.choice((3, 4, 5)), Stage.INVESTMENT, **RULINGS[ruling])


def act(t, name, state):
    """Return the state after an action of another state."""
    after = state.copy()
    Position(t.game, after).apply_action(t.game.actions.index(name))
    return after


def model_of(t, state):
    model = InvestmentModel(t)
    model.state = state.copy()
    return model


@pytest.mark.parametrize("ruling", range(len(RULINGS)))
def test_all_that_may_be_done(ruling):
    """Purchases, Progressions and their prices [manifest-destiny 7.1, 7.2, 7.4, 7.7, 8.5].

    See also [manifest-destiny 6.5, 6.11, 20.2, 20.3] and (A19, A42).
    """
    rng = random.Random(ruling)
    for _ in range(POSITIONS):
        t = invested(ruling, rng)
        seat = t.state.chooser
        discount, fee = InvestmentModel(t).licence(name := rng.choice(list(CHART)))
        exact = InvestmentModel(t).cost(name) + rng.choice((0, fee - discount))
        for cash in (t.state.cash[seat], exact, max(0, exact - 1)):
            t.state.cash[seat] = cash
            model, numbers = InvestmentModel(t), range(len(CHART))
            assert t.names == model.names()
            licensed = [n for n in numbers if can_license(t.state, t.edition, seat, n)]
            assert licensed == [n for n, name in enumerate(CHART) if model.can_license(name)]


def test_a_city_or_a_redeployment_in_any_territory():
    """It may be the only one that the player controls [manifest-destiny 7.2, 8.5]."""
    for number, name in enumerate(TERRITORY_IDS):
        t = Table(stage=Stage.INVESTMENT, cities_total=1).tokens(0, 2)
        t.give(0, "electricity", "wireless")
        for territory in range(len(TERRITORY_IDS)):
            t.state.owner[territory] = 0 if territory == number else -1
        assert {"purchase:city", "redeploy"} < set(t.names)
        after = act(t, "purchase:city", t.state)
        assert legal(t, after) == [f"territory:{name}"]
        after = act(t, f"territory:{name}", after)
        assert after.city[number] == 1
        after.purchases[0] = 0
        after.owner[(number + 1) % len(TERRITORY_IDS)] = 0
        assert "purchase:city" not in legal(t, after)  # there is but one city


def test_civil_disobedience_halves_the_limit():
    """Rounded up, after the bonus of Tolerance [manifest-destiny 7.1, 20.8]."""
    for bonus, limit in ((2, 3), (3, 3), (5, 4)):
        t = Table(stage=Stage.INVESTMENT, tolerance_bonus=bonus).give(0, "tolerance")
        t.state.flags[0] = Flag.DISOBEDIENCE
        assert [name for name in t.names if name.startswith("buy")][-1] == f"buy:{limit}"


def test_the_pioneer_of_mechanization_comes_from_supply():
    """The token that it costs stays in the box [manifest-destiny 7.2]."""
    t = Table(stage=Stage.INVESTMENT).give(0, "mechanization").tokens(0, 1)
    t.state.boxed[1, 1] = t.state.supply[0] = 1
    assert "mechanize:pioneer" in t.names
    t.state.supply[0] = 0
    assert "mechanize:pioneer" not in t.names


def test_the_fee_for_a_licence_is_rounded_up():
    """$49.50 are $50 [manifest-destiny 1.3, 7.7]."""
    t = Table(stage=Stage.INVESTMENT, licence_fee=90)
    t.give(0, *(name for name in CHART if name != "computers"))
    t.state.cash[0], t.state.partner[0] = 200, 1
    t.state.licensed[1, list(CHART).index("computers")] = 55
    t.do("licence", "advance:computers")
    assert (t.state.cash[0], t.state.cash[1]) == (200 - 130 + 55 - 50, 100 + 50)


def test_a_licence_for_one_progression():
    """It is offered for each of them alone [manifest-destiny 7.7]."""
    for number, name in enumerate(CHART):
        t = Table(stage=Stage.INVESTMENT)
        t.give(0, *(other for other in CHART if other != name))
        t.state.cash[0], t.state.partner[0], t.state.licensed[1, number] = 200, 1, 30
        assert "licence" in t.names
        assert t.do("licence").names == [f"advance:{name}"]


@pytest.mark.parametrize("ruling", range(len(RULINGS)))
def test_what_each_action_does(ruling):
    """Money, tokens, points and Profit [manifest-destiny 7.1, 7.2, 7.4, 7.5, 7.6, 7.7].

    See also [manifest-destiny 1.3, 6.5, 6.9, 6.11, 7.8] and (A19, A20).
    """
    rng = random.Random(ruling)
    for _ in range(POSITIONS):
        t = invested(ruling, rng)
        for name in t.names:
            model, after = InvestmentModel(t), act(t, name, t.state)
            model.act(name)
            assert model.differences(after) == {}, name
            if after.phase == Phase.CITY:
                build(t, after)
            elif after.phase == Phase.RESEARCH_DICE:
                assert len(Position(t.game, after).chance_outcomes()) == 6**after.dice
            elif after.phase == Phase.LICENCE:
                license_all(t, after)
            elif after.phase == Phase.LIFT:
                lift(t, after, rng)


def legal(t, state):
    return [t.game.actions.name(a) for a in Position(t.game, state).legal_actions()]


def build(t, state):
    sites = model_of(t, state).sites()
    assert legal(t, state) == [f"territory:{TERRITORY_IDS[n]}" for n in sites]
    for territory in sites:
        model = model_of(t, state)
        model.purchase(KINDS[0], territory)
        after = act(t, f"territory:{TERRITORY_IDS[territory]}", state)
        assert model.differences(after) == {}


def license_all(t, state):
    open_ = [name for name in CHART if model_of(t, state).can_license(name)]
    assert legal(t, state) == [f"advance:{name}" for name in open_]
    for name in open_:
        model = model_of(t, state)
        model.buy_progression(name, licensed=True)
        assert model.differences(act(t, f"advance:{name}", state)) == {}


def lift(t, state, rng):
    while state.phase == Phase.LIFT:
        model = model_of(t, state)
        names = [f"territory:{TERRITORY_IDS[n]}" for n in model.liftable()]
        assert legal(t, state) == [*names, "done"]
        name = "done" if rng.random() < 0.1 else rng.choice(names)
        model.lift(name)
        state = act(t, name, state)
        assert model.differences(state) == {}
