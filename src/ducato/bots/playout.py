"""Playing games out: the inner loop of simulation and of search, written once over the verbs."""

from __future__ import annotations

from math import exp
from typing import Any

from ducato.core.chance import below, uniform
from ducato.core.kernels import kernel
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    action_score,
    apply_action,
    chance_outcomes,
    current_player,
    legal_actions,
    ranking,
    rounds_played,
    rule,
    setup,
)


@rule
def softmax(state: Any, edition: Any, legal: Any, n: int, weights: Any, chances: Any) -> None:
    """Write into `chances` how likely a guided player chooses each of the `n` legal actions.

    `weights` are the greedy weights divided by the temperature.
    """
    best = -1e30
    for i in range(n):
        chances[i] = action_score(state, edition, legal[i], weights)
        best = max(best, chances[i])
    total = 0.0
    for i in range(n):
        chances[i] = exp(chances[i] - best)
        total += chances[i]
    for i in range(n):
        chances[i] /= total


@rule
def draw_index(chances: Any, n: int, rng: Any) -> int:
    """An index below `n`, each as likely as `chances` says."""
    left = uniform(rng)
    for i in range(n - 1):
        left -= chances[i]
        if left < 0:
            return i
    return n - 1


@rule
def play_out(
    state: Any,
    edition: Any,
    rng: Any,
    guided: bool,
    weights: Any,
    legal: Any,
    chances: Any,
    longest: int,
) -> int:
    """Play to the end, uniformly or guided; the number of decisions, -1 if it takes too long."""
    decisions = 0
    for _ in range(longest):
        player = current_player(state, edition)
        if player == TERMINAL:
            return decisions
        if player == CHANCE:
            apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
            continue
        n = legal_actions(state, edition, legal)
        choice = 0
        if guided and n > 1:
            softmax(state, edition, legal, n, weights, chances)
            choice = draw_index(chances, n, rng)
        elif n > 1:
            choice = below(rng, n)
        apply_action(state, edition, legal[choice])
        decisions += 1
    return -1


@kernel
def play_games(
    states: Any,
    editions: Any,
    rng: Any,
    guided: bool,
    weights: Any,
    legal: Any,
    chances: Any,
    places: Any,
    decisions: Any,
    rounds: Any,
    longest: int,
) -> int:
    """Play a game for each row of `places`, writing final places, numbers of decisions and rounds.

    `states` holds two records, the second of zeros. Returns the number of games finished: fewer
    than the rows only if one took longer than `longest` steps; it then stands in `states[0]`.
    """
    edition = editions[0]
    for game in range(len(places)):
        states[0] = states[1]
        state = states[0]
        setup(state, edition)
        decisions[game] = play_out(state, edition, rng, guided, weights, legal, chances, longest)
        if decisions[game] < 0:
            return game
        ranking(state, edition, places[game])
        rounds[game] = rounds_played(state, edition)
    return len(places)


@kernel
def greedy_choice(states: Any, editions: Any, rng: Any, weights: Any, legal: Any) -> int:
    """The legal action with the highest score; among equal ones a random one."""
    state, edition = states[0], editions[0]
    n = legal_actions(state, edition, legal)
    best = -1e30
    chosen = -1
    equal = 0
    for i in range(n):
        score = action_score(state, edition, legal[i], weights)
        if score > best:
            best = score
            equal = 0
        if score >= best:
            equal += 1
            if below(rng, equal) == 0:
                chosen = legal[i]
    return chosen
