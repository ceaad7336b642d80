"""Playing cards and answering them [manifest-destiny 6.4 to 6.6, 6.12, 6.13]."""

from __future__ import annotations

import pytest

from ducato.games.manifest_destiny.state.tables import CARD_IDS, PROGRESSION_IDS, SEATS, Phase, Zone

from .manifest_table import Table

FREE_OF_CIVIL_WAR, FREE_OF_SPY = 1, 2


def at_play(seat, **options):
    """The part of Card Play of a seat."""
    t = Table(**options)
    t.state.part = t.state.active = t.state.chooser = seat
    return t


def asked(table):
    """Pass, and return the seats that were asked for an answer."""
    seats = []
    while table.phase in (Phase.RESPOND, Phase.OPPOSE):
        seats.append(table.state.chooser)
        table.do("done")
    return seats


def reductions(table, seat, name):
    """What a Progression costs less, and by how much for a partner."""
    number = PROGRESSION_IDS.index(name)
    return int(table.state.discount[seat, number]), int(table.state.licensed[seat, number])


# ------------------------------------------------------------------------------------- Leaders


def test_discounts_add_up():
    """See [manifest-destiny 6.5]."""
    t = Table().hand(0, "ben-franklin", "george-washington", "spy")
    t.do("card:ben-franklin", "answer:no", "card:george-washington", "number:1")
    assert reductions(t, 0, "unity") == (40, 40)
    assert reductions(t, 0, "innovation") == (20, 20)
    assert reductions(t, 0, "tolerance") == (20, 20)
    assert reductions(t, 1, "unity") == (0, 0)
    assert t.state.cash[0] == 100


def test_the_rebate_of_a_leader():
    """Half the discount on what one owns, at once [manifest-destiny 6.5]."""
    t = Table(era=3).give(0, "airplanes").hand(0, "amelia-earhart").do("card:amelia-earhart")
    assert t.state.cash[0] == 120


def test_discounts_of_an_event_give_no_rebate():
    """And a partner has no use of them [manifest-destiny 6.5]."""
    t = Table(era=3).give(0, "wireless").play("internet")
    assert t.state.cash[0] == 100
    assert reductions(t, 0, "computers") == (20, 0)


@pytest.mark.parametrize(
    ("card", "phase"), [("robert-fulton", Phase.PLAY), ("george-washington", Phase.STEP)]
)
def test_a_leader_is_not_answered(card, phase):
    """Not even its step of a Breakthrough (A12) [manifest-destiny 6.13]."""
    t = Table().hand(0, card).hand(1, "supreme-court").do(f"card:{card}")
    assert t.phase == phase


def test_after_a_card_nothing_of_it_is_left():
    """A second card starts afresh [manifest-destiny 6.1]."""
    t = Table().own(1, "ohio").hand(0, "boston-tea-party", "whiskey-rebellion", "spy")
    t.do("card:boston-tea-party", "half:event", "player:2").unanswered()
    state = t.state
    assert (state.card, state.hero, state.victim, state.half, state.step) == (-1, -1, -1, 0, 0)
    assert (state.left, state.turner, state.territory, state.asked) == (-1, 0, -1, 0)
    assert (state.chain_length, state.opposed, state.answering) == (0, 0, 0)
    assert (t.phase, state.chooser) == (Phase.PLAY, 0)
    assert t.names == ["card:whiskey-rebellion", "card:spy", "priority", "done"]


# -------------------------------------------------------------------------------- declarations


def test_event_or_payout():
    """See [manifest-destiny 6.5]."""
    t = Table().hand(0, "whiskey-rebellion").do("card:whiskey-rebellion")
    assert (t.phase, t.names) == (Phase.HALF, ["half:event", "half:payout"])
    t.hand(1, "supreme-court").do("half:payout")
    assert t.phase == Phase.PLAY  # a payout cannot be answered (A12)
    assert list(t.state.cash[1:]) == list(
        Table().play("whiskey-rebellion", "half:payout").state.cash[1:]
    )


@pytest.mark.parametrize("event", [True, False])
def test_payouts_that_can_be_answered(event):
    """By a ruling (A12) [manifest-destiny 6.13, 16.1]."""
    t = Table(responses="payouts_too").hand(0, "whiskey-rebellion").hand(1, "supreme-court")
    t.do("card:whiskey-rebellion", "half:event" if event else "half:payout")
    assert (t.phase, t.state.chooser) == (Phase.RESPOND, 1)


def test_whom_spy_may_name():
    """Others who hold a card and are not safe from it (A14) [manifest-destiny 6.12]."""
    t = at_play(2).hand(2, "spy", "king-cotton").hand(0, "congress").hand(4, "erie-canal")
    t.do("card:spy")
    assert (t.phase, t.names) == (Phase.TARGET, ["player:1", "player:5"])
    safe = at_play(2).hand(2, "spy", "king-cotton").hand(0, "congress").hand(4, "erie-canal")
    safe.state.immune[0], safe.state.immune[4] = FREE_OF_SPY, FREE_OF_CIVIL_WAR
    assert safe.do("card:spy").names == ["player:5"]


@pytest.mark.parametrize("last", [True, False])
def test_spy_without_anyone_to_name(last):
    """It may be played for its number (A14) [manifest-destiny 6.12]."""
    t = Table().hand(0, "spy")
    if last:
        t.hand(4, "congress").state.immune[4] = FREE_OF_SPY
    t.do("card:spy").unanswered()
    assert (t.phase, t.state.highest[0]) == (Phase.PLAY, 61)


def test_whom_civil_war_may_name():
    """See [manifest-destiny 6.12]."""
    t = Table(era=2).hand(0, "civil-war")
    t.state.immune[1], t.state.immune[3] = FREE_OF_CIVIL_WAR, FREE_OF_SPY
    t.do("card:civil-war", "half:event")
    assert t.names == ["player:3", "player:4", "player:5"]


def test_opposition_cards_in_the_own_part():
    """They protect from the cards that they oppose [manifest-destiny 6.12]."""
    t = Table(era=2).hand(0, "president", "abraham-lincoln", "spy")
    t.do("card:president", "answer:yes", "card:abraham-lincoln")
    assert t.state.immune[0] == FREE_OF_SPY | FREE_OF_CIVIL_WAR
    other = Table(era=2).hand(0, "president", "abraham-lincoln", "spy")
    other.do("card:abraham-lincoln", "card:president", "answer:yes")
    assert other.state.immune[0] == FREE_OF_SPY | FREE_OF_CIVIL_WAR
    news = Table().hand(0, "president", "spy").do("card:president", "answer:no")
    assert news.state.immune[0] == 0


# ------------------------------------------------------------------------------------- answers


def hold_something(table):
    """Give each seat a card that is no answer; no one knows of the others' cards."""
    cards = ["eli-whitney", "samuel-morse", "p-t-barnum", "davy-crockett", "robert-fulton"]
    for seat in range(SEATS):
        table.hand(seat, cards[seat])
    return table


def test_the_order_of_the_questions():
    """All others, in turn order after the active player [manifest-destiny 14.1]."""
    t = hold_something(at_play(2)).hand(2, "whiskey-rebellion")
    t.do("card:whiskey-rebellion", "half:event")
    assert asked(t) == [3, 4, 0, 1]
    assert (t.phase, t.state.chooser) == (Phase.PLAY, 2)


def test_an_answer_can_be_answered():
    """By all but the one who gave it, from the beginning [manifest-destiny 6.13, 14.1]."""
    t = hold_something(at_play(2)).hand(2, "whiskey-rebellion").hand(4, "supreme-court")
    t.do("card:whiskey-rebellion", "half:event", "done", "card:supreme-court")
    assert t.state.chain[1] == CARD_IDS.index("supreme-court")
    assert asked(t) == [3, 0, 1, 2]
    assert list(t.state.cash) == [100] * 5  # cancelled
    assert t.state.highest[4] == 63


def test_the_victim_is_asked_first_for_the_card_that_opposes():
    """Even seat 1; and then as the others are [manifest-destiny 14.1]."""
    t = hold_something(at_play(2)).hand(2, "spy").do("card:spy", "player:1")
    assert (t.phase, t.state.chooser) == (Phase.OPPOSE, 0)
    assert asked(t) == [0, 3, 4, 0, 1]


def test_no_question_of_opposition_once_the_card_is_known():
    """President lies open [manifest-destiny 14.2]."""
    t = hold_something(at_play(2)).put("president", Zone.GONE).hand(2, "spy")
    t.do("card:spy", "player:1")
    assert t.phase == Phase.RESPOND


def test_an_event_that_no_card_opposes_has_only_responses():
    """See [manifest-destiny 6.12, 14.1]."""
    t = hold_something(Table()).hand(0, "boston-tea-party")
    t.do("card:boston-tea-party", "half:event", "player:2")
    assert t.phase == Phase.RESPOND


def test_lincoln_as_an_answer():
    """Its discounts count, and it protects for the phase [manifest-destiny 6.12]."""
    t = Table(era=2).own(0, "ohio", "kentucky").hand(1, "abraham-lincoln").hand(0, "civil-war")
    t.state.immune[1] = FREE_OF_SPY
    t.do("card:civil-war", "half:event", "player:2")
    assert t.names == ["card:abraham-lincoln", "done"]
    t.do("card:abraham-lincoln").unanswered()
    assert reductions(t, 1, "unity") == (20, 20)
    assert t.state.immune[1] == FREE_OF_SPY | FREE_OF_CIVIL_WAR
    assert t.state.highest[1] == 34


def test_president_as_an_answer():
    """It protects from Spy, and gives no discounts [manifest-destiny 6.12, 6.13]."""
    t = Table().hand(1, "president", "supreme-court").hand(0, "whiskey-rebellion")
    t.state.immune[1] = FREE_OF_CIVIL_WAR
    t.do("card:whiskey-rebellion", "half:event")
    assert t.names == ["card:supreme-court", "card:president", "done"]
    t.do("card:president")
    assert t.state.immune[1] == FREE_OF_SPY | FREE_OF_CIVIL_WAR
    assert not t.state.row("discount").any()


def test_supreme_court_protects_from_nothing():
    """See [manifest-destiny 6.13]."""
    t = Table().hand(1, "supreme-court").hand(0, "whiskey-rebellion")
    t.do("card:whiskey-rebellion", "half:event", "card:supreme-court")
    assert t.state.immune[1] == 0
