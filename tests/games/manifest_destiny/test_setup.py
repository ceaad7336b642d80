"""The set-up and the deal: the whole state, compared with the tables and the clauses."""

from __future__ import annotations

import random

import pytest

import ducato
from ducato.games.manifest_destiny.rules.cards.deck import move_card
from ducato.games.manifest_destiny.state import State
from ducato.games.manifest_destiny.state.tables import Phase, Stage, Zone

from .scattered import differences
from .specification import specified

CARDS = list(specified("cards", "no").values())
SEATS = 5
NOBODY = ("chooser", "active", "most_cities", "hero", "victim", "drawer", "defender")
NOTHING = ("card", "territory", "settled", "left", "breakthrough")
ROWS_OF_NOBODY = ("order", "choice", "home", "partner")
RULINGS = (
    {},
    {
        "start_cash": 35,
        "start_profit_3p": 45,
        "start_profit_4p": 50,
        "start_profit_5p": 55,
        "control_tokens": 18,
        "native_markers": 4,
        "tourism_markers": 6,
        "technology_markers": 7,
        "initial_hand": 4,
    },
    {"initial_hand": 1},
    {"initial_hand": 2},
)


def set_up(players, ruling):
    """Return the state before the deal [manifest-destiny 1.2, 2.1, 2.2, 2.4]."""
    state, seats = State(), range(players)
    state.phase, state.era, state.deck_era = Phase.DEAL_DESTINY, 1, 1
    for name in (*NOBODY, *NOTHING):
        setattr(state, name, -1)
    for name in ROWS_OF_NOBODY:
        for seat in range(SEATS):
            getattr(state, name)[seat] = -1
    for territory in range(67):
        state.owner[territory] = -1
    state.natives_left = ruling.get("native_markers", 5)
    state.tourism_left = ruling.get("tourism_markers", 3)
    state.technology_left = ruling.get("technology_markers", 2)
    profit = ruling.get(f"start_profit_{players}p", 30 if players == SEATS else 20)
    for seat in seats:
        state.cash[seat] = ruling.get("start_cash", 60)
        state.profit[seat] = profit
        state.supply[seat] = ruling.get("control_tokens", 25)
    state.bank = -sum(state.cash)
    for number, row in enumerate(CARDS):
        eras = [int(era) for era in row["eras"].split("/")]
        zone = Zone.ASIDE
        if players < SEATS and row[f"rm{players}"]:
            zone = Zone.BOX
        elif number < 6:
            zone = Zone.DECK
        state.zone[number], state.batch[number] = zone, min(eras) - 1
        state.held[min(eras) - 1, zone] += 1
    return state


@pytest.mark.parametrize("ruling", RULINGS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_set_up_and_deal(players, ruling):
    """A Destiny card each, then cards of the completed deck [manifest-destiny 2.1, 2.2, 2.3, 2.4].

    See also [manifest-destiny 1.1, 1.2, 1.3, 3.1].
    """
    position = ducato.load("manifest-destiny", players, **ruling).new_initial_state()
    expected, rng = set_up(players, ruling), random.Random(players)
    assert differences(expected, position.state) == {}
    dealt = [*range(players), *(n for n in range(players) for _ in range(hand_of(ruling) - 1))]
    for turn, seat in enumerate(dealt):
        expected.active = seat - (
            turn < players
        )  # the last who has got a Destiny card, or the next
        expected.phase = Phase.DEAL_DESTINY if turn < players else Phase.DEAL
        assert differences(expected, position.state) == {}
        deck = [card for card in range(64) if expected.zone[card] == Zone.DECK]
        outcomes = position.chance_outcomes()
        assert len(outcomes) == len(deck)
        assert turn >= players or all(CARDS[card]["class"] == "destiny" for card in deck)
        outcome = rng.choice((0, len(deck) - 1, rng.randrange(len(deck))))
        position.apply_action(outcome)
        move_card(expected, deck[outcome], Zone.HAND + seat)
        if turn == players - 1:
            for card in range(64):
                if expected.zone[card] == Zone.ASIDE and "1" in CARDS[card]["eras"]:
                    move_card(expected, card, Zone.DECK)
    expected.phase, expected.stage, expected.active = Phase.BID_ORDER, Stage.HOMES, -1
    assert differences(expected, position.state) == {}
    assert position.chance_outcomes() == [(n, 1 / players) for n in range(players)]


def hand_of(ruling):
    return ruling.get("initial_hand", 3)
