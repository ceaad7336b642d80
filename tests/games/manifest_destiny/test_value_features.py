"""The features of a state for a learned value, and the states where turns begin."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import ducato
from ducato.bots.playout import Choices, Policy, choice
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch
from ducato.core.chance import below, new_rng
from ducato.core.game.weights import greedy_weights
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    current_player,
    features,
    setup,
    turn_begins,
)
from ducato.games.manifest_destiny import GAME
from ducato.games.manifest_destiny.bot.state_features.names import FEATURES
from ducato.games.manifest_destiny.state.tables import (
    CATEGORIES,
    LEVELS,
    PROGRESSIONS,
    Phase,
    Stage,
)

from .layouts import drawn
from .manifest_table import NEW, Table

NAMES = GAME.names("StateFeature")
EDITIONS = ["standard", "swift"]
PLAYERS = [3, 4, 5]


def view(table: Table, seat: int) -> dict[str, float]:
    """Return the features of a position from the view of a seat, by name."""
    return seen(table.state, table.edition, seat)


def seen(state: Any, edition: Any, seat: int) -> dict[str, float]:
    out = np.zeros(FEATURES)
    features(state, edition, seat, out)
    return dict(zip(NAMES, out.tolist(), strict=True))


@kernel
def record(
    states: Any, editions: Any, rng: Any, policy: Policy, choices: Choices, rows: Any
) -> int:
    """Play a game from `states[1]`; record the states where turns begin, and their features.

    `states` has three more entries than `rows`. Return the number of rows.
    """
    edition = editions[0]
    states[0] = states[1]
    state = states[0]
    setup(state, edition)
    n = 0
    for _ in range(20000):
        player = current_player(state, edition)
        if player == TERMINAL:
            break
        if turn_begins(state) and n < len(rows):
            states[2 + n] = state
            for seat in range(rows.shape[1]):
                features(state, edition, seat, rows[n, seat])
            n += 1
        if player == CHANCE:
            apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
        else:
            apply_action(state, edition, choice(state, edition, rng, policy, choices))
    return n


def recorded(game: Any, guided: bool, seed: int) -> tuple[Batch, Any]:
    """Return the states of a compiled game where turns begin, and their features by seat."""
    rows = np.zeros((2000, game.players, FEATURES))
    states, editions = Batch.zeros(game.State, len(rows) + 2), Batch.of(game.edition)
    policy = Policy(guided, greedy_weights(game.game))
    choices = Choices.of(len(game.actions))
    n = record(states, editions, new_rng(seed), policy, choices, rows)
    assert 0 < n < len(rows)
    return Batch(game.State, states.array[2 : n + 2]), rows[:n]


def test_each_feature_has_a_name_with_a_group():
    assert GAME.verb("turn_begins")
    assert len(NAMES) == len(set(NAMES)) == FEATURES
    groups = {name.partition(".")[0] for name in NAMES if name.partition(".")[2]}
    assert groups == {"cash", "points", "land", "cities", "progress", "cards", "tempo", "home"}
    assert NAMES[0] == "cash.money_own"
    assert NAMES[-1] == "progress.e_commerce"


def test_progressions_are_in_the_order_that_the_features_assume():
    """Each follows the one of the same category that is one level lower."""
    edition = ducato.load("manifest-destiny", 3).edition
    assert list(edition.row("level")[:PROGRESSIONS]) == [1, 2, 3] * CATEGORIES
    assert list(edition.row("category")) == [n // LEVELS for n in range(PROGRESSIONS)]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.compiled
def test_features_are_of_order_one_and_the_same_interpreted(edition: str, players: int):
    game = ducato.load("manifest-destiny", players, edition=edition)
    for guided in (False, True):
        for seed in range(3):
            states, rows = recorded(game, guided, seed)
            assert np.isfinite(rows).all()
            assert np.abs(rows).max() <= 3
            for index in range(0, len(rows), 1 + len(rows) // 5):
                before = states.array[index].copy()
                for seat in range(players):
                    out = np.zeros(FEATURES)
                    features(states[index], game.edition, seat, out)
                    assert np.abs(out - rows[index, seat]).max() < 1e-6
                assert states.array[index] == before
                assert turn_begins(states[index])


@pytest.mark.parametrize("seed", range(20))
def test_features_are_finite_in_any_position(seed: int):
    rng = random.Random(seed)
    players = rng.choice(PLAYERS)
    table = drawn(rng, players, rng.randint(1, 3), False)
    for seat in range(players):
        values = np.array(list(view(table, seat).values()))
        assert np.isfinite(values).all()
        assert np.abs(values).max() <= 3


def test_what_a_player_has_is_seen_by_all():
    table = Table(players=3)
    table.state.cash[0], table.state.profit[0], table.state.vp[0] = 75, 50, 6
    own, other = view(table, 0), view(table, 1)
    assert own["cash.money_own"] == other["cash.money_leader"] == 0.5
    assert own["cash.profit_own"] == 0.5
    assert own["points.now_own"] == other["points.now_leader"] == 0.2
    assert other["points.now_mean"] == pytest.approx(0.1)
    assert (own["points.lead"], other["points.lead"]) == (1, -1)
    assert (own["points.behind"], other["points.behind"]) == (0, 0.5)
    assert view(table, 2)["cash.money_next"] == 0.5
    assert other["cash.money_next"] == pytest.approx(100 / 150)


def test_land_is_counted():
    """Pennsylvania pays Minerals and Textiles; Ohio adds a unit of Minerals, Indiana is new."""
    table = Table(players=3)
    before = view(table, 0)
    table.own(0, "ohio").own(0, "indiana", presence=NEW).city("ohio")
    found = view(table, 0)
    assert found["land.held_own"] == pytest.approx(3 / 15)
    assert found["land.new_own"] == pytest.approx(1 / 6)
    assert found["land.supply_own"] == pytest.approx(22 / 25)
    assert found["cities.held_own"] == pytest.approx(1 / 5)
    assert found["cities.most_own"] == 1
    assert found["cities.products_own"] == pytest.approx(2 / 6)
    assert found["cities.left"] == pytest.approx(19 / 20)
    # Textiles 5; Minerals 25 for two units and the city, Grain 10 for one and the city
    assert before["cash.market_own"] == pytest.approx(10 / 200)
    assert found["cash.market_own"] == pytest.approx(40 / 200)
    assert view(table, 1)["land.held_leader"] == pytest.approx(3 / 15)
    # Louisiana pays Agriculture 5 and Oil 10.
    assert view(table, 1)["cash.market_next"] == pytest.approx(15 / 200)


def test_points_within_reach_are_those_that_the_cash_buys():
    """Of level 1, four cost $40 and Storytelling $30."""
    table = Table(players=3, stage=Stage.INVESTMENT)
    table.state.cash[0] = 69
    assert view(table, 0)["points.reach_own"] == pytest.approx(1 / 6)
    table.state.cash[0] = 70
    assert view(table, 0)["points.reach_own"] == pytest.approx(2 / 6)
    table.state.part = 1
    assert view(table, 0)["points.reach_own"] == 0
    assert view(table, 0)["points.next_own"] > 0


def test_the_last_turn_is_seen_by_points_or_by_cards():
    """With $100 each buys three points, Storytelling and Motion Pictures."""
    table = Table(players=3, stage=Stage.INVESTMENT)
    table.state.vp[0], table.state.vp[1] = 26, 24
    found = view(table, 0)
    assert found["points.close"] == pytest.approx(2 / 4)
    assert found["tempo.finish"] == found["points.finish"] == 0
    table.state.vp[0] = 27
    found = [view(table, seat) for seat in range(3)]
    assert [seen["tempo.finish"] for seen in found] == [1, 1, 1]
    assert [seen["points.finish"] for seen in found] == pytest.approx([1.5, -1.5, -3])
    table = Table(players=3, stage=Stage.INVESTMENT)
    table.state.exhausted, table.state.cash[0] = 1, 115
    assert view(table, 0)["points.finish"] == pytest.approx(0.05)
    table.state.stage = Stage.EXPANSION
    assert view(table, 0)["tempo.finish"] == 0


def test_steps_and_licences_are_told_apart():
    table = Table(players=3)
    table.steps(0, "turnpike", 1, 3).steps(0, "patriotism", 1, 2, 4)
    found = view(table, 0)
    assert found["progress.steps_own"] == pytest.approx(2 / 9)
    assert found["progress.ready_own"] == pytest.approx(1 / 3)
    table.pioneers(0, 1)
    assert view(table, 0)["points.reach_own"] - found["points.reach_own"] == pytest.approx(1 / 6)
    table.give(1, "patriotism", "unity")
    assert view(table, 0)["progress.ready_own"] == 0
    seen = view(table, 1)
    assert (seen["progress.patriotism"], seen["progress.unity"], seen["progress.railroad"]) == (
        1,
        1,
        0,
    )
    assert seen["progress.found_own"] == pytest.approx(1 / 4)
    assert seen["progress.first_own"] == pytest.approx(1 / 5)


def test_a_hand_is_worth_its_payouts_and_discounts():
    """Whiskey Rebellion pays Grain, Thomas Jefferson takes $20 off each of two Progressions."""
    table = Table(players=5)
    table.hand(0, "whiskey-rebellion", "thomas-jefferson", "internet", "president")
    table.own(0, "indiana", "iowa")
    found = view(table, 0)
    assert found["cards.held_own"] == 1
    assert found["cards.payouts_own"] == pytest.approx(10 / 60)
    assert found["cards.discounts_own"] == 1
    assert found["cards.later_own"] == pytest.approx(1 / 2)
    assert found["cards.answers"] == 1
    assert found["cash.hands_own"] == pytest.approx(10 / 150)
    table.give(0, "tolerance")
    assert view(table, 0)["cards.discounts_own"] == pytest.approx(1 / 2)
    table.state.era = 2
    assert view(table, 0)["cards.old_own"] == 1


def test_homes_are_told_apart():
    table = Table(players=5)
    for seat, home in enumerate(["pennsylvania", "virginia", "louisiana", "mexico", "quebec"]):
        found = view(table, seat)
        assert found[f"home.{home}"] == found["home.held"] == 1
        assert sum(value for name, value in found.items() if name.startswith("home.")) > 2
    table.own(1, "pennsylvania")
    assert view(table, 0)["home.held"] == 0


@pytest.mark.parametrize("new_seats", [(1, 2, 3, 0), (2, 3, 0, 1), (1, 0, 2, 3), (3, 1, 0, 2)])
def test_seats_are_interchangeable(new_seats: tuple[int, ...]):
    """With all that the players have at other seats, a position looks the same from there."""
    table = Table(players=4, stage=Stage.INVESTMENT)
    table.own(0, "ohio", "texas").own(2, "iowa").give(1, "unity").steps(3, "turnpike", 1)
    table.hand(2, "president", "robert-fulton")
    state, moved = table.state, table.state.copy()
    for seat in range(4):
        to = new_seats[seat]
        for row in ("cash", "profit", "vp", "supply", "home", "mat", "position", "advances"):
            moved.row(row)[to] = state.row(row)[seat]
        moved.row("steps")[to] = state.row("steps")[seat]
        moved.row("held")[:, 10 + to] = state.row("held")[:, 10 + seat]
        moved.row("order")[seat], moved.row("choice")[seat] = (
            new_seats[state.order[seat]],
            new_seats[state.choice[seat]],
        )
        moved.row("owner")[state.row("owner") == seat] = to
        moved.row("zone")[state.row("zone") == 10 + seat] = 10 + to
    moved.active = new_seats[state.active]
    for seat in range(4):
        there = seen(moved, table.edition, new_seats[seat])
        assert there == view(table, seat)


def test_a_turn_begins_with_the_first_choice_of_a_position():
    game = ducato.load("manifest-destiny", 3)
    position = game.new_initial_state()
    state, rng = position.state, new_rng(1)
    while state.phase != Phase.POSITION:
        assert not turn_begins(state)
        if position.current_player() == CHANCE:
            position.apply_action(below(rng, chance_outcomes(state, game.edition)))
        else:
            position.apply_action(position.legal_actions()[0])
    assert turn_begins(state)
    position.apply_action(position.legal_actions()[0])
    assert state.phase == Phase.POSITION
    assert not turn_begins(state)


def test_a_part_of_card_play_begins_until_something_is_done():
    table = Table(players=3).hand(0, "thomas-jefferson")
    assert turn_begins(table.state)
    table.do("card:thomas-jefferson")
    assert table.phase == Phase.PLAY
    assert not turn_begins(table.state)
    table = Table(players=3).do("priority")
    assert table.phase == Phase.PLAY
    assert not turn_begins(table.state)


def test_a_part_of_investment_begins_until_something_but_an_advance_is_bought():
    table = Table(players=3, stage=Stage.INVESTMENT)
    assert turn_begins(table.state)
    table.do("advance:unity")
    assert turn_begins(table.state)
    table.do("buy:2")
    assert not turn_begins(table.state)
    table.do("done")
    assert (table.phase, table.state.active) == (Phase.INVEST, 1)
    assert turn_begins(table.state)


def test_a_part_of_expansion_begins_until_a_token_is_placed():
    table = Table(players=3, stage=Stage.EXPANSION).tokens(0, 3)
    assert turn_begins(table.state)
    table.do("territory:ohio")
    assert not turn_begins(table.state)
