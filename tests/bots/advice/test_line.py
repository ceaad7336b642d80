"""The best line: what a seat may expect, in words that no dealt card can have put there."""

from __future__ import annotations

import pytest
from tests.bots.advice.test_grounds import choice_of

import ducato
from ducato.bots import finish
from ducato.bots.advice.line import LEAST_VISITS, LONGEST, Move, best_line
from ducato.bots.search.bot import SearchBot, best, estimates
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame, all_games
from ducato.core.position import Position
from ducato.core.scene import Text
from ducato.core.struct import Struct
from ducato.core.visibility import redact, resample

pytestmark = pytest.mark.compiled
SIMS = 400


def line_of(game: LoadedGame, state: Struct, seat: int, seed: int = 1) -> list[Move]:
    """Return the best line of a search, and check that it begins with the choice."""

    def describe(seen: Struct, action: int) -> Text:
        return game.presentation.describe_action(seen, game.edition, action)

    bot = SearchBot(game, "line", sims=SIMS, keep=0)
    trees = finish(bot.growing(redact(state, seat), seat, seed))
    line = best_line(game, trees[0], redact(state, seat), seat, seed, describe)
    assert line[0].action == best(estimates(trees)).action
    assert line[0].label == describe(redact(state, seat), line[0].action)
    return line


def follow(game: LoadedGame, world: Struct, line: list[Move]) -> None:
    """Play a line in a world: every action must be legal there, and described as in the line."""
    position = Position(game, world)
    for move in line:
        while position.current_player() >= 0 and len(position.legal_actions()) == 1:
            position.apply_action(position.legal_actions()[0])
        assert position.current_player() == move.seat
        assert move.action in position.legal_actions()
        seen = redact(position.state, move.seat)
        assert game.presentation.describe_action(seen, game.edition, move.action) == move.label
        position.apply_action(move.action)


@pytest.mark.parametrize("name", all_games())
def test_a_line_is_possible_in_every_world(name: str):
    game = ducato.load(name)
    for case in range(3):
        position = choice_of(game, case)
        seat = position.current_player()
        line = line_of(game, position.state, seat)
        assert 1 <= len(line) <= LONGEST
        for number in range(12):
            follow(game, resample(position.state, seat, new_rng("other", number)), line)


def test_a_line_is_the_same_for_whatever_the_seat_cannot_see():
    game = ducato.load("magnate")
    position = choice_of(game, 2)
    seat = position.current_player()
    worlds = [resample(position.state, seat, new_rng(case)) for case in range(3)]
    assert len({tuple(line_of(game, world, seat)) for world in worlds}) == 1


def test_few_visits_are_no_line(monkeypatch: pytest.MonkeyPatch):
    game = ducato.load("magnate")
    position = choice_of(game, 2)
    monkeypatch.setattr(f"{best_line.__module__}.LEAST_VISITS", SIMS + 1)
    assert LEAST_VISITS <= SIMS
    assert len(line_of(game, position.state, position.current_player())) == 1
