"""Random edits of positions of every game: what is accepted plays on, what is refused says why."""

from __future__ import annotations

import random

import pytest
from tests.games.editing import any_edit, moments, play_on

from ducato.core.editing import Unlawful, edited, position_items
from ducato.core.game import all_games
from ducato.core.i18n import LANGUAGES, render
from ducato.core.match import Match

GAMES = list(all_games().values())
EDITS = 60
PLAYED = 8
"""Accepted positions that are played to the end; all others are only edited."""
RECORDED = 2


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_accepted_plays_to_the_end(game):
    loaded, states = moments(game.name, game.players[-1])
    rng, accepted = random.Random(7), 0
    refused: list[Unlawful] = []
    for number in range(EDITS):
        state = rng.choice(states)
        edits = [any_edit(loaded, state, rng) for _ in range(rng.randint(1, 3))]
        try:
            after = edited(loaded, state, edits)
        except Unlawful as error:
            refused.append(error)
            continue
        accepted += 1
        if accepted <= PLAYED:
            match = play_on(loaded, after, number)
            if accepted <= RECORDED:
                again = Match.from_lines(match.to_lines(), game)
                assert (again.start, again.steps) == (match.start, match.steps)
    assert accepted >= EDITS // 6
    assert [error.__cause__ for error in refused] == [None] * len(refused)  # no fault of the rules
    for error in refused:
        assert all(render(error.reason.message, game.package, one) for one in LANGUAGES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_items_have_names_and_can_keep_their_values(game):
    loaded, states = moments(game.name, game.players[0])
    state = states[len(states) // 2]
    items = position_items(loaded, state)
    assert len({item.id for item in items}) == len(items) > 0
    for language in LANGUAGES:
        for item in items:
            labels = [item.label, item.editable.title, *(one.label for one in item.choices)]
            for label in labels:
                assert label if isinstance(label, str) else render(label, game.package, language)
    assert all(item.allows(item.value) for item in items)
    assert edited(loaded, state, [(item.id, item.value) for item in items]) is not state
