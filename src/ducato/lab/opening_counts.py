"""Openings: what people do in their first decisions, compared with what others do.

The things that are counted are those of the lab: actions, their kinds, the components they name,
and groups. As for a lift, a seat counts once in a game: it could do a thing or not, and it did it
or not. Forced decisions do not count, because nobody chose them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from ducato.core.game import Game, LoadedGame
from ducato.core.match import Step
from ducato.core.verbs import CHANCE
from ducato.runs.play.lab_settings import lab_settings
from ducato.runs.play.things import things_of
from ducato.runs.statistics import Estimate, mean, share, simultaneous, wilson_interval

DECISIONS = 4
"""The number of a seat's first decisions that are its opening."""
LEAST_GAMES = 5
"""The number of games in which a person could do a thing, below which nothing is said of it."""
LEAST_OTHERS = 20
"""The number of other seats that could do a thing, below which nothing is said of it: it would be
too little to compare with, and too much about a single game."""
MOST_FAVOURITES = 5


@dataclass(frozen=True)
class Opening:
    """What a seat could do and did in its first decisions.

    Attributes:
        could: the indices of the things that were possible, as `things_of` numbers them.
        did: the indices of those that it did.
    """

    could: frozenset[int]
    did: frozenset[int]


@dataclass(frozen=True)
class Favourite:
    """A thing that a person does more often in the opening than others.

    Attributes:
        thing: the name of the action, kind, component or group.
        games: the number of games in which the person could do it.
        own: the share of these in which they did.
        others: the share of the other seats that could which did.
        lift: the difference of the two shares. Its interval takes account of all things that were
            compared, since of many, some always stand out.
        result: the mean result of the games in which the person did it, from 0 to 1.
    """

    thing: str
    games: int
    own: Estimate
    others: Estimate
    lift: Estimate
    result: Estimate


def openings_of(game: LoadedGame, steps: Iterable[Step]) -> list[Opening]:
    """Return the opening of each seat, replayed from the first steps of a game.

    Steps after all openings are not replayed.

    Raises:
        IllegalAction, BadValue: a step does not fit the rules.
    """
    of_action = things_of(game.game).of_action
    position = game.new_initial_state()
    could: list[set[int]] = [set() for _ in range(game.players)]
    did: list[set[int]] = [set() for _ in range(game.players)]
    made = [0] * game.players
    for step in steps:
        if step.action < 0 or min(made) >= DECISIONS or position.is_terminal():
            break
        if step.actor != CHANCE:
            position.take_turn(step.actor)
        if step.actor != CHANCE and made[step.actor] < DECISIONS:
            legal = position.legal_actions()
            if len(legal) > 1:
                made[step.actor] += 1
                could[step.actor].update(np.unique(of_action[legal]).tolist())
                did[step.actor].update(of_action[step.action].tolist())
        position.apply_action(step.action)
    return [
        Opening(frozenset(one) - {-1}, frozenset(other) - {-1})
        for one, other in zip(could, did, strict=True)
    ]


def favourites(
    game: Game, own: Sequence[tuple[Opening, float]], others: Iterable[Opening]
) -> list[Favourite]:
    """Return the things that a person certainly does more often than others, the clearest first.

    Of several things that the person could do and did in the same games, only one is returned.

    Args:
        game: the game.
        own: the person's openings, each with the result of the game from 0 to 1.
        others: the openings of all other seats.
    """
    things, left_out = things_of(game), lab_settings(game).leave_out
    own_could = Counter(thing for opening, _ in own for thing in opening.could)
    other_could: Counter[int] = Counter()
    other_did: Counter[int] = Counter()
    for opening in others:
        other_could.update(opening.could)
        other_did.update(opening.did)
    compared = [
        thing
        for thing, games in own_could.items()
        if games >= LEAST_GAMES
        and other_could[thing] >= LEAST_OTHERS
        and things.names[thing].partition(":")[0] not in left_out
    ]
    found: dict[tuple[bool | None, ...], Favourite] = {}
    for thing in sorted(compared):
        pattern = tuple(
            None if thing not in opening.could else thing in opening.did for opening, _ in own
        )
        lift = _difference(
            pattern.count(True),
            own_could[thing],
            other_did[thing],
            other_could[thing],
            simultaneous(len(compared)),
        )
        if lift.low > 0 and (pattern not in found or found[pattern].lift.low < lift.low):
            results = [result for opening, result in own if thing in opening.did]
            found[pattern] = Favourite(
                things.names[thing],
                own_could[thing],
                share(pattern.count(True), own_could[thing]),
                share(other_did[thing], other_could[thing]),
                lift,
                mean(results),
            )
    return sorted(found.values(), key=lambda one: -one.lift.low)[:MOST_FAVOURITES]


def _difference(did: int, could: int, others_did: int, others_could: int, z: float) -> Estimate:
    """Return the difference of two shares with its interval, by Newcombe's tenth method (1998)."""
    first, second = did / could, others_did / others_could
    low, high = wilson_interval(did, could, z)
    other_low, other_high = wilson_interval(others_did, others_could, z)
    value = first - second
    return Estimate(
        value,
        value - hypot(first - low, other_high - second),
        value + hypot(high - first, second - other_low),
    )
