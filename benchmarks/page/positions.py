"""Positions as the server shows them beside the same positions in a page: equal byte for byte.

    python -m benchmarks.page.positions SITE [--positions N] [--titles NAME ...] [--done FILE]

SITE is the folder that ``ducato export`` has made. Positions come from random games with all
numbers of players and in all editions, every `EVERY`-th decision of each. A game is kept as a page
keeps it; the server's code replays its steps from the seed, and the page's own Python, in Node,
opens what was kept. Both then welcome a screen, with the scene, the legal actions and the latest
log in one of three languages, and answer its request for the log before the last ten steps. What
is finished is written into FILE, so that a run that was interrupted goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from benchmarks.page.kernels import variants
from benchmarks.page.node import NodeHost
from benchmarks.page.progress import Progress
from tests.support.local_page import Page, request

from ducato.core.game import Game, LoadedGame, all_games
from ducato.core.i18n import LANGUAGES
from ducato.page import saved_game
from ducato.page.local_table import PERSON
from ducato.table import protocol
from ducato.table.screens import Screen

EVERY = 17
"""The decisions from one position to the next, so that a batch comes to the end of most games."""
BATCH = 20
"""The number of positions of a batch, all of one game."""
EARLIER = 10
"""The number of steps that the requested part of the log leaves out."""


class _Answer(msgspec.Struct):
    messages: list[msgspec.Raw]


class _Opened(msgspec.Struct):
    answer: _Answer


class _Kind(msgspec.Struct):
    type: str


def kept_positions(game: LoadedGame, skipped: int) -> Iterator[str]:
    """Yield games as a page keeps them, every `EVERY` decisions, after some that are skipped."""
    page = Page()
    asked = {**request(game.name, game.players), "edition": game.edition_name}
    made = page.post("/api/tables", asked)
    assert made["status"] == 201, made
    page.begin()
    count = 0
    while True:
        if page.live.status == "over":
            made = page.post("/api/tables", asked)
            page.begin()
        if count % EVERY == skipped % EVERY:
            yield page.saved
        page.move()
        count += 1


def at_server(text: str, language: str, message: str) -> list[bytes]:
    """Return what a server's table answers: it replays the game from its seed."""
    table = saved_game.to_table(saved_game.read(text), trusted=False)
    screen = Screen(table.roster.of(PERSON), language, PERSON)
    table.roster.present.update(screen.seats)
    welcomed = table.welcome(screen, 2)
    answered: Any = table.receive(screen, protocol.read(message), 3)  # type: ignore[arg-type]
    return [msgspec.json.encode(one) for one in (*welcomed, *answered.messages)]


def in_page(host: NodeHost, text: str, language: str, message: str) -> list[bytes]:
    """Return what the page answers, without its news that a bot thinks."""
    answer = host.shown(text, language, message)
    opened, heard = msgspec.json.decode(answer, type=tuple[_Opened, _Answer])
    messages = [bytes(one) for one in (*opened.answer.messages, *heard.messages)]
    return [one for one in messages if msgspec.json.decode(one, type=_Kind).type != "thinking"]


def compare_positions(host: NodeHost, game: LoadedGame, positions: int, number: int) -> Any:
    """Show positions on both sides; return what is to be kept of it."""
    found = kept_positions(game, number)
    languages, equal = sorted(LANGUAGES), 0
    for at in range(positions):
        text, language = next(found), languages[(number + at) % len(languages)]
        steps = len(saved_game.read(text).steps)
        message = json.dumps({"type": "log", "seq": max(1, steps - EARLIER)})
        equal += at_server(text, language, message) == in_page(host, text, language, message)
    return {"equal": equal, "of": positions}


def run(host: NodeHost, game: Game, asked: argparse.Namespace, done: Progress) -> None:
    """Compare one title, write what is finished into the file, and print the title's row."""
    loaded = list(variants(game))
    for number in range(-(-asked.positions // BATCH)):
        key, variant = f"{game.name} positions {number}", loaded[number % len(loaded)]
        if key in done:
            continue
        found = compare_positions(host, variant, BATCH, number)
        done.note(key, found)
        if found["equal"] != found["of"]:
            print(f"{key}, {variant.players} players, {variant.edition_name}: differ")
    rows = [found for key, found in done.items() if key.startswith(f"{game.name} positions ")]
    equal, of = (sum(row[side] for row in rows) for side in ("equal", "of"))
    print(f"| {game.name} | {equal:,} of {of:,} |", flush=True)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("site", type=Path)
    parser.add_argument("--positions", type=int, default=1_000)
    parser.add_argument("--titles", nargs="*", default=[])
    parser.add_argument("--done", type=Path, default=Path("build/page-positions.jsonl"))
    asked = parser.parse_args()
    engine = asked.site / "engine"
    if not (engine / "python.zip").is_file():
        sys.exit(f"{asked.site} is no exported page: make one with `ducato export --out SITE`")
    done = Progress(asked.done)
    print("| Title | Equal positions |")
    print("| --- | --: |")
    with NodeHost(engine) as host:
        for game in all_games().values():
            if not asked.titles or game.name in asked.titles:
                run(host, game, asked, done)


if __name__ == "__main__":
    main()
