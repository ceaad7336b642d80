"""Investment, expansion and adjustment; every advance does what the tables say."""

import pytest

from ducato.games.manifest_destiny.rules.expansion.competition import (
    attack_cost,
    attack_dice,
    defence_dice,
)
from ducato.games.manifest_destiny.rules.investment.progressions import can_buy, own_price
from ducato.games.manifest_destiny.rules.investment.purchases import purchase_price, token_limit
from ducato.games.manifest_destiny.state.tables import (
    ADVANCE_IDS,
    BREAKTHROUGH_IDS,
    PROGRESSION_IDS,
    PROGRESSION_TABLE,
    TERRITORY_IDS,
    Phase,
    Reach,
    Stage,
)

from .manifest_table import ESTABLISHED, NEW, Table

INVEST, EXPAND = Stage.INVESTMENT, Stage.EXPANSION
LEVEL_1 = ["steamships", "telegraph", "unity", "westward-ho", "storytelling"]


def number(progression):
    return PROGRESSION_IDS.index(progression)


# --------------------------------------------------------------------------------- investment


@pytest.mark.parametrize(
    ("players", "limits"), [(5, [3, 5, 7, 9, 7]), (4, [3, 5, 7, 7]), (3, [3, 5, 7])]
)
def test_token_limits(players, limits):
    """Vector 3 of 1.17 [manifest-destiny 7.1]."""
    t = Table(players, stage=INVEST)
    for seat, limit in enumerate(limits):
        assert token_limit(t.state, t.edition, seat) == limit
        t.give(seat, "tolerance")
        assert token_limit(t.state, t.edition, seat) == limit + 2


def test_buying_tokens():
    """See [manifest-destiny 7.1]."""
    t = Table(stage=INVEST)
    assert [name for name in t.names if name.startswith("buy")] == ["buy:1", "buy:2", "buy:3"]
    t.do("buy:2")
    assert (t.state.cash[0], t.state.bought[0], t.state.limit[0]) == (90, 2, 2)
    assert [name for name in t.names if name.startswith("buy")] == ["buy:1"]
    t.do("buy:1")
    assert (t.state.cash[0], t.state.bought[0]) == (85, 3)
    assert not [name for name in t.names if name.startswith("buy")]


def test_no_more_tokens_than_can_be_paid_and_lie_in_supply():
    """See [manifest-destiny 7.1]."""
    for cash, supply, most in ((14, 20, 2), (100, 1, 1), (4, 20, 0), (100, 0, 0)):
        t = Table(stage=INVEST)
        t.state.cash[0], t.state.supply[0] = cash, supply
        assert [n for n in t.names if n.startswith("buy")] == [f"buy:{n + 1}" for n in range(most)]


def test_the_highest_limit_is_an_action():
    """Nine tokens and the largest bonus of Tolerance [manifest-destiny 7.1]."""
    t = Table(stage=INVEST, tolerance_bonus=10).give(0, "tolerance")
    t.state.position[0] = 3
    assert "buy:19" in t.names


def test_the_nth_purchase_costs_n():
    """Vector 4 of 1.17 [manifest-destiny 7.2]."""
    t = Table(stage=INVEST).tokens(0, 4)
    t.state.supply[1] -= 2
    t.state.boxed[1, 0] = 1
    t.state.boxed[1, 0] += 1
    assert purchase_price(t.state, t.edition, 0, 0) == 3
    t.do("purchase:city", "territory:pennsylvania")
    assert t.state.bought[0] == 1
    assert t.state.boxed[0, 0] == 1
    assert "purchase:city" not in t.names


def test_mechanization():
    """One purchase a turn for one token [manifest-destiny 7.2]."""
    t = Table(stage=INVEST).give(0, "mechanization").tokens(0, 4)
    t.state.boxed[1, 0] = t.state.boxed[1, 1] = 2
    t.state.supply[1] -= 4
    t.do("mechanize:city", "territory:pennsylvania")
    assert t.state.bought[0] == 3
    assert not any(name.startswith("mechanize") for name in t.names)


def test_electricity():
    """The turn's city is free [manifest-destiny 7.2] (A19)."""
    t = Table(stage=INVEST).give(0, "electricity").do("purchase:city", "territory:pennsylvania")
    assert t.state.row("boxed").sum() == 0
    assert "purchase:city" not in t.names


def test_pioneers():
    """One a turn, two in Era 1 [manifest-destiny 7.2]."""
    t = Table(stage=INVEST).tokens(0, 3).do("purchase:pioneer")
    assert (t.state.pioneers[0], t.state.bought[0]) == (1, 2)
    assert "purchase:pioneer" not in t.names
    assert "purchase:pioneer" not in Table(stage=INVEST).tokens(0, 3).pioneers(0, 2).names
    assert "purchase:pioneer" in Table(era=2, stage=INVEST).tokens(0, 3).pioneers(0, 2).names


def test_think_tank():
    """Keep the drawn card or take the next one [manifest-destiny 7.3]."""
    t = Table(stage=INVEST).give(0, "think-tank").tokens(0, 1).do("purchase:card", 3)
    assert t.phase == Phase.THINK
    first = next(c for c in range(64) if t.state.zone[c] == 15)
    t.do("answer:yes", 0)
    assert t.state.zone[first] == 2  # shuffled back
    assert t.phase == Phase.INVEST


def test_order_of_progressions():
    """Levels in order; level 3 after all of level 1 [manifest-destiny 7.4]."""
    t = Table(era=3, stage=INVEST)
    t.state.cash[0] = 500
    t.state.bank -= 400
    assert not can_buy(t.state, t.edition, 0, number("railroad"))
    t.do("advance:steamships", "advance:railroad")
    assert not can_buy(t.state, t.edition, 0, number("airplanes"))
    assert t.state.vp[0] == 3
    assert t.state.profit[0] == 30
    t.do("advance:telegraph", "advance:unity", "advance:westward-ho", "advance:storytelling")
    assert t.state.profit[0] == 40  # all of level 1
    assert can_buy(t.state, t.edition, 0, number("airplanes"))
    assert not t.state.unity[0]  # from next turn


def test_all_progressions_are_worth_thirty_points():
    """Vector 7 of 1.17 [manifest-destiny 7.4]."""
    assert sum(int(row["vp"]) for row in PROGRESSION_TABLE) == 30


def test_storytelling_discards_when_acquired():
    """See [manifest-destiny 6.9]."""
    t = Table(stage=INVEST).hand(0, "spy").do("advance:storytelling")
    assert t.phase == Phase.DISCARD
    assert "done" in t.names
    t.do("card:spy")
    assert t.phase == Phase.INVEST


def test_assembly_line():
    t = Table(stage=INVEST)
    full = own_price(t.state, t.edition, 0, number("unity"))
    t.give(0, "assembly-line")
    assert own_price(t.state, t.edition, 0, number("unity")) == full - 10


def test_turnpike():
    """Two free tokens when the part begins [manifest-destiny 7.1] (A21)."""
    t = Table(stage=INVEST).give(1, "turnpike").do("done")
    assert t.state.bought[1] == 2
    assert t.state.limit[1] == 0


def test_research():
    """A die for each Pioneer; a 6 is any number [manifest-destiny 7.5]."""
    t = Table(stage=INVEST).pioneers(0, 2)
    assert not any("electricity" in name for name in t.names)  # level 2: Era 2
    t.do("research:turnpike", 0 + 6 * 5)  # 1 and 6
    t.do("number:5")
    assert t.state.steps[0, BREAKTHROUGH_IDS.index("turnpike")] == (1 << 1) | (1 << 5)
    assert not any(name.startswith("research") for name in t.names)


def test_innovation():
    """One die again before a 6 is used [manifest-destiny 7.5]."""
    t = Table(stage=INVEST).give(0, "innovation").pioneers(0, 2).do("research:turnpike", 1 + 6)
    t.do("number:2", 2)
    assert t.state.steps[0, BREAKTHROUGH_IDS.index("turnpike")] == 1 << 3


def test_claiming():
    """All take back their markers; the Pioneer is gone for good [manifest-destiny 7.6]."""
    t = Table(stage=INVEST).pioneers(0, 1).steps(0, "turnpike", 1, 3, 5).steps(1, "turnpike", 1)
    t.do("advance:turnpike")
    assert t.state.vp[0] == 1
    assert (t.state.pioneers[0], t.state.chart[0]) == (0, 1)
    assert not t.state.row("steps").any()
    none = Table(stage=INVEST).steps(0, "turnpike", 1, 3, 5)
    assert "advance:turnpike" not in none.names


def test_e_commerce_needs_computers():
    """See [manifest-destiny 7.6]."""
    t = Table(era=3, stage=INVEST).pioneers(0, 1).steps(0, "e-commerce", 1, 2, 3, 4, 5)
    assert "advance:e-commerce" not in t.names
    assert "advance:e-commerce" in t.give(0, "computers").names


def partners(stage=INVEST, era=1):
    t = Table(era=era, stage=stage).give(0, "unity").give(1, "unity")
    t.state.unity[0] = t.state.unity[1] = 1
    return t


def test_licence():
    """Half of the discount goes to the partner [manifest-destiny 7.7]."""
    t = partners()
    t.state.licensed[1, number("telegraph")] = 20
    t.do("player:2", "answer:yes", "licence", "advance:telegraph")
    assert t.state.cash[0] == 100 - 20 - 10
    assert t.state.cash[1] == 110


def test_partnership_needs_consent():
    """See [manifest-destiny 7.7] (W3)."""
    t = partners().do("player:2", "answer:no")
    assert t.state.partner[0] == -1
    assert "player:2" not in t.names


def test_joint_breakthrough():
    """Both pay a Pioneer and take a Deed; neither rolls [manifest-destiny 7.7]."""
    t = partners().pioneers(0, 1).pioneers(1, 1)
    t.steps(0, "turnpike", 1, 3).steps(1, "turnpike", 5)
    t.do("player:2", "answer:yes", "advance:turnpike", "answer:yes")
    assert (t.state.vp[0], t.state.vp[1]) == (1, 1)
    assert t.state.chart[1] == 1
    assert not any(name.startswith("research") for name in t.names)


def test_most_cities():
    """Two points for the player who controls the most [manifest-destiny 7.8] (A29)."""
    t = Table(stage=INVEST).tokens(0, 1).do("purchase:city", "territory:pennsylvania")
    assert t.state.vp[0] == 2
    t.city("virginia")
    assert t.state.most_cities == 0  # the holder keeps it while tied
    t.own(1, "ohio").city("ohio")
    assert t.state.most_cities == 1
    assert t.state.vp[0] == 0


def test_end_checks():
    """After Investment and after Expansion [manifest-destiny 7.9, 8.7]."""
    t = Table(stage=EXPAND).tokens(0, 0)
    t.state.vp[2] = 30
    t.do(*["done"] * 5)
    assert t.position.is_terminal()


# ---------------------------------------------------------------------------------- expansion


def test_neighbours_and_ferries():
    """See [manifest-destiny 8.2]."""
    t = Table(stage=EXPAND).own(0, "michigan", "florida").survey()
    assert t.reach("ohio") == Reach.LAND
    assert t.reach("ontario") == Reach.FERRY
    assert t.reach("cuba") == Reach.FERRY
    assert t.reach("iowa") == Reach.NO
    assert t.reach("pennsylvania") == Reach.NO  # held already


def test_new_presences_are_no_start():
    """See [manifest-destiny 8.2]."""
    t = Table(stage=EXPAND).own(0, "ohio", presence=NEW).survey()
    assert t.reach("indiana") == Reach.NO


def test_home_is_always_reached():
    """See [manifest-destiny 8.2]."""
    t = Table(stage=EXPAND).own(1, "pennsylvania").own(0, "kentucky").survey()
    assert t.reach("pennsylvania") == Reach.HOME


def test_westward_ho():
    """The West is closed without it, even to pass [manifest-destiny 8.1]."""
    t = Table(stage=EXPAND).own(0, "texas").give(0, "telegraph").survey()
    assert t.reach("new-mexico") == Reach.NO
    assert t.reach("oklahoma") == Reach.NO
    t.give(0, "westward-ho").survey()
    assert t.reach("new-mexico") == Reach.LAND
    assert t.reach("colorado") == Reach.TELEGRAPH


def test_telegraph():
    """Through one unoccupied territory [manifest-destiny 8.2]."""
    t = Table(stage=EXPAND).give(0, "telegraph").survey()
    assert t.reach("indiana") == Reach.TELEGRAPH
    t.own(1, "ohio").survey()
    assert t.reach("indiana") == Reach.NO
    t.own(0, "ohio", presence=NEW).survey()
    assert t.reach("indiana") == Reach.TELEGRAPH  # (A34)


@pytest.mark.option("telegraph_natives")
def test_telegraph_and_natives():
    """See (A33)."""
    t = Table(stage=EXPAND).give(0, "telegraph").own(5, "indiana").survey()
    assert t.reach("indiana") == Reach.TELEGRAPH
    strict = Table(stage=EXPAND, telegraph_natives=False).give(0, "telegraph").own(5, "indiana")
    assert strict.survey().reach("indiana") == Reach.NO


def test_railroad():
    """Anywhere by land in the Region [manifest-destiny 8.2] (A35)."""
    t = Table(stage=EXPAND).give(0, "railroad").own(1, "ohio").survey()
    assert t.reach("minnesota") == Reach.RAILROAD
    assert t.reach("kentucky") == Reach.NO
    t.own(0, "oregon").give(0, "westward-ho").survey()
    assert t.reach("north-dakota") == Reach.RAILROAD
    assert t.reach("alaska") == Reach.NO


@pytest.mark.option("steamships_reach_markets")
def test_steamships_and_the_canal():
    """A shared coast; after the Canal all coasts are one [manifest-destiny 8.2]."""
    t = Table(stage=EXPAND).give(0, "steamships").own(0, "new-york").survey()
    assert t.reach("texas") == Reach.STEAMSHIP
    assert t.reach("maritimes") == Reach.STEAMSHIP
    assert t.reach("oaxaca") == Reach.NO
    t.state.canal = 1
    t.survey()
    assert t.reach("oaxaca") == Reach.STEAMSHIP
    assert t.reach("europe") == Reach.NO
    markets = Table(stage=EXPAND, steamships_reach_markets=True).give(0, "steamships")
    assert markets.own(0, "new-york").survey().reach("europe") == Reach.STEAMSHIP


def test_airplanes():
    """Markets need a city on their ocean, three at most [manifest-destiny 8.2] (A37)."""
    t = Table(stage=EXPAND).give(0, "airplanes", "westward-ho").own(0, "new-york").survey()
    assert t.reach("hawaii") == Reach.AIRPLANE
    assert t.reach("europe") == Reach.NO
    t.city("new-york").survey()
    assert t.reach("europe") == Reach.AIRPLANE
    assert t.reach("asia") == Reach.NO
    t.own(0, "europe", "africa", "middle-east").city("europe").survey()
    assert t.reach("asia") == Reach.NO  # a fourth
    t.give(0, "e-commerce").survey()
    assert t.reach("asia")


def test_e_commerce():
    """Everything [manifest-destiny 8.2]."""
    t = Table(stage=EXPAND).give(0, "e-commerce", "westward-ho").survey()
    assert sum(1 for r in t.state.reach if r) == 66


def test_closed_regions():
    """See [manifest-destiny 8.1]."""
    t = Table(3, stage=EXPAND).give(0, "e-commerce", "westward-ho").survey()
    assert t.reach("quebec") == Reach.NO
    assert t.reach("mexico") == Reach.NO


def test_vacant_target():
    """Tokens equal to the Control Number; one stays [manifest-destiny 8.3]."""
    t = Table(stage=EXPAND).tokens(0, 2)
    assert "territory:new-york" in t.names
    t.do("territory:new-york")
    assert t.presence("new-york") == NEW
    assert (t.state.bought[0], t.state.supply[0]) == (0, 23)


def test_competition_vectors():
    """Vector 1 of 1.17 [manifest-destiny 8.4]."""
    t = Table(stage=EXPAND).give(0, "westward-ho").own(0, "nevada", "arizona")
    t.own(1, "utah", "colorado").survey().tokens(0, 3)
    t.do("territory:utah", 0 + 6 * 4, 3)  # 1 and 5 against 4
    assert t.owner("utah") == 0
    assert t.state.loss[1] == 1
    supply = t.state.supply[0]
    t.do("territory:colorado", 1 + 6 * 2, 2)  # 2 and 3 against 3
    assert t.owner("colorado") == 1
    assert t.state.supply[0] == supply + 2


@pytest.mark.option("attack_new")
def test_attack_on_a_new_presence():
    """It returns to supply [manifest-destiny 8.4] (A39)."""
    t = Table(stage=EXPAND).own(1, "ohio", presence=NEW).tokens(0, 2)
    t.do("territory:ohio", 35, 0)
    assert t.state.loss[1] == 0
    assert t.owner("ohio") == 0
    safe = Table(stage=EXPAND, attack_new=False).own(1, "ohio", presence=NEW).tokens(0, 2)
    assert "territory:ohio" not in safe.names


def test_natives_fight():
    """They roll one die [manifest-destiny 8.4] (A32)."""
    t = Table(stage=EXPAND).own(5, "ohio").tokens(0, 2)
    t.state.natives_left = 4
    t.do("territory:ohio", 35, 0)
    assert t.owner("ohio") == 0
    assert t.state.natives_left == 5


def fight(t, territory="ohio"):
    t.state.territory = TERRITORY_IDS.index(territory)
    t.state.defender = t.owner(territory)
    t.state.left = 0
    return attack_dice(t.state, t.edition), defence_dice(t.state, t.edition)


def test_dice():
    """Telephone, homes, cities [manifest-destiny 8.4, 13.1]."""
    t = Table(stage=EXPAND).own(1, "ohio").survey()
    assert fight(t) == (2, 1)
    t.city("ohio").give(0, "telephone")
    assert fight(t) == (3, 2)
    assert fight(t, "virginia") == (3, 2)  # a home
    t.own(1, "pennsylvania")
    assert fight(t, "pennsylvania") == (4, 1)


def test_attack_costs():
    """A city costs one more, Pro Sports one less [manifest-destiny 8.4, 13.1] (A31, A41)."""
    t = Table(stage=EXPAND).own(1, "ohio", "indiana").city("ohio", "indiana")
    ohio, indiana = TERRITORY_IDS.index("ohio"), TERRITORY_IDS.index("indiana")
    assert attack_cost(t.state, t.edition, 0, ohio) == 3
    t.give(0, "pro-sports")
    assert attack_cost(t.state, t.edition, 0, ohio) == 2
    t.state.presence[indiana] = NEW
    assert attack_cost(t.state, t.edition, 0, indiana) == 1  # no bonus, and never below 1
    t.state.flags[1] = 16  # Monroe Doctrine
    assert attack_cost(t.state, t.edition, 0, ohio) == 3


def test_television():
    """The attacker wins ties [manifest-destiny 8.4]."""
    t = Table(era=3, stage=EXPAND).give(0, "television").own(1, "ohio").tokens(0, 2)
    assert t.do("territory:ohio", 0, 0).owner("ohio") == 0


def test_rock_n_roll():
    """The first die again, once [manifest-destiny 8.4] (W5, A40)."""
    t = Table(era=3, stage=EXPAND).give(0, "rock-n-roll").own(1, "ohio").tokens(0, 2)
    t.do("territory:ohio", 0, 3, "number:1", 5)
    assert t.owner("ohio") == 0
    assert t.phase == Phase.EXPAND


def test_war_of_1812_and_the_banner():
    """One token for one die; all dice again, ties won (W5)."""
    t = Table(stage=EXPAND).own(1, "ohio").tokens(0, 3)
    t.state.flags[0] = 2 | 4 | 8
    t.do("territory:ohio", "answer:yes")
    assert t.state.committed == 3
    t.do(0, 2)
    assert t.state.dice == 3
    t.do("answer:yes", 2)  # 3, 1, 1 against 3: a tie
    assert t.owner("ohio") == 0


def test_the_banner_defends():
    t = Table(stage=EXPAND).own(1, "ohio").tokens(0, 2)
    t.state.flags[1] = 4 | 8
    t.do("territory:ohio", 0, 0)
    assert t.position.current_player() == 1
    t.do("answer:yes", 5)
    assert t.owner("ohio") == 1


def test_wireless():
    """Up to five tokens become purchased ones [manifest-destiny 8.5] (A42, A43)."""
    t = Table(era=3, stage=INVEST).give(0, "wireless").own(0, "ohio", "iowa").city("ohio")
    assert t.state.vp[0] == 2
    t.do("redeploy", "territory:ohio", "done")
    assert t.state.bought[0] == 1
    assert t.state.vp[0] == 0  # the city stays, controlled by nobody
    assert "redeploy" not in t.names


def test_bonus_card():
    """For most New Presences; ties to the earlier player [manifest-destiny 8.6]."""
    t = Table(stage=EXPAND).own(2, "ohio", presence=NEW).own(3, "iowa", presence=NEW)
    t.do(*["done"] * 5)
    assert t.phase == Phase.DRAW
    assert t.state.drawer == 2


# --------------------------------------------------------------------------------- adjustment


def adjusted(t):
    """Play from the expansion phase to the draws of the adjustment."""
    while t.phase != Phase.ADJUST:
        t.do(0 if t.position.is_chance_node() else "done")
    t.do(0)
    return t


def test_profit_and_cash():
    """New Presences pay, lost tokens cost; then cash [manifest-destiny 9.1]."""
    t = Table(stage=EXPAND).own(0, "ohio", "iowa", presence=NEW).own(1, "texas", presence=NEW)
    t.give(1, "computers")
    t.state.loss[2], t.state.supply[2] = 1, t.state.supply[2] - 1
    t.tokens(3, 2)
    adjusted(t)
    assert list(t.state.profit) == [40, 40, 25, 30, 30]
    assert list(t.state.cash) == [140, 140, 125, 130, 130]
    assert t.presence("ohio") == ESTABLISHED
    assert (t.state.loss[2], t.state.bought[3]) == (0, 0)
    assert t.phase == Phase.DRAW  # everybody draws
    assert t.state.to_draw == 5


def test_safety_net():
    """By Profit rank; ties get the better amount [manifest-destiny 9.1, 20.6] (A49)."""
    t = Table(stage=EXPAND).give(0, "safety-net").give(1, "safety-net")
    t.state.profit[0] = 60
    adjusted(t)
    assert t.state.cash[0] == 165
    assert t.state.cash[1] == 130 + 40


def test_urban_renaissance():
    """Ten dollars a city, but not after Cold War [manifest-destiny 9.1] (A48)."""
    t = Table(stage=EXPAND).give(0, "urban-renaissance").city("pennsylvania")
    assert adjusted(t).state.cash[0] == 140
    t = Table(stage=EXPAND).give(0, "urban-renaissance").city("pennsylvania")
    t.state.cold_war = 1
    assert adjusted(t).state.cash[0] == 130


def test_motion_pictures():
    """Five from everybody without Television [manifest-destiny 9.1]."""
    t = adjusted(Table(stage=EXPAND).give(0, "motion-pictures").give(1, "television"))
    assert list(t.state.cash) == [145, 130, 125, 125, 125]


# ------------------------------------------------------------------------------------ payouts


def cattle(units, city=False, surplus=False, **options):
    from ducato.games.manifest_destiny.rules.cards.payouts import pay_out
    from ducato.games.manifest_destiny.state.tables import PRODUCT_IDS

    t = Table(**options)
    places = ["illinois", "missouri", "texas", "sonora", "chihuahua", "alberta", "australia"]
    t.own(0, *places[:units])
    if city:
        t.city(*places[:2])
    product = PRODUCT_IDS.index("cattle")
    t.state.surplus = 1 << product if surplus else 0
    pay_out(t.state, t.edition, product)
    return t.state.cash[0] - 100


@pytest.mark.option("city_bonus")
def test_payouts():
    """Vector 2 of 1.17 [manifest-destiny 6.6] (A9, A10)."""
    assert cattle(0) == 0
    assert cattle(3) == 20
    assert cattle(3, surplus=True) == 10
    assert cattle(1, surplus=True) == 0
    assert cattle(2, city=True) == 20
    assert cattle(2, city=True, city_bonus="each") == 30
    assert cattle(7) == 60
    assert cattle(7, city=True, surplus=True) == 45


def test_every_advance_is_tested_here():
    from pathlib import Path

    text = Path(__file__).read_text() + Path(__file__).with_name("test_turn.py").read_text()
    assert [name for name in ADVANCE_IDS if f'"{name}"' not in text and name not in text] == []


def partners_with_steps():
    """Seats 0 and 1 are partners who together cover Turnpike."""
    t = Table(era=3, stage=INVEST).give(0, "unity").give(1, "unity")
    t.pioneers(0, 1).pioneers(1, 1).steps(0, "turnpike", 1, 3).steps(1, "turnpike", 5)
    t.state.unity[0] = t.state.unity[1] = 1
    return t.do("player:2", "answer:yes")


def test_no_joint_claim_after_dice_by_a_card():
    """Moon Landing's dice count like those of Investment [manifest-destiny 7.7]."""
    assert "advance:turnpike" in partners_with_steps().names
    for seat in (0, 1):
        t = Table(era=3).hand(0, "moon-landing")
        t.do("card:moon-landing", "half:event").unanswered()
        t.do("research:patriotism", 0)
        while t.phase != Phase.PLAY:
            t.do(t.names[-1])
        rolled = int(t.state.researched[0])
        partners = partners_with_steps()
        partners.state.researched[seat] = rolled
        assert "advance:turnpike" not in partners.names
        assert any(name.startswith("research:") for name in partners.names)


@pytest.mark.parametrize(
    "joined", [False, pytest.param(True, marks=pytest.mark.option("canal_joins_oceans"))]
)
def test_the_canal_and_the_oceans_of_airplanes(joined):
    """A58: a city on one ocean opens that ocean's markets [manifest-destiny 8.2, 16.1]."""
    t = Table(stage=Stage.EXPANSION, canal_joins_oceans=joined).give(0, "airplanes")
    t.own(0, "georgia").city("georgia").survey()
    assert t.reach("europe")
    assert not t.reach("asia")
    t.state.canal = 1
    t.survey()
    assert t.reach("europe")
    assert bool(t.reach("asia")) == joined
