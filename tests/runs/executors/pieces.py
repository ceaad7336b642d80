"""Work for tests of executors: in a module, so that other processes can import it."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from tests.planted import GAME

from ducato.runs.play.chunk import Chunk, ChunkResults, play_piece


def square(number: int) -> int:
    return number * number


def fail(number: int) -> int:
    raise ValueError(f"piece {number}")


def killed_once(marker: str, number: int) -> int:
    """Kill this process the first time that number 3 comes along."""
    if number == 3 and not Path(marker).exists():
        Path(marker).write_text("killed")
        os.kill(os.getpid(), signal.SIGKILL)
    with Path(f"{marker}-{number}").open("a") as file:
        file.write("x")
    return number * number


def killed_always(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def planted_piece(piece: Chunk) -> ChunkResults:
    """Play a piece of the planted game, which is no entry point in another process."""
    from ducato.core.game import discovery

    discovery.all_games()[GAME.name] = GAME
    return play_piece(piece)


def hold(fifo: str, number: int) -> int:
    """Write into a pipe, and keep it open for as long as this process lives."""
    with Path(fifo).open("w") as file:
        file.write(f"{number}\n")
        file.flush()
        signal.pause()
    return number
