"""What a learned value knows of a state: its numbers, their range, and where a turn begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ducato.bots.playout import greedy_choice
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch
from ducato.core.chance import below, new_rng
from ducato.core.game import LoadedGame
from ducato.core.game.weights import greedy_weights
from ducato.core.position import Position
from ducato.core.verbs import action_score, features, turn_begins
from ducato.games.builders import GAME, bot
from ducato.games.builders.state import ACTIONS, Phase, State, Zone

from . import walks
from .table import Table

NAMES = GAME.names("StateFeature")
GROUPS = {"coins", "points", "workers", "machines", "sites", "plan", "market", "tempo"}
EDITIONS = ("official", "bga")
LIMIT = 30  # rounds, after which a game of random players is stopped


def described(state: Any, edition: Any, seat: int) -> NDArray[np.float32]:
    """Return the features of a state from the view of a seat."""
    out = np.zeros(len(NAMES), np.float32)
    features(state, edition, seat, out)
    return out


def seen(table: Table, seat: int = 0) -> dict[str, float]:
    """Return the features that are not 0, by name."""
    found = described(table.state, table.game.edition, seat)
    return {name: round(float(x), 4) for name, x in zip(NAMES, found, strict=True) if x != 0}


def played(loaded: LoadedGame, seed: int, bot: str) -> Iterator[tuple[Position, bool]]:
    """Yield the positions of a game between bots, and whether the last step began a turn."""
    position, rng, weights = (
        loaded.new_initial_state(),
        new_rng("value", seed),
        greedy_weights(GAME),
    )
    choices, turns = np.zeros(loaded.num_actions(), np.int32), 0
    while True:
        state = position.state
        yield position, state.turns > turns
        turns = state.turns
        if position.is_terminal():
            return
        if position.is_chance_node():
            position.apply_action(below(rng, len(position.chance_outcomes())))
        elif bot == "greedy":
            edition = Batch.of(loaded.edition)
            position.apply_action(
                greedy_choice.interpreted(Batch.of(state), edition, rng, weights, choices)
            )
        else:
            legal = position.legal_actions()
            position.apply_action(legal[below(rng, len(legal))])


def mirrored(state: State) -> State:
    """Return the state of a table for two in which each seat has what the other had."""
    mirror = state.copy()
    for card, zone in enumerate(state.zone):
        if zone >= Zone.CREW:
            first = zone - (zone - Zone.CREW) % 4
            mirror.zone[card] = first + 1 - (zone - first)
    for first in (Zone.CREW, Zone.WORK, Zone.SITE, Zone.BUILT):
        mirror.held[first], mirror.held[first + 1] = state.held[first + 1], state.held[first]
    for row in ("coins", "points", "machine_points"):
        own, other = getattr(state, row)[0], getattr(state, row)[1]
        getattr(mirror, row)[0], getattr(mirror, row)[1] = other, own
    mirror.active, mirror.first = 1 - state.active, 1 - state.first
    mirror.trigger = 1 - state.trigger if state.trigger >= 0 else -1
    return mirror


@kernel
def describe(states: Any, editions: Any, out: Any) -> int:
    """Write the features of all states from the view of every seat; return where turns begin."""
    begun = 0
    for i in range(len(out)):
        for seat in range(editions[0].players):
            features(states[i], editions[0], seat, out[i, seat])
        if turn_begins(states[i]):
            begun += 1
    return begun


# ---------------------------------------------------------------------------- their names


def test_the_names_are_as_many_as_the_numbers():
    assert len(set(NAMES)) == len(NAMES) == len(bot.StateFeature)
    assert {name.split(".")[0] for name in NAMES} == GROUPS
    assert {"coins.own", "points.strongest_near", "sites.mean_stone", "tempo.rounds"} < set(NAMES)


# ---------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_all_are_of_the_order_of_one(players: int, edition: str, bot: str):
    loaded = GAME.load(players, edition, max_rounds=LIMIT)
    written = np.zeros(len(NAMES), bool)
    for position, _ in played(loaded, players, bot):
        if turn_begins(position.state):
            for seat in range(players):
                found = described(position.state, loaded.edition, seat)
                assert np.isfinite(found).all()
                assert np.abs(found).max() <= 3
                written |= found != 0
    if bot == "greedy" and players > 2:
        assert written.mean() > 0.9


def test_any_values_of_the_edition_keep_them_of_the_order_of_one():
    """In every state that the walks of the other tests come through."""
    for step in walks.steps():
        found = described(step.before.state, step.before.game.edition, 0)
        assert np.isfinite(found).all()
        assert np.abs(found).max() <= 3


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("players", GAME.players)
def test_a_turn_begins_once(players: int, bot: str):
    loaded = GAME.load(players, max_rounds=LIMIT)
    for position, begun in played(loaded, 5, bot):
        assert turn_begins(position.state) == (begun and not position.is_terminal())


def test_a_turn_begins_at_most_once_with_more_free_actions():
    seen_in = []
    for position, _ in played(GAME.load(2, free_actions=5, max_rounds=20), 1, "random"):
        if turn_begins(position.state):
            seen_in.append(position.state.turns)
    assert seen_in
    assert len(set(seen_in)) == len(seen_in)


def test_no_turn_begins_when_a_crew_member_is_put_back():
    table = Table().crew(0, "apprentice-1").site(0, "inn").site(0, "farm").coins(0, 4)
    assert turn_begins(table.state)
    table.do("send:apprentice-1")
    assert table.state.phase == Phase.CHOOSE_SITE
    assert not turn_begins(table.state)
    assert not turn_begins(table.do("keep").state)


def test_the_seats_of_a_mirrored_state_are_exchanged():
    loaded = GAME.load(2)
    for position, _ in played(loaded, 3, "greedy"):
        state = position.state
        if turn_begins(state):
            mirror = mirrored(state)
            for seat in range(2):
                assert np.array_equal(
                    described(state, loaded.edition, seat),
                    described(mirror, loaded.edition, 1 - seat),
                )


@pytest.mark.compiled
@pytest.mark.parametrize("players", GAME.players)
def test_compiled_and_interpreted_agree(players: int):
    loaded = GAME.load(players)
    states = [p.state.copy() for p, _ in played(loaded, 7, "greedy") if turn_begins(p.state)]
    batch = Batch.zeros(loaded.State, len(states))
    for i, state in enumerate(states):
        batch[i] = state
    out = np.zeros((len(states), players, len(NAMES)), np.float32)
    assert describe(batch, Batch.of(loaded.edition), out) == len(states)
    for state, rows in zip(states, out, strict=True):
        for seat in range(players):
            expected = described(state, loaded.edition, seat)
            np.testing.assert_allclose(rows[seat], expected, atol=1e-6)


# ------------------------------------------------------------------------------ positions


def test_what_a_seat_has():
    """17 coins, an apprentice (0,0,1,1), a crane that makes 2 stone for nothing, the inn open."""
    table = Table().coins(0, 17).crew(0, "apprentice-1", "crane-1").site(0, "inn", 2, 0, 1, 2)
    has = seen(table)
    assert has["coins.own"] == 0.85
    assert has["coins.own_few"] == 1
    assert has["coins.own_to_point"] == 0.7
    assert has["coins.own_expected"] == pytest.approx((17 + 12 - 5) / 20)
    assert has["points.own"] == pytest.approx(1 / 17, abs=1e-4)
    assert has["points.own_with_coins"] == pytest.approx(2 / 17, abs=1e-4)
    assert has["points.own_expected"] == pytest.approx((1 + 3 * 1 / 6) / 17, abs=1e-4)
    assert has["workers.own_free"] == 0.5
    assert has["workers.own_wages"] == 0.2
    assert (has["workers.own_stone"], has["workers.own_tile"]) == (0.4, 0.2)
    assert (has["machines.own"], has["machines.own_output"]) == (0.5, 0.4)
    assert (has["sites.own"], has["sites.own_lack"]) == (0.5, 0.5)
    assert "points.own_near" not in has
    assert seen(table, 1)["coins.strongest"] == 0.85


def test_a_site_that_the_crew_finishes_in_this_turn():
    """Two sends cost three actions; the wages are 2, the reward 12."""
    table = Table().crew(0, "apprentice-1", "crane-1").site(0, "inn", 2, 0, 1, 1)
    has = seen(table)
    assert has["plan.own_points"] == has["plan.own_turn"] == 0.6
    assert has["plan.own_reward"] == 0.6
    assert has["plan.own_sends"] == pytest.approx(2 / 3, abs=1e-4)
    assert has["plan.own_turn_coins"] == 0.5
    assert "plan.own_lack" not in has
    assert "plan.own_ends" not in has
    assert seen(table.coins(0, 1)).get("plan.own_turn", 0) == 0


def test_the_last_turn_and_the_lead():
    """Seat 0 began and has triggered the end: only seat 1 still has a turn."""
    table = Table().built(0, "cathedral", "castle", "farm").turn(1)
    table.state.trigger = 0
    has, other = seen(table), seen(table, 1)
    assert has["points.own_enough"] == has["tempo.triggered"] == has["tempo.decided"] == 1
    assert (has["points.ahead"], other["points.ahead"]) == (1, -1)
    assert has["points.lead"] == 1.9
    assert "tempo.own_left" not in has
    assert has["tempo.strongest_left"] == other["tempo.own_moves"] == 1


# ---------------------------------------------------------- what greedy may be taught to see


def scored(table: Table, feature: str, action: str) -> float:
    """Return one feature of an action."""
    weights = np.zeros(len(bot.Feature))
    weights[bot.Feature[feature]] = 1
    return float(action_score(table.state, table.game.edition, ACTIONS.index(action), weights))


def test_a_new_site_that_can_be_finished():
    table = Table().crew(0, "apprentice-1").in_row("wooden-shack")
    assert scored(table, "OPEN_FINISHES", "open:wooden-shack") == 0
    table.crew(0, "apprentice-3")  # (0,1,1,0)
    assert scored(table, "OPEN_FINISHES", "open:wooden-shack") == 1
    table.state.actions = 1
    assert scored(table, "OPEN_FINISHES", "open:wooden-shack") == 0


def test_what_ends_the_game():
    table = Table().crew(0, "apprentice-1").site(0, "farm", 0, 0, 1, 1).built(0, "cathedral")
    assert scored(table, "SEND_ENDS", "send:apprentice-1") == 0
    table.built(0, "castle")
    assert scored(table, "SEND_ENDS", "send:apprentice-1") == 1
    table.coins(1, 250)
    assert scored(table, "SEND_ENDS", "send:apprentice-1") == -1


def test_the_last_turn_of_a_seat():
    table = Table().crew(0, "apprentice-1").site(0, "inn").coins(0, 5)
    assert scored(table, "TAKE_POINTS", "take:3") == 0
    table.state.trigger = 1
    assert scored(table, "TAKE_POINTS", "take:3") == 1
    assert scored(table, "TAKE_POINTS", "take:2") == 0
    assert scored(table, "LAST_USELESS", "send:apprentice-1") == 1


def test_another_can_finish_the_site():
    table = Table().crew(0, "apprentice-1", "crane-1").site(0, "inn", 2, 0, 1, 1)
    assert scored(table, "SEND_FOLLOWED", "send:apprentice-1") == 1
    table.state.actions = 2
    assert scored(table, "SEND_FOLLOWED", "send:apprentice-1") == 0
