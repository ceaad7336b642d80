"""Positions of games between bots that search: fewer games than those of guided players, but
better played, and so nearer to what a search asks the network.

Some of the turns are played by the guided policy: in every other game up to `OPENING` at the
beginning, and later `STRAY` of the decisions. Else the positions would be too much alike.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices, Policy
from ducato.bots.search.bot import SearchBot
from ducato.core import verbs
from ducato.core.batch import Batch
from ducato.core.chance import below, new_rng
from ducato.core.game import LoadedGame
from ducato.core.game.value_weights import Weights, using
from ducato.core.verbs import CHANCE, TERMINAL
from ducato.core.visibility import redact
from ducato.learn.kernels.action_scores import guided_choice
from ducato.learn.kernels.recorder import Recorder, note_result, note_turn
from ducato.learn.positions import Positions, check_playable, positions_of, state_features
from ducato.runs.executors import parallel_map
from ducato.runs.play.chunk import TooLong

PIECE = 10
"""Games in a piece of work; the results do not depend on it."""
NUMBERED_FROM = 500_000_000
"""The number of the first game, so that none has the number of a game of guided players."""
OPENING = 12
"""The maximum number of turns that guided players begin a game with."""
STRAY = 0.03
"""The share of later decisions that guided players make."""


def collect_searched(
    editions: Sequence[LoadedGame],
    weights: NDArray[np.float64],
    games: int,
    *,
    sims: int,
    network: Weights | None = None,
    first: int = 0,
    every: int = 1,
    seed: int = 0,
    jobs: int = 1,
    quiet: bool = True,
) -> Positions:
    """Play games between bots that search; return the positions where turns begin.

    Args:
        editions: the game, loaded with each edition to play, with the same number of players; they
            are played in turn.
        weights: the greedy weights divided by the temperature, for the turns that are not searched.
        games: the number of games.
        sims: the number of simulations for a choice.
        network: the network of the bots; None for the one that the game has, if any.
        first: the number of the first game; games with other numbers are others.
        every: one of so many turns is taken; which one of the first is drawn for each game.
        seed: the random seed.
        jobs: the number of processes.
        quiet: whether to hide the progress bar.

    Raises:
        BadValue: there is no edition or no game to play.
        BrokenGame: the game has no features.
        TooLong: a game that its players cannot prolong exceeded its maximum length. Other games of
            such a length are left out.
    """
    check_playable(editions, games, every)
    pieces = [
        (list(editions), weights, sims, network, range(start, min(start + PIECE, first + games)))
        for start in range(first, first + games, PIECE)
    ]
    found = parallel_map(
        search_piece,
        [(*piece, every, seed) for piece in pieces],
        jobs,
        f"{editions[0].name}: games between searches",
        quiet=quiet,
    )
    return Positions.joined(found)


def search_piece(
    editions: Sequence[LoadedGame],
    weights: NDArray[np.float64],
    sims: int,
    network: Weights | None,
    numbers: range,
    every: int,
    seed: int,
) -> Positions:
    """Play the games with some numbers and return their positions; see `collect_searched`."""
    game = editions[0]
    longest, width = game.game.longest, len(state_features(game))
    recorder = Recorder.of(longest // every + 1, game.players, width, every, longest)
    policy, parts = Policy(True, weights), []
    for number in numbers:
        game = editions[number % len(editions)]
        with using(game.game, game.players, network):
            bots = [SearchBot(game, "ismcts", sims=sims, ending=0.0) for _ in range(game.players)]
        if _play(game, bots, policy, recorder, seed, number):
            parts.append(positions_of(recorder, int(recorder.used[0])))
        elif not game.game.may_stall:
            raise TooLong(f"game {number} of {game.name} took over {longest} steps")
    return Positions.joined(parts or [positions_of(recorder, 0)])


def _play(
    game: LoadedGame,
    bots: Sequence[SearchBot],
    policy: Policy,
    recorder: Recorder,
    seed: int,
    number: int,
) -> bool:
    """Play a game and write down its turns, in place of what was; return whether it ended."""
    rng, draws = new_rng(seed, "searched", number), np.random.default_rng([abs(seed), number])
    opening = int(draws.integers(OPENING + 1)) if draws.random() < 0.5 else 0
    choices, state = Choices.of(len(game.actions)), game.State()
    editions, wanted = Batch.of(game.edition), int(draws.integers(recorder.every))
    verbs.setup(state, game.edition)
    recorder.used[0] = turn = 0
    for step in range(recorder.longest):
        seat = verbs.current_player(state, game.edition)
        states = Batch.of(state)
        if seat == TERMINAL:
            note_result(states, editions, recorder, turn)
            return True
        turn += note_turn(states, editions, recorder, NUMBERED_FROM + number, turn, wanted)
        if seat == CHANCE:
            action = below(rng, verbs.chance_outcomes(state, game.edition))
        elif turn <= opening or draws.random() < STRAY:
            action = int(guided_choice(states, editions, rng, policy, choices))
        else:
            action = bots[seat].choose(redact(state, seat), seat, int(draws.integers(2**31)) + step)
        verbs.apply_action(state, game.edition, action)
    return False
