"""Whole matches of every game, and the lines of their records."""

from __future__ import annotations

import json

import pytest

from ducato.core.chance import CommittedStream, new_rng
from ducato.core.game import all_games
from ducato.core.game_record import GameRecord
from ducato.core.match import Match

GAMES = list(all_games().values())


def played(game, seed: int = 0, steps: int | None = None) -> Match:
    """Play a match of first legal actions, for a number of steps or to the end."""
    match = Match(game, CommittedStream(new_rng("match", seed).tobytes()))
    match.run_chance()
    while not match.is_over() and steps != 0:
        legal = match.position.legal_actions()
        match.act(legal[(match.seq * 7) % len(legal)])
        match.run_chance()
        steps = None if steps is None else steps - 1
    return match


def resealed(entries: list[dict]) -> list[str]:
    """Return the lines with checksums that fit, as a forger would write them."""
    return GameRecord(entries).to_lines()


def entries_of(lines: list[str]) -> list[dict]:
    return [{k: v for k, v in json.loads(line).items() if k != "check"} for line in lines]


@pytest.fixture(params=GAMES, ids=lambda g: g.name)
def game(request):
    return request.param.load()
