"""Tournaments between bots: paired deals, rotated seats, shared wins, intervals."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import ducato
from ducato.checks import walk
from ducato.core.errors import BadValue, UnknownName
from ducato.core.game import all_games
from ducato.core.match import Match
from ducato.lab import tournament as module
from ducato.lab.tournament import tournament
from ducato.runs.statistics import wilson_interval

GAME = min(all_games())


def counted(found: module.TournamentResult) -> list[tuple[object, ...]]:
    """Return everything but the time it took."""
    return [
        (bot.name, bot.wins, bot.win_rate, bot.wins_by_seat, bot.wins_by_order, bot.intervals95)
        for bot in found.bots
    ]


@pytest.mark.compiled
def test_the_keys_are_those_of_the_design():
    found = tournament(ducato.load(GAME), ["random", "greedy"], 4).to_dict()
    assert list(found) == [
        "game", "edition", "options", "players", "seed", "games", "unfinished", "seconds",
        "cpu_seconds", "games_per_second", "games_per_cpu_second", "bots",
    ]  # fmt: skip
    assert all(found[key] > 0 for key in list(found)[7:11])
    assert (found["game"], found["games"]) == (GAME, 4)
    for bot in found["bots"]:
        assert list(bot) == [
            "name", "wins", "win_rate", "interval95", "wins_by_seat", "wins_by_order",
            "intervals95", "seconds_per_decision", "cpu_seconds_per_decision",
        ]  # fmt: skip
        assert list(bot["intervals95"]) == ["win_rate", "wins_by_seat", "wins_by_order"]
        assert bot["intervals95"]["win_rate"] == bot["interval95"]
        for name in ("wins_by_seat", "wins_by_order"):
            intervals = bot["intervals95"][name]
            for share, (low, high) in zip(bot[name], intervals, strict=True):
                assert 0 <= low <= share <= high <= 1
        assert bot["cpu_seconds_per_decision"] > 0
        low, high = bot["interval95"]
        assert 0 <= low <= bot["win_rate"] + 1e-9
        assert bot["win_rate"] - 1e-9 <= high <= 1
        assert bot["seconds_per_decision"] > 0
    assert sum(bot["wins"] for bot in found["bots"]) == 4
    json.dumps(found, allow_nan=False)


def played(won: list[float], seated: list[int], order: list[int]) -> module.PlayedGame:
    return module.PlayedGame(won, seated, order, np.zeros((2, 3)), True, 1.0, 0.5)


def test_rates_are_told_by_seat_and_by_the_order_of_play(invented, monkeypatch):
    """Bot 0 wins exactly the games in which it decides first; a shared win counts in parts."""
    games = iter(
        [
            played([1.0, 0.0], [0, 1], [0, 1]),
            played([1.0, 0.0], [1, 0], [1, 0]),
            played([0.5, 0.5], [0, 1], [0, 1]),
        ]
    )
    monkeypatch.setattr(module, "play_game", lambda *_: next(games))
    first, second = tournament(invented.load(2), ["random", "greedy"], 3).bots
    assert (first.wins, second.wins) == (1.5, 1.5)
    assert first.wins_by_seat == [0.75, 0.0]
    assert first.wins_by_order == [0.5, None]
    assert second.wins_by_seat == [1.0, 0.25]
    assert second.wins_by_order == [None, 0.5]
    assert first.intervals95["wins_by_order"] == [wilson_interval(1.5, 3), (0.0, 1.0)]


@pytest.mark.compiled
def test_the_order_is_that_of_the_first_decisions(invented, monkeypatch):
    """In the invented game seat 0 leads the first trick."""
    found = module.play_game("invented", 3, "plain", {}, ["random", "greedy"], 0, 1)
    assert found.order == [0, 1, 2]
    assert found.seated == [1, 0, 1]
    assert found.decided[:, 0].sum() > 0


def test_the_same_seed_gives_the_same_result():
    loaded = ducato.load(GAME)
    assert counted(tournament(loaded, ["random"] * 2, 6)) == counted(
        tournament(loaded, ["random"] * 2, 6)
    )


@pytest.mark.slow
def test_processes_do_not_change_the_result(monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # not to compile once more in each process
    loaded = ducato.load(GAME)
    bots = ["greedy", "random"]
    assert counted(tournament(loaded, bots, 4, jobs=1)) == counted(
        tournament(loaded, bots, 4, jobs=2)
    )


@pytest.mark.parametrize("players", [2, 3])
def test_deals_are_paired_and_seats_rotated(invented, monkeypatch, players: int):
    """Every deal is played once for each bot, and each bot has every seat once."""
    seeds, seats = [], []
    original = Match.__init__

    def watched(self, game, stream=None, names=()):
        seeds.append(stream.seed)
        original(self, game, stream, names)

    class Spy:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, state, seat: int, seed: int) -> int:
            seats[-1].add((self.name, seat))
            assert (state.row("zone") < 0).any(), "it gets the redacted state"
            return next(c for c in range(7) if state.zone[c] == 1 + seat)

    def start(name: str, game: object) -> Spy:
        return Spy(name)

    monkeypatch.setattr(module, "make", start)
    monkeypatch.setattr(Match, "__init__", watched)
    names = ["a", "b", "c"][:players]
    for number in range(2 * players):
        seats.append(set())
        module.play_game("invented", players, "plain", {}, names, 0, number)
    assert seeds[:players] == [seeds[0]] * players
    assert seeds[players:] == [seeds[players]] * players
    assert seeds[0] != seeds[players]
    assert len(set().union(*seats[:players])) == players**2


@pytest.mark.compiled
def test_a_bot_may_meet_itself():
    """No win is lost or counted twice."""
    found = tournament(ducato.load(GAME), ["greedy", "greedy"], 10)
    assert sum(bot.wins for bot in found.bots) == 10


@pytest.mark.compiled
def test_fewer_bots_than_seats_are_repeated(invented):
    found = tournament(invented.load(3), ["random", "greedy"], 4)
    assert sum(bot.wins for bot in found.bots) == pytest.approx(4)


@pytest.mark.parametrize("bots", [["random"] * 3, []])
def test_too_many_bots_or_none(bots: list[str]):
    with pytest.raises(BadValue, match="at most 2 names"):
        tournament(ducato.load(GAME), bots, 2)


def test_an_unknown_bot_is_refused_before_anything_is_played():
    with pytest.raises(UnknownName, match="random, greedy, ismcts"):
        tournament(ducato.load(GAME), ["random", "clever"], 10**9)


# -------------------------------------------------------------------------------------- interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (150, 200, 0.6857, 0.805),
    ],
)
def test_wilsons_interval(wins: float, games: int, low: float, high: float):
    """Compared with published tables of the score interval."""
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=6e-4)


def test_the_interval_shrinks_and_holds_the_rate():
    widths = []
    for games in (10, 100, 1000):
        low, high = wilson_interval(0.6 * games, games)
        assert low < 0.6 < high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_only_a_game_that_takes_longer_than_the_longest_is_unfinished(invented, monkeypatch):
    steps = len(list(walk(invented.load(), 0))) - 1
    for longest, unfinished in ((steps, 0), (steps - 1, 2)):
        game = replace(invented, longest=longest, may_stall=True).load()
        monkeypatch.setattr(module, "load", lambda *_, game=game, **__: game)
        assert tournament(game, ["random", "random"], 2).unfinished == unfinished
