"""How often each level of the bots makes each mistake of beginners, and burns anything for nothing.

    python -m benchmarks.bots.mistakes [GAME ...] [--games N] [--bots NAME,...] [--players N]

All seats are played by the same bot. A mistake (`Mistake` in a game's `bot`) counts where it was
possible: among the actions that make sense to the game (`makes_sense`), one was this mistake and
one was none. An action is *burning* if it makes no sense although another one did. The exit status
is 1 if a game's first level has burned something.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ducato
from ducato.bots import make
from ducato.bots.portable import list_actions
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch, array_of
from ducato.core.chance import below
from ducato.core.game import LoadedGame, all_games
from ducato.core.struct import Struct
from ducato.core.verbs import CHANCE, apply_action, chance_outcomes, current_player
from ducato.core.visibility import hide
from ducato.runs.statistics import wilson_interval

NO_ACTION = -1


@kernel
def play_on(states: Any, editions: Any, rng: Any, action: int) -> int:
    """Apply an action to ``states[0]``, then chance; return who is to move next.

    What the seat to move sees is written into ``states[1]``.
    """
    state, edition = states[0], editions[0]
    if action != NO_ACTION:
        apply_action(state, edition, action)
    while current_player(state, edition) == CHANCE:
        apply_action(state, edition, below(rng, chance_outcomes(state, edition)))
    seat = current_player(state, edition)
    if seat >= 0:
        states[1] = states[0]
        hide(states[1], seat)
    return seat


@dataclass
class MistakeCounts:
    """What one bot did in some games, with an entry for each mistake."""

    names: list[str]
    possible: NDArray[np.int64]
    made: NDArray[np.int64]
    decisions: int = 0
    burned: int = 0

    @classmethod
    def of(cls, game: LoadedGame) -> MistakeCounts:
        names = game.game.names("Mistake")
        return cls(names, np.zeros(len(names), np.int64), np.zeros(len(names), np.int64))

    def add(self, chosen: int, judged: NDArray[np.int64]) -> None:
        """Count a decision: the index of the action, and how `list_actions` judges all actions."""
        self.decisions += 1
        sensible = judged[judged > 0]
        if not len(sensible):
            return
        self.burned += int(judged[chosen] == 0)
        for mistake in range(len(self.names)):
            is_made = (sensible - 1) >> mistake & 1
            if 0 < is_made.sum() < len(is_made):
                self.possible[mistake] += 1
                self.made[mistake] += int(judged[chosen] > 0) & (judged[chosen] - 1) >> mistake & 1


Choose = Callable[[Struct, int, int, NDArray[np.int32], NDArray[np.int32]], int]
"""Chooses an action: from what the seat to move sees, the seat, a seed, the legal actions, and how
`list_actions` judges them."""


def play(game: LoadedGame, name: str, number: int, choose: Choose) -> None:
    """Play a game with the luck of a name and a number; forced actions are not chosen."""
    rng, choices = ducato.new_rng(name, number), 0
    states, editions = Batch.zeros(game.State, 2), Batch.of(game.edition)
    legal, judged = np.zeros((2, len(game.actions)), np.int32)
    states.array[0] = array_of(game.new_initial_state().state)
    seat = play_on(states, editions, rng, NO_ACTION)
    while seat >= 0 and choices < game.game.longest:
        state = game.State.of(states.array[1].tobytes())
        n = list_actions(Batch.of(state), editions, legal, judged)
        action = int(legal[0])
        if n > 1:
            choices += 1
            action = choose(state, seat, 10_000 * number + choices, legal[:n], judged[:n])
        seat = play_on(states, editions, rng, action)


def counting(player: Any, counts: MistakeCounts) -> Choose:
    """Return the choice of a bot, which also counts."""

    def choose(
        state: Struct,
        seat: int,
        seed: int,
        legal: NDArray[np.int32],
        judged: NDArray[np.int32],
    ) -> int:
        action: int = player.choose(state, seat, seed)
        counts.add(int(np.flatnonzero(legal == action)[0]), judged.astype(np.int64))
        return action

    return choose


def count(game: LoadedGame, bot: str, games: int) -> MistakeCounts:
    """Let a bot play some games against itself, and count."""
    counts = MistakeCounts.of(game)
    for number in range(games):
        play(game, "mistakes", number, counting(make(bot, game), counts))
    return counts


def report(bot: str, games: int, counts: MistakeCounts, seconds: float) -> None:
    print(f"{bot}: {games} games, {counts.decisions} decisions, {seconds:.0f} s")
    print(f"  burned for nothing: {counts.burned}")
    for name, possible, made in zip(counts.names, counts.possible, counts.made, strict=True):
        if possible:
            low, high = wilson_interval(float(made), int(possible))
            share = f"{made / possible:6.1%} ({low:.1%} to {high:.1%})"
            print(f"  {name:16} {share} of {possible}")
    print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games_to_play", nargs="*", metavar="GAME", help="by default all games")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--bots", default="random,greedy,beginner", help="names or levels")
    parser.add_argument("--players", type=int, help="by default the fewest")
    chosen = parser.parse_args()
    burned = False
    for name in chosen.games_to_play or all_games():
        game = ducato.load(name, chosen.players)
        print(f"{name}, {game.players} players")
        for bot in chosen.bots.split(","):
            began = time.monotonic()
            counts = count(game, game.game.levels.get(bot, bot), chosen.games)
            report(bot, chosen.games, counts, time.monotonic() - began)
            burned |= bot == next(iter(game.game.levels)) and counts.burned > 0
    sys.exit(burned)


if __name__ == "__main__":
    main()
