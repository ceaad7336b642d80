"""Random games of all editions and options in large numbers, checked after every step.

The checks are: the legal list is never empty, ascending and inside the table; every card is in one
zone and each zone holds as many as it says; tokens change only by the amounts of the rules (the
rule `conserved` of ``tests/games/<game>/conservation.py``, where there is one); games end within
their bound. Then a number of games is played compiled and interpreted and compared byte by byte.

    python benchmarks/soak.py --game NAME --games 200000 --identical 2000
    python benchmarks/soak.py --game NAME --as-printed --games 100000 --identical 0

The second form plays every edition as it is, this many games with each number of players. It
prints one line a run, and exits with 1 and the seed if something is wrong. It knows no game.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ducato import checks
from ducato.compile.kernels import kernel
from ducato.core import verbs
from ducato.core.batch import Batch, dtype_of
from ducato.core.chance import below, new_rng
from ducato.core.errors import BadValue, ConflictingOptions
from ducato.core.game import Game, LoadedGame, all_games
from ducato.core.struct import Struct
from ducato.core.verbs import rule

ROOT = Path(__file__).parents[1]
BATCH = 40  # games with the same edition and options
CHANGED = 5  # on average, one option in this many is changed
WRONG = {
    1: "the legal list is empty",
    2: "the legal list is not ascending, or leaves the table",
    3: "a chance step has no outcome",
    4: "a card is in two zones or in none",
    5: "tokens changed by an amount that the rules do not know",
    6: "the game does not end within its bound",
}
CONSERVED: dict[type[Struct], Callable[..., bool]] = {}
"""The rule about the tokens of each class of states, from the game's tests."""


@rule
def held_in(held: Any, where: int) -> int:
    """Return how many cards a zone holds, of all classes if there are some."""
    if held.ndim == 1:
        return int(held[where])
    total = 0
    for index in range(len(held)):
        total += int(held[index, where])
    return total


@rule
def counts_agree(zone: Any, held: Any, counts: Any) -> bool:
    """Return whether every card lies in a zone that exists, and `held` counts them rightly."""
    zones = held.shape[-1]
    for where in range(zones):
        counts[where] = 0
    for card in range(len(zone)):
        if not 0 <= zone[card] < zones:
            return False
        counts[zone[card]] += 1
    for where in range(zones):  # noqa: SIM110 (compiled: no `all`)
        if counts[where] != held_in(held, where):
            return False
    return True


def cards_agree(state: Any, counts: Any) -> bool:
    """Apply `counts_agree` to all kinds of cards of a state."""
    return all(
        counts_agree(state[name], state[declared.cards.held], counts)
        for name, declared in state.fields.items()
        if declared.cards is not None
    )


def tokens_conserved(before: Any, after: Any, edition: Any, player: int, action: int) -> bool:
    """Apply the game's own rule about tokens; return True where it has none."""
    return CONSERVED[type(after)](before, after, edition, player, action)


@rule
def anything(before: Any, after: Any, edition: Any, player: int, action: int) -> bool:
    """Accept any tokens: the rule of games without them."""
    return True


@kernel
def play(
    states: Any,
    editions: Any,
    rng: Any,
    legal: Any,
    counts: Any,
    done: Any,
    games: int,
    longest: int,
) -> int:
    """Play `games` random games; return 0, or the number in `WRONG` of what went wrong.

    `states` are the state, the one before it, and one of zeros; `legal` has one entry more than the
    game has actions; `done` counts games, decisions and steps.
    """
    edition = editions[0]
    state, before = states[0], states[1]
    for _ in range(games):
        states[0] = states[2]
        verbs.setup(state, edition)
        over = False
        for _ in range(longest):
            if not cards_agree(state, counts):
                return 4
            player = verbs.current_player(state, edition)
            if player == verbs.TERMINAL:
                over = True
                break
            states[1] = states[0]
            if player == verbs.CHANCE:
                n = verbs.chance_outcomes(state, edition)
                if n < 1:
                    return 3
                action = below(rng, n)
            else:
                n = verbs.legal_actions(state, edition, legal)
                if n < 1:
                    return 1
                if legal[0] < 0 or legal[n - 1] >= len(legal) - 1:
                    return 2
                for i in range(1, n):
                    if legal[i - 1] >= legal[i]:
                        return 2
                action = int(legal[below(rng, n)])
                done[1] += 1
            verbs.apply_action(state, edition, action)
            done[2] += 1
            if not tokens_conserved(before, state, edition, player, action):
                return 5
        if not over:
            return 6
        done[0] += 1
    return 0


def any_edition(game: Game, rng: Any) -> LoadedGame:
    """Return the game with seats, edition and options drawn at random, until they agree."""
    while True:
        try:
            return drawn_edition(game, rng)
        except (BadValue, ConflictingOptions):
            continue


def drawn_edition(game: Game, rng: Any) -> LoadedGame:
    """Make one draw for `any_edition`.

    Raises:
        BadValue: options that exclude each other were drawn.
    """

    def one_of(values: Any) -> Any:
        return values[below(rng, len(values))]

    options: dict[str, object] = {}
    for name, parameter in game.parameters.items():
        if below(rng, CHANGED) == 0:
            low, high = parameter.range or (0, 0)
            wanted = parameter.choices or (
                (False, True) if isinstance(parameter.default, bool) else range(low, high + 1)
            )
            options[name] = one_of(wanted)
    return game.load(one_of(game.players), one_of(game.editions), **options)


def described(loaded: LoadedGame) -> str:
    """Return the game with its edition and options as text, so that it can be played again."""
    changed = " ".join(f"--set {name}={value}" for name, value in loaded.options.items())
    return f"{loaded.name} --players {loaded.players} --edition {loaded.edition_name} {changed}"


def prepare(game: Game) -> None:
    """Find the game's rule about tokens and give both checks their compiled form."""
    from numba import from_dtype
    from numba.extending import overload, register_jitable

    record: type[Struct] = game.module("state").State
    if record in CONSERVED:
        return
    folder = game.package.rpartition(".")[2]
    path = ROOT / "tests" / "games" / folder / "conservation.py"
    conserved: Callable[..., bool] = anything
    if path.exists():
        spec = importlib.util.spec_from_file_location(f"conservation_{folder}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        conserved = module.conserved
    CONSERVED[record] = conserved
    here = from_dtype(dtype_of(record))

    def all_agree() -> Callable[..., bool]:
        chain: Callable[..., bool] = register_jitable(lambda state, counts: True)
        for name, declared in record.fields.items():
            if declared.cards is not None:
                chain = _both(name, declared.cards.held, chain)
        return chain

    overload(cards_agree, strict=False)(
        lambda state, counts: all_agree() if state == here else None
    )
    overload(tokens_conserved, strict=False)(
        lambda before, after, edition, player, action: conserved if after == here else None
    )


def _both(name: str, held: str, rest: Callable[..., bool]) -> Callable[..., bool]:
    from numba.extending import register_jitable

    def both(state: Any, counts: Any) -> bool:
        return counts_agree(state[name], state[held], counts) and rest(state, counts)

    jitable: Callable[..., bool] = register_jitable(both)
    return jitable


def batch(loaded: LoadedGame, games: int, seed: Any, run: Callable[..., int] = play) -> Any:
    """Play some games of one edition; return the numbers of games, decisions and steps.

    Raises:
        checks.Broken: with what is wrong and how to see it again.
    """
    zones = [len(f.cards.sees) for f in loaded.State.fields.values() if f.cards is not None]
    done = np.zeros(3, np.int64)
    wrong = run(
        Batch.zeros(loaded.State, 3),
        Batch.of(loaded.edition),
        new_rng("soak", *seed),
        np.zeros(len(loaded.actions) + 1, np.int32),  # an excess action would still fit
        np.zeros(max(zones, default=1), np.int64),
        done,
        games,
        loaded.game.longest,
    )
    if wrong:
        where = f"{described(loaded)}, seed {seed}, game {done[0]}, step {done[2]}"
        raise checks.Broken(f"{WRONG[wrong]}: {where}")
    return done


def soak(game: Game, games: int, identical: int, seed: int = 0) -> str:
    """Play `games` checked games and compare `identical` more; return the line with the result."""
    prepare(game)
    rng, done, editions = new_rng("editions", seed), np.zeros(3, np.int64), 0
    start = time.monotonic()
    while done[0] < games:
        loaded = any_edition(game, rng)
        done += batch(loaded, min(BATCH, games - int(done[0])), (seed, editions))
        editions += 1
    seconds = time.monotonic() - start
    compared = time.monotonic()
    for number in range(identical):
        loaded = any_edition(game, rng)
        try:
            checks.compiled_agrees(loaded, number)
        except checks.Broken as broken:
            raise checks.Broken(f"{described(loaded)}: {broken}") from broken
    return (
        f"{game.name}: {done[0]:,} games of {editions:,} drawn editions, {done[1]:,} decisions, "
        f"{done[2]:,} steps, all checked, in {seconds:.0f} s; {identical:,} games byte-identical "
        f"interpreted and compiled in {time.monotonic() - compared:.0f} s; nothing wrong"
    )


def as_printed(game: Game, games: int, seed: int = 0) -> Iterator[str]:
    """Play `games` checked games of each edition and number of players; yield a line for each."""
    prepare(game)
    for edition in game.editions:
        for players in game.players:
            start = time.monotonic()
            loaded = game.load(players, edition)
            done = batch(loaded, games, (seed, edition, players))
            yield (
                f"{described(loaded).strip()}: {done[0]:,} games, {done[1]:,} decisions, "
                f"{done[2]:,} steps, all checked, in {time.monotonic() - start:.0f} s; all well"
            )


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--game", choices=list(all_games()), help="one game; all if not given")
    parser.add_argument("--games", type=int, default=200_000, help="checked games, compiled")
    parser.add_argument("--identical", type=int, default=2_000, help="games to compare")
    parser.add_argument("--as-printed", action="store_true", help="no drawn options")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # The persistent cache ignores the files of tests, so a changed rule would stay unseen.
        os.environ["DUCATO_CACHE"] = folder
        for name in [given.game] if given.game else list(all_games()):
            try:
                game = all_games()[name]
                if given.as_printed:
                    for line in as_printed(game, given.games, given.seed):
                        print(line, flush=True)
                else:
                    print(soak(game, given.games, given.identical, given.seed), flush=True)
            except checks.Broken as broken:
                sys.stderr.write(f"soak: {broken}\n")
                return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
