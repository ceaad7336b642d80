"""All messages that the screens of random games are sent, as one line per message, to compare.

    NUMBA_DISABLE_JIT=1 python -m benchmarks.costs.messages --against ../other/checkout

The tables are of all sizes, each person reads another language, and of four spectators one is
late. Games are the same in each version, as deal and moves depend on the seed alone. With
`--against`, another checkout plays them with this program, and the first message that differs, but
for the order of its keys, is printed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ducato.core.chance import CommittedStream
from ducato.core.game import all_games, load
from ducato.core.i18n import LANGUAGES
from ducato.core.match import Match
from ducato.table.protocol import Act, Undo
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.table import LiveTable
from ducato.table.views.legal import legal_actions

LATE = 7
"""The last spectator is brought up to date after every so many moves only."""
UNDO = 0.1
"""The share of moves after which their player asks to undo them."""


def sent(name: str, seed: int, moves: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Play a game, and yield each screen's number with each message that it is sent."""
    players = all_games()[name].players
    game = load(name, players=players[seed % len(players)])
    people, rng = range(game.players), random.Random(seed)
    stream = CommittedStream(seed.to_bytes(32, "big"))
    match = Match(game, stream, [f"Person {n}" for n in people])
    table = LiveTable("t", match, [TableSeat(n, f"Person {n}", person=f"p{n}") for n in people])
    spoken = itertools.cycle(LANGUAGES)
    screens = [Screen((n,), next(spoken), f"p{n}") for n in people]
    screens += [Screen((), "en"), Screen((), "en"), Screen((), "it"), Screen((), "en")]
    table.deal(0)
    for number, screen in enumerate(screens):
        yield from ((number, message) for message in table.welcome(screen, 0))
    for move in range(moves):
        if match.is_over():
            return
        mover = table.match.position.current_player()
        legal = legal_actions(match.game, match.state_at(match.seq))
        reply = table.receive(screens[mover], Act(f"{move:x}", match.seq, rng.choice(legal)), 0)
        yield from ((mover, message) for message in reply.messages)
        if rng.random() < UNDO:
            reply = table.receive(screens[mover], Undo(f"u{move:x}", match.seq), 0)
            yield from ((mover, message) for message in reply.messages)
        due = screens if move % LATE == 0 else screens[:-1]
        for number, messages in enumerate(_updates(table, due)):
            yield from ((number, message) for message in messages)


def _updates(table: LiveTable, screens: list[Screen]) -> list[list[dict[str, Any]]]:
    if hasattr(table, "updates_of_all"):
        return table.updates_of_all(screens, 0)
    return [table.updates(screen, 0) for screen in screens]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=all_games())
    parser.add_argument("--seeds", type=int, default=6)
    parser.add_argument("--moves", type=int, default=80)
    parser.add_argument("--against", type=Path, help="a checkout with an environment in .venv")
    args = parser.parse_args()
    lines = (
        f"{name} {seed} {screen} {json.dumps(_plain(message), sort_keys=True)}\n"
        for name in args.games
        for seed in range(args.seeds)
        for screen, message in sent(name, seed, args.moves)
    )
    if args.against is None:
        sys.stdout.writelines(lines)
        return
    options = ["--seeds", str(args.seeds), "--moves", str(args.moves)]
    other = subprocess.Popen(
        [args.against / ".venv/bin/python", __file__, *args.games, *options],
        cwd=args.against,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert other.stdout is not None
    number = 0
    for number, (own, theirs) in enumerate(itertools.zip_longest(lines, other.stdout), 1):
        if own != theirs:
            other.kill()
            sys.exit(f"message {number} differs:\n{theirs}\n{own}")
    print(f"{number} messages, none differs")


def _plain(message: dict[str, Any]) -> Any:
    return msgspec.json.decode(msgspec.json.encode(message))


if __name__ == "__main__":
    main()
