"""Checks of chance: every outcome of a chance step is possible, and none counts twice."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ducato.checks.faults import HERE, Broken, Here, demand
from ducato.checks.rules import check_cards
from ducato.checks.walks import SAMPLES, drawn, positions, verb_file
from ducato.core import verbs
from ducato.core.game import LoadedGame
from ducato.core.position import Position
from ducato.core.struct import Struct

MOST_OUTCOMES = 300
"""The largest number of outcomes that are all tried; of more, only the first and the last are."""


def outcomes_are_equally_likely(game: LoadedGame, seed: int) -> None:
    """Check the outcomes of some chance steps, by trying all of them.

    Each outcome must change the state. If outcomes move cards that nobody sees, each card of such a
    zone must be moved by as many outcomes as any other. No step has more than the game declares.
    """
    every = positions(game, seed)
    steps = [step for step, position in enumerate(every) if position.is_chance_node()]
    for step in steps:
        number = verbs.chance_outcomes(every[step].state, game.edition)
        if number > game.max_chance_outcomes:
            HERE.set(Here(seed, step))
            problem = f"a chance step has {number} outcomes, more than {game.max_chance_outcomes}"
            demand(False, problem, _MOST, file="__init__.py")
    for step in drawn(steps, 2 * SAMPLES, seed):
        HERE.set(Here(seed, step))
        _check_outcomes(game, every[step])


def _check_outcomes(game: LoadedGame, position: Position) -> None:
    number = verbs.chance_outcomes(position.state, game.edition)
    tried = [*range(number)] if number <= MOST_OUTCOMES else [0, number - 1]
    file = verb_file(game, "chance_outcomes")
    results = []
    for outcome in tried:
        after = position.clone()
        try:
            verbs.apply_action(after.state, game.edition, outcome)
            check_cards(after.state, game.game.package)
        except Broken as broken:
            raise Broken(
                f"outcome {outcome} of {number}: {broken.problem}", _COUNT, file=file
            ) from broken
        demand(
            after.state != position.state,
            f"outcome {outcome} of {number} changes nothing",
            _COUNT,
            file=file,
        )
        results.append(after.state)
    if len(tried) == number > 1:
        _check_weights(position.state, results, file)


_MOST = "Declare the largest number of outcomes as Game.max_chance_outcomes."
_COUNT = "chance_outcomes must return exactly the number of outcomes that apply_action knows."


def _check_weights(before: Struct, results: list[Struct], file: str | None) -> None:
    """Check that the cards of a hidden zone are moved by equally many outcomes each."""
    for name, declared in before.fields.items():
        if declared.cards is None:
            continue
        zones = before.row(name)
        classes = [before.row(rows) for rows in declared.cards.classes[:1]]
        moved: Counter[int] = Counter()
        for after in results:
            moved.update(np.flatnonzero(after.row(name) != zones).tolist())
        groups: dict[tuple[int, int], list[int]] = {}
        for card, zone in enumerate(zones.tolist()):
            if declared.cards.sees[zone] < 0 and len(declared.cards.classes) < 2:
                groups.setdefault((zone, int(classes[0][card]) if classes else 0), []).append(card)
        for (zone, _), cards in groups.items():
            counts = {card: moved[card] for card in cards}
            if any(counts.values()) and (still := _unmoved(before, results, name, cards)):
                raise Broken(
                    f"outcome {still[0]} of {len(results)} moves no card from "
                    f"{declared.values[zone]}, as others do",
                    _COUNT,
                    file=file,
                )
            if len(set(counts.values())) > 1 and any(counts.values()):
                often, seldom = (
                    max(cards, key=counts.__getitem__),
                    min(cards, key=counts.__getitem__),
                )
                names = declared.axes[0]
                raise Broken(
                    f"the outcomes are not equally likely: of {len(results)}, "
                    f"{counts[often]} move {names[often]} and {counts[seldom]} move "
                    f"{names[seldom]}, both in {declared.values[zone]}",
                    "Let each outcome stand for one card; core.cards.nth_card finds it.",
                    file=file,
                )


def _unmoved(before: Struct, results: list[Struct], name: str, cards: list[int]) -> list[int]:
    """Return the outcomes that move none of these cards."""
    zones = before.row(name)[cards]
    return [n for n, after in enumerate(results) if np.array_equal(after.row(name)[cards], zones)]
