"""The features of a state tell the seats apart by nothing but their order in the turn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ducato
from ducato.bots.playout import Choices, Policy, choice
from ducato.compile.kernels import kernel
from ducato.core.chance import below, new_rng
from ducato.core.game import LoadedGame
from ducato.core.game.weights import greedy_weights
from ducato.core.struct import Batch
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    current_player,
    features,
    names,
    setup,
    turn_begins,
)
from ducato.games.fantasy_market import rules
from ducato.games.fantasy_market.state import Phase

from .table import Table, turn

NAMES = names(rules, "StateFeature")
TABLES = [
    (edition, players) for edition in ("tuned", "author", "ducato") for players in (2, 3, 4, 5, 6)
]
MOST_TURNS = 400


@kernel
def walk(
    states: Any, editions: Any, rng: Any, policy: Policy, choices: Choices, kept: Any, found: Any
) -> int:
    """Play a game and keep the states where turns begin; return their number.

    Count in ``found[turn]`` how often each turn begins, and in ``found[0]`` the turns that begin
    later than in their first state.
    """
    edition = editions[0]
    states[0] = states[1]
    state = states[0]
    setup(state, edition)
    n = 0
    turns = 0
    for _ in range(100_000):
        player = current_player(state, edition)
        if player == TERMINAL:
            return n
        if turn_begins(state):
            found[state.turns] += 1
            if state.turns == turns:
                found[0] += 1
            kept[n] = state
            n += 1
        turns = state.turns
        if player == CHANCE:
            apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
        else:
            apply_action(state, edition, choice(state, edition, rng, policy, choices))
    return -1


@kernel
def describe_all(kept: Any, editions: Any, out: Any) -> None:
    """Write the features of each state from the view of each seat."""
    for row in range(len(out)):
        for seat in range(out.shape[1]):
            features(kept[row], editions[0], seat, out[row, seat])


def played(game: LoadedGame, guided: bool, seed: int) -> tuple[Any, list[int]]:
    """Return the states of a game where turns begin, and how often each turn begins."""
    policy = Policy(guided, greedy_weights(game.game))
    kept, found = Batch.zeros(game.State, MOST_TURNS), np.zeros(MOST_TURNS, np.int64)
    n = walk(
        Batch.zeros(game.State, 2),
        Batch.of(game.edition),
        new_rng("value features", seed),
        policy,
        Choices.of(len(game.actions)),
        kept,
        found,
    )
    assert n > 0
    return [kept[row] for row in range(n)], found.tolist()


def described(state: Any, edition: Any, seat: int) -> np.ndarray:
    """Return the features that the rules give in Python."""
    out = np.zeros(len(NAMES), np.float32)
    features(state, edition, seat, out)
    return out


def told(table: Table, seat: int = 0) -> dict[str, float]:
    """Return the features by name, rounded."""
    values = described(table.state, table.edition, seat)
    return {name: round(float(v), 5) for name, v in zip(NAMES, values, strict=True)}


def turned(state: Any, players: int) -> Any:
    """Return the state with every seat moved on by one, at the beginning of a turn."""
    new = state.copy()
    for name in ("gold", "played", "shop_of", "stock"):
        rows = state.row(name)
        new.row(name)[:players] = np.roll(rows[:players], 1, axis=0)
    for shop, owner in enumerate(state.owner):
        if owner >= 0:
            new.owner[shop] = (owner + 1) % players
    for name in ("first", "active", "chooser"):
        setattr(new, name, (getattr(state, name) + 1) % players)
    return new


def test_names_are_grouped_and_unlike():
    groups = {name.partition(".")[0] for name in NAMES}
    assert groups == {
        *("gold", "goods", "sales", "reach", "risk"),
        *("heroes", "market", "monsters", "cards", "tempo"),
    }
    assert {"gold.own", "gold.strongest", "gold.next", "gold.mean"} < set(NAMES)
    assert len(set(NAMES)) == len(NAMES) == len(rules.StateFeature)


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("guided", [False, True])
def test_whole_games(edition: str, players: int, guided: bool):
    game = ducato.load("fantasy-market", players=players, edition=edition)
    states, found = played(game, guided, 7)
    assert found[0] == 0
    assert found[1 : len(states) + 1] == [1] * len(states)
    kept = Batch.zeros(game.State, len(states))
    for row, state in enumerate(states):
        kept[row] = state
    values = np.zeros((len(states), players, len(NAMES)), np.float32)
    describe_all(kept, Batch.of(game.edition), values)
    assert np.isfinite(values).all()
    assert abs(values).max() <= 3
    for row in range(0, len(states), 1 + len(states) // 8):
        for seat in range(players):
            python = described(states[row], game.edition, seat)
            assert python == pytest.approx(values[row, seat], abs=1e-6)
            moved = turned(states[row], players)
            assert described(moved, game.edition, (seat + 1) % players).tolist() == python.tolist()


def test_a_turn_begins_before_its_first_choice_only():
    table = Table(players=3)
    assert turn_begins(table.state)
    table.do("choose:thief")
    assert not turn_begins(table.state)
    table.do("choose:market", "choose:promotion")
    assert table.phase == "reveal"
    assert not turn_begins(table.state)
    assert not turn_begins(Table(players=3, shop_choice="free").state)
    table = Table(players=3)
    turn(table, "thief", "collector", "market")
    assert table.state.turns == 2
    assert turn_begins(table.state)
    table.state.phase = Phase.OVER
    assert not turn_begins(table.state)
