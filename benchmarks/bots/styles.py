"""Whether a style of play can be told from what a bot does in one game.

    python -m benchmarks.bots.styles [GAME ...] [--level NAME] [--games N] [--players N] [--jobs N]

In every game all seats have a style of their own, drawn for the game. For each seat the actions
are counted by kind, and by the patterns that the game's styles name (`core.game.play_styles`), each
as a share of the seat's decisions. A classifier, a logistic regression on standardised shares,
learns from half of the games and names the styles in the other half. The share that it names
rightly is printed with its interval, and which styles it takes for which.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from benchmarks.bots.mistakes import play
from numpy.typing import NDArray

import ducato
from ducato.bots import make
from ducato.core.game import LoadedGame, all_games
from ducato.core.game.play_styles import groups_of, matching, style_names
from ducato.core.struct import Struct
from ducato.runs.executors import parallel_map
from ducato.runs.statistics import wilson_interval

STEPS, RATE, DECAY = 3000, 0.5, 1e-3
"""Of the gradient descent that fits the classifier."""


def group_matrix(game: LoadedGame) -> NDArray[np.float64]:
    """Return a row for each action with 1 for each group, by kind or by pattern, that it is in."""
    groups = list(dict.fromkeys([*game.actions.kinds, *groups_of(game.game)]))
    found = np.zeros((len(game.actions), len(groups)))
    for column, pattern in enumerate(groups):
        found[matching(game.game, pattern), column] = 1
    return found


def played(name: str, players: int, bot: str, number: int) -> list[tuple[int, NDArray[np.float64]]]:
    """Play one game; return for each seat the number of its style and how often it did what."""
    game = ducato.load(name, players)
    names = style_names(game.game)
    rng = np.random.default_rng([7, number])
    styles = rng.permutation(len(names))[:players]
    bots = [make(f"{bot}:style={names[style]}", game) for style in styles]
    groups, counts = group_matrix(game), np.zeros((players, len(game.actions)))

    def choose(state: Struct, seat: int, seed: int, *_: Any) -> int:
        action = bots[seat].choose(state, seat, seed)
        counts[seat, action] += 1
        return action

    play(game, "styles", number, choose)
    shares = counts @ groups / np.maximum(1, counts.sum(axis=1, keepdims=True))
    return list(zip(map(int, styles), shares, strict=True))


def classified(
    rows: NDArray[np.float64], labels: NDArray[np.int64], known: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return the styles that a classifier, fitted to the known rows, gives to all the others."""
    mean, spread = rows[known].mean(axis=0), rows[known].std(axis=0)
    inputs = np.column_stack([(rows - mean) / np.where(spread > 0, spread, 1), np.ones(len(rows))])
    wanted = np.eye(labels.max() + 1)[labels[known]]
    weights = np.zeros((inputs.shape[1], wanted.shape[1]))
    for _ in range(STEPS):
        scores = inputs[known] @ weights
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        gradient = inputs[known].T @ (chances - wanted) / len(wanted)
        weights -= RATE * (gradient + DECAY * weights)
    found: NDArray[np.int64] = (inputs[~known] @ weights).argmax(axis=1)
    return found


def report(
    names: list[str], labels: NDArray[np.int64], found: NDArray[np.int64], seconds: float
) -> None:
    right = int((labels == found).sum())
    low, high = wilson_interval(right, len(labels))
    print(f"  named rightly: {right / len(labels):.1%} ({low:.1%} to {high:.1%}) of {len(labels)}")
    print(f"  {seconds:.0f} s; a row for each style, a column for what it was called:")
    for style, name in enumerate(names):
        row = [int(((labels == style) & (found == other)).sum()) for other in range(len(names))]
        print(f"  {name:10}" + " ".join(f"{number:4}" for number in row))
    print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="by default all games")
    parser.add_argument("--level", default="ismcts:sims=100", help="a level or a bot")
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--players", type=int, help="by default the fewest")
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    for name in chosen.names or all_games():
        game = ducato.load(name, chosen.players)
        bot = game.game.levels.get(chosen.level, chosen.level)
        print(f"{name}, {game.players} players, {chosen.games} games of {bot}", flush=True)
        began = time.monotonic()
        tasks = [(name, game.players, bot, number) for number in range(chosen.games)]
        games = parallel_map(played, tasks, chosen.jobs, name, quiet=True)
        rows = np.array([shares for game in games for _, shares in game])
        labels = np.array([style for game in games for style, _ in game])
        known = np.repeat(np.arange(chosen.games) % 2 == 0, game.players)
        found = classified(rows, labels, known)
        report(style_names(game.game), labels[~known], found, time.monotonic() - began)


if __name__ == "__main__":
    main()
