"""Set-up, homes, turn order, eras, hands, the end [manifest-destiny 1.1 to 6.1, 10.1, 11.1]."""

import numpy as np
import pytest

import ducato
from ducato.core import verbs, visibility
from ducato.games.manifest_destiny.rules.cards.deck import cards_in, is_playable
from ducato.games.manifest_destiny.state.tables import (
    CARD_IDS,
    TERRITORY_IDS,
    Phase,
    Region,
    Stage,
    Zone,
)

from .manifest_table import HOMES, Table


def dealt(players, **options):
    """A game after the deal and the drawing of the bidding order, each outcome the first."""
    position = ducato.load("manifest-destiny", players, **options).new_initial_state()
    while position.is_chance_node():
        position.apply_action(0)
    return position


def act(position, *names):
    for name in names:
        position.apply_action(position.game.actions.index(name))


@pytest.mark.parametrize(("players", "profit"), [(5, 30), (4, 20), (3, 20)])
def test_set_up(players, profit):
    """Everybody starts with the same [manifest-destiny 1.1, 1.2, 2.1, 2.4]."""
    state = dealt(players).state
    for seat in range(players):
        assert (state.supply[seat], state.cash[seat], state.vp[seat]) == (25, 60, 0)
        assert state.profit[seat] == profit
    assert (state.era, state.transition, state.canal, state.natives_left) == (1, 0, 0, 5)


@pytest.mark.parametrize(("players", "before", "after"), [(5, 29, 14), (4, 25, 13), (3, 19, 10)])
def test_deal(players, before, after):
    """Deck sizes [manifest-destiny 2.2, 2.3]."""
    state = dealt(players).state
    assert cards_in(state, Zone.DECK) == after
    assert after + 3 * players == before
    for seat in range(players):
        hand = [card for card in range(6) if state.zone[card] == Zone.HAND + seat]
        assert hand  # a Destiny card of Era 1 each
    assert state.zone[CARD_IDS.index("civil-war")] == Zone.ASIDE


@pytest.mark.parametrize(("players", "removed"), [(5, 0), (4, 10), (3, 20)])
def test_closed_regions_and_removed_cards(players, removed):
    """Few players leave cards and regions out [manifest-destiny 2.4]."""
    position = dealt(players)
    assert cards_in(position.state, Zone.BOX) == removed
    closed = {
        int(r)
        for r, shut in zip(position.game.edition.region, position.game.edition.closed, strict=True)
        if shut
    }
    expected = {5: set(), 4: {Region.CANADA}, 3: {Region.CANADA, Region.MEXICO}}
    assert closed == expected[players]


def test_homes_are_auctioned():
    """One bid each; the highest chooses first, then who bid earlier [manifest-destiny 3.1].

    See [manifest-destiny 3.2] and [manifest-destiny 3.3].
    """
    position = dealt(3)
    state = position.state
    assert [state.order[i] for i in range(3)] == [0, 1, 2]
    names = [position.game.actions.name(a) for a in position.legal_actions()]
    assert names == [f"bid:{n}" for n in range(0, 65, 5)]
    act(position, "bid:10", "bid:25", "bid:10")
    assert position.current_player() == 1
    act(position, "territory:louisiana")
    assert state.cash[1] == 35
    assert state.mat[1] == 1
    assert position.current_player() == 0
    names = [position.game.actions.name(a) for a in position.legal_actions()]
    assert names == ["territory:pennsylvania", "territory:virginia"]
    act(position, "territory:virginia", "territory:pennsylvania")
    assert state.stage == Stage.ORDER
    assert state.supply[1] == 24


def test_phases_of_a_turn():
    """Order, cards, investment, expansion, adjustment [manifest-destiny 4.1, 5.1, 5.2]."""
    position = dealt(3)
    act(position, "bid:0", "bid:5", "bid:10")
    act(position, "territory:louisiana", "territory:virginia", "territory:pennsylvania")
    state = position.state
    assert position.current_player() == 2  # chose its home first
    act(position, "number:3", "number:1")
    assert [state.order[i] for i in range(3)] == [1, 0, 2]  # the last position is left over
    stages = [Stage(state.stage)]
    while state.turn == 1:
        if position.is_chance_node():
            position.apply_action(0)
        else:
            act(position, "done")
        if state.stage != stages[-1]:
            stages.append(Stage(state.stage))
    assert stages == [2 + 1, 4, 5, 6, 2]


def test_played_cards_leave_with_the_next_turn():
    """Those of a later era wait, the others are gone [manifest-destiny 5.3, 6.3]."""
    t = Table().hand(0, "king-cotton", "president", "abolitionists-civil-rights-movement")
    t.play("king-cotton").play("president", "answer:no").play("abolitionists-civil-rights-movement")
    assert t.where("king-cotton") == Zone.TABLE
    from ducato.games.manifest_destiny.rules.turn.sequence import begin_turn

    begin_turn(t.state, t.edition)
    assert t.where("king-cotton") == Zone.GONE
    assert t.where("president") == Zone.RECYCLED
    assert t.where("abolitionists-civil-rights-movement") == Zone.RECYCLED  # (A51)


def test_what_may_be_played():
    """Cards of the era, one Destiny card for the table [manifest-destiny 6.1, 6.4]."""
    t = Table().hand(0, "king-cotton", "erie-canal", "civil-war", "samuel-morse")
    t.hand(1, "louisiana-purchase")
    assert t.names == [
        *("card:king-cotton", "card:erie-canal", "card:samuel-morse"),
        *("priority", "done"),
    ]
    t.do("card:king-cotton").unanswered()
    assert "card:erie-canal" not in t.names
    t.do("done")
    assert t.position.current_player() == 1
    assert t.names == ["priority", "done"]


def test_patriotism_allows_one_more():
    """See [manifest-destiny 6.4]."""
    t = Table().give(0, "patriotism").hand(0, "king-cotton", "erie-canal", "louisiana-purchase")
    t.do("card:king-cotton").unanswered().do("card:erie-canal").unanswered()
    assert "card:louisiana-purchase" not in t.names


def nearly_empty(era=1, left=1):
    t = Table(era=era)
    deck = [c for c in range(len(CARD_IDS)) if t.state.zone[c] == Zone.DECK]
    from ducato.games.manifest_destiny.rules.cards.deck import move_card

    for card in deck[left:]:
        move_card(t.state, card, Zone.GONE)
    return t


def test_eras():
    """A deck emptied is renewed at once; its first card begins the era [manifest-destiny 6.2]."""
    t = nearly_empty(left=2).put("spy", Zone.RECYCLED).put("native-sovereignty", Zone.RECYCLED)
    t.hand(0, "congress").do("card:congress").unanswered().do(0, 0)
    state = t.state
    assert (state.era, state.deck_era, state.transition) == (1, 2, 0)
    assert t.where("spy") == Zone.DECK
    assert t.where("native-sovereignty") == Zone.DECK
    assert t.where("congress") == Zone.TABLE  # played in this turn: not in the new deck
    civil = CARD_IDS.index("civil-war")
    assert not is_playable(state, t.edition, civil)
    from ducato.games.manifest_destiny.rules.cards.deck import start_draws

    start_draws(state, 0, 1, Phase.PLAY)
    state.phase = Phase.DRAW
    t.do(0)
    assert (state.era, state.transition) == (2, 1)
    assert is_playable(state, t.edition, civil)
    assert is_playable(state, t.edition, CARD_IDS.index("king-cotton"))
    for _ in range(5):
        t.do("done")
    assert state.transition == 0  # (A5)
    assert not is_playable(state, t.edition, CARD_IDS.index("king-cotton"))


@pytest.mark.option("transition_ends", "transition_cards")
def test_rulings_about_eras():
    """See (A5) and (A54)."""
    t = Table(era=2, transition_cards="new")
    t.state.transition = 1
    assert not is_playable(t.state, t.edition, CARD_IDS.index("king-cotton"))
    t = Table(era=2, transition_ends="next_phase")
    t.state.transition = t.state.era_began = 1
    for _ in range(5):
        t.do("done")
    assert t.state.transition == 1


@pytest.mark.parametrize(("advance", "profit"), [(None, 20), ("storytelling", 25)])
def test_hand_limit(advance, profit):
    """Vector 5 of 1.17 [manifest-destiny 6.9]."""
    t = Table().hand(0, "eli-whitney", "spy", "congress", "president", "robert-fulton")
    if advance:
        t.give(0, advance)
    t.do("done")
    assert t.state.profit[0] == profit
    low = Table().hand(0, "eli-whitney", "spy", "congress", "president", "robert-fulton")
    low.state.profit[0] = 20
    low.do("done")
    assert low.state.profit[0] == 20  # (A47)


def test_storytelling_discards():
    """Once a turn, face down [manifest-destiny 6.9]."""
    t = Table().give(0, "storytelling").hand(0, "spy", "congress")
    t.do("discard", "card:spy")
    assert t.where("spy") == Zone.DISCARDED
    assert "discard" not in t.names
    assert visibility.redact(t.state, 1).zone[CARD_IDS.index("spy")] == -1


def test_choice_order():
    """Higher cards choose earlier, then low mats [manifest-destiny 6.10]."""
    t = Table().hand(1, "samuel-morse").hand(3, "president")
    t.do("done", "card:samuel-morse", "done", "done", "card:president", "answer:no", "done", "done")
    assert [t.state.choice[i] for i in range(5)] == [3, 1, 0, 2, 4]


def test_turn_priority():
    """The first announcer swaps with the first, the second with the second.

    [manifest-destiny 6.11].
    """
    t = Table(priority_windows="phase_ends").hand(3, "president")
    t.do(
        "done",
        "done",
        "priority",
        "done",
        "card:president",
        "answer:yes",
        "priority",
        "done",
        "done",
    )
    # 3, 0, 1, 2, 4; seat 2 swaps with the first, then seat 3 with the second
    assert [t.state.choice[i] for i in range(5)] == [2, 3, 1, 0, 4]
    assert t.state.priority[2] == 1
    assert t.state.chooser == 0  # asked as the phase ends, before any Investment
    t.do("priority")
    assert t.state.choice[2] == 0
    assert t.state.stage == Stage.CARDS
    assert t.state.chooser == 4  # seat 1 has the fourth place already
    t.do("done")
    assert t.state.stage == Stage.INVESTMENT
    assert "priority" not in t.names


def test_turn_priority_is_offered_as_phases_end():
    """Who would get a better place is asked, in turn order [manifest-destiny 6.11, 14.2] (A56)."""
    t = Table(players=3, priority_windows="phase_ends").hand(0, "king-cotton")
    t.do("card:king-cotton").unanswered().do("done", "done", "done")
    assert [t.state.choice[i] for i in range(3)] == [0, 1, 2]
    assert (t.phase, t.state.chooser, t.names) == (Phase.PRIORITY, 1, ["priority", "done"])
    t.do("done")
    assert t.state.chooser == 2
    t.do("priority")  # who declined may think again: second place is still to be had
    assert [t.state.choice[i] for i in range(3)] == [2, 1, 0]
    assert (t.phase, t.state.chooser) == (Phase.PRIORITY, 0)
    t.do("done")
    assert (t.state.stage, t.state.chooser) == (Stage.INVESTMENT, 0)
    t.do("done", "done", "done")
    assert (t.phase, t.state.chooser) == (Phase.PRIORITY, 0)
    t.do("done")
    assert t.state.stage == Stage.EXPANSION
    t.do("done", "done")  # seat 2 has no token left to do anything with
    assert (t.phase, t.state.chooser) == (Phase.PRIORITY, 0)
    t.do("done")
    assert t.state.stage == Stage.ADJUSTMENT


@pytest.mark.parametrize(
    ("ruling", "asked"),
    [
        ("phase_ends", 0),
        pytest.param("part_ends", 1, marks=pytest.mark.option("priority_windows")),
        pytest.param("never", 0, marks=pytest.mark.option("priority_windows")),
    ],
)
def test_turn_priority_after_each_part(ruling, asked):
    """See [manifest-destiny 6.11, 16.1] (A56)."""
    t = Table(players=3, priority_windows=ruling).hand(0, "spy").hand(1, "congress").do("done")
    assert (t.phase == Phase.PRIORITY) == asked
    while t.phase == Phase.PRIORITY:
        t.do("done")
    assert (t.phase, t.state.chooser) == (Phase.PLAY, 1)
    t.do("done")
    while t.phase == Phase.PRIORITY:
        t.do("done")
    assert (t.phase, t.state.chooser) == (Phase.PLAY, 2)
    t.do("done")
    assert (t.phase == Phase.PRIORITY) == (ruling != "never")


def test_multiple_victims():
    """All who are tied suffer [manifest-destiny 6.8]."""
    t = Table(era=3).play("black-tuesday")
    assert set(t.state.cash) == {80}


def test_a_player_pays_what_he_has():
    """The rest is forgiven; money stays in fives [manifest-destiny 1.3, 1.4]."""
    t = Table(era=2)
    t.state.cash[3] = 30
    t.play("robber-barons", "half:event", "player:4", 5)
    assert t.state.cash[3] == 0


def test_the_end():
    """Thirty points after Investment or Expansion, never in Card Play [manifest-destiny 10.1].

    See also [manifest-destiny 10.3].
    """
    t = Table().give(0)
    t.state.vp[0] = 30
    t.do(*["done"] * 5)
    assert t.state.stage == Stage.INVESTMENT
    assert not t.position.is_terminal()
    t.do(*["done"] * 5)
    assert t.position.is_terminal()


def test_the_end_by_the_deck():
    """The next Investment phase to end is the last [manifest-destiny 10.1]."""
    t = nearly_empty(era=3, left=1).hand(0, "congress").do("card:congress").unanswered().do(0)
    assert t.state.exhausted
    t.do(*["done"] * 10)
    assert t.position.is_terminal()


def test_winner():
    """Points, cash, Profit, shared [manifest-destiny 10.2]."""
    t = Table(3)
    out = np.zeros(3, np.int32)
    verbs.ranking(t.state, t.edition, out)
    assert out.tolist() == [1, 1, 1]
    t.state.profit[1] = 40
    verbs.ranking(t.state, t.edition, out)
    assert out.tolist() == [2, 1, 2]
    t.state.cash[2] = 105
    verbs.ranking(t.state, t.edition, out)
    assert out.tolist() == [3, 2, 1]
    t.state.vp[0] = 1
    verbs.ranking(t.state, t.edition, out)
    assert out.tolist() == [1, 3, 2]


def test_information():
    """Hands are secret, all else is open [manifest-destiny 11.1]."""
    t = Table().hand(1, "spy")
    seen = visibility.redact(t.state, 0)
    assert seen.zone[CARD_IDS.index("spy")] == -1
    assert seen.cash[1] == 100


def test_being_asked_tells_nothing():
    """A window opens for who could hold an answer, by public knowledge [manifest-destiny 14.2]."""
    t = Table().hand(0, "erie-canal").hand(1, "samuel-morse").do("card:erie-canal")
    assert t.phase == Phase.RESPOND
    assert t.position.current_player() == 1
    assert t.names == ["done"]
    known = Table().hand(1, "samuel-morse")
    known.put("president", Zone.GONE).put("supreme-court", Zone.GONE).hand(0, "erie-canal")
    known.do("card:erie-canal")
    assert known.phase == Phase.PLAY


def test_homes_of_the_table():
    assert all(name in TERRITORY_IDS for name in HOMES)
