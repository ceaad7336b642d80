"""The log of a table: sentences that others say are left out, and steps in a row are one line."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.live_server import played

from ducato.core.i18n import render
from ducato.core.match import Match
from ducato.table.screens import ViewReader
from ducato.table.views.log import GameLog, describe_step
from ducato.table.views.texts import GameTexts
from ducato.table.views.view_cache import KnownStates


def log_of(match: Match) -> list[dict[str, Any]]:
    log = GameLog(match, KnownStates(match), GameTexts(match))
    return log.entries(ViewReader(-1, "en"), 0, match.seq)


@pytest.mark.parametrize(
    ("game", "silent", "note"),
    [
        ("magnate", "ends the turn", "no income"),
        ("builders", "ends the turn", "Next card:"),
        ("fantasy-market", "stops at", "hourglass"),
    ],
)
def test_what_says_nothing_is_left_out_or_a_note(game: str, silent: str, note: str):
    entries = log_of(played(game, 2, 0.8))
    assert not any(silent in text for entry in entries for text in entry["texts"])
    assert not any(note in text for entry in entries for text in entry["texts"])
    assert any(note in text for entry in entries for text in entry.get("notes", []))


@pytest.mark.parametrize(
    ("game", "players", "verb"),
    [("magnate", 2, "develop"), ("fantasy-market", 2, "step"), ("manifest-destiny", 3, "buy")],
)
def test_actions_in_a_row_are_one_line(game: str, players: int, verb: str):
    match = played(game, players, 0.8)
    entries = log_of(match)
    joined = [entry for entry in entries if entry.get("joined")]
    assert joined
    for entry in joined:
        seq = entry["seq"]
        before, step = match.steps[seq - 2], match.steps[seq - 1]
        assert before.actor == step.actor
        assert match.game.actions.kind(step.action).name == verb
        assert len(entries[seq - 2]["texts"]) == 1


def test_a_joined_line_tells_of_all_its_steps():
    """Tokens put on a deed one after the other are counted together."""
    match = played("magnate", 2, 0.8)
    entries = log_of(match)
    entry = next(entry for entry in entries if entry.get("joined"))
    seq = entry["seq"]
    apart = describe_step(
        match.game, match.steps[seq - 1], match.state_at(seq - 1), match.state_at(seq), -1
    )
    names = list(match.names)
    alone = [render(one, match.game.game.package, "en", names) for one in apart]
    assert entry["texts"] != alone
