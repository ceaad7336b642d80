"""The learned policy: a small network that says how often a deep search would take each action.

It sees the game's `features` of the state, from the view of the seat to move, and of each action
its number and its features (the parts of `action_score`). There is one hidden layer of rectified
linear units; the part of it that comes from the state is computed once for all actions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.compile.kernels import kernel
from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.game.policy_weights import policy_weights
from ducato.core.struct import Struct
from ducato.core.verbs import action_score, features, legal_actions, rule
from ducato.core.visibility import deal_hidden

UNKNOWN = -1e30
"""The logit of an action that has not been looked at."""


class PolicyNet(NamedTuple):
    """The weights of a network, and the buffers in which it computes.

    Attributes:
        state: weights of the hidden units, a row for each feature of the state.
        action: the same for the features of the action.
        own: the same for each action by its number; it holds the biases, too.
        last: weights of the logit, one for each hidden unit.
        seen: the features of the state.
        parts: the features of the action.
        probe: weights by which the features of an action are asked; all are 0 between two actions.
        base: the part of the hidden units that comes from the state.
        hidden: the hidden units.
    """

    state: NDArray[np.float32]
    action: NDArray[np.float32]
    own: NDArray[np.float32]
    last: NDArray[np.float32]
    seen: NDArray[np.float32]
    parts: NDArray[np.float32]
    probe: NDArray[np.float64]
    base: NDArray[np.float32]
    hidden: NDArray[np.float32]

    @classmethod
    def of(cls, weights: Any) -> PolicyNet:
        """Return a network with these weights, the first four fields, and buffers of its own."""
        state, action, own, last = (np.ascontiguousarray(array, np.float32) for array in weights)
        sizes = len(state), len(action), len(last), len(last)
        seen, parts, base, hidden = (np.zeros(size, np.float32) for size in sizes)
        probe = np.zeros(len(action))
        return cls(state, action, own, last, seen, parts, probe, base, hidden)

    @classmethod
    def none(cls) -> PolicyNet:
        """Return the network of a search that does without one."""
        empty = np.zeros((0, 0), np.float32)
        return cls.of([empty, empty, empty, np.zeros(0)])


@rule
def look(state: Any, edition: Any, seat: int, net: PolicyNet) -> None:
    """Write the features of a state into ``net.seen``."""
    for entry in range(len(net.seen)):
        net.seen[entry] = 0
    features(state, edition, seat, net.seen)


@rule
def look_at(state: Any, edition: Any, action: int, net: PolicyNet) -> None:
    """Write the features of an action into ``net.parts``."""
    offset = action_score(state, edition, action, net.probe)
    for part in range(len(net.parts)):
        net.probe[part] = 1
        net.parts[part] = action_score(state, edition, action, net.probe) - offset
        net.probe[part] = 0


@rule
def add_rows(inputs: Any, weights: Any, hidden: Any) -> None:
    """Add to the hidden units the row of each input, times the input."""
    for entry in range(len(inputs)):
        value = inputs[entry]
        if value != 0:  # most features are 0, and most do not change
            for unit in range(len(hidden)):
                hidden[unit] += value * weights[entry, unit]


@rule
def logit_of(net: PolicyNet, action: int) -> float:
    """Return the logit of an action that was looked at; overwrite the hidden units."""
    for unit in range(len(net.hidden)):
        net.hidden[unit] = net.base[unit] + net.own[action, unit]
    add_rows(net.parts, net.action, net.hidden)
    logit = 0.0
    for unit in range(len(net.hidden)):
        if net.hidden[unit] > 0:
            logit += net.hidden[unit] * net.last[unit]
    return logit


@rule
def write_logits(
    state: Any, edition: Any, seat: int, legal: Any, n: int, net: PolicyNet, row: Any
) -> None:
    """Write the logits of `n` legal actions into a row, by action.

    Those that are above `UNKNOWN` stay as they are.
    """
    seen = False
    for i in range(n):
        action = legal[i]
        if row[action] > UNKNOWN:
            continue
        if not seen:
            seen = True
            look(state, edition, seat, net)
            for unit in range(len(net.base)):
                net.base[unit] = 0
            add_rows(net.seen, net.state, net.base)
        look_at(state, edition, action, net)
        row[action] = logit_of(net, action)


@kernel
def likeliest_action(
    states: Any, editions: Any, rng: Any, seat: int, net: PolicyNet, legal: Any, row: Any
) -> int:
    """Return the action of the highest logit in ``states[0]``, whose hidden cards are dealt.

    `legal` is a buffer for the legal actions, and `row` one for the logits, all `UNKNOWN`.
    """
    deal_hidden(states[0], rng)
    n = legal_actions(states[0], editions[0], legal)
    write_logits(states[0], editions[0], seat, legal, n, net, row)
    best = 0
    for i in range(n):
        if row[legal[i]] > row[legal[best]]:  # the first of equal ones
            best = i
    return legal[best]  # type: ignore[no-any-return]  # an element of an array


class PolicyBot:
    """A bot that plays the action which its game's learned policy takes for the best.

    Raises:
        BadValue: the game has learned no policy for this number of players.
    """

    def __init__(self, game: LoadedGame, name: str) -> None:
        weights = policy_weights(game.game, game.players)
        if weights is None:
            raise BadValue("bot", name, f"another one: {game.name} has learned no policy")
        self.game, self.name = game, name
        self._net, self._states = PolicyNet.of(weights), Batch.zeros(game.State, 1)
        self._row = np.zeros(len(game.actions), np.float32)

    def choose(self, state: Struct, seat: int, seed: int) -> int:
        """Return the action of the highest logit."""
        self._states[0] = state
        self._row[:] = UNKNOWN
        legal, editions = self.game.actions.buffer(), Batch.of(self.game.edition)
        rng = new_rng(seed, seat)
        given = self._states, editions, rng, seat, self._net, legal, self._row
        return int(likeliest_action(*given))
