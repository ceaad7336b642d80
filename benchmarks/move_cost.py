"""Processor time of a move and of its updates for all screens, without sockets and storage.

    NUMBA_DISABLE_JIT=1 python benchmarks/move_cost.py
    NUMBA_DISABLE_JIT=1 python benchmarks/move_cost.py builders --spectators 4 --profile cumulative

At each table sit as many people as the game allows, who move at random and read English. For each
game it prints the milliseconds of a move, and those of writing the updates for everybody. With
`--profile`, it prints where they go. The server does not compile the rules for people's moves, so
this is measured without compiling, too.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
import time
from contextlib import nullcontext
from dataclasses import dataclass

import msgspec

from ducato.core.chance import CommittedStream
from ducato.core.game import all_games, load
from ducato.core.match import Match
from ducato.table.protocol import Act
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.table import LiveTable
from ducato.table.views.legal import legal_actions

WARM, MOVES_OF_A_GAME = 60, 200


@dataclass
class Cost:
    """Moves, and the seconds of processor time that they took."""

    moves: int = 0
    acting: float = 0.0
    updating: float = 0.0


class Party:
    """A table with people at all seats, and others who watch."""

    def __init__(self, name: str, spectators: int, seed: int) -> None:
        game = load(name, players=max(all_games()[name].players))
        people = range(game.players)
        match = Match(
            game, CommittedStream(seed.to_bytes(32, "big")), [f"Person {n}" for n in people]
        )
        seats = [TableSeat(n, f"Person {n}", person=f"person-{n}") for n in people]
        self.table, self.rng = LiveTable("table", match, seats), random.Random(seed)
        self.screens = [Screen((n,), "en", f"person-{n}") for n in people]
        self.screens += [Screen((), "en") for _ in range(spectators)]
        self.table.deal(0)
        for screen in self.screens:
            self.table.welcome(screen, 0)

    def play(self, moves: int, cost: Cost, profile: cProfile.Profile | None) -> None:
        """Make some moves, fewer if the game ends, and add what they cost."""
        match = self.table.match
        for number in range(moves):
            if match.is_over():
                return
            screen = self.screens[self.table.match.position.current_player()]
            legal = legal_actions(match.game, match.state_at(match.seq))
            request = Act(f"{number:x}", match.seq, self.rng.choice(legal))
            with profile or nullcontext():
                began = time.process_time()
                reply = self.table.receive(screen, request)
                acted = time.process_time()
                msgspec.json.encode(reply.messages)
                for other in self.screens:
                    for message in self.table.updates(other, 0):
                        msgspec.json.encode(message)
                ended = time.process_time()
            assert reply.change is not None, reply.messages
            cost.moves += 1
            cost.acting += acted - began
            cost.updating += ended - acted


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=all_games())
    parser.add_argument("--moves", type=int, default=600)
    parser.add_argument("--spectators", type=int, default=0)
    parser.add_argument("--profile", metavar="ORDER", help="such as cumulative or tottime")
    args = parser.parse_args()
    for name in args.games:
        profile = cProfile.Profile() if args.profile else None
        cost, seed = Cost(), 0
        Party(name, args.spectators, seed).play(WARM, Cost(), None)
        while cost.moves < args.moves:
            seed += 1
            Party(name, args.spectators, seed).play(MOVES_OF_A_GAME, cost, profile)
        acting, updating = (1000 * cost_of / cost.moves for cost_of in (cost.acting, cost.updating))
        print(f"{name}: move {acting:.2f} ms, updates {updating:.2f} ms ({cost.moves} moves)")
        if profile is not None:
            pstats.Stats(profile).sort_stats(args.profile).print_stats(50)


if __name__ == "__main__":
    main()
