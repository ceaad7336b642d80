"""The search's option `variety`: good actions that are not always the best, and never a bad one."""

from __future__ import annotations

from math import exp

import pytest
from tests.bots.test_players import decisions

import ducato
from ducato.bots import make
from ducato.bots.advice.opinion import ActionEstimate
from ducato.bots.search.bot import SearchBot, best, varied
from ducato.bots.search.variety import WORST
from ducato.core.visibility import redact

TRIED = [
    ActionEstimate(action=0, visits=400, value=0.50),
    ActionEstimate(action=1, visits=300, value=0.54),  # the best one, though not the most visited
    ActionEstimate(action=2, visits=100, value=0.39),  # exactly at the limit
    ActionEstimate(action=3, visits=100, value=0.38),  # below it
    ActionEstimate(action=4, visits=49, value=0.99),  # too few visits to be judged
]
DRAWN = [n / 1000 for n in range(1000)]


def shares(tried: list[ActionEstimate], variety: float) -> dict[int, float]:
    """Return how often each action comes up."""
    actions = [varied(tried, variety, drawn).action for drawn in DRAWN]
    return {action: actions.count(action) / len(DRAWN) for action in set(actions)}


def test_a_worse_action_comes_up_less_often_and_none_beyond_the_limit():
    found = shares(TRIED, 0.05)
    weights = {0: exp(-0.04 / 0.05), 1: 1.0, 2: exp(-WORST)}
    assert found.keys() == weights.keys()
    for action, weight in weights.items():
        assert found[action] == pytest.approx(weight / sum(weights.values()), abs=0.002)


def test_with_less_variety_only_the_best_is_left():
    assert shares(TRIED, 0.001) == {1: 1.0}


@pytest.mark.parametrize("drawn", [0.0, 0.5, 1 - 2**-32])
def test_a_choice_among_few_visits_is_still_the_best_of_them(drawn: float):
    once = [ActionEstimate(0, 1, 0.2), ActionEstimate(1, 1, 0.9), ActionEstimate(2, 1, 0.4)]
    assert varied(once, 0.05, drawn).action == 1
    assert varied(once[:1], 0.05, drawn).action == 0


@pytest.fixture(scope="module")
def game() -> ducato.LoadedGame:
    return ducato.load("builders")


def searched(game: ducato.LoadedGame) -> list[tuple[ducato.Struct, int]]:
    """Return some decisions, each as its player sees it."""
    positions = list(decisions(game, 3, every=9))[:8]
    seats = [position.current_player() for position in positions]
    return [
        (redact(position.state, seat), seat)
        for position, seat in zip(positions, seats, strict=True)
    ]


@pytest.mark.compiled
def test_what_is_chosen_keeps_to_the_limit_and_follows_the_seed(game):
    """The whole budget is spent, since it decides what may be drawn."""
    variety, sims = 0.04, 60
    differing = 0
    for state, seat in searched(game):
        bot = SearchBot(game, "", sims=sims, variety=variety, keep=0)
        tried = {e.action: e for e in bot.estimates(state, seat, 5)}
        actions = []
        for seed in [5, *range(5, 25)]:
            before = bot.simulations
            actions.append(bot.choose(state, seat, seed))
            assert bot.simulations - before == sims
            found = {e.action: e for e in bot.estimates(state, seat, seed)}
            judged = [e for e in found.values() if e.visits * 8 >= best([*found.values()]).visits]
            worst = max(e.value for e in judged) - WORST * variety
            assert found[actions[-1]].value >= worst
        assert actions[0] == actions[1]
        assert actions[0] in tried
        differing += len(set(actions)) > 1
    assert differing >= 3


@pytest.mark.compiled
def test_no_variety_chooses_as_without_the_option(game):
    usual, none = (make(f"ismcts:sims=60:keep=0{more}", game) for more in ("", ":variety=0"))
    for state, seat in searched(game):
        for seed in range(5):
            assert usual.choose(state, seat, seed) == none.choose(state, seat, seed)
    assert usual.simulations == none.simulations
