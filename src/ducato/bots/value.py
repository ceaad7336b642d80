"""The learned value of a state: a small network over a game's `features`.

The network has two hidden layers of rectified linear units. It gives a seat a score from that
seat's view. With two seats, the score of seat 0 is the logarithm of its odds of winning; with more,
the chances of winning are the softmax of the scores of all seats.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.core.exponential import exponential
from ducato.core.verbs import features, rule


class Net(NamedTuple):
    """The weights of a network, and the buffers in which it computes.

    Attributes:
        first: weights of the first hidden layer, a row for each feature.
        first_bias: its biases.
        second: weights of the second hidden layer, a row for each unit of the first.
        second_bias: its biases.
        last: weights of the score, one for each unit of the second hidden layer.
        last_bias: its bias, one number.
        inputs: the features of the state.
        hidden: the units of the first hidden layer.
        upper: the units of the second.
    """

    first: NDArray[np.float32]
    first_bias: NDArray[np.float32]
    second: NDArray[np.float32]
    second_bias: NDArray[np.float32]
    last: NDArray[np.float32]
    last_bias: NDArray[np.float32]
    inputs: NDArray[np.float32]
    hidden: NDArray[np.float32]
    upper: NDArray[np.float32]

    @classmethod
    def of(cls, weights: Any) -> Net:
        """Return a network with these weights, the first six fields, and buffers of its own."""
        arrays = [np.ascontiguousarray(array, np.float32) for array in weights]
        sizes = len(arrays[0]), len(arrays[1]), len(arrays[3])
        return cls(*arrays, *(np.zeros(size, np.float32) for size in sizes))

    @classmethod
    def none(cls) -> Net:
        """Return the network of a search that does without one."""
        empty = np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
        return cls.of([*empty, *empty, empty[1], np.zeros(1, np.float32)])


@rule
def score_of(net: Net) -> float:
    """Return the score of the features in ``net.inputs``; overwrite the hidden units."""
    for unit in range(len(net.hidden)):
        net.hidden[unit] = net.first_bias[unit]
    for entry in range(len(net.inputs)):
        value = net.inputs[entry]
        if value != 0:  # most features are 0 in most states
            for unit in range(len(net.hidden)):
                net.hidden[unit] += value * net.first[entry, unit]
    for unit in range(len(net.upper)):
        net.upper[unit] = net.second_bias[unit]
    for entry in range(len(net.hidden)):
        value = net.hidden[entry]
        if value > 0:
            for unit in range(len(net.upper)):
                net.upper[unit] += value * net.second[entry, unit]
    score = net.last_bias[0]
    for unit in range(len(net.upper)):
        if net.upper[unit] > 0:
            score += net.upper[unit] * net.last[unit]
    return score  # type: ignore[no-any-return]  # an element of an array


@rule
def score_seat(state: Any, edition: Any, seat: int, net: Net) -> float:
    """Return the network's score of a state from the view of `seat`."""
    for entry in range(len(net.inputs)):
        net.inputs[entry] = 0
    features(state, edition, seat, net.inputs)
    return score_of(net)


@rule
def values(state: Any, edition: Any, net: Net, out: Any) -> None:
    """Write every seat's chance of winning into `out`, as the network sees it."""
    seats = len(out)
    if seats == 2:
        out[0] = 1.0 / (1.0 + exponential(-score_seat(state, edition, 0, net)))
        out[1] = 1.0 - out[0]
        return
    best = -1e30
    for seat in range(seats):
        out[seat] = score_seat(state, edition, seat, net)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(seats):
        out[seat] = exponential(out[seat] - best)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total


@rule
def shares_of_win(ranks: Any, out: Any) -> None:
    """Write every seat's share of the win into `out`: the seats of rank 1 share it equally."""
    winners = 0
    for seat in range(len(out)):
        if ranks[seat] == 1:
            winners += 1
    for seat in range(len(out)):
        out[seat] = 1.0 / winners if ranks[seat] == 1 else 0.0
