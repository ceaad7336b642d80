"""Bots at a table: what people see of them, and how long they may think."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import ducato
from ducato.bots import make
from ducato.bots.search.bot import SearchBot
from ducato.core.game import all_games
from ducato.core.i18n import LANGUAGES
from ducato.table.screens import Screen
from ducato.table.seats import TableSeat
from ducato.table.setup.create import reopen
from ducato.table.setup.levels import (
    LONGEST_SEARCH,
    TooMuch,
    kept_bot,
    known_bot,
    most_simulations,
    strength,
)
from ducato.table.table import LiveTable

EVERY = [(name, n) for name, game in all_games().items() for n in game.players]


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_a_search_costs_no_more_than_people_wait_for(name: str, players: int):
    game = ducato.load(name, players)
    most = most_simulations(game)
    assert 0 < most * game.game.simulation_cost[players] <= LONGEST_SEARCH
    assert known_bot(f"ismcts:sims={most}", game) == f"ismcts:sims={most}"
    with pytest.raises(TooMuch) as error:
        known_bot(f"ismcts:sims={most + 1}", game)
    assert error.value.message.arguments == {"n": most}


@pytest.mark.parametrize("name", all_games())
def test_strength_is_no_matter_of_time(name: str):
    assert not any("seconds" in bot for bot in all_games()[name].levels.values())


@pytest.mark.parametrize("name", all_games())
def test_levels_rise_by_simulations_that_people_wait_for(name: str):
    game = all_games()[name]
    assert list(game.levels) == ["beginner", "gentle", "steady", "strong", "master"]
    bots = [make(bot, game.load()) for bot in game.levels.values()]
    sims = [bot.sims for bot in bots if isinstance(bot, SearchBot)]
    assert len(sims) == len(bots)
    assert sims == sorted(set(sims))
    assert all(sims[-1] <= most_simulations(game.load(n)) for n in game.players)
    assert ["variety" in bot.name for bot in bots] == [True, True, False, False, False]


@pytest.mark.parametrize("name", all_games())
def test_bots_of_older_tables_can_still_be_chosen(name: str):
    """Levels were other bots once, and will be again."""
    game = ducato.load(name)
    for bot in ("greedy", "random", "ismcts:sims=1000", "ismcts:sims=20:variety=0.05"):
        assert known_bot(bot, game) == bot
        assert kept_bot(bot, game.game) == bot


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_read_the_name_of_a_level(open_table: Callable[..., LiveTable], language: str):
    for name in all_games():
        levels = all_games()[name].levels
        for bot in [*levels.values(), "random", "ismcts:sims=77"]:
            people = [
                TableSeat(n, f"#{n}", person="anna") for n in range(1, all_games()[name].players[0])
            ]
            table = open_table([TableSeat(0, "Cosimo", bot), *people], name=name)
            (said,) = table.table_update(Screen((1,), language, "anna"))
            told = said["table"]["seats"][0]["bot"]
            assert told == strength(bot, all_games()[name], language)
            assert ":" not in told
            assert told != bot


def test_a_bot_of_former_days_that_went_by_the_clock_counts_now(
    open_table: Callable[..., LiveTable],
):
    seats = [TableSeat(0, "Anna", person="anna"), TableSeat(1, "Cosimo", "ismcts:seconds=2")]
    steps, seed = open_table(seats).match.steps, bytes([1] * 32)
    timed = "ismcts:seconds=2"
    table = reopen("t", "magnate", "current", {}, 1, seats, seed, steps, substitute=timed)
    master = all_games()["magnate"].levels["master"]
    assert (table.roster.seats[1].bot, table.roster.substitute) == (master, master)
