"""Every card's event in random positions, compared with the model in `card_events`."""

from __future__ import annotations

import copy
import random

import pytest

from ducato.core.verbs import CHANCE
from ducato.games.manifest_destiny.state.tables import (
    BREAKTHROUGH_IDS,
    CARD_IDS,
    TERRITORY_IDS,
    VACANT,
    Phase,
    Reach,
    Zone,
)

from .card_events import EVENTS, LAND, played
from .event_model import Play
from .layouts import CARD, TERRITORY, World, accessible, drawn, players_for
from .manifest_table import Table

NAMES_OPPONENT = {
    *("boston-tea-party", "revolutionary-war", "civil-war", "robber-barons"),
    "civil-disobedience",
}
LAYOUTS = 24


def begin(table: Table, rng: random.Random, card: str) -> Play:
    """Play a card for its event; return what the model then has before it."""
    hero = int(table.state.active)
    others = [seat for seat in range(table.edition.players) if seat != hero]
    victim = rng.choice(others) if card in NAMES_OPPONENT else -1
    table.hand(hero, card)
    world, near = World.of(table), accessible(table, hero)
    steps = [f"card:{card}"]
    if CARD[card]["types"] == "event|product":
        steps.append("half:event")
    if victim >= 0:
        steps.append(f"player:{victim + 1}")
    table.do(*steps)
    return Play(copy.deepcopy(world), hero, victim, near)


def follow(table: Table, rng: random.Random, card: str) -> Play:
    """Play a card to its end with random choices, and compare after each."""
    play = begin(table, rng, card)
    event = played(play, card)
    chosen = None
    while True:
        try:
            seat, names = event.send(chosen)
        except StopIteration:
            assert World.of(table) == play.world
            return play
        assert World.of(table) == play.world
        assert table.position.current_player() == seat
        if seat == CHANCE:
            assert [outcome for outcome, _ in table.position.chance_outcomes()] == names
        else:
            assert table.names == names
        if table.phase == Phase.CHOOSE:
            assert table.state.territory == -1  # the last one taken is done with
        chosen = rng.choice(names)
        table.do(chosen)


@pytest.mark.parametrize("card", EVENTS)
def test_events(card: str):
    """[manifest-destiny 1.4, 6.4 to 6.8, 6.14, 11.1, 16.1, 20.8]."""
    for seed in range(LAYOUTS):
        rng = random.Random(f"{card} {seed}")
        era = int(rng.choice(CARD[card]["eras"].split("/")))
        table = drawn(rng, players_for(card, seed), era, others=seed % 4 == 3)
        play = follow(table, rng, card)
        state = table.state
        if play.fighting:
            assert table.phase == Phase.ATTACK_DICE
            assert state.territory == TERRITORY_IDS.index(play.fighting)
        elif play.rolling:
            assert (table.phase, state.dice) == (Phase.RESEARCH_DICE, 2)
            assert state.breakthrough == BREAKTHROUGH_IDS.index(play.rolling)
        else:
            assert (table.phase, state.chooser, state.card) == (Phase.PLAY, state.active, -1)
            assert (state.left, state.turner, state.territory, state.asked) == (-1, 0, -1, 0)
            assert set(state.row("reach")) == {Reach.NO}


def vacated(table: Table, *territories: str) -> Table:
    """Take the tokens of players off these territories."""
    state = table.state
    for name in territories:
        number = TERRITORY_IDS.index(name)
        state.supply[state.owner[number]] += 1
        state.owner[number], state.presence[number] = VACANT, 0
    return table


def test_the_last_vacant_territory_of_a_set():
    """Only Quebec is left for Hudson Bay Company [manifest-destiny 6.7, 20.8]."""
    canada = [name for name, row in TERRITORY.items() if row["region"] == "Canada"]
    t = vacated(Table().own(3, *[name for name in canada if name != "quebec"]), "quebec")
    t.play("hudson-bay-company")
    assert t.names == ["territory:quebec"]


def test_the_free_city_goes_where_there_is_none():
    """See [manifest-destiny 7.2, 20.8]."""
    t = Table(era=2).own(0, "texas", "monterrey").city("texas").play("black-gold")
    assert t.names == ["territory:monterrey"]


def test_an_earthquake_among_natives():
    """They hold no cash to lose [manifest-destiny 20.8]."""
    t = Table(era=2).own(5, "ohio").city("ohio").play("san-francisco-earthquake", "half:event")
    t.do("territory:ohio")
    assert list(t.state.cash) == [100] * 5
    assert not t.state.row("city").any()


def test_an_earthquake_in_the_only_city():
    """See [manifest-destiny 20.8]."""
    t = Table(era=2).city("australia").play("san-francisco-earthquake", "half:event")
    assert t.names == ["territory:australia"]


def test_homestead_act_from_every_neighbour():
    """Any of the eight neighbours of Tennessee will do [manifest-destiny 20.8]."""
    assert len(LAND["tennessee"]) == 8
    for name in LAND["tennessee"]:
        t = vacated(Table(era=2), "pennsylvania").own(0, name).play("homestead-act")
        assert "territory:tennessee" in t.names


def test_natives_keep_cuba():
    """Remember the Maine! is fought against players only [manifest-destiny 20.8]."""
    t = Table(era=2).own(5, "cuba").play("remember-the-maine", "half:event")
    assert (t.phase, t.owner("cuba")) == (Phase.PLAY, 5)


def test_civil_war_without_anyone_to_name():
    """It may be played for its number (A14) [manifest-destiny 6.12]."""
    t = Table(era=2)
    t.state.row("immune")[:] = 1
    t.play("civil-war", "half:event")
    assert (t.phase, t.state.highest[0]) == (Phase.PLAY, 33)
    assert not t.state.row("loss").any()


def test_spy_of_the_last_seat_without_anyone_to_name():
    """The card on the table is not taken (A14) [manifest-destiny 6.12]."""
    t = Table()
    t.state.part = t.state.active = t.state.chooser = 4
    t.hand(4, "spy").do("card:spy").unanswered()
    assert (t.phase, t.where("spy")) == (Phase.PLAY, Zone.TABLE + 4)


def test_spy_rebounds_on_an_empty_hand():
    """There is nothing to take [manifest-destiny 6.12]."""
    t = Table().hand(1, "president", "congress").hand(0, "spy")
    t.do("card:spy", "player:2", "card:president").unanswered()
    assert t.phase == Phase.PLAY
    assert t.where("congress") == Zone.HAND + 1


def test_the_die_of_robber_barons():
    """It lies alone on the table [manifest-destiny 20.8]."""
    t = Table(era=2)
    t.state.dice = t.state.defence = 2
    t.state.row("die")[:] = 6
    t.play("robber-barons", "half:event", "player:4", 2)
    assert (t.state.dice, t.state.die[0], t.state.defence) == (1, 3, 0)
    assert list(t.state.cash) == [100, 100, 100, 70, 100]


def test_who_knows_the_hand_from_which_spy_took_a_card():
    """The thief has seen which card it was, and the victim too [manifest-destiny 6.12, 11.1]."""
    t = Table()
    t.state.part = t.state.active = t.state.chooser = 2
    t.hand(1, "king-cotton", "congress").hand(2, "spy")
    kept, taken = CARD_IDS.index("king-cotton"), CARD_IDS.index("congress")
    t.state.shown[kept] = 0b11111
    t.do("card:spy", "player:2").unanswered().do(sorted((kept, taken)).index(taken))
    assert t.state.zone[taken] == Zone.HAND + 2
    assert t.state.shown[taken] == 1 << 1
    assert t.state.shown[kept] == 1 << 2


@pytest.mark.parametrize("left", [[], ["turnpike"], ["e-commerce"]])
def test_breakthroughs_for_moon_landing(left: list[str]):
    """All those that are unclaimed; if there are none, no die is rolled [manifest-destiny 20.8]."""
    t = Table(era=3).give(1, *[name for name in BREAKTHROUGH_IDS if name not in left])
    t.play("moon-landing", "half:event")
    assert t.phase == (Phase.BREAKTHROUGH if left else Phase.PLAY)
    assert [name for name in t.names if "research" in name] == [f"research:{n}" for n in left]
