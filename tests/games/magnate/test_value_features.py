"""The features of a state for the learned value: what they say, and of what they may depend."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import ducato
from ducato.compile.kernels import kernel
from ducato.core import verbs
from ducato.core.batch import Batch
from ducato.core.game.weights import greedy_weights
from ducato.games.magnate import GAME, bot
from ducato.games.magnate.bot.state_layout import LIMIT, StateFeature
from ducato.games.magnate.state import CARDS, DISTRICTS, SEATS, ZONES, Phase, State, Zone

from .table import Table
from .walks import VARIANTS

NAMES = GAME.names("StateFeature")
GROUPS = {"tokens", "hand", "income", "districts", "deeds", "prospects", "tempo"}


def seen(state: Any, edition: Any, seat: int) -> np.ndarray[Any, Any]:
    """Return the features of a state from the view of a seat."""
    out = np.zeros(len(NAMES), np.float32)
    bot.features(state, edition, seat, out)
    return out


def described(table: Table, seat: int = 0) -> dict[str, float]:
    """Return the features of a table by name, at the beginning of the active seat's turn."""
    table.state.phase = Phase.ROLL
    return dict(zip(NAMES, map(float, seen(table.state, table.game.edition, seat)), strict=True))


def shown(table: Table, seat: int, prefix: str) -> dict[str, float]:
    """Return the features whose names begin with a prefix and that are not 0, without it."""
    return {
        name.removeprefix(prefix): pytest.approx(value)
        for name, value in described(table, seat).items()
        if name.startswith(prefix) and value
    }


def game(edition: str, options: dict[str, object], player: str) -> Iterator[Any]:
    """Yield the states of a game by one kind of player, with chance and choices from one seed."""
    position = ducato.load("magnate", edition=edition, **options).new_initial_state()
    rng, weights = ducato.new_rng(5, edition), greedy_weights(GAME)
    while not position.is_terminal():
        yield position
        if position.is_chance_node():
            outcomes = position.chance_outcomes()
            position.apply_action(ducato.sample(outcomes, rng))
            continue
        legal = position.legal_actions()
        choice = legal[ducato.sample([(k, 0.0) for k in range(len(legal))], rng)]
        if player == "greedy":
            state, numbers = position.state, position.game.edition
            choice = max(
                legal, key=lambda action: verbs.action_score(state, numbers, action, weights)
            )
        position.apply_action(choice)


@cache
def turns() -> list[tuple[Any, Any]]:
    """Return the states in which turns begin, with their editions, of games of every variant."""
    return [
        (position.clone().state, position.game.edition)
        for edition, options in VARIANTS
        for player in ("random", "greedy")
        for position in game(edition, options, player)
        if bot.turn_begins(position.state)
    ]


def mirrored(state: Any) -> Any:
    """Return the state with the seats exchanged."""
    other = state.copy()
    for name in ("tokens", "last", "length", "deed", "laid", "chosen"):
        other.row(name)[...] = state.row(name)[::-1]
    swapped = np.arange(len(ZONES))
    for zone in (Zone.SOLD, Zone.HAND, Zone.CROWNS):
        swapped[[zone, zone + 1]] = zone + 1, zone
    for district in range(DISTRICTS):
        own, rival = Zone.COLUMN + district, Zone.COLUMN + DISTRICTS + district
        swapped[[own, rival]] = rival, own
    other.row("zone")[...] = swapped[state.row("zone")]
    other.row("held")[...] = state.row("held")[swapped]
    other.active, other.chooser = 1 - state.active, 1 - state.chooser
    return other


def test_each_feature_has_a_name_with_its_group():
    assert [int(member) for member in StateFeature] == list(range(len(NAMES)))
    assert len(set(NAMES)) == len(NAMES)
    assert {name.partition(".")[0] for name in NAMES} == GROUPS
    assert NAMES.index("hand.own_crown_of_moons") == StateFeature["hand.own_crown_of_moons"]


def test_every_feature_stays_in_its_range():
    for state, edition in turns():
        for seat in range(SEATS):
            values = seen(state, edition, seat)
            worst = int(np.argmax(np.abs(values)))
            assert np.isfinite(values).all()
            assert abs(values[worst]) <= LIMIT, (NAMES[worst], values[worst])


def test_every_feature_is_of_use():
    """Whatever the state, some features are 0; but none is 0 in all states of all variants."""
    used = np.zeros(len(NAMES), bool)
    for state, edition in turns():
        used |= seen(state, edition, 0) != 0
    idle = {NAMES[k] for k in np.flatnonzero(~used)}
    assert len(idle) < 20, idle


def test_the_features_follow_the_seats():
    for state, edition in turns()[::3]:
        twin = mirrored(state)
        for seat in range(SEATS):
            np.testing.assert_array_equal(
                seen(state, edition, seat), seen(twin, edition, 1 - seat), str(state)
            )


def test_what_is_mine_is_the_rivals_from_the_other_side():
    pairs = [
        (k, NAMES.index(name.replace(".own_", ".rival_")))
        for k, name in enumerate(NAMES)
        if name.startswith(("tokens.own", "hand.own", "income.own", "prospects.own"))
    ]
    own, rival = map(list, zip(*pairs, strict=True))
    signs = [k for k, n in enumerate(NAMES) if n.startswith(("prospects.result", "prospects.sum"))]
    for state, edition in turns()[::3]:
        mine, other = seen(state, edition, 0), seen(state, edition, 1)
        np.testing.assert_allclose(mine[own], other[rival], atol=1e-6)
        np.testing.assert_allclose(mine[rival], other[own], atol=1e-6)
        np.testing.assert_allclose(mine[signs], -other[signs], atol=1e-6)
        wins = NAMES.index("prospects.wins_0")
        chances = mine[wins : wins + DISTRICTS + 1]
        assert chances.sum() == pytest.approx(1, abs=1e-5)
        np.testing.assert_allclose(chances, other[wins : wins + DISTRICTS + 1][::-1], atol=1e-5)


def test_the_features_are_a_function_of_the_state():
    """They neither change it nor depend on who knows which card."""
    for state, edition in turns()[::10]:
        before, values = state.tobytes(), seen(state, edition, 1)
        other = state.copy()
        other.row("shown")[...] = -1 - np.arange(CARDS) % 2
        np.testing.assert_array_equal(values, seen(other, edition, 1))
        assert state.tobytes() == before


@kernel
def write_features(states: Any, editions: Any, out: Any) -> int:
    """Write the features of each state from the view of each seat; return the turns that begin."""
    begun = 0
    for k in range(len(states)):
        begun += verbs.turn_begins(states[k])
        for seat in range(SEATS):
            verbs.features(states[k], editions[0], seat, out[k, seat])
    return begun


@pytest.mark.compiled
@pytest.mark.slow
def test_compiled_features_are_the_interpreted_ones():
    for edition, options in VARIANTS:
        positions = [p.clone() for p in game(edition, options, "greedy")][::5]
        numbers = positions[0].game.edition
        chosen = [p.state for p in positions if p.state.phase >= Phase.ROLL]
        states = Batch.zeros(State, len(chosen))
        for k, state in enumerate(chosen):
            states[k] = state
        out = np.zeros((len(chosen), SEATS, len(NAMES)), np.float32)
        assert write_features(states, Batch.of(numbers), out) == sum(
            state.phase == Phase.ROLL for state in chosen
        )
        for state, values in zip(chosen, out, strict=True):
            for seat in range(SEATS):
                np.testing.assert_allclose(values[seat], seen(state, numbers, seat), atol=1e-6)


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_a_turn_begins_once(player: str):
    for edition, options in VARIANTS:
        began, last = 0, None
        for position in game(edition, options, player):
            if bot.turn_begins(position.state):
                began += 1
                assert began == position.state.turns
                assert position.state.played == 0
                assert position.is_chance_node()
            last = position
        assert began == last.state.turns


def test_tokens_and_trades():
    table = Table().supply(0, moons=1, waves=7).supply(1, knots=20)
    assert shown(table, 0, "tokens.") == {
        **{"own_moons": 0.2, "own_waves": 1.4, "own_any_moons": 1, "own_any_waves": 1},
        **{"own_trades_waves": 2, "own_supply": 0.8},
        **{"rival_knots": 3, "rival_any_knots": 1, "rival_trades_knots": 3, "rival_supply": 2},
    }


def test_income():
    """A 10 pays the Crowns, 19 in 100; the Mill pays at an 8, 15 in 100, its deed half of it."""
    table = Table().column(0, 3, "the-mill").column(1, 3, "the-darkness", deed=True)
    assert shown(table, 0, "income.own") == {
        **{"_moons": 0.95, "_suns": 0.95, "_waves": 5 * 0.34, "_leaves": 0.75},
        "_total": 0.57 + 0.3,
    }
    assert shown(table, 0, "income.rival") == {
        **{"_waves": 5 * 0.085, "_leaves": 0.95, "_wyrms": 5 * (0.19 + 0.085), "_knots": 0.95},
        "_total": 0.57 + 0.17,
    }


def test_hands():
    """The Mill, dear, fits the Excuse, the Light Keeper's and the Borderland's districts."""
    table = Table().hand(0, "the-mill", "ace-of-suns").supply(0, waves=1, leaves=1, suns=3)
    assert shown(table, 0, "hand.own_") == {
        **{"the_mill": 1, "ace_of_suns": 1, "cards": 2 / 3, "payable": 1 / 3},
        **{"deed_payable": 2 / 3, "crown_of_moons": 1, "crown_of_suns": 1, "crown_of_waves": 1},
    }
    assert {name: shown(table, 1, "districts.").get(f"{name}_rival_fit") for name in "12345"} == {
        name: 0.8 if name != "2" else None for name in "12345"
    }


def test_a_lead_and_a_deed():
    """Seat 0 leads with the Mill by 8; seat 1 has the Pact half paid, and can pay 4 of the rest."""
    table = Table().column(0, 3, "the-mill").column(1, 3, "the-pact", deed=True, moons=3, suns=1)
    table.supply(1, moons=2, suns=1, knots=3)
    where = next(n for n in "12345" if "own_total" in shown(table, 0, f"districts.{n}_"))
    found = shown(table, 0, f"districts.{where}_")
    del found["chance"]
    assert found == {
        **{"own_total": 0.4, "lead": 0.8, "lead_sign": 1, "deeds_lead": -0.1, "deeds_sign": -1},
        **{"own_reach_sign": 1, "rival_reach_sign": 1},
    }
    deed = shown(table, 0, f"deeds.{where}_")
    del deed["rival_outlook"]
    assert deed == {"rival_gain": 0.9, "rival_lack": 0.5, "rival_short": 0.1}
    table.supply(1, moons=3)
    assert shown(table, 0, f"deeds.{where}_") == {
        **{"rival_gain": 0.9, "rival_lack": 0.5, "rival_outlook": 1, "rival_ready": 1},
    }


def test_a_deed_lifts_an_ace():
    """The Ace of Waves counts the Mill once that is finished."""
    table = Table().column(0, 3, "ace-of-waves", "the-mill", deed=True)
    gains = [described(table)[f"deeds.{n}_own_gain"] for n in "12345"]
    assert sum(gains) == pytest.approx(0.9)


def last_turn() -> Table:
    """Set up the last turn of a game, seat 0's: the Mill at the Excuse would win it."""
    table = (
        Table().column(0, 1, "the-mountain").column(1, 2, "the-soldier").column(1, 3, "the-author")
    )
    table.hand(0, "the-mill", "ace-of-suns", "the-desert").hand(1, "the-cave", "the-pact").pile()
    table.supply(0, waves=4, leaves=4).supply(1, waves=9, wyrms=9)
    table.state.reshuffled = table.state.last_turns = 1
    return table


def test_the_last_turn_can_be_won():
    table = last_turn()
    assert shown(table, 0, "prospects.result") == {
        **{"": -1, "_with_deeds": -1, "_late": -10 / 11, "_of_last_turns": 1},
    }
    assert shown(table, 1, "prospects.result")["_of_last_turns"] == -1
    assert shown(table, 0, "prospects.own_best") == {"": 2, "_rank": 0.8}
    assert shown(table, 0, "prospects.rival_best") == {}  # the rival has no turn left


def test_without_the_tokens_the_last_turn_is_lost():
    """Two trades would still pay the Desert, which makes the Excuse a tie, but not the sums."""
    table = last_turn().supply(0, waves=3)
    assert shown(table, 0, "prospects.result")["_of_last_turns"] == -1
    assert shown(table, 0, "prospects.own_best") == {"": 1, "_rank": 0.2}


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (0, {"own_turn": 1, "own_is_last": 1}),
        (1, {"own_turns_over": 1}),
    ],
)
def test_the_tempo_of_the_last_turn(seat: int, expected: dict[str, float]):
    near = {f"within_{turns}": 1 for turns in (1, 2, 3, 4, 6, 8, 11, 15, 20, 26)}
    table = last_turn()
    table.pile().discard()
    discards = {"discards": table.state.held[Zone.DISCARD] / 24}
    found = {**near, **expected, "turns_left": 0.05, "hurry": 1}
    assert shown(table, seat, "tempo.") == found | {k: v for k, v in discards.items() if v}


@pytest.mark.parametrize(
    ("edition", "reshuffled", "expected"), [("current", 1, 5), ("cairns", 1, 6), ("current", 0, 6)]
)
def test_the_turns_left_are_counted(edition: str, reshuffled: int, expected: int):
    """Three cards lie in the pile, and one among the discards, which may be drawn once more."""
    table = Table(edition).discard("the-cave").pile("the-mill", "the-pact", "the-desert")
    table.state.reshuffled = reshuffled
    assert described(table)["tempo.turns_left"] == pytest.approx(expected / 20)
