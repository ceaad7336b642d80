"""Recordings of how long a reader waits: of each game, the steps between two of their decisions.

    python -m tests.support.record_rounds

It plays a short game of bots and writes its longest round, as the first seat sees it, to
``tests/client/rounds.json``: the steps as the server sends them, but of the scenes only the dice.
"""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

from tests.support.short import short

from ducato.bots import make
from ducato.core.chance import CommittedStream
from ducato.core.game import all_games, load
from ducato.core.match import Match
from ducato.table.screens import ViewReader
from ducato.table.views.builder import Views

PATH = Path(__file__).parents[1] / "client" / "rounds.json"
MOST_SEATS = 4


def played(game: str) -> Match:
    """Return a whole game between gentle bots."""
    seats = max(n for n in all_games()[game].players if n <= MOST_SEATS)
    loaded = load(game, seats, **short(game))
    names = ["Anna", "Bruno", "Carla", "Dario"][:seats]
    match, bot = Match(loaded, CommittedStream(bytes(32)), names), make("greedy", loaded)
    match.run_chance()
    while not match.is_over():
        position = match.position
        match.act(bot.choose(position.state, position.current_player(), match.seq))
        match.run_chance()
    return match


def sent(step: dict[str, Any]) -> dict[str, Any]:
    """Return a step as it is sent, with as much of its view as the beats depend on."""
    view = json.loads(bytes(step["view"]))
    dice = [
        {name: piece[name] for name in ("id", "kind", "face")}
        for piece in view["scene"]["pieces"]
        if piece["kind"] == "die"
    ]
    known = {name: step[name] for name in ("seq", "actor", "texts")}
    return {**known, "view": {"scene": {"pieces": dice}, "to_move": view["to_move"], "legal": []}}


def longest_round(match: Match) -> list[dict[str, Any]]:
    """Return the most steps in a row, after the first decision, that the first seat waits for."""
    views = Views(match)
    steps = [sent(views.step(seq, ViewReader(0, "en"))) for seq in range(1, match.seq + 1)]
    rounds = [[*group] for own, group in groupby(steps, lambda step: step["actor"] == 0) if not own]
    return max(rounds[1:], key=len)


def main() -> None:
    """Write the recordings."""
    found = []
    for game in all_games():
        match = played(game)
        steps = ",\n".join(json.dumps(step, ensure_ascii=False) for step in longest_round(match))
        found.append(f'"{game}": {{"others": {match.game.players - 1}, "steps": [\n{steps}\n]}}')
    PATH.write_text("{\n" + ",\n".join(found) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
