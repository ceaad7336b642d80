"""Random games of Fantasy Market at every number of players; gold and tiles are counted all along.

They are counted before each chance step: every card is revealed by one, so none escapes.

    python benchmarks/fantasy_market_conservation.py --games 50000

It prints a line for each edition and number of players, and exits with 1 and the seed if gold,
tiles or encounter cards do not add up, or a game does not end.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import ducato
from ducato.core import verbs
from ducato.core.chance import below, new_rng
from ducato.core.kernels import kernel
from ducato.core.record import Batch
from ducato.games.fantasy_market import GAME

CONSERVATION = Path(__file__).parents[1] / "tests/games/fantasy_market/conservation.py"
_spec = importlib.util.spec_from_file_location("fantasy_market_conservation", CONSERVATION)
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
sys.modules[_spec.name] = _module
_spec.loader.exec_module(_module)
conserved = _module.conserved


@kernel
def play_checked(
    states: Any, editions: Any, rng: Any, legal: Any, done: Any, games: int, longest: int
) -> int:
    """Play checked games; how many went well. `done` counts decisions and steps."""
    edition = editions[0]
    state = states[0]
    for game in range(games):
        states[0] = states[1]
        verbs.setup(state, edition)
        over = False
        for _ in range(longest):
            player = verbs.current_player(state, edition)
            if player == verbs.TERMINAL:
                over = True
                break
            if player == verbs.CHANCE:
                if not conserved(state, state, edition, player, 0):
                    return game
                action = below(rng, verbs.chance_outcomes(state, edition))
            else:
                action = int(legal[below(rng, verbs.legal_actions(state, edition, legal))])
                done[0] += 1
            verbs.apply_action(state, edition, action)
            done[1] += 1
        if not over or not conserved(state, state, edition, verbs.TERMINAL, 0):
            return game
    return games


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=50_000, help="for each number of players")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DUCATO_CACHE"] = folder  # the lasting one does not know the files of tests
        for edition in GAME.editions:
            for players in GAME.players:
                game = ducato.load(GAME.name, players=players, edition=edition)
                done, start = np.zeros(2, np.int64), time.monotonic()
                well = play_checked(
                    Batch.zeros(game.State, 2),
                    Batch.of(game.edition),
                    new_rng("conservation", given.seed, players),
                    np.zeros(len(game.actions), np.int32),
                    done,
                    given.games,
                    GAME.longest,
                )
                print(
                    f"{edition}, {players} players: {well:,} games, {done[0]:,} decisions, "
                    f"{done[1]:,} steps in {time.monotonic() - start:.0f} s",
                    flush=True,
                )
                if well < given.games:
                    sys.stderr.write(f"game {well} went wrong: seed {given.seed}\n")
                    return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
