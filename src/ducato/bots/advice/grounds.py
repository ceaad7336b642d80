"""What speaks for one action rather than another, by groups of features of the learned value.

Both actions are tried in the same deals and with the same dice, and the game goes on by the
search's policy to the beginning of the next turn, where the learned value is asked. The difference
of the two chances of winning is shared out among the groups of features by their Shapley values
(Shapley, "A Value for n-Person Games", 1953): a group's part is what the chance gains on average
when its features change from those after the one action to those after the other, in orders of the
groups drawn at random. In each deal, the parts add up to the difference exactly. Where one of the
two games ends before the next turn, the whole difference is the part of the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ducato.bots.advice.opinion import END, Ground, Grounds
from ducato.bots.search.evaluation import ENDED, play_on
from ducato.bots.search.method import Method, Workspace
from ducato.bots.search.simulation import WARM_UP, set_luck
from ducato.bots.thinking import Thinking
from ducato.bots.value import Net, score_of, shares_of_win
from ducato.compile.kernels import kernel
from ducato.core.batch import Batch, array_of
from ducato.core.chance import below, new_rng, next_word
from ducato.core.exponential import exponential
from ducato.core.game import LoadedGame
from ducato.core.game.value_weights import value_weights
from ducato.core.struct import Struct
from ducato.core.verbs import apply_action, current_player, features, ranking, rule
from ducato.core.visibility import deal_playout

DEALS = 192
"""The number of deals in which two actions are compared."""
SLICE = 16
"""The number of deals compared in a slice of the thought: a few milliseconds."""
SURE = 2.0
"""The number of standard errors from which a group's part is not taken for chance."""
LEAST = 0.005
"""The least part that is worth a word, as a chance of winning: half a point."""
MOST_FOR, MOST_AGAINST = 3, 1


class Sides(NamedTuple):
    """Buffers of a comparison, allocated once.

    Attributes:
        actions: the two actions.
        group: the group of each feature.
        features: the features after each of the two actions, from each view.
        side: for each group, of which action its features are taken.
        order: the groups, in the order in which they change.
        scores: the score of each view.
        parts: the part of each group in the difference in each deal, the end's last.
        wins: the chance of winning after each action in each deal.
        draws: the generator of choices in playouts and of orders.
    """

    actions: NDArray[np.int64]
    group: NDArray[np.int64]
    features: NDArray[np.float32]
    side: NDArray[np.int64]
    order: NDArray[np.int64]
    scores: NDArray[np.float64]
    parts: NDArray[np.float64]
    wins: NDArray[np.float64]
    draws: NDArray[np.int64]

    @classmethod
    def of(cls, group: NDArray[np.int64], seats: int, deals: int) -> Sides:
        """Allocate the buffers, given the group of each feature."""
        groups = int(group.max(initial=-1)) + 1
        views = 1 if seats == 2 else seats
        return cls(
            np.zeros(2, np.int64),
            group,
            np.zeros((2, views, len(group)), np.float32),
            np.zeros(groups, np.int64),
            np.arange(groups),
            np.zeros(views),
            np.zeros((deals, groups + 1)),
            np.zeros((deals, 2)),
            np.zeros(4, np.int64),
        )


@rule
def chance_of(sides: Sides, seat: int, net: Net) -> float:
    """Return a seat's chance of winning by features of both sides, as `side` says; see `values`."""
    views = len(sides.scores)
    best = -1e30
    for view in range(views):
        for entry in range(len(sides.group)):
            net.inputs[entry] = sides.features[sides.side[sides.group[entry]], view, entry]
        sides.scores[view] = score_of(net)
        best = max(best, sides.scores[view])
    if views == 1:
        first = 1.0 / (1.0 + exponential(-sides.scores[0]))
        return first if seat == 0 else 1.0 - first
    total = 0.0
    for view in range(views):
        total += exponential(sides.scores[view] - best)
    return exponential(sides.scores[seat] - best) / total


@rule
def share_out(sides: Sides, deal: int, seat: int, net: Net) -> None:
    """Write each group's part in the difference into a row of `parts`, and both chances.

    The groups change in an order drawn at random, and then in the reverse order.
    """
    groups = len(sides.side)
    for last in range(groups - 1, 0, -1):
        other = below(sides.draws, last + 1)
        kept = sides.order[last]
        sides.order[last] = sides.order[other]
        sides.order[other] = kept
    for turn in range(2):
        for group in range(groups):
            sides.side[group] = 1
        before = chance_of(sides, seat, net)
        sides.wins[deal, 1] = before
        for i in range(groups):
            group = sides.order[i] if turn == 0 else sides.order[groups - 1 - i]
            sides.side[group] = 0
            after = chance_of(sides, seat, net)
            sides.parts[deal, group] += 0.5 * (after - before)
            before = after
        sides.wins[deal, 0] = before


@rule
def same_draws(sides: Sides, number: int, work: Workspace) -> None:
    """Seed the choices in a playout by the number of the deal."""
    draws = sides.draws
    draws[0], draws[1], draws[2] = work.luck_seed[1], work.luck_seed[0], number
    draws[3] = 1
    for _ in range(WARM_UP):
        next_word(draws)


@kernel
def compare(
    states: Any, editions: Any, begun: int, method: Method, work: Workspace, sides: Sides
) -> None:
    """Compare two actions in as many deals as `parts` has rows.

    Args:
        states: batch of two states: one to overwrite, and the state before the actions, redacted
            for the seat to move.
        editions: batch that contains only the edition.
        begun: the number of the first deal.
        method: parameters of the search, whose policy plays on; luck must be paired.
        work: buffers of the search; `luck_seed` seeds the deals.
        sides: buffers of the comparison.
    """
    edition = editions[0]
    seat = current_player(states[1], edition)
    groups = len(sides.side)
    for deal in range(len(sides.parts)):
        played = True
        for side in range(2):
            states[0] = states[1]
            state = states[0]
            set_luck(sides.draws, begun + deal, method, work)
            deal_playout(state, work.luck)
            same_draws(sides, begun + deal, work)
            apply_action(state, edition, sides.actions[side])
            left = play_on(state, edition, sides.draws, method, work, method.longest, True)
            for view in range(len(sides.scores)):
                for entry in range(len(sides.group)):
                    sides.features[side, view, entry] = 0
                features(state, edition, view, sides.features[side, view])
            for group in range(groups):
                sides.side[group] = side
            sides.wins[deal, side] = chance_of(sides, seat, work.net)
            if left == ENDED:
                ranking(state, edition, work.ranks)
                shares_of_win(work.ranks, work.results)
                sides.wins[deal, side] = work.results[seat]
            played = played and left > 0
        for group in range(groups + 1):
            sides.parts[deal, group] = 0
        if played:
            share_out(sides, deal, seat, work.net)
        else:
            sides.parts[deal, groups] = sides.wins[deal, 0] - sides.wins[deal, 1]


@dataclass(frozen=True)
class Parts:
    """The parts of the groups in all deals.

    Attributes:
        groups: the names of the groups, `END` last.
        parts: a row for each deal, a column for each group.
        wins: a row for each deal: the chance of winning after each of the two actions.
    """

    groups: tuple[str, ...]
    parts: NDArray[np.float64]
    wins: NDArray[np.float64]


class ActionComparison:
    """The comparison of actions in one game by its learned value.

    Args:
        game: the loaded game.
        method: the parameters of the search, whose policy plays on.

    Attributes:
        able: whether the game has a learned value for this number of players, which the search
            uses. Without one, nothing is compared.
    """

    def __init__(self, game: LoadedGame, method: Method) -> None:
        self._game, self._method = game, method._replace(paired=True, depth=0)
        self._weights = value_weights(game.game, game.players) if method.value else None
        self.able = self._weights is not None
        of_feature = [name.partition(".")[0] for name in game.game.names("StateFeature")]
        self.names = tuple(dict.fromkeys(of_feature))
        self.group = np.array([self.names.index(name) for name in of_feature], np.int64)

    def judging(self, state: Struct, action: int, than: int, seed: int) -> Thinking[Grounds]:
        """Find, in slices, what speaks for an action compared with another one.

        Args:
            state: the state, redacted for the seat to move.
            action: a legal action.
            than: another legal action.
            seed: the seed of the deals.
        """
        found = yield from self.comparing(state, action, than, seed)
        return Grounds(action, than, _worth_saying(found))

    def comparing(
        self, state: Struct, action: int, than: int, seed: int, deals: int = DEALS
    ) -> Thinking[Parts]:
        """Compare two actions in slices."""
        assert self._weights is not None, "the game has no learned value"
        states = Batch.zeros(self._game.State, 2)
        states.array[1:] = array_of(state)
        editions = Batch.of(self._game.edition)
        work = Workspace.of(len(self._game.actions), self._game.players, Net.of(self._weights))
        rng = new_rng(seed, "grounds")
        work.luck_seed[:] = [next_word(rng), next_word(rng)]
        sides = Sides.of(self.group, self._game.players, min(SLICE, deals))
        sides.actions[:] = [action, than]
        parts, wins = [], []
        for begun in range(0, deals, SLICE):
            compare(states, editions, begun, self._method, work, sides)
            parts.append(sides.parts.copy())
            wins.append(sides.wins.copy())
            yield
        return Parts((*self.names, END), np.concatenate(parts), np.concatenate(wins))


def _worth_saying(found: Parts) -> tuple[Ground, ...]:
    """Return the groups whose part is not taken for chance, and their points."""
    means = found.parts.mean(0)
    errors = found.parts.std(0, ddof=1) / sqrt(len(found.parts))
    grounds = []
    for group, mean, error in zip(found.groups, means, errors, strict=True):
        if abs(mean) >= LEAST and abs(mean) >= SURE * error:
            points = max(1, round(100 * abs(mean)))
            grounds.append(Ground(group, int(points if mean > 0 else -points)))
    grounds.sort(key=lambda ground: -abs(ground.points))
    speak_for = [ground for ground in grounds if ground.points > 0][:MOST_FOR]
    against = [ground for ground in grounds if ground.points < 0][:MOST_AGAINST]
    return (*speak_for, *against)
