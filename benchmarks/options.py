"""Random values of all options: what a game accepts must be playable, the rest refused by name.

    python benchmarks/options.py --tables 2000 --jobs 2
    python benchmarks/options.py --game NAME --tables 200 --seed 7

Each table is a game with options drawn at random: a single one, some or all, each at an end of its
range or anywhere within it. If the game refuses to load, the error must name the options at fault
with their values. Otherwise a random game is played, in which every player and every list of
actions must be possible and the ``conservation.py`` of the game's tests must hold; a game that may
stall is given up after a while. The rules run interpreted, so that a number that does not fit its
field is an error. The options of a table that fails are reduced to those that matter. Prints the
counts and each fault; exits with 1 if there is one. It knows no game.
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from ducato.checks.faults import Broken, demand
from ducato.core import verbs
from ducato.core.editions.parameter import Parameter
from ducato.core.errors import ConflictingOptions
from ducato.core.game import Game, LoadedGame, all_games
from ducato.runs.executors import parallel_map

SHARES = (0.0, 0.02, 0.1, 0.5, 1.0)
"""Shares of a game's options of which one is drawn for each table; 0 stands for a single option."""
SWAPS = 3
"""The most pairs of words that are exchanged in a table of words, such as the squares of a board:
drawn freely, they would hardly ever be playable."""
REJECTED, PLAYED = "rejected", "played"


@dataclass(frozen=True)
class Table:
    """A game with options, and what came of it: `REJECTED`, `PLAYED`, or what went wrong."""

    game: str
    players: int
    seed: int
    options: dict[str, Any]
    outcome: str = ""

    @property
    def faulty(self) -> bool:
        """Whether something went wrong."""
        return self.outcome not in (REJECTED, PLAYED)

    def __str__(self) -> str:
        options = " ".join(f"--set {name}={value}" for name, value in self.options.items())
        return f"{self.game} --players {self.players} {options} (seed {self.seed}): {self.outcome}"


def play(name: str, seed: int) -> Table:
    """Return a table with options drawn at random, reduced to those that matter if it is faulty."""
    game = all_games()[name]
    drawn = random.Random(f"{name} {seed}")
    players = drawn.choice(game.players)
    table = tried(Table(name, players, seed, options(game, drawn)))
    return reduced(table) if table.faulty else table


def options(game: Game, drawn: random.Random) -> dict[str, Any]:
    """Return options drawn at random."""
    known = game.adjustable
    words = {name for name, cell in game.cells.items() if cell.choices}
    numbers = sorted(known.keys() - words)
    share = drawn.choice(SHARES)
    chosen = [name for name in numbers if drawn.random() < share]
    if share == 0:
        chosen = [drawn.choice(numbers)]
    found = {name: _value(known[name], drawn) for name in chosen}
    for _ in range(drawn.randint(0, SWAPS) if words else 0):
        one = drawn.choice(sorted(words))
        other = drawn.choice([n for n in sorted(words) if known[n].choices == known[one].choices])
        values = [found.get(name, known[name].default) for name in (other, one)]
        found |= dict(zip((one, other), values, strict=True))
    return found


def _value(parameter: Parameter, drawn: random.Random) -> Any:
    if parameter.range is None:
        return drawn.choice(parameter.choices or (False, True))
    low, high = parameter.range
    return drawn.choice((low, high, drawn.randint(low, high)))


def tried(table: Table) -> Table:
    """Return the table with what comes of it."""
    game = all_games()[table.game]
    try:
        loaded = game.load(table.players, **table.options)
    except ConflictingOptions as error:
        return replace(table, outcome=_rejection(game, table, error))
    except Exception as error:
        return replace(table, outcome=f"loading raises {type(error).__name__}: {error}")
    try:
        over = _play(loaded, table.seed)
        demand(over or game.may_stall, f"not over after {game.longest} steps")
    except Exception as error:
        rules = [f for f in extract_tb(error.__traceback__) if "/ducato/core/" not in f.filename]
        where = f"{Path(rules[-1].filename).name}:{rules[-1].lineno}"
        return replace(table, outcome=f"{type(error).__name__}: {error} ({where})")
    return replace(table, outcome=PLAYED)


def _rejection(game: Game, table: Table, error: ConflictingOptions) -> str:
    """Return `REJECTED` if the error names options of the game with their values."""
    known = game.adjustable
    values = {name: option.default_for(table.players) for name, option in known.items()}
    values |= game.edition_values(game.editions[0], table.players)
    values |= {**table.options, "players": table.players}
    for name, value in error.options.items():
        if name not in values or values[name] != value:
            return f"refused by a name or value that is not there, {name} = {value!r}: {error}"
    return REJECTED if error.options else f"refused without a name: {error}"


def _play(game: LoadedGame, seed: int) -> bool:
    """Play a random game, with checks after each step; return whether it ended.

    Raises:
        Broken: a check does not hold.
    """
    drawn = random.Random(seed)
    conserved = _conserved(game.game)
    position = game.new_initial_state()
    for number in range(game.game.longest):
        player = position.current_player()
        if player == verbs.TERMINAL:
            break
        if player == verbs.CHANCE:
            actions = list(range(verbs.chance_outcomes(position.state, game.edition)))
        else:
            demand(0 <= player < game.players, f"step {number}: player {player}")
            actions = position.legal_actions()
            possible = actions == sorted(set(actions)) and actions[-1:] < [len(game.actions)]
            demand(possible, f"step {number}: the legal actions are {actions}")
        demand(bool(actions), f"step {number}: player {player} has no choice")
        before, action = position.state.copy(), drawn.choice(actions)
        verbs.apply_action(position.state, game.edition, action)
        if not conserved(before, position.state, game.edition, player, action):
            name = game.actions.name(action) if player >= 0 else action
            raise Broken(f"step {number}: player {player}, {name} is not conserved")
    demand(min(position.ranks()) == 1, f"nobody is first in {position.ranks()}")
    return position.current_player() == verbs.TERMINAL


def _conserved(game: Game) -> Callable[..., bool]:
    module = f"tests.games.{game.name.replace('-', '_')}.conservation"
    if find_spec(module) is None:
        return lambda *_: True
    found: Callable[..., bool] = importlib.import_module(module).conserved
    return found


def reduced(table: Table) -> Table:
    """Return the faulty table with only those options without which it would not be faulty."""
    size = max(1, len(table.options) // 2)
    while True:
        names = list(table.options)
        for first in range(0, len(names), size):
            without = names[first : first + size]
            left = {name: value for name, value in table.options.items() if name not in without}
            again = tried(replace(table, options=left))
            table = again if again.faulty else table
        if size == 1:
            return table
        size //= 2


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=list(all_games()))
    parser.add_argument("--tables", type=int, default=1000, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    failed = False
    for name in [given.game] if given.game else all_games():
        pieces = [(name, seed) for seed in range(given.seed, given.seed + given.tables)]
        tables = parallel_map(play, pieces, given.jobs, name)
        print(name, dict(Counter("faulty" if t.faulty else t.outcome for t in tables)), flush=True)
        faults = [table for table in tables if table.faulty]
        for table in {fault.outcome: fault for fault in faults}.values():
            print(f"  {table}", flush=True)
        failed = failed or bool(faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
