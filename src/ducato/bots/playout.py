"""Playing games out: the inner loop of simulation and of search, written once over the verbs."""

from __future__ import annotations

from math import exp
from typing import Any

from ducato.compile.kernels import kernel
from ducato.core.chance import below, uniform
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
def choice(
    state: Any, edition: Any, rng: Any, guided: bool, weights: Any, legal: Any, chances: Any
) -> int:
    """Return the action that the seat to move chooses, uniformly or guided."""
    n = legal_actions(state, edition, legal)
    if n == 1:
        return legal[0]  # type: ignore[no-any-return]  # an element of an array
    if guided:
        softmax(state, edition, legal, n, weights, chances)
        return legal[draw_index(chances, n, rng)]  # type: ignore[no-any-return]
    return legal[below(rng, n)]  # type: ignore[no-any-return]


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
        action = choice(state, edition, rng, guided, weights, legal, chances)
        apply_action(state, edition, action)
        decisions += 1
    return -1


@rule
def play_in_order(
    state: Any,
    edition: Any,
    rng: Any,
    guided: bool,
    weights: Any,
    legal: Any,
    chances: Any,
    longest: int,
    order: Any,
) -> int:
    """Play to the end like `play_out`, and write each seat's place in the order of play.

    That is the order in which the seats make their first decision, also one without a choice,
    counted from 1; it stays although the order may change later in the game. Seats that never
    decide are the last ones, by their numbers. `order` holds zeros before.
    """
    decisions = 0
    begun = 0
    for _ in range(longest):
        player = current_player(state, edition)
        if player == TERMINAL:
            for seat in range(len(order)):
                if order[seat] == 0:
                    begun += 1
                    order[seat] = begun
            return decisions
        if player == CHANCE:
            apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
            continue
        if order[player] == 0:
            begun += 1
            order[player] = begun
        action = choice(state, edition, rng, guided, weights, legal, chances)
        apply_action(state, edition, action)
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
    ranks: Any,
    decisions: Any,
    rounds: Any,
    order: Any,
    longest: int,
) -> int:
    """Play a game for each row of `ranks`, and write what came of it into that row.

    `ranks` get the final ranks, `decisions` and `rounds` their numbers, and `order`, which holds
    zeros before, the ranks in the order of play (see `play_in_order`). `states` holds two records,
    the second of zeros. Returns the number of games finished: fewer than the rows only if one took
    longer than `longest` steps; it then stands in `states[0]`.
    """
    edition = editions[0]
    for game in range(len(ranks)):
        states[0] = states[1]
        state = states[0]
        setup(state, edition)
        decisions[game] = play_in_order(
            state, edition, rng, guided, weights, legal, chances, longest, order[game]
        )
        if decisions[game] < 0:
            return game
        ranking(state, edition, ranks[game])
        rounds[game] = rounds_played(state, edition)
    return len(ranks)


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
