"""Kernels as WebAssembly beside the same kernels on this machine: equal results, and speed.

    python -m benchmarks.page.kernels [--games N] [--searches N] [--speeds N] [--sims N]
        [--titles NAME ...] [--done FILE]

It needs Node and the extra ``page``. Random games, every second batch by the softmax of the scores,
are spread over all numbers of players and all editions; ranks, decisions, rounds and the bytes of
the last state of each batch are compared. Searches are made at random positions with the learned
value, and all nodes of their trees are compared; more of them, one position at a time, tell the
speed. What is finished is written into FILE, so that a run that was interrupted goes on where it
was.
"""

from __future__ import annotations

import argparse
import gzip
import random
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.page.node import NO_WASM, NodeKernels, can_run
from benchmarks.page.progress import Progress

from ducato.bots.playout import Choices, PlayoutResults, Policy, play_games
from ducato.bots.search.bot import SearchBot
from ducato.bots.thinking import finish
from ducato.core.batch import Batch
from ducato.core.chance import new_rng
from ducato.core.errors import DucatoError
from ducato.core.game import Game, LoadedGame, all_games
from ducato.core.game.weights import greedy_weights
from ducato.core.struct import Struct
from ducato.core.visibility import redact

BATCH = 100
"""The number of games of a batch."""
SEARCHES = 10
"""The number of searches of a batch."""
SPEED, ROUNDS = 5, 5
"""Speed is measured with so many times as many simulations; the shortest of several rounds counts,
since browsers optimise what has run for a while."""


def variants(game: Game) -> Iterator[LoadedGame]:
    """Yield a game with each number of players in each edition."""
    for players in game.players:
        for edition in game.editions:
            with suppress(DucatoError):  # an edition may be for some numbers of players only
                yield game.load(players, edition=edition)


def random_games(game: LoadedGame, games: int, seed: str, guided: bool) -> dict[str, bytes]:
    """Return what random games come to, natively."""
    states, results = Batch.zeros(game.State, 2), PlayoutResults.of(games, game.players)
    policy = Policy(guided, greedy_weights(game.game))
    finished = play_games(
        states,
        Batch.of(game.edition),
        new_rng(seed),
        policy,
        Choices.of(len(game.actions)),
        results,
        game.game.longest,
    )
    found = {name: array.tobytes() for name, array in results._asdict().items()}
    return {**found, "finished": finished, "last": states.array[:1].tobytes()}


def positions(game: LoadedGame, seed: int) -> Iterator[tuple[Struct, int]]:
    """Yield decisions between several actions, each from a random game, as the mover sees them."""
    drawn = random.Random(seed)
    while True:
        position, left = game.new_initial_state(), drawn.randrange(60)
        while not position.is_terminal():
            if position.is_chance_node():
                position.apply_action(drawn.choice(position.chance_outcomes())[0])
                continue
            legal, left = position.legal_actions(), left - 1
            if left < 0 and len(legal) > 1:
                seat = position.current_player()
                yield redact(position.state, seat), seat
                break
            position.apply_action(drawn.choice(legal))


def compare_games(kernels: NodeKernels, game: LoadedGame, games: int, number: int) -> Any:
    """Play a batch of games on both sides; return what is to be kept of it."""
    guided, seed = number % 2 == 1, f"batch {number}"
    own = random_games(game, games, seed, guided)
    there = kernels.call("playRandom", game, games=games, seed=seed, guided=guided)
    return {"equal": games if own == there else 0, "of": games}


def compare_searches(
    kernels: NodeKernels, game: LoadedGame, searches: int, number: int, sims: int
) -> Any:
    """Search a batch of positions on both sides; return what is to be kept of it."""
    bot, equal = SearchBot(game, "search", sims=sims, keep=0), 0
    found = positions(game, number)
    state, seat = next(found)
    bot.warm_up(state, seat)
    asked = {"simulations": sims, "nodes": True}
    for seed in range(searches):
        state, seat = next(found)
        tree = finish(bot.growing(state, seat, seed))[0]
        searched = kernels.call("search", game, state=state, seat=seat, seed=seed, **asked)
        equal += searched["nodes"] == tree.contents()
    return {"equal": equal, "of": searches}


def compare_speed(kernels: NodeKernels, game: LoadedGame, number: int, sims: int) -> Any:
    """Search a position several times on both sides; return the shortest times."""
    bot = SearchBot(game, "search", sims=SPEED * sims, keep=0)
    state, seat = next(positions(game, 100_000 + number))
    bot.warm_up(state, seat)
    native, there = [], []
    for _ in range(ROUNDS):
        began = time.process_time()
        finish(bot.growing(state, seat, 0))
        native.append(time.process_time() - began)
        kernels.call("search", game, state=state, seat=seat, seed=0, simulations=bot.sims)
        there.append(kernels.seconds)
    return {"equal": 1, "of": 1, "native": min(native), "there": min(there), "sims": bot.sims}


def run(game: Game, asked: argparse.Namespace, done: Progress) -> None:
    """Compare one title, and write what is finished into the file."""
    with TemporaryDirectory() as folder, NodeKernels(game, Path(folder)) as kernels:
        loaded = list(variants(game))
        for kind, whole, batch in (
            ("games", asked.games, BATCH),
            ("searches", asked.searches, SEARCHES),
            ("speed", asked.speeds, 1),
        ):
            for number in range(-(-whole // batch)):
                key, variant = f"{game.name} {kind} {number}", loaded[number % len(loaded)]
                if key in done:
                    continue
                if kind == "games":
                    found = compare_games(kernels, variant, batch, number)
                elif kind == "speed":
                    found = compare_speed(kernels, variant, number, asked.sims)
                else:
                    found = compare_searches(kernels, variant, batch, number, asked.sims)
                done.note(key, found)
                if found["equal"] != found["of"]:
                    print(f"{key}, {variant.players} players, {variant.edition_name}: differ")
        report(game, done, [len(gzip.compress(one.read_bytes(), 9)) for one in kernels.files])


def report(game: Game, done: dict[str, Any], sizes: list[int]) -> None:
    """Print a title's row of the table."""
    row = [game.name]
    for kind in ("games", "searches"):
        found = [one for key, one in done.items() if key.startswith(f"{game.name} {kind} ")]
        row.append(f"{sum(o['equal'] for o in found):,} of {sum(o['of'] for o in found):,}")
    found = [one for key, one in done.items() if key.startswith(f"{game.name} speed ")]
    if found:
        native, there = ([one["sims"] / one[side] for one in found] for side in ("native", "there"))
        parts = [ours / theirs for theirs, ours in zip(native, there, strict=True)]
        row += [f"{median(native):,.0f}", f"{median(there):,.0f}", f"{median(parts):.0%}"]
    row += [f"{size / 1000:.0f}" for size in sizes]
    print(f"| {' | '.join(row)} |", flush=True)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--searches", type=int, default=2_000)
    parser.add_argument("--speeds", type=int, default=9)
    parser.add_argument("--sims", type=int, default=1_000)
    parser.add_argument("--titles", nargs="*", default=[])
    parser.add_argument("--done", type=Path, default=Path("build/page-kernels.jsonl"))
    asked = parser.parse_args()
    if not can_run():
        sys.exit(NO_WASM)
    done = Progress(asked.done)
    print("| Title | Equal games | Equal trees | Native sims/s | Wasm | Part | kB | Manifest |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: |")
    for game in all_games().values():
        if not asked.titles or game.name in asked.titles:
            run(game, asked, done)


if __name__ == "__main__":
    main()
