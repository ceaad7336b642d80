"""Playouts: games played to the end by simple players, compiled for simulation and for search.

The choices of the greedy bot are made here, too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.compile.kernels import kernel
from ducato.core.chance import below, uniform
from ducato.core.exponential import exponential
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

LOWEST = -1e30
"""A number below every score. It is finite: subtracting it from itself does not give NaN."""


class Policy(NamedTuple):
    """A policy by which actions are chosen in a playout.

    Attributes:
        guided: whether actions are drawn by the softmax of their scores; otherwise all legal
            actions are equally likely.
        weights: the greedy weights divided by the temperature.
    """

    guided: bool
    weights: NDArray[np.float64]


class Choices(NamedTuple):
    """Buffers for one decision, allocated once: compiled code cannot allocate.

    Attributes:
        legal: the legal actions; one entry for each action of the game.
        chances: the probability of each legal action, by its index in `legal`; of the same length.
    """

    legal: NDArray[np.int32]
    chances: NDArray[np.float64]

    @classmethod
    def of(cls, actions: int) -> Choices:
        """Allocate the buffers for a game with this many actions."""
        return cls(np.zeros(actions, np.int32), np.zeros(actions))


class PlayoutResults(NamedTuple):
    """Buffers for the results of games, with one entry for each game.

    Attributes:
        ranks: final rank of each seat.
        decisions: number of decisions, forced ones included.
        rounds: number of rounds, as the game counts them.
        order: each seat's position in the order of play, initially 0 (see `play_in_order`).
    """

    ranks: NDArray[np.int32]
    decisions: NDArray[np.int32]
    rounds: NDArray[np.int32]
    order: NDArray[np.int32]

    @classmethod
    def of(cls, games: int, seats: int) -> PlayoutResults:
        """Allocate the buffers for these numbers of games and seats."""
        ranks, order = (np.zeros((games, seats), np.int32) for _ in range(2))
        decisions, rounds = (np.zeros(games, np.int32) for _ in range(2))
        return cls(ranks, decisions, rounds, order)

    def after(self, games: int) -> PlayoutResults:
        """Return a view of the rows that follow the first `games`."""
        return PlayoutResults(*(buffer[games:] for buffer in self))


@rule
def softmax(state: Any, edition: Any, legal: Any, n: int, weights: Any, chances: Any) -> None:
    """Write into `chances` the probability that a guided player takes each of `n` legal actions.

    `weights` are the greedy weights divided by the temperature.
    """
    best = LOWEST
    for i in range(n):
        chances[i] = action_score(state, edition, legal[i], weights)
        best = max(best, chances[i])
    total = 0.0
    # The best score is subtracted first: the largest power is then that of 0, and none overflows.
    for i in range(n):
        chances[i] = exponential(chances[i] - best)
        total += chances[i]
    for i in range(n):
        chances[i] /= total


@rule
def draw_index(chances: Any, n: int, rng: Any) -> int:
    """Draw an index below `n`, with the probabilities in `chances`."""
    left = uniform(rng)
    for i in range(n - 1):
        left -= chances[i]
        if left < 0:
            return i
    return n - 1  # also if the sum of the chances is a rounding error below 1


@rule
def choice(state: Any, edition: Any, rng: Any, policy: Policy, choices: Choices) -> int:
    """Return an action for the seat to move, drawn by a policy; overwrite `choices`."""
    legal, chances = choices.legal, choices.chances
    n = legal_actions(state, edition, legal)
    if n == 1:  # a forced action needs no random number
        return legal[0]  # type: ignore[no-any-return]  # an element of an array
    if policy.guided:
        softmax(state, edition, legal, n, policy.weights, chances)
        return legal[draw_index(chances, n, rng)]  # type: ignore[no-any-return]
    return legal[below(rng, n)]  # type: ignore[no-any-return]


@rule
def play_out(
    state: Any, edition: Any, rng: Any, policy: Policy, choices: Choices, limit: int
) -> int:
    """Play to the end; return the number of decisions, forced ones included.

    Return -1 if that takes `limit` steps or more.
    """
    decisions = 0
    for _ in range(limit):
        player = current_player(state, edition)
        if player == TERMINAL:
            return decisions
        if player == CHANCE:
            apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
            continue
        apply_action(state, edition, choice(state, edition, rng, policy, choices))
        decisions += 1
    return -1


@rule
def play_in_order(
    state: Any, edition: Any, rng: Any, policy: Policy, choices: Choices, limit: int, order: Any
) -> int:
    """Play to the end like `play_out`, and write each seat's position in the order of play.

    Positions are counted from 1, in the order of the seats' first actions, forced ones included;
    later changes of the order have no effect. Seats that never act come last, by their numbers.
    `order` must contain zeros at first. Return -1 if the game takes more than `limit` steps.

    The loop is not shared with `play_out`, because that would make a search 1 to 2 % slower.
    """
    decisions = 0
    begun = 0
    for step in range(limit + 1):
        player = current_player(state, edition)
        if player == TERMINAL:
            for seat in range(len(order)):
                if order[seat] == 0:
                    begun += 1
                    order[seat] = begun
            return decisions
        if step == limit:
            break
        if player == CHANCE:
            apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
            continue
        if order[player] == 0:
            begun += 1
            order[player] = begun
        apply_action(state, edition, choice(state, edition, rng, policy, choices))
        decisions += 1
    return -1


@kernel
def play_games(
    states: Any,
    editions: Any,
    rng: Any,
    policy: Policy,
    choices: Choices,
    results: PlayoutResults,
    limit: int,
) -> int:
    """Play a game for each row of `results`, and write its result there.

    `states` is a batch of two states: one to overwrite, and one of zeros. Return the number of
    finished games. It is less than the number of rows only if a game takes more than `limit` steps;
    that game is in `states[0]`, and the caller may continue with the next row.
    """
    edition = editions[0]
    for game in range(len(results.ranks)):
        states[0] = states[1]
        state = states[0]
        setup(state, edition)
        results.decisions[game] = play_in_order(
            state, edition, rng, policy, choices, limit, results.order[game]
        )
        if results.decisions[game] < 0:
            return game
        ranking(state, edition, results.ranks[game])
        results.rounds[game] = rounds_played(state, edition)
    return len(results.ranks)


@kernel
def greedy_choice(states: Any, editions: Any, rng: Any, weights: Any, legal: Any) -> int:
    """Return the legal action with the highest score, chosen at random if several have it.

    `states` and `editions` are batches of one, and `legal` is a buffer for the legal actions.
    """
    state, edition = states[0], editions[0]
    n = legal_actions(state, edition, legal)
    best = LOWEST
    chosen = -1
    equal = 0
    for i in range(n):
        score = action_score(state, edition, legal[i], weights)
        if score > best:
            best = score
            equal = 0
        if score >= best:
            equal += 1
            # The k-th of equal actions replaces the one before with probability 1/k, so that in the
            # end each is as likely as the others, in one pass and without a list of them.
            if below(rng, equal) == 0:
                chosen = legal[i]
    return chosen
