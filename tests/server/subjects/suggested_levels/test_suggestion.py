"""The level suggested to a person: the estimate of their rating, and the rule."""

from __future__ import annotations

import pytest

from ducato.core.game import Game, find_game
from ducato.core.game.measured_ratings import MeasuredRating
from ducato.server.subjects.suggested_levels.storage import BotGame
from ducato.server.subjects.suggested_levels.suggestion import (
    SPREAD,
    Result,
    estimate,
    expected,
    results_of,
    suggestions,
    weakest_equal,
)

ELO = {"easy": 800.0, "greedy": 1000.0, "hard": 1200.0}
LEVELS = {"beginner": "easy", "gentle": "greedy", "steady": "hard", "strong": "unrated"}


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return a game whose levels are rated for two and three players, the third one the least."""
    by_players = {2: ELO, 3: {**ELO, "hard": 900.0}}

    def ratings(game: Game, players: int) -> dict[str, MeasuredRating]:
        of_bots = by_players.get(players, {})
        return {bot: MeasuredRating(elo, elo - 50, elo + 50, 0.1) for bot, elo in of_bots.items()}

    monkeypatch.setattr("ducato.server.subjects.suggested_levels.suggestion.ratings", ratings)
    return Game("test", "test", (2, 3, 4), levels=LEVELS)


def against(bot: str, rank: int, *, left: bool = False) -> BotGame:
    return BotGame(2, rank, left, ((bot, 3 - rank),))


def test_without_results_the_estimate_is_where_it_starts():
    assert estimate([], 800) == 800


def test_two_hundred_points_win_three_of_four_games():
    assert expected(200) == pytest.approx(0.76, abs=0.01)
    assert expected(-200) == pytest.approx(1 - expected(200))


def test_one_game_against_an_equal_moves_the_estimate_by_about_a_level():
    won, lost = (estimate([Result(800, score)], 800) for score in (1, 0))
    assert 940 < won < 960
    assert won - 800 == pytest.approx(800 - lost)
    assert estimate([Result(800, 0.5)], 800) == pytest.approx(800)


def test_a_win_against_a_stronger_bot_counts_more():
    strong, weak = (estimate([Result(rating, 1)], 800) for rating in (1200, 800))
    assert strong > weak
    lost_strong, lost_weak = (estimate([Result(rating, 0)], 800) for rating in (1200, 800))
    assert lost_weak < lost_strong < 800


def test_many_results_outweigh_the_start():
    """Whoever wins three of four games is rated about two hundred points higher."""
    results = [Result(1000, score) for score in [1, 1, 1, 0] * 12]
    for start in (800, 1190, 1600):
        assert estimate(results, start) == pytest.approx(1190, abs=30)


def test_five_wins_lead_a_master_up():
    """They always play the level that is suggested, and win."""
    levels = {str(rating): float(rating) for rating in (700, 850, 1000, 1250, 1450)}
    results: list[Result] = []
    for _ in range(5):
        bot = weakest_equal(levels, estimate(results, 700))
        results.append(Result(levels[bot], 1))
    assert bot == "1450"


def test_the_estimate_is_the_most_likely_rating():
    """At the estimate, the logarithm of the posterior density is highest."""
    from math import log

    results = [Result(900, 1), Result(1100, 0), Result(1300, 1, 0.5), Result(1000, 0.5)]

    def density(rating: float) -> float:
        likely = sum(
            r.weight
            * (
                r.score * log(expected(rating - r.rating))
                + (1 - r.score) * log(1 - expected(rating - r.rating))
            )
            for r in results
        )
        return likely - ((rating - 800) / SPREAD) ** 2 / 2

    found = estimate(results, 800)
    assert density(found) > max(density(found - 1), density(found + 1))


def test_results_of_one_game_count_as_one_together():
    game = BotGame(4, 2, False, (("easy", 3), ("unrated", 1), ("hard", 1)))
    assert results_of(game, ELO) == [Result(800, 1, 0.5), Result(1200, 0, 0.5)]
    tied = BotGame(2, 1, False, (("easy", 1),))
    assert results_of(tied, ELO) == [Result(800, 0.5)]
    left = BotGame(2, 1, True, (("easy", 2),))
    assert results_of(left, ELO) == [Result(800, 0)]


def test_the_weakest_level_that_is_at_least_as_strong():
    assert weakest_equal(ELO, 700) == "easy"
    assert weakest_equal(ELO, 800) == "easy"
    assert weakest_equal(ELO, 801) == "greedy"
    assert weakest_equal(ELO, 1201) == "hard"
    assert weakest_equal({"a": 1000, "b": 900, "c": 900}, 850) == "b"


def test_the_first_suggestion_is_the_weakest_level(game: Game):
    two, three = suggestions(game, [])
    assert (two.players, two.bot, two.games, two.won, two.against) == (2, "easy", 0, 0, None)
    assert three.players == 3


def test_who_wins_is_suggested_a_stronger_level_and_told_why(game: Game):
    two, three = suggestions(game, [against("easy", 1)])
    assert (two.bot, two.games, two.won, two.against) == ("greedy", 1, 1, "easy")
    assert (three.bot, three.games) == ("easy", 0)
    two, _ = suggestions(game, [against("greedy", rank) for rank in (1, 1, 2, 1)])
    assert (two.bot, two.games, two.won, two.against) == ("hard", 4, 3, "greedy")
    two, _ = suggestions(game, [against("greedy", 1), against("easy", 1)])
    assert two.against is None
    two, _ = suggestions(game, [against("hard", 1)] * 20)
    assert two.bot == "hard"


def test_who_loses_or_leaves_stays_at_the_weakest_level(game: Game):
    for played in (against("easy", 2), against("easy", 1, left=True)):
        two, _ = suggestions(game, [played])
        assert (two.bot, two.games, two.won) == ("easy", 1, 0)


def test_bots_without_a_rating_are_left_out(game: Game):
    two, _ = suggestions(game, [against("ismcts:sims=7", 1)] * 9)
    assert (two.bot, two.games, two.won) == ("easy", 0, 0)


def test_no_game_is_suggested_a_level_without_ratings(game: Game):
    assert [one.players for one in suggestions(game, [])] == [2, 3]
    unrated = Game("test", "test", (2,), levels={"only": "unrated"})
    assert suggestions(unrated, []) == []


def test_installed_ratings_lead_to_suggestions_of_levels():
    magnate = find_game("magnate")
    for one in suggestions(magnate, []):
        assert one.bot in magnate.levels.values()
