"""The kernels of a vector environment on a graphics processor: a thread plays an environment.

Each thread runs the kernels of the processor for one environment, with scratch space of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices, PlayoutResults, Policy, play_games
from ducato.compile.cuda import device_kernel
from ducato.core.batch import Batch
from ducato.core.verbs import rule
from ducato.research.vector import kernel
from ducato.research.vector.buffers import (
    GameBuffers,
    Output,
    Play,
    Status,
    ThreadScratch,
    editions_of,
)
from ducato.research.vector.settings import Settings
from ducato.runs.play.buffers import Chooser
from ducato.runs.play.lab_players import Seats


class Table(NamedTuple):
    """All that the kernels read and write, with a row for each environment.

    Attributes:
        states: the states; a state for each environment, one of zeros, one for each environment to
            overwrite, and the final state of its last game.
        editions: the editions of the loaded games.
        games: what the environments keep.
        out: what is returned.
        play: the settings.
        work: the scratch space of all environments, in arrays with one axis more.
        final_viewer: the seat that sees the final state of the last game.
        own_reward: the reward of the learner's seat.
    """

    states: Any
    editions: Any
    games: GameBuffers
    out: Output
    play: Play
    work: ThreadScratch
    final_viewer: NDArray[np.int64]
    own_reward: NDArray[np.float32]

    @classmethod
    def of(cls, settings: Settings) -> Table:
        """Allocate the arrays, in the memory of the processor."""
        n = settings.num_envs
        seats = Seats(settings.game, [settings.opponents] * settings.game.players)
        one = ThreadScratch.of(settings, 0)
        play = Play.of(settings, seats)
        # If the learner plays all seats, no opponent needs a buffer.
        actions = 0 if settings.seat is None else len(settings.game.actions)
        return cls(
            Batch.zeros(settings.game.State, 3 * n + 1),
            editions_of(settings),
            GameBuffers.of(settings),
            Output.of(settings),
            play,
            ThreadScratch(
                one.spare,
                choices_of(n, actions, play.chooser == Chooser.SOFTMAX),
                np.zeros((n, len(one.ranks)), np.int32),
                np.zeros((n, len(one.series))),
            ),
            np.zeros(n, np.int64),
            np.zeros(n, np.float32),
        )


def choices_of(threads: int, actions: int, guided: bool) -> Choices:
    """Allocate buffers for the decisions of several threads.

    Args:
        threads: the number of threads.
        actions: the number of actions of the game; 0 if the threads decide nothing.
        guided: whether they choose by scores.
    """
    legal = np.zeros((threads, actions), np.int32)
    return Choices(legal, np.zeros((threads, actions if guided else 0)))


@rule
def own_choices(choices: Choices, thread: int) -> Choices:
    """Return the buffers of one thread."""
    return Choices(choices.legal[thread], choices.chances[thread])


@rule
def own_work(work: ThreadScratch, thread: int) -> ThreadScratch:
    """Return the scratch space of one thread."""
    return ThreadScratch(
        work.spare + thread,
        own_choices(work.choices, thread),
        work.ranks[thread],
        work.series[thread],
    )


@device_kernel
def advance(thread: int, table: Table, actions: Any, envs: Any) -> None:
    """Do a step of an environment; see `kernel.advance`.

    Args:
        thread: the position of the environment in `envs`.
        table: what is read and written.
        actions: the action of each environment.
        envs: the numbers of the environments that do a step.
    """
    env, games = envs[thread], table.games
    kernel.advance(
        table.states,
        table.editions,
        games,
        table.out,
        table.play,
        own_work(table.work, env),
        actions,
        envs[thread : thread + 1],
    )
    own = max(games.rewarded[env], 0)  # seat 0 if the learner plays all
    table.final_viewer[env] = own
    table.own_reward[env] = table.out.rewards[env, own]


@device_kernel
def show(thread: int, table: Table, seats: Any, first: int, out: Any, envs: Any) -> None:
    """Write what a seat sees of an environment; see `kernel.show`."""
    spare, one = table.work.spare + envs[thread], envs[thread : thread + 1]
    kernel.show(table.states, table.editions, table.games.which, seats, first, spare, out, one)


@device_kernel
def show_compact(thread: int, table: Table, seats: Any, first: int, out: Any, envs: Any) -> None:
    """Write what `show` writes, in compact form."""
    spare, one = table.work.spare + envs[thread], envs[thread : thread + 1]
    kernel.show_compact(
        table.states, table.editions, table.games.which, seats, first, spare, out, one
    )


@device_kernel
def draw_actions(
    thread: int, table: Table, policy: Policy, choices: Choices, actions: Any, envs: Any
) -> None:
    """Draw an action for an environment; see `kernel.draw_actions`."""
    env = envs[thread]
    kernel.draw_actions(
        table.states,
        table.editions,
        table.games,
        policy,
        own_choices(choices, env),
        actions,
        envs[thread : thread + 1],
    )


@device_kernel
def find_illegal(thread: int, table: Table, actions: Any, found: Any) -> None:
    """Write the number of an environment whose action is illegal into `found`; see `Status`."""
    games = table.games
    if games.status[thread] == Status.DECIDE:
        legal = False
        for n in range(games.choices[thread]):
            if games.legal[thread, n] == actions[thread]:
                legal = True
        if not legal:
            found[0] = thread


@device_kernel
def play_out(
    thread: int,
    states: Any,
    editions: Any,
    rng: Any,
    policy: Policy,
    choices: Choices,
    results: PlayoutResults,
    limit: int,
) -> None:
    """Play a game to its end; see `play_games`.

    Args:
        thread: the number of the game.
        states: two states for each game, the second of zeros.
        editions: a batch of one edition.
        rng: the generator of each game.
        policy: the policy of all seats.
        choices: the buffers of all games.
        results: the results; the number of decisions is -1 for a game that is too long.
        limit: the number of steps after which a game is too long.
    """
    one = PlayoutResults(
        results.ranks[thread : thread + 1],
        results.decisions[thread : thread + 1],
        results.rounds[thread : thread + 1],
        results.order[thread : thread + 1],
    )
    play_games(
        states[2 * thread : 2 * thread + 2],
        editions,
        rng[thread],
        policy,
        own_choices(choices, thread),
        one,
        limit,
    )
