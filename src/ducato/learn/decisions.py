"""Decisions of deep searches: the features of the legal actions, and how often each was visited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ducato.bots.playout import Choices, Policy
from ducato.bots.search.bot import SearchBot
from ducato.core import verbs
from ducato.core.batch import Batch
from ducato.core.chance import below, new_rng
from ducato.core.errors import BadValue
from ducato.core.game import LoadedGame
from ducato.core.struct import Struct
from ducato.core.verbs import CHANCE, TERMINAL
from ducato.core.visibility import redact
from ducato.learn.kernels.action_scores import guided_choice, scores_by_weights
from ducato.learn.positions import check_some
from ducato.runs.executors import parallel_map

TOLERANCE = 1e-6
"""The deviation from a linear score that rounding explains, as a share of the largest part."""


@dataclass(frozen=True)
class Decisions:
    """Decisions with two or more legal actions, which follow each other in the arrays.

    Attributes:
        features: by action, the features of its score; of single precision.
        offsets: by action, the part of its score that no weight changes.
        visits: by action, its share of the search's visits.
        sizes: by decision, the number of its actions.
        games: by decision, the number of its game.
        deviations: by action, how far its score is from a linear one.
    """

    features: NDArray[np.float32]
    offsets: NDArray[np.float64]
    visits: NDArray[np.float64]
    sizes: NDArray[np.int32]
    games: NDArray[np.int32]
    deviations: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.sizes)

    @classmethod
    def joined(cls, parts: Sequence[Decisions]) -> Decisions:
        """Return the decisions of all parts, in their order."""
        given = [[getattr(part, field.name) for part in parts] for field in fields(cls)]
        return cls(*map(np.concatenate, given))

    def at(self, chosen: NDArray[np.bool_]) -> Decisions:
        """Return a copy of some decisions, given by a mask."""
        actions = np.repeat(chosen, self.sizes)
        return Decisions(
            features=self.features[actions],
            offsets=self.offsets[actions],
            visits=self.visits[actions],
            sizes=self.sizes[chosen],
            games=self.games[chosen],
            deviations=self.deviations[actions],
        )

    @property
    def nonlinear(self) -> float:
        """The share of the actions whose score is not linear in the weights."""
        return float((self.deviations > TOLERANCE).mean()) if len(self.deviations) else 0.0


def searched(
    editions: Sequence[LoadedGame],
    bot: dict[str, Any],
    weights: NDArray[np.float64],
    games: int,
    *,
    share: float = 0.25,
    seed: int = 0,
    jobs: int = 1,
    quiet: bool = True,
) -> Decisions:
    """Play games, and search a share of their decisions deeply.

    A searched decision is played as the search visits its actions; any other as guided players do.

    Args:
        editions: the game, loaded with each edition to play; they are played in turn.
        bot: the options of the `SearchBot`, such as ``{"sims": 400}``.
        weights: the weights divided by the temperature, for the decisions that are not searched.
        games: the number of games.
        share: the share of the decisions that is searched.
        seed: the random seed.
        jobs: the number of processes.
        quiet: whether to hide the progress bar.

    Raises:
        BadValue: there is no game to play, the game has no features of actions, or no decision was
            searched.
    """
    check_some(editions, games)
    game = editions[0]
    if not game.game.names("Feature"):
        raise BadValue("distil", True, f"left out: the actions of {game.name} have no features")
    pieces = [
        (editions[number % len(editions)], bot, weights, share, seed, number)
        for number in range(games)
    ]
    found = parallel_map(search_game, pieces, jobs, f"{game.name}: searches", quiet=quiet)
    whole = Decisions.joined(found)
    if not len(whole):
        raise BadValue("games", games, "enough for a decision between two actions")
    return whole


def search_game(
    game: LoadedGame,
    options: dict[str, Any],
    weights: NDArray[np.float64],
    share: float,
    seed: int,
    number: int,
) -> Decisions:
    """Play one game and return its searched decisions; see `searched`."""
    bot = SearchBot(game, "ismcts", **options)
    rng, policy = new_rng(seed, "decisions", number), Policy(True, weights)
    draws = np.random.default_rng([abs(seed), number])
    choices, state = Choices.of(len(game.actions)), game.State()
    verbs.setup(state, game.edition)
    parts = []
    for step in range(game.game.longest):
        seat = verbs.current_player(state, game.edition)
        if seat == TERMINAL:
            break
        if seat == CHANCE:
            action = below(rng, verbs.chance_outcomes(state, game.edition))
        else:
            legal = game.actions.buffer()
            found = verbs.legal_actions(state, game.edition, legal)
            legal = np.array(legal[:found], np.int64)
            if len(legal) > 1 and draws.random() < share:
                seen = redact(state, seat)
                visits = np.zeros(len(game.actions))
                for one in bot.estimates(seen, seat, step):
                    visits[one.action] = one.visits
                shares = visits[legal] / visits[legal].sum()
                parts.append(_decision(game, seen, legal, shares, number))
                action = int(draws.choice(legal, p=shares))
            else:
                batches = Batch.of(state), Batch.of(game.edition)
                action = int(guided_choice(*batches, rng, policy, choices))
        verbs.apply_action(state, game.edition, action)
    return Decisions.joined(parts) if parts else _none(len(weights))


def _decision(
    game: LoadedGame, state: Struct, legal: NDArray[Any], visits: NDArray[Any], number: int
) -> Decisions:
    """Return one decision, with the features of its actions.

    They are the scores by weights that are all 0 but one. Two more rows of weights show whether
    scores are linear.
    """
    width = len(game.game.names("Feature"))
    probes = new_probes(width)
    rows = np.concatenate([np.zeros((1, width)), np.eye(width), probes])
    out = np.zeros((len(legal), len(rows)))
    scores_by_weights(Batch.of(state), Batch.of(game.edition), legal, rows, out)
    offsets = out[:, 0]
    features = out[:, 1 : width + 1] - offsets[:, None]
    linear = features @ probes.T + offsets[:, None]
    largest = 1 + (np.abs(features) @ np.abs(probes.T))
    deviations = (np.abs(out[:, width + 1 :] - linear) / largest).max(axis=1)
    return Decisions(
        features=features.astype(np.float32),
        offsets=offsets,
        visits=visits,
        sizes=np.array([len(legal)], np.int32),
        games=np.array([number], np.int32),
        deviations=deviations,
    )


def new_probes(width: int) -> NDArray[np.float64]:
    """Return two rows of weights, the same each time, with both signs."""
    return np.random.default_rng(0).standard_normal((2, width)) * 3


def _none(width: int) -> Decisions:
    return Decisions(
        features=np.zeros((0, width), np.float32),
        offsets=np.zeros(0),
        visits=np.zeros(0),
        sizes=np.zeros(0, np.int32),
        games=np.zeros(0, np.int32),
        deviations=np.zeros(0),
    )
