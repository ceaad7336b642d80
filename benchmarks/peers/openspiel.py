"""Random play in OpenSpiel: entirely in C++, and step by step from Python."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pyspiel

from peers import Measure, Row, per_second

GAMES = ("gin_rummy", "hearts", "dou_dizhu", "backgammon")
"""Comparable games of OpenSpiel: all but the last have hidden cards. Chance goes on during the game
in the first and the last, and only deals in the others."""
ROLLOUTS, FEW = 600, 4000


@cache
def decisions(name: str) -> float:
    """Return the mean number of decisions of a random game."""
    rng, done, games = np.random.default_rng(1), 0, 60
    game = pyspiel.load_game(name)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            done += not state.is_chance_node()
            state.apply_action(int(rng.choice(state.legal_actions())))
    return done / games


def their_bot(
    name: str, simulations: int, rollouts: int, seed: int, hidden: bool
) -> tuple[object, object]:
    """Return a C++ bot of OpenSpiel and the first position with a choice."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[seed % len(state.chance_outcomes())][0])
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    if hidden:
        policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        return pyspiel.ISMCTSBot(seed, evaluator, 1.4, simulations, -1, policy, False, False), state
    return pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 64, False, seed, False), state


def rolled_out(name: str) -> Measure:
    """Return the measurement of C++ alone: one leaf of a search, judged by many random games."""

    def steps(run: int) -> int:
        # A search of one simulation judges one leaf by all rollouts.
        bot, state = their_bot(name, 1, ROLLOUTS, run, hidden=False)
        bot.step(state)
        return int(ROLLOUTS * decisions(name))

    return lambda run: per_second(lambda: steps(run))


def from_python(name: str, observed: bool) -> Measure:
    """Return the measurement of a game played from Python."""
    game = pyspiel.load_game(name)
    tensors = game.get_type().provides_observation_tensor

    def steps() -> int:
        rng, done = np.random.default_rng(1), 0
        while done < FEW:
            state = game.new_initial_state()
            while not state.is_terminal() and done < FEW:
                legal = state.legal_actions()
                if not state.is_chance_node():
                    done += 1
                    if observed and tensors:
                        state.observation_tensor(state.current_player())
                    elif observed:
                        state.information_state_tensor(state.current_player())
                state.apply_action(legal[int(rng.integers(len(legal)))])
        return done

    return lambda run: per_second(steps)


def measurements() -> Iterator[tuple[Row, Measure]]:
    """Yield what can be measured."""
    for name in GAMES:
        yield Row(f"OpenSpiel in C++, {name}", "mask"), rolled_out(name)
    for name in GAMES:
        yield Row(f"OpenSpiel from Python, {name}", "mask"), from_python(name, observed=False)
        yield Row(f"OpenSpiel from Python, {name}", "observation"), from_python(name, observed=True)
