"""What actions are worth to a style of play besides the chance to win."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ducato.bots.advice.opinion import ActionEstimate
from ducato.compile.kernels import kernel
from ducato.core import verbs
from ducato.core.batch import Batch, array_of
from ducato.core.chance import new_rng
from ducato.core.game import LoadedGame
from ducato.core.game.play_styles import style_of
from ducato.core.position import Position
from ducato.core.struct import Struct
from ducato.core.verbs import apply_action, series
from ducato.core.visibility import deal_hidden

FEWEST, PART = 2, 40
"""An action that is chosen by style has at least this many visits, and at least one for every so
many of the most visited action."""


@kernel
def incline(
    states: Any,
    editions: Any,
    rng: Any,
    action: int,
    seat: int,
    preferences: Any,
    numbers: Any,
    worth: Any,
) -> None:
    """Write into ``worth[0]`` what the change that an action brings at once is worth to a style.

    Args:
        states: batch of two states: one to overwrite, and the one of the decision, redacted for
            the seat. What is hidden is dealt.
        editions: batch that contains only the edition.
        rng: random number generator.
        action: a legal action.
        seat: the seat to move.
        preferences: by series, what an own gain of one is worth, and in the second row the
            rivals' mean gain.
        numbers: a row for each seat with a buffer for its series.
        worth: a buffer for one number.
    """
    states[0] = states[1]
    state, edition = states[0], editions[0]
    deal_hidden(state, rng)
    seats = len(numbers)
    worth[0] = 0.0
    sign = -1.0
    for _ in range(2):
        for other in range(seats):
            series(state, edition, other, numbers[other])
            for k in range(preferences.shape[1]):
                if other == seat:
                    worth[0] += sign * preferences[0, k] * numbers[other, k]
                else:
                    worth[0] += sign * preferences[1, k] * numbers[other, k] / (seats - 1)
        if sign < 0:
            apply_action(state, edition, action)
        sign = 1.0


class Inclination:
    """The leaning of a bot towards the actions of a style.

    Args:
        game: the loaded game.
        name: the name of the style.

    Raises:
        BadValue, UnknownName, BrokenGame: see `style_of`.
    """

    def __init__(self, game: LoadedGame, name: str) -> None:
        style = style_of(game.game, name)
        self.actions = style.actions
        self._preferences = np.array([style.own, style.rivals])
        self._numbers, self._worth = np.zeros((game.players, len(style.own))), np.zeros(1)
        self._game = game
        self._states, self._editions = Batch.zeros(game.State, 2), Batch.of(game.edition)

    def shaped(
        self, state: Struct, seat: int, tried: list[ActionEstimate], seed: int
    ) -> list[ActionEstimate]:
        """Return the estimates with what the actions are worth to the style added to the values.

        An action that makes no sense is worth nothing more.
        """
        edition, found = self._game.edition, []
        leans = self._preferences.any()
        for one in tried:
            if verbs.makes_sense(state, edition, one.action):
                gain = self._gain(state, one.action, seat, seed) if leans else 0.0
                worth = self.actions[one.action] + gain
                found.append(replace(one, value=one.value + worth))
            else:
                found.append(one)
        return found

    def warm_up(self, state: Struct, seat: int) -> None:
        """Compile what `shaped` needs, at a decision of the seat."""
        self._gain(state, Position(self._game, state).legal_actions()[0], seat, 0)

    def _gain(self, state: Struct, action: int, seat: int, seed: int) -> float:
        """Return what the change that an action brings at once is worth."""
        self._states.array[1:] = array_of(state)
        incline(
            self._states,
            self._editions,
            new_rng(f"{seed}, style", seat),
            action,
            seat,
            self._preferences,
            self._numbers,
            self._worth,
        )
        return float(self._worth[0])


def likeliest_of(tried: list[ActionEstimate]) -> ActionEstimate:
    """Return the action of highest value among those with enough visits; of equals, the first."""
    most = max(e.visits for e in tried)
    enough = min(max(FEWEST, most / PART), most)
    return max((e for e in tried if e.visits >= enough), key=lambda e: e.value)
