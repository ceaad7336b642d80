"""Analyses with exact values: a judge that knows the rest of a small game by trying everything."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from ducato.bots import Thinking, finish
from ducato.bots.advice.opinion import ActionEstimate
from ducato.bots.analysis import (
    Budget,
    Mark,
    Progress,
    accounts,
    deciding_moments,
    mark_of,
    pack,
    unpack,
)
from ducato.bots.analysis.analyse import analysing
from ducato.bots.analysis.judgement import Judge, Rows, Searched
from ducato.bots.value import shares_of_win
from ducato.core import verbs
from ducato.core.chance import CommittedStream
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame, load
from ducato.core.match import Match
from ducato.core.position import Position
from ducato.core.struct import Struct


class Oracle(Judge):
    """A judge with exact values, in a game in which it sees everything."""

    name = "oracle"

    def __init__(self, game: LoadedGame) -> None:
        self._game = game
        self._value = cache(self._worth)
        self.asked = 0

    def worth(self, state: Struct) -> np.ndarray:
        return self._value(state.tobytes())

    def _worth(self, contents: bytes) -> np.ndarray:
        position = Position(self._game, self._game.State.of(contents))
        if position.is_terminal():
            shares = [0.0] * self._game.players
            shares_of_win(position.ranks(), shares)
            return np.array(shares)
        if position.is_chance_node():
            following = [self._after(position, one) for one, _ in position.chance_outcomes()]
            return np.mean(following, axis=0)
        seat = position.current_player()
        following = [self._after(position, one) for one in position.legal_actions()]
        return max(following, key=lambda values: float(values[seat]))

    def _after(self, position: Position, action: int) -> np.ndarray:
        after = position.clone()
        after.apply_action(action)
        return self._value(after.state.tobytes())

    def search(self, state: Struct, seat: int, seed: int, simulations: int) -> Thinking[Searched]:
        yield
        position = Position(self._game, state)
        found = [(self._after(position, a)[seat], a) for a in position.legal_actions()]
        found.sort(key=lambda pair: (-pair[0], pair[1]))
        tried = [
            ActionEstimate(a, simulations - n, float(value)) for n, (value, a) in enumerate(found)
        ]
        return Searched(tried, None, None)

    def appraise(
        self, state: Struct, action: int, seed: int, simulations: int, method: Any
    ) -> Thinking[Rows]:
        yield
        self.asked += simulations
        values = self.worth(state)
        if action >= 0:
            values = self._after(Position(self._game, state), action)
        return np.tile(values, (simulations, 1))


@pytest.fixture
def seeing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show every seat everything, so that values are exact."""
    monkeypatch.setattr("ducato.bots.analysis.analyse.redact", lambda state, _: state)
    monkeypatch.setattr(Match, "seen_by", lambda match, _, seq: match.state_at(seq))


def played(game: LoadedGame, seed: int, choose: Any, *, resigns_at: int | None = None) -> Match:
    match = Match(game, CommittedStream(bytes([seed] * 32)))
    match.deal()
    while not match.is_over():
        if match.position.is_chance_node():
            match.run_chance()
        elif match.seq == resigns_at:
            match.resign(match.position.current_player())
        else:
            match.act(choose(match.position.legal_actions()))
    return match


@pytest.mark.usefixtures("seeing")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_luck_and_play_add_up_to_the_result(invented: object, players: int, seed: int):
    game = load("invented", players)
    match = played(game, seed, lambda legal: legal[seed % len(legal)])
    oracle = Oracle(game)
    found = finish(analysing(match, range(players), Budget(simulations=400), judge=oracle))
    costs = np.zeros(players)
    for one in found.decisions:
        position = Position(game, match.state_at(one.seq))
        after = oracle._after(position, one.action)
        best = max((oracle._after(position, a) for a in position.legal_actions()),
                   key=lambda values: values[one.seat])  # fmt: skip
        assert one.lost == pytest.approx(best[one.seat] - after[one.seat])
        assert one.margin == 0
        costs += np.array(one.cost.means)
    for account in accounts(found):
        parts = account.chance, account.own, account.others, account.rest
        change = account.result - account.prior.value
        assert sum(part.value for part in parts) == pytest.approx(change)
        assert account.rest.value == pytest.approx(0, abs=1e-9)
        assert account.own.value + account.others.value == pytest.approx(-costs[account.seat])
        assert account.own.value <= 1e-9
        exact = oracle.worth(match.state_at(0))[account.seat]
        assert abs(account.prior.value - exact) <= 1.5 * account.prior.margin + 1e-9
    assert sum(account.chance.value for account in accounts(found)) == pytest.approx(0)


@pytest.mark.usefixtures("seeing")
def test_the_best_choices_cost_nothing(invented: object):
    game = load("invented", 2)
    oracle = Oracle(game)

    def best(match: Match) -> int:
        position = match.position
        seat = position.current_player()
        return max(position.legal_actions(), key=lambda a: oracle._after(position, a)[seat])

    match = Match(game, CommittedStream(bytes(32)))
    match.deal()
    while not match.is_over():
        match.act(best(match))
    found = finish(analysing(match, [0, 1], Budget(simulations=40), judge=oracle))
    assert [one.lost for one in found.decisions] == pytest.approx([0] * len(found.decisions))
    assert {mark_of(one) for one in found.decisions} == {Mark.GOOD}
    assert all(one.decision is None for one in deciding_moments(found))
    for account in accounts(found):
        assert account.own.value == pytest.approx(0)
        assert account.marks[Mark.GOOD] == account.decisions


@pytest.mark.usefixtures("seeing")
def test_a_resignation_gives_up_what_the_position_was_worth(invented: object):
    game = load("invented", 2)
    match = played(game, 2, lambda legal: legal[0], resigns_at=7)
    assert match.resigned is not None
    oracle = Oracle(game)
    found = finish(analysing(match, [0, 1], Budget(simulations=40), judge=oracle))
    last = found.decisions[-1]
    assert last.action < 0
    assert last.lost == pytest.approx(oracle.worth(match.state_at(7))[match.resigned])
    for account in accounts(found):
        assert account.rest.value == pytest.approx(0, abs=1e-9)
    assert accounts(found)[match.resigned].decisions == sum(
        one.seat == match.resigned and one.action >= 0 for one in found.decisions
    )


@pytest.mark.usefixtures("seeing")
def test_forced_actions_are_not_judged(invented: object):
    game = load("invented", 2)
    match = played(game, 1, lambda legal: legal[-1])
    found = finish(analysing(match, [0], Budget(simulations=10), judge=Oracle(game)))
    forced = {
        seq
        for seq, step in enumerate(match.steps)
        if step.actor >= 0 and len(Position(game, match.state_at(seq)).legal_actions()) == 1
    }
    assert forced
    assert not forced & {one.seq for one in found.decisions}
    acted = {seq for seq, step in enumerate(match.steps) if step.actor >= 0}
    assert {one.seq for one in found.decisions} == acted - forced
    assert all(bool(one.choices) == (one.seat == 0) for one in found.decisions)


def test_only_finished_games_are_analysed(invented: object):
    match = Match(load("invented", 2))
    with pytest.raises(BadValue):
        finish(analysing(match, [0]))


@pytest.mark.compiled
def test_counted_simulations_give_the_same_analysis_again(invented: object):
    game = load("invented", 3)
    match = played(game, 3, lambda legal: legal[0])
    one, other = (
        finish(analysing(match, [0, 1, 2], Budget(simulations=24), progress=Progress()))
        for _ in range(2)
    )
    assert one.bot.startswith("ismcts")
    assert pack(one).split('"seconds"')[0] == pack(other).split('"seconds"')[0]
    assert unpack(pack(one)).decisions[0].seq == one.decisions[0].seq
    assert pack(unpack(pack(one))) == pack(one)


@pytest.mark.compiled
def test_a_small_budget_is_kept_and_progress_is_told(invented: object):
    game = load("invented", 2)
    match = played(game, 3, lambda legal: legal[0])
    progress = Progress()
    finish(analysing(match, [0, 1], Budget(simulations=1)))  # compiled
    found = finish(analysing(match, [0, 1], Budget(0.3), progress=progress))
    assert progress.done == progress.total > 0
    assert progress.seconds < 0.6
    assert found.simulations == progress.simulations > 0
    more = Progress()
    finish(analysing(match, [0, 1], Budget(0.9), progress=more))
    assert more.simulations > progress.simulations


def test_hidden_cards_do_not_help_the_judge(invented: object):
    """The judge sees what the seat saw: a decision is judged alike whatever the other seat held."""
    game = load("invented", 2)
    match = played(game, 1, lambda legal: legal[0])
    seen: list[Struct] = []

    class Watching(Oracle):
        def search(self, state: Struct, *about: Any) -> Thinking[Searched]:
            seen.append(state)
            return super().search(state, *about)

        def _after(self, position: Position, action: int) -> np.ndarray:
            return np.array([0.5, 0.5])

        def worth(self, state: Struct) -> np.ndarray:
            return np.array([0.5, 0.5])

    finish(analysing(match, [0, 1], Budget(simulations=4), judge=Watching(game)))
    for state in seen:
        seat = verbs.current_player(state, game.edition)
        zones = [int(zone) for zone in state.row("zone")]
        assert 1 + (1 - seat) not in zones
