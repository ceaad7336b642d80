"""Every card does what section 2.8 says."""

import pytest

from ducato.games.manifest_destiny.state.tables import CARD_TABLE, Phase, Zone

from .manifest_table import ESTABLISHED, NEW, Table


def test_hudson_bay_company():
    """TAKE in Canada, then Fur, then Timber [manifest-destiny 6.7, 20.8]."""
    t = Table().own(0, "manitoba").hand(0, "hudson-bay-company").do("card:hudson-bay-company")
    t.unanswered()
    assert "territory:alberta" in t.names
    assert "territory:quebec" not in t.names  # held
    assert "territory:michigan" not in t.names
    t.do("territory:ontario", "presence:established")
    assert t.owner("ontario") == 0
    assert t.presence("ontario") == ESTABLISHED
    assert t.state.cash[0] == 100 + 15  # Fur from Manitoba and Ontario, nothing from Timber
    assert t.state.cash[4] == 100 + 5 + 5  # Quebec: Fur, Timber
    assert t.surplus("fur")
    assert t.surplus("timber")


def test_king_cotton():
    """See [manifest-destiny 20.8]."""
    t = Table().play("king-cotton")
    assert t.state.profit[0] == 40
    assert t.state.cash[0] == 100 + 5  # Textiles from Pennsylvania
    assert t.state.cash[1] == 100 + 5 + 5  # Virginia


def test_louisiana_purchase():
    """See [manifest-destiny 20.8]."""
    t = Table().play("louisiana-purchase", "territory:montana", "presence:new")
    t.do("territory:iowa", "presence:established")
    assert t.owner("montana") == 0  # no Westward Ho needed, no adjacency
    assert t.presence("montana") == NEW
    assert t.phase == Phase.PLAY
    assert t.state.cash[0] == 100 + 5  # Grain from Iowa


def test_louisiana_purchase_is_up_to_two():
    """See [manifest-destiny 20.8]."""
    t = Table().play("louisiana-purchase", "done")
    assert t.phase == Phase.PLAY


@pytest.mark.parametrize("card", ["erie-canal", "cattle-drives"])
def test_free_tokens(card):
    """See [manifest-destiny 20.8]."""
    t = Table(era=2 if card == "cattle-drives" else 1).play(card)
    assert t.state.bought[0] == 2
    assert t.state.limit[0] == 0  # outside the limit


def test_remember_the_alamo():
    """See [manifest-destiny 20.8]."""
    t = Table().own(0, "texas").own(1, "texas").play("remember-the-alamo", "done")
    from ducato.games.manifest_destiny.state.tables import Flag

    assert t.state.flags[0] & Flag.ALAMO


def test_california_gold_rush():
    """See [manifest-destiny 20.8]."""
    t = Table().play("california-gold-rush", "territory:california", "presence:established")
    assert t.owner("california") == 0
    assert t.state.cash[0] == 100 + 10  # Gold
    taken = Table().own(2, "california").play("california-gold-rush")
    assert taken.state.cash[0] == 120
    assert taken.state.cash[2] == 110


def test_transcontinental_railroad():
    """See [manifest-destiny 20.8]."""
    from ducato.games.manifest_destiny.state.tables import Flag

    t = Table(era=2).play("transcontinental-railroad")
    assert t.state.flags[0] & Flag.RAILROAD
    owner = Table(era=2).give(0, "railroad").play("transcontinental-railroad")
    assert owner.state.cash[0] == 120 + 5  # and Minerals from Pennsylvania


def test_black_gold():
    """See [manifest-destiny 20.8]."""
    t = Table(era=2).own(0, "texas").play("black-gold", "territory:texas")
    assert t.state.cash[0] == 100 + 20  # one unit, one city: level 2
    none = Table(era=2).play("black-gold")
    assert none.state.profit[0] == 35


def test_prohibition():
    """See [manifest-destiny 20.8]."""
    t = Table(era=3).own(1, "iowa").own(2, "florida").play("prohibition")
    assert t.surplus("grain")
    assert t.surplus("agriculture")
    assert t.state.cash[1] == 100 - 10 + 5  # Virginia: Tobacco
    assert t.state.cash[2] == 100 + 10  # Florida: Tourism


def test_baby_boom():
    """See [manifest-destiny 20.8]."""
    t = Table(era=3).play("baby-boom")
    assert list(t.state.profit) == [40, 35, 35, 35, 35]


def test_the_sixties():
    """See [manifest-destiny 20.8]."""
    t = Table(era=3)
    t.state.vp[1], t.state.cash[1], t.state.profit[1] = 5, 150, 60
    t.state.profit[2] = 60
    t.play("the-60-s")
    assert t.state.cash[1] == 150 - 40
    assert t.state.profit[1] == 50
    assert t.state.profit[2] == 50
    assert t.state.cash[2] == 100


def test_oil_crisis():
    """See [manifest-destiny 20.8]."""
    t = Table(era=3).play("oil-crisis")
    assert t.state.cash[0] == 80
    assert t.state.cash[2] == 110  # Louisiana produces Oil


def test_manifest_destiny_lifts_the_limit():
    """See [manifest-destiny 6.4]."""
    t = Table(era=1).hand(0, "king-cotton", "erie-canal").play("manifest-destiny", "product:gold")
    assert t.surplus("gold")
    assert t.state.cash[3] == 110
    t.do("card:king-cotton").unanswered()
    assert "card:erie-canal" not in t.names


def test_free_pioneers():
    """See [manifest-destiny 20.8]."""
    for card in ("ben-franklin", "davy-crockett"):
        t = Table().play(card, "answer:yes")
        assert t.state.pioneers[0] == 1
    t = Table(era=3).play("john-f-kennedy", "answer:no")
    assert t.state.pioneers[0] == 0
    t = Table().play("lewis-and-clark", "half:event", "answer:no")
    assert t.state.cash[0] == 110
    t = Table().pioneers(0, 2).play("lewis-and-clark", "half:event")
    assert t.state.cash[0] == 110  # no room in Era 1


def test_boston_tea_party():
    """See [manifest-destiny 20.8]."""
    t = Table().play("boston-tea-party", "half:event", "player:3")
    assert t.state.cash[0] == 110
    assert t.state.cash[2] == 90


def test_revolutionary_war():
    """The loser chooses what is accessible to the gainer [manifest-destiny 6.7]."""
    t = Table().own(1, "ohio", "florida").city("ohio").play("revolutionary-war", "player:2")
    assert t.position.current_player() == 1
    assert t.names == ["territory:ohio"]  # next to Pennsylvania; not the home
    t.do("territory:ohio", "presence:new")
    assert t.owner("ohio") == 0
    assert t.state.loss[1] == 1
    assert t.state.most_cities == 0


def test_revolutionary_war_without_access():
    """See [manifest-destiny 20.8]."""
    t = Table().own(1, "florida", "cuba").play("revolutionary-war", "player:2")
    t.do("territory:cuba")
    assert t.owner("cuba") == -1
    assert t.phase == Phase.PLAY


@pytest.mark.parametrize(
    ("card", "breakthrough", "era", "number"),
    [
        ("george-washington", "patriotism", 1, 4),
        ("eli-whitney", "mechanization", 1, 5),
        ("thomas-edison", "electricity", 2, 4),
        ("elvis-presley", "rock-n-roll", 3, 4),
    ],
)
def test_leaders_advance_breakthroughs(card, breakthrough, era, number):
    """See [manifest-destiny 6.14]."""
    from ducato.games.manifest_destiny.state.tables import BREAKTHROUGH_IDS

    t = Table(era=era).play(card, f"number:{number}")
    assert t.state.steps[0, BREAKTHROUGH_IDS.index(breakthrough)] == 1 << number


def test_a_step_can_complete_and_claim():
    """See [manifest-destiny 6.14]."""
    t = Table().pioneers(0, 1).steps(0, "patriotism", 1, 2).steps(1, "patriotism", 4)
    t.play("george-washington", "answer:yes")
    assert t.state.vp[0] == 1
    assert t.state.chart[0] == 1
    assert not t.state.row("steps").any()


def test_whiskey_rebellion():
    """See [manifest-destiny 20.8]."""
    t = Table().play("whiskey-rebellion", "half:event")
    assert list(t.state.cash) == [100, 95, 95, 95, 95]


def test_flags():
    """See [manifest-destiny 20.8]."""
    from ducato.games.manifest_destiny.state.tables import Flag

    for card, flag, half in (
        ("war-of-1812", Flag.WAR, None),
        ("star-spangled-banner", Flag.BANNER | Flag.BANNER_REROLL, None),
        ("monroe-doctrine", Flag.MONROE, "half:event"),
        ("oregon-trail", Flag.OREGON, "half:event"),
    ):
        t = Table().play(card, *([half] if half else []))
        assert t.state.flags[0] == flag


def test_native_sovereignty():
    """See [manifest-destiny 6.5]."""
    t = Table().play("native-sovereignty", "territory:kansas", "territory:idaho")
    assert "territory:europe" not in t.names
    assert "territory:quebec" not in t.names
    t.do("territory:iowa")
    assert t.phase == Phase.PLAY
    assert t.state.natives_left == 2
    assert t.owner("kansas") == 5


def test_abolitionists():
    """See [manifest-destiny 20.8]."""
    t = Table().own(2, "alabama", "mississippi").play("abolitionists-civil-rights-movement")
    assert list(t.state.profit) == [35, 25, 20, 35, 35]


def test_civil_war():
    """See [manifest-destiny 6.12]."""
    t = Table(era=2).own(1, "ohio", "georgia", "texas", "mexico")
    t.play("civil-war", "half:event", "player:2", "territory:ohio", "territory:texas")
    assert t.phase == Phase.PLAY
    assert t.state.loss[1] == 2


def test_homestead_act():
    """See [manifest-destiny 20.8]."""
    t = Table(era=2).own(0, "missouri").own(5, "kansas").play("homestead-act", "territory:iowa")
    t.do("presence:new")
    assert "territory:kansas" not in t.names  # Natives only instead of the two
    t.do("territory:kentucky", "presence:new")
    natives = Table(era=2).own(0, "missouri").own(5, "kansas")
    natives.play("homestead-act", "territory:kansas", "presence:established")
    assert natives.phase == Phase.PLAY
    assert natives.owner("kansas") == 0


def test_reconstruction():
    """See [manifest-destiny 20.8]."""
    t = Table(era=2).play("reconstruction")
    assert list(t.state.profit) == [35, 35, 35, 30, 30]


def test_sewards_folly():
    """See [manifest-destiny 20.8]."""
    t = Table(era=2).play("seward-s-folly", "half:event", "territory:alaska", "presence:new")
    assert t.owner("alaska") == 0
    assert Table(era=2).own(1, "alaska").play("seward-s-folly", "half:event").state.cash[0] == 115


def test_robber_barons():
    """See [manifest-destiny 20.8]."""
    t = Table(era=2).play("robber-barons", "half:event", "player:4", 4)
    assert t.state.cash[3] == 50


def test_remember_the_maine():
    """See [manifest-destiny 20.8]."""
    t = Table(era=2).play("remember-the-maine", "half:event", "presence:new")
    assert t.owner("cuba") == 0
    held = Table(era=2).own(1, "cuba").play("remember-the-maine", "half:event", 5, 0)
    assert held.owner("cuba") == 0  # 6 and 1 against 1
    assert held.presence("cuba") == NEW
    assert held.state.loss[1] == 1
    lost = Table(era=2).own(1, "cuba").play("remember-the-maine", "half:event", 0, 0)
    assert lost.owner("cuba") == 1


def test_teddy_roosevelt_and_babe_ruth():
    """See [manifest-destiny 20.8]."""
    t = Table(era=2).own(0, "ohio").play("teddy-roosevelt", "territory:ohio")
    assert t.names == ["territory:pennsylvania", "done"]
    t.do("done")
    assert t.state.tourism_left == 2
    t = Table(era=3).play("babe-ruth", "territory:pennsylvania", "number:2")
    assert t.state.tourism_left == 2


def test_trustbuster():
    """See [manifest-destiny 6.8]."""
    t = Table(era=2).own(1, "ohio", "georgia", "iowa").own(2, "texas")
    t.state.profit[1] = t.state.profit[2] = 60
    t.play("trustbuster", "half:event")
    t.do("territory:ohio", "territory:iowa", "territory:texas")
    assert t.state.loss[1] == 2
    assert t.state.loss[2] == 1  # a home is never removed
    assert t.phase == Phase.PLAY


def test_san_francisco_earthquake():
    """See [manifest-destiny 20.8]."""
    t = Table(era=2).own(1, "california", "ohio").city("california", "ohio", "quebec")
    assert t.state.vp[1] == 2
    t.play("san-francisco-earthquake", "half:event", "territory:california", "territory:ohio")
    assert t.state.cash[1] == 80
    assert t.state.vp[1] == 0
    assert t.state.vp[4] == 2


def test_panama_canal():
    """See [manifest-destiny 20.8]."""
    t = Table(era=2).play("panama-canal")
    assert t.state.canal == 1
    assert t.state.cash[0] == 120


def test_world_war():
    """See [manifest-destiny 20.8]."""
    t = Table(era=2)
    t.state.cash[3] = 15
    t.play("world-war", "half:event", "answer:yes", "answer:no", "answer:yes")
    assert list(t.state.cash) == [100, 80, 100, 15, 80]
    assert list(t.state.profit) == [30, 30, 20, 20, 30]


def test_black_tuesday():
    """See [manifest-destiny 20.8]."""
    t = Table(era=3)
    t.state.cash[1] = t.state.cash[2] = 130
    t.play("black-tuesday")
    assert t.surplus("fur")
    assert t.surplus("technology")
    assert list(t.state.cash) == [100, 110, 110, 100, 100]


def test_the_depression():
    """See [manifest-destiny 20.8]."""
    t = Table(era=3).give(1, "safety-net").play("the-depression")
    assert list(t.state.profit) == [25, 30, 25, 25, 25]


def test_dust_bowl():
    """See [manifest-destiny 20.8]."""
    t = Table(era=3).own(1, "kansas", "texas").own(0, "oklahoma").city("texas")
    t.play("dust-bowl", "half:event")
    assert t.names == ["territory:kansas", "territory:oklahoma", "done"]
    t.do("territory:kansas", "done")
    assert t.owner("kansas") == -1


def test_lawyer():
    """See [manifest-destiny 20.8]."""
    t = Table(era=3).own(1, "ohio", "florida").own(2, "new-york").city("new-york").play("lawyer")
    assert t.names == ["territory:ohio"]  # accessible, without city, no home
    t.do("territory:ohio", "presence:established")
    assert t.owner("ohio") == 0
    assert t.state.loss[1] == 1


def test_cold_war():
    """See [manifest-destiny 20.8]."""
    t = Table(era=3).own(1, "ohio").city("ohio", "virginia").play("cold-war", "half:event")
    assert t.state.cash[1] == 90
    assert t.state.cold_war


def test_civil_disobedience():
    """See [manifest-destiny 20.8]."""
    from ducato.games.manifest_destiny.rules.investment.purchases import token_limit

    t = Table(era=3).play("civil-disobedience", "player:4")
    assert token_limit(t.state, t.edition, 3) == 5  # half of 9, fractions up
    assert not t.state.flags[0]


def test_moon_landing():
    """See [manifest-destiny 20.8]."""
    t = Table(era=3).play("moon-landing", "half:event", "research:turnpike", 0 + 6 * 2)
    from ducato.games.manifest_destiny.state.tables import BREAKTHROUGH_IDS

    assert t.state.steps[0, BREAKTHROUGH_IDS.index("turnpike")] == (1 << 1) | (1 << 3)


def test_internet():
    """See [manifest-destiny 20.8]."""
    t = Table(era=3).give(0, "computers").play("internet", "territory:pennsylvania")
    assert t.state.technology_left == 1
    assert t.state.cash[0] == 100  # discounts on events give no rebate
    assert max(t.state.row("licensed")[0]) == 0


def test_spy():
    """See [manifest-destiny 6.12]."""
    t = Table().hand(1, "king-cotton").play("spy", "player:2", 0)
    assert t.where("king-cotton") == Zone.HAND
    assert t.state.row("shown").max() == 1 << 1  # the victim knows


def test_president_opposes_spy():
    """Spy rebounds, and is never aimed at the same player again [manifest-destiny 6.12] (A11)."""
    t = Table().hand(1, "president").hand(0, "king-cotton", "spy").do("card:spy", "player:2")
    assert t.phase == Phase.OPPOSE
    t.do("card:president").unanswered().do(0)
    assert t.where("king-cotton") == Zone.HAND + 1
    assert t.state.highest[1] == 64
    assert t.state.immune[1]


@pytest.mark.option("opposition")
def test_opposition_can_merely_cancel():
    """See [manifest-destiny 20.8]."""
    t = Table(opposition="cancel").hand(1, "president").hand(0, "king-cotton", "spy")
    t.do("card:spy", "player:2", "card:president").unanswered()
    assert t.where("king-cotton") == Zone.HAND
    assert t.phase == Phase.PLAY


def test_lincoln_opposes_civil_war():
    """See [manifest-destiny 6.12]."""
    t = Table(era=2).own(0, "ohio", "iowa", "texas").hand(1, "abraham-lincoln")
    t.hand(0, "civil-war").do("card:civil-war", "half:event", "player:2")
    t.do("card:abraham-lincoln").unanswered()
    assert t.position.current_player() == 0
    t.do("territory:ohio", "territory:iowa")
    assert t.state.loss[0] == 2
    assert t.state.row("discount")[1].sum() == 40


def test_congress_and_supreme_court():
    """A cancelled card is spent and counts for its number [manifest-destiny 6.13] (A13)."""
    t = Table().play("congress", 0, 0)
    assert t.state.row("held")[:, Zone.HAND].sum() == 2
    t = Table().hand(2, "supreme-court").hand(0, "congress").do("card:congress")
    while t.position.current_player() != 2:
        t.do("done")
    t.do("card:supreme-court").unanswered()
    assert t.state.row("held")[:, Zone.HAND].sum() == 0
    assert t.state.highest[0] == 62
    assert t.state.highest[2] == 63


def test_president_answers_supreme_court():
    """See [manifest-destiny 6.13] (W1)."""
    t = Table().hand(2, "supreme-court").hand(0, "president", "congress").do("card:congress")
    while t.position.current_player() != 2:
        t.do("done")
    t.do("card:supreme-court")
    while t.position.current_player() != 0:
        t.do("done")
    t.do("card:president").unanswered()
    assert t.phase == Phase.DRAW  # the event takes place after all


def test_a_destiny_event_cancelled_still_pays():
    """See (A12) [manifest-destiny 16.1]."""
    t = Table().hand(2, "supreme-court").hand(0, "king-cotton").do("card:king-cotton")
    while t.position.current_player() != 2:
        t.do("done")
    t.do("card:supreme-court").unanswered()
    assert t.state.profit[0] == 30
    assert t.state.cash[0] == 105
    assert t.state.destiny_played


def test_news():
    """Only the number; no protection [manifest-destiny 6.5, 6.12]."""
    t = Table().hand(0, "president", "supreme-court").do("card:president", "answer:no")
    t.do("card:supreme-court")
    assert t.state.highest[0] == 64
    assert not t.state.immune[0]


@pytest.mark.parametrize("row", [r for r in CARD_TABLE if r["discounts"]], ids=lambda r: r["name"])
def test_discounts(row):
    """A Leader's discount lasts, and is half a rebate on what is owned [manifest-destiny 6.5]."""
    from ducato.games.manifest_destiny.rules.investment.progressions import own_price
    from ducato.games.manifest_destiny.state.tables import PROGRESSION_IDS, slug

    card, era = slug(row["name"]), max(int(e) for e in row["eras"].split("/"))
    for item in row["discounts"].split("; "):
        name, amount = item.rsplit(" ", 1)
        number = PROGRESSION_IDS.index(slug(name))
        t = Table(era=era).hand(0, card)
        full = own_price(t.state, t.edition, 0, number)
        t.do(f"card:{card}")
        assert own_price(t.state, t.edition, 0, number) == full - int(amount)
        t = Table(era=era).give(0, slug(name)).hand(0, card).do(f"card:{card}")
        rebate = int(amount) // 2 if "leader" in row["types"] else 0
        assert t.state.cash[0] == 100 + rebate


@pytest.mark.parametrize(
    "row", [r for r in CARD_TABLE if r["types"] == "event|product"], ids=lambda r: r["name"]
)
def test_products(row):
    """Instead of its event, a card pays its product [manifest-destiny 6.5]."""
    from ducato.games.manifest_destiny.state.tables import slug

    era = max(int(e) for e in row["eras"].split("/"))
    t = Table(era=era).play(slug(row["name"]), "half:payout")
    assert t.surplus(slug(row["products"]))
    assert t.phase == Phase.PLAY


def test_president_in_ones_own_part():
    """Opposition card, which keeps Spy off, or News [manifest-destiny 6.5, 6.12]."""
    for choice, immune in (("answer:yes", True), ("answer:no", False)):
        t = Table().hand(0, "president").hand(1, "spy").hand(0, "king-cotton").do("card:president")
        assert t.phase == Phase.GUARD
        assert t.names == ["answer:yes", "answer:no"]
        t.do(choice, "done", "card:spy")
        assert t.phase == Phase.TARGET or immune
        assert ("player:1" in t.names) != immune
        assert t.state.highest[0] == 64


def test_oregon_trail_is_for_expansion_only():
    """In Card Play it makes nothing accessible [manifest-destiny 6.7, 20.8]."""
    t = Table().own(0, "missouri").own(1, "ohio", "oregon")
    t.play("oregon-trail", "half:event")
    t.hand(0, "revolutionary-war").do("card:revolutionary-war", "player:2").unanswered()
    assert t.names == ["territory:ohio"]


def homesteaded(**options):
    """Seat 0, in Missouri, has taken Iowa as Established Presence by Homestead Act."""
    t = Table(era=2, **options).own(0, "missouri")
    return t.play("homestead-act", "territory:iowa", "presence:established")


@pytest.mark.option("homestead")
def test_homestead_act_starts_from_what_was_established_before():
    """A57 [manifest-destiny 16.1]."""
    t = homesteaded()
    assert t.phase == Phase.CHOOSE
    assert "territory:wisconsin" not in t.names
    further = homesteaded(homestead="step_by_step")
    assert set(t.names) < set(further.names)


@pytest.mark.parametrize(("cash", "shown"), [("hidden", True), ("open", False)])
def test_cash_that_a_card_compares_is_shown(cash, shown):
    """See [manifest-destiny 11.1]."""
    from ducato.games.manifest_destiny import narration

    t = Table(era=3, cash=cash)
    t.state.cash[3] = 40
    t.hand(0, "black-tuesday")
    before = t.state.copy()
    t.do("card:black-tuesday")
    said = narration.describe_step(
        before, t.game.actions.index("card:black-tuesday"), t.state, t.edition, 0, 2
    )
    amounts = [m.arguments["amount"].arguments["amount"] for m in said if m.key == "log.shows"]
    assert amounts == ([100, 100, 100, 40, 100] if shown else [])
