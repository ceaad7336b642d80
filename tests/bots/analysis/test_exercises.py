"""Exercises: what they are, and those that the games ship."""

from __future__ import annotations

import numpy as np
import pytest

from ducato.bots import finish
from ducato.bots.advice.opinion import ActionEstimate
from ducato.bots.analysis.exercise import LEAST_GAP, pack_exercise, unpack_exercise
from ducato.bots.analysis.exercise_file import FILE, LARGEST, exercises_of, pack_file, shipped_games
from ducato.bots.analysis.exercise_finding import Asked, Effort, ExerciseFinder
from ducato.bots.analysis.judgement import Searched, values_of
from ducato.core.editions import data_files
from ducato.core.game import all_games
from ducato.core.visibility import redact

GAMES = {
    name: game for name, game in all_games().items() if data_files.has_file(game.package, FILE)
}


@pytest.mark.parametrize("name", GAMES)
def test_what_ships_can_be_played_and_keeps_to_the_limits(name: str):
    game = GAMES[name]
    found = exercises_of(game)
    assert len(data_files.read_bytes(game.package, FILE)) <= LARGEST
    games = shipped_games(game.package, game.rules_version)
    assert pack_file(game, games) == data_files.read_bytes(game.package, FILE)
    for played, one in found.values():
        assert one.gap >= LEAST_GAP, one
        assert one.best != one.wrong, one
        assert unpack_exercise(pack_exercise(one)) == one
        assert one.line[0].action == one.best
        assert bytes.fromhex(played.seed)
    played, one = next(iter(found.values()))
    match = played.match_at(game, one.seq)
    assert match.position.current_player() == one.seat
    assert {one.best, one.wrong} <= set(match.position.legal_actions())


class Sure:
    """A judge for whom one action is worth more than the others, by as much as one says."""

    def __init__(self, best: int, lead: float, shaken: int = 0) -> None:
        self.best, self.lead, self.shaken, self.deals = best, lead, shaken, 0

    def search(self, state, seat, seed, simulations):
        yield
        return Searched([ActionEstimate(self.best, 9, 0.6)], None, None)

    def appraise(self, state, action, seed, simulations, method):
        yield
        worth = 0.5 + (self.lead if action == self.best else 0)
        if simulations == 64 and action == self.best:
            self.deals += 1
            worth = 0.4 if self.deals <= self.shaken else worth
        return np.random.default_rng(seed).random((simulations, 2)) * 0.01 + worth

    def values(self, rows, less=None):
        return values_of(rows, less)

    def reasons(self, *_: object):
        yield
        return ()


@pytest.mark.parametrize(
    ("lead", "shaken", "there"), [(0.1, 0, True), (0.1, 4, True), (0.1, 5, False), (0.07, 0, False)]
)
def test_one_choice_must_be_far_better_and_stay_so_in_other_deals(
    lead: float, shaken: int, there: bool, monkeypatch: pytest.MonkeyPatch
):
    game = GAMES["magnate"]
    played, one = next(iter(exercises_of(game).values()))
    match = played.match_at(game, one.seq)
    finder = ExerciseFinder(match.game, lambda *_: "", Effort(1, 8, 16))
    monkeypatch.setattr(finder, "_judge", Sure(one.best, lead, shaken))
    monkeypatch.setattr(finder, "_line", lambda *_: ())
    asked = Asked(one.seq, one.seat, redact(match.position.state, one.seat), one.wrong)
    found = finish(finder.finding(asked))
    assert (found is not None) == there
    if found is not None:
        assert (found.best, found.wrong, found.theme) == (one.best, one.wrong, one.theme)
        assert found.cost == pytest.approx(lead)
