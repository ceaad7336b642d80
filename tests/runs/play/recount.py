"""A model of the lab's measurements: a game played and counted in plain Python, step by step."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from ducato.core import verbs
from ducato.core.chance import below, new_rng
from ducato.core.game import LoadedGame
from ducato.runs.play.buffers import OPENING, OPENING_CHOICES, PERIODS, POINTS, WHOLE_GAME
from ducato.runs.play.lab_settings import lab_settings
from ducato.runs.play.things import things_of


@dataclass
class Decision:
    """A decision: who decided, what was legal, and what was chosen."""

    seat: int
    legal: list[int]
    action: int


@dataclass
class Recounted:
    """What was counted in one game of random players.

    Attributes:
        samples: the number of decisions, the ranks and the series whenever a round began.
    """

    decisions: list[Decision] = field(default_factory=list)
    chance: int = 0
    order: list[int] = field(default_factory=list)
    samples: list[tuple[int, list[int], list[list[int]]]] = field(default_factory=list)
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    first_wait: float = 0.0
    turns: list[int] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    series: list[list[int]] = field(default_factory=list)
    rounds: int = 0
    counters: list[float] = field(default_factory=list)


def recount(game: LoadedGame, seed: int, number: int) -> Recounted:
    """Play game `number` of a run of random players and count everything."""
    chance, choices = (new_rng(seed, number, name) for name in ("chance", "players"))
    state, edition, found = game.State(), game.edition, Recounted()
    lab = lab_settings(game.game)
    verbs.setup(state, edition)
    legal = game.actions.buffer()
    counters = np.zeros(len(game.game.names("Counter")))
    memory = np.zeros(getattr(game.game.optional_module("measures"), "MEMORY", 0), np.int64)
    by_rounds = game.game.verb("rounds_played") is not None
    last, last_round, ended = -1, -1, {}
    while (player := verbs.current_player(state, edition)) != verbs.TERMINAL:
        if player == verbs.CHANCE:
            action = below(chance, verbs.chance_outcomes(state, edition))
            found.chance += 1
            found.seconds += lab.seconds["chance"]
        else:
            n = verbs.legal_actions(state, edition, legal)
            action = int(legal[below(choices, n)]) if n > 1 else int(legal[0])
            if player != last:
                found.turns.append(player)
                if player not in found.order:
                    found.order.append(player)
                    found.first_wait = found.seconds
                if last >= 0:
                    ended[last] = found.seconds
                if player in ended:
                    found.waits.append(found.seconds - ended[player])
                rounds = verbs.rounds_played(state, edition) if by_rounds else last_round + 1
                if rounds != last_round:
                    last_round = rounds
                    found.samples.append(sample(game, state, len(found.decisions)))
                last = player
            kind = game.actions.kind(action).name
            found.seconds += lab.seconds_of(kind) if n > 1 else lab.seconds["forced"]
            found.decisions.append(Decision(player, [int(a) for a in legal[:n]], action))
        verbs.apply_action(state, edition, action)
        verbs.count(state, edition, player, action, counters, memory)
    found.samples.append(sample(game, state, len(found.decisions)))
    _, found.ranks, found.series = found.samples[-1]
    found.order += [seat for seat in range(game.players) if seat not in found.order]
    found.rounds = verbs.rounds_played(state, edition)
    found.counters = counters.tolist()
    return found


def sample(game: LoadedGame, state: Any, decisions: int) -> tuple[int, list[int], list[list[int]]]:
    ranks = np.zeros(game.players, np.int32)
    verbs.ranking(state, game.edition, ranks)
    names = game.game.names("Series")
    series = np.zeros((game.players, len(names)), np.int64)
    for seat in range(game.players):
        verbs.series(state, game.edition, seat, series[seat])
    return decisions, ranks.tolist(), series.tolist()


def shares(found: Recounted) -> list[float]:
    winners = found.ranks.count(1)
    return [1 / winners if rank == 1 else 0.0 for rank in found.ranks]


def sole(ranks: list[int]) -> int:
    return ranks.index(1) if ranks.count(1) == 1 else -1


def leads(found: Recounted) -> tuple[int, float, float]:
    """Return the changes of the lead, when it was settled, and how long the winner trailed."""
    leaders = [sole(ranks) for _, ranks, _ in found.samples]
    alone = [leader for leader in leaders if leader >= 0]
    changes = sum(a != b for a, b in pairwise(alone))
    winner = sole(found.ranks)
    settled = found.samples[-1][0]
    behind = 0
    if winner >= 0:
        behind = sum(ranks[winner] != 1 for _, ranks, _ in found.samples)
        for moment, leader in zip(
            [moment for moment, *_ in found.samples][::-1], leaders[::-1], strict=True
        ):
            if leader != winner:
                break
            settled = moment
    return changes, settled / len(found.decisions), behind / len(found.samples)


def half_time(found: Recounted) -> tuple[float, float, float]:
    """Return how those won who led at half-time, and who were last; and how often no leader did."""
    won = shares(found)

    def share_of(ranks: list[int], rank: int) -> float:
        return float(np.mean([share for share, at in zip(won, ranks, strict=True) if at == rank]))

    half = [r for moment, r, _ in found.samples if moment <= len(found.decisions) // 2][-1]
    lost = [1 - share_of(ranks, 1) for _, ranks, _ in found.samples[:-1]]
    return share_of(half, 1), share_of(half, max(half)), float(np.mean(lost))


def tallies(game: LoadedGame, found: Recounted) -> dict[tuple[int, str, int], list[float]]:
    """Return the tally of each thing by position in the order of play, name and period."""
    things = things_of(game.game)
    names = [
        [things.names[thing] for thing in row if thing >= 0] for row in things.of_action.tolist()
    ]
    total = len(found.decisions)
    sums: dict[tuple[int, str, int], list[float]] = defaultdict(lambda: [0.0] * 9)
    won = shares(found)
    for period in range(PERIODS):
        start, end = (0, total) if period in (WHOLE_GAME, OPENING) else (
            total * period // 3, total * (period + 1) // 3
        )  # fmt: skip
        chosen = [0] * game.players
        possible: dict[int, set[str]] = defaultdict(set)
        done: dict[int, set[str]] = defaultdict(set)
        for decision in found.decisions[start:end]:
            if len(decision.legal) == 1:
                continue
            chosen[decision.seat] += 1
            if period == OPENING and chosen[decision.seat] > OPENING_CHOICES:
                continue
            order = found.order.index(decision.seat)
            for name in {name for action in decision.legal for name in names[action]}:
                sums[order, name, period][0] += 1
                possible[decision.seat].add(name)
            for action in decision.legal:
                for name in names[action]:
                    sums[order, name, period][2] += 1 / len(decision.legal)
            for name in names[decision.action]:
                sums[order, name, period][1] += 1
                done[decision.seat].add(name)
        for seat in range(game.players):
            order = found.order.index(seat)
            for name in possible[seat]:
                column = 3 if name in done[seat] else 6
                for power in range(3):
                    sums[order, name, period][column + power] += won[seat] ** power
    return sums


def pairs(game: LoadedGame, found: Recounted) -> dict[tuple[str, int, int, int], list[float]]:
    """Return what is counted for each thing, period and two groups of seats.

    Those that did the thing at a position are at even numbers, then come those that only could.
    """
    groups: dict[tuple[str, int], dict[int, float]] = defaultdict(dict)
    won = shares(found)
    for (order, name, period), sums in tallies(game, found).items():
        if sums[3] + sums[6]:
            groups[name, period][2 * order + (0 if sums[3] else 1)] = won[found.order[order]]
    return {
        (*key, one, other): [1.0, of_one, of_one * of_other]
        for key, wins in groups.items()
        for one, of_one in wins.items()
        for other, of_other in wins.items()
    }


def sample_at(found: Recounted, point: int) -> tuple[int, list[int], list[list[int]]]:
    """Return the sample that counts for a point of the curves."""
    if point == POINTS - 1:
        return found.samples[-1]
    moment = len(found.decisions) * point / (POINTS - 1)
    return [s for i, s in enumerate(found.samples) if i == 0 or s[0] <= moment][-1]
