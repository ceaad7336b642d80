"""Games played by guided players whose turns are written down, compiled with the rules."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices, Policy, choice
from ducato.bots.value import shares_of_win
from ducato.compile.kernels import kernel
from ducato.core.chance import below
from ducato.core.verbs import (
    CHANCE,
    TERMINAL,
    apply_action,
    chance_outcomes,
    current_player,
    features,
    ranking,
    rule,
    setup,
    turn_begins,
)

DONE, FULL, TOO_LONG = range(3)
"""How a game ended for its recorder: at its end, for want of space, or at the maximum of steps."""


class Recorder(NamedTuple):
    """Buffers for the turns of games, with one entry for each turn that is written down.

    Attributes:
        rows: the features, from the view of each seat.
        games: the number of the game.
        left: the number of turns from this one to the end of the game, itself included.
        wins: each seat's share of the win.
        ranks: the final rank of each seat in the present game.
        rng: the random number generator of the present game.
        used: two numbers: the entries in use, and how the last game ended, such as `DONE`.
        every: one of so many turns is written down; which one of the first is drawn for each game.
        longest: the maximum number of steps in a game.
    """

    rows: NDArray[np.float32]
    games: NDArray[np.int32]
    left: NDArray[np.int32]
    wins: NDArray[np.float32]
    ranks: NDArray[np.int32]
    rng: NDArray[np.int64]
    used: NDArray[np.int64]
    every: int
    longest: int

    @classmethod
    def of(cls, capacity: int, seats: int, width: int, every: int, longest: int) -> Recorder:
        """Allocate the buffers for this number of turns, seats and features."""
        return cls(
            np.zeros((capacity, seats, width), np.float32),
            np.zeros(capacity, np.int32),
            np.zeros(capacity, np.int32),
            np.zeros((capacity, seats), np.float32),
            np.zeros(seats, np.int32),
            np.zeros(4, np.int64),
            np.zeros(2, np.int64),
            every,
            longest,
        )


@rule
def write_turn(state: Any, edition: Any, recorder: Recorder, game: int, turn: int) -> None:
    """Write the features of every seat's view as the next entry; `turn` is counted from 0."""
    entry = recorder.used[0]
    rows = recorder.rows[entry]
    for seat in range(len(rows)):
        row = rows[seat]
        for feature in range(len(row)):
            row[feature] = 0
        features(state, edition, seat, row)
    recorder.games[entry] = game
    recorder.left[entry] = turn
    recorder.used[0] = entry + 1


@rule
def write_result(state: Any, edition: Any, recorder: Recorder, begin: int, turns: int) -> None:
    """Write the result of a game of so many turns into its entries, which start at `begin`."""
    ranking(state, edition, recorder.ranks)
    for entry in range(begin, recorder.used[0]):
        recorder.left[entry] = turns - recorder.left[entry]
        shares_of_win(recorder.ranks, recorder.wins[entry])


@rule
def record_game(
    state: Any, edition: Any, policy: Policy, choices: Choices, recorder: Recorder, kept: Any,
    game: int,
) -> int:  # fmt: skip
    """Play a game and write down its turns, and their states into `kept` if that is not empty.

    Return how it ended, such as `DONE`; its entries are whole only then.
    """
    rng = recorder.rng
    begin = recorder.used[0]
    turn = 0
    wanted = below(rng, recorder.every)
    for step in range(recorder.longest + 1):
        player = current_player(state, edition)
        if player == TERMINAL:
            write_result(state, edition, recorder, begin, turn)
            return DONE
        if step == recorder.longest:
            break
        if turn_begins(state):
            if turn % recorder.every == wanted:
                if recorder.used[0] == len(recorder.games):
                    return FULL
                if len(kept) > 0:
                    kept[recorder.used[0]] = state
                write_turn(state, edition, recorder, game, turn)
            turn += 1
        if player == CHANCE:
            apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
        else:
            apply_action(state, edition, choice(state, edition, rng, policy, choices))
    return TOO_LONG


@kernel
def record_games(
    states: Any,
    editions: Any,
    rngs: Any,
    first: int,
    policy: Policy,
    choices: Choices,
    recorder: Recorder,
    kept: Any,
) -> int:
    """Play a game for each random number generator in `rngs`, and write down its turns.

    Args:
        states: batch of two states: one to overwrite, and one of zeros.
        editions: batch of editions; the game with number n uses the n-th, and so on in turn.
        rngs: a generator for each game; they are not changed.
        first: the number of the first game.
        policy: how actions are chosen.
        choices: buffers for one decision.
        recorder: the buffers to fill, after the entries in use.
        kept: batch for the states of the entries; empty if they are not needed.

    Return the number of games before the first that did not reach its end; ``recorder.used`` says
    why, and has no entries of it.
    """
    for index in range(len(rngs)):
        for word in range(len(recorder.rng)):
            recorder.rng[word] = rngs[index, word]
        begin = recorder.used[0]
        edition = editions[(first + index) % len(editions)]
        states[0] = states[1]
        state = states[0]
        setup(state, edition)
        ended = record_game(state, edition, policy, choices, recorder, kept, first + index)
        recorder.used[1] = ended
        if ended != DONE:
            recorder.used[0] = begin
            return index
    return len(rngs)


@kernel
def note_turn(
    states: Any, editions: Any, recorder: Recorder, game: int, turn: int, wanted: int
) -> int:
    """Write down the turn with the number `turn` if it begins in ``states[0]``.

    One of so many turns is written, as ``recorder.every`` says, the first of them `wanted`. Return
    the number of turns that begin: 0 or 1.
    """
    if not turn_begins(states[0]):
        return 0
    if turn % recorder.every == wanted:
        write_turn(states[0], editions[0], recorder, game, turn)
    return 1


@kernel
def note_result(states: Any, editions: Any, recorder: Recorder, turns: int) -> int:
    """Write the result of a game of so many turns into all entries; return their number."""
    write_result(states[0], editions[0], recorder, 0, turns)
    return int(recorder.used[0])
