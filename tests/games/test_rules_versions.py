"""One recorded game of every rules version of every game: it replays, whatever has changed since.

A new version needs a record of its own. Run these tests with UPDATE_GOLDEN=1 to write those that
are missing; a record of a published version is never written again.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ducato.checks.walks import random_match
from ducato.compile.kernels import kernel
from ducato.core import verbs
from ducato.core.batch import Batch
from ducato.core.game import Game, all_games
from ducato.core.game_record import GameRecord
from ducato.core.match import Match

VERSIONS = [
    pytest.param(game, version, id=f"{game.name}-{version}")
    for game in all_games().values()
    for version in game.rules
]
SEED = 7


def path_of(game: Game, version: int) -> Path:
    return Path(__file__).parent / game.package.rpartition(".")[2] / f"records/v{version}.jsonl"


def lines_of(game: Game, version: int) -> list[str]:
    path = path_of(game, version)
    if os.environ.get("UPDATE_GOLDEN") and not path.exists():
        path.parent.mkdir(exist_ok=True)
        match = random_match(game.version(version).load(game.players[-1]), SEED)
        path.write_text("\n".join(match.to_lines()) + "\n", "utf-8")
    assert path.exists(), f"no recorded game of {game.name} {version}: run with UPDATE_GOLDEN=1"
    return path.read_text("utf-8").splitlines()


@pytest.mark.parametrize(("game", "version"), VERSIONS)
def test_a_recorded_game_replays(game: Game, version: int):
    """Every line comes out as it was; the header may have gained parameters that were added."""
    lines = lines_of(game, version)
    match = Match.from_lines(lines)
    assert (match.game.game.rules_version, match.game.name) == (version, game.name)
    assert match.is_over()
    assert match.chance_verified
    was, now = GameRecord.from_lines(lines).entries, GameRecord.from_lines(match.to_lines()).entries
    assert now[1:] == was[1:]
    assert now[0]["values"].items() >= was[0]["values"].items()
    assert {**now[0], **was[0]} == was[0]


@kernel
def follow(states: Any, editions: Any, actions: Any) -> int:
    """Play these actions and outcomes from the beginning, and return the seat to move."""
    verbs.setup(states[0], editions[0])
    for action in actions:
        verbs.apply_action(states[0], editions[0], action)
    return verbs.current_player(states[0], editions[0])


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize(("game", "version"), VERSIONS)
def test_it_leads_to_the_same_state_compiled(game: Game, version: int):
    match = Match.from_lines(lines_of(game, version))
    state = Batch.zeros(match.game.State, 1)
    actions = np.array([step.action for step in match.steps], np.int64)
    assert follow(state, Batch.of(match.game.edition), actions) == verbs.TERMINAL
    assert state.array.tobytes() == match.position.state.tobytes()


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_there_is_no_record_of_a_version_that_is_gone(game: Game):
    """A version that was published once stays."""
    found = {path.name for path in path_of(game, 1).parent.glob("*")}
    assert found == {path_of(game, version).name for version in game.rules}
