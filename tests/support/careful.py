"""A careful player: one seat, or a spectator, that forgets nothing it has seen of the cards.

It knows no rules and none of the memory that a state keeps. It notes each step as it looks from its
place: the cards that it saw move, and how many moved unseen from one zone to another. A world
contradicts it if no course of the unseen moves leads to that world. Such a course is searched by
taking the steps back one by one; if there is any, one of the first few tried is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ducato.core.struct import EVERYBODY, NOBODY, Struct

TRIES = 400
"""The number of steps with a choice to take back before a world counts as impossible."""


@dataclass
class Step:
    """One step as the careful player saw it.

    Attributes:
        seen: for each card seen to move, its old and its new zone.
        unseen: the number of other cards that moved, by old zone, new zone and back (0 if the backs
            are alike).
        backs: the back of each card at that time; empty if they are alike.
        known: cards that the player saw lie somewhere after the step, with their zones.
    """

    seen: dict[int, tuple[int, int]] = field(default_factory=dict)
    unseen: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    backs: list[int] = field(default_factory=list)
    known: dict[int, int] = field(default_factory=dict)


class CarefulPlayer:
    """What a seat has seen of one kind of cards since the first state, which everybody knows.

    Attributes:
        blurred: the number of times that one of several cards moved unseen from hand to hand.
    """

    def __init__(self, seat: int, first: Struct, cards: str = "zone") -> None:
        declared = type(first).fields[cards].cards
        assert declared is not None
        self.seat, self.cards, self.sees = seat, cards, declared.sees
        self.first: list[int] = first.row(cards).tolist()
        self.steps: list[Step] = []
        self.blurred = 0
        self.sightings: list[list[tuple[int, int]]] = [[(-1, zone)] for zone in self.first]

    def watch(
        self, before: Struct, after: Struct, known: Iterable[int] = (), backs: Iterable[int] = ()
    ) -> None:
        """Note a step; `known` are cards that the player is shown where they lie after it."""
        old, new = before.row(self.cards), after.row(self.cards)
        step = Step(backs=list(backs), known={card: int(new[card]) for card in known})
        for card in np.flatnonzero(old != new).tolist():
            source, zone = int(old[card]), int(new[card])
            if self.sees[source] in (EVERYBODY, self.seat) or (
                self.sees[zone] in (EVERYBODY, self.seat)
            ):
                step.seen[card] = source, zone
            else:
                step.unseen[source, zone, step.backs[card] if step.backs else 0] += 1
                if min(self.sees[source], self.sees[zone]) >= 0 and np.sum(old == source) > 1:
                    self.blurred += 1
        for card in {*step.seen, *step.known}:
            self.sightings[card].append((len(self.steps), int(new[card])))
        self.steps.append(step)

    def contradicts(self, world: Struct) -> bool:
        """Return whether the world is impossible after all that the player has seen."""
        zones = world.row(self.cards).tolist()
        return not self._leads(zones, len(self.steps) - 1, set())

    def courses(self, zones: list[int], at: int | None = None) -> int:
        """Return the number of courses of the unseen moves that lead to these zones of the cards.

        Each course is as likely as any other if a card that moves unseen is any of its zone.
        """
        at = len(self.steps) - 1 if at is None else at
        if at < 0:
            return int(zones == self.first)
        before = self._unsee(zones, at)
        if before is None:
            return 0
        moves = sorted(self.steps[at].unseen.elements())
        return sum(self.courses(earlier, at - 1) for earlier in self._taken_back(before, moves, at))

    def _unsee(self, zones: list[int], at: int) -> list[int] | None:
        """Take back the moves seen in a step; None if a card does not lie where it was seen."""
        step = self.steps[at]
        if any(zones[card] != zone for card, zone in step.known.items()):
            return None
        before = zones.copy()
        for card, (source, zone) in step.seen.items():
            if zones[card] != zone:
                return None
            before[card] = source
        return before

    def _taken_back(
        self,
        zones: list[int],
        moves: list[tuple[int, int, int]],
        at: int,
        moved: tuple[int, ...] = (),
    ) -> Iterator[list[int]]:
        """Yield the zones before some unseen moves of a step, for all cards that can have moved."""
        if not moves:
            yield zones
            return
        (source, zone, back), *others = moves
        for card, where in enumerate(zones):
            if where == zone and self._can_have_moved(card, back, at) and card not in moved:
                if others and others[0] == moves[0] and moved and card < moved[-1]:
                    continue
                before = zones.copy()
                before[card] = source
                yield from self._taken_back(before, others, at, (*moved, card))

    def _can_have_moved(self, card: int, back: int, at: int) -> bool:
        return card not in self.steps[at].seen and back in (
            0,
            *self.steps[at].backs[card : card + 1],
        )

    def _leads(self, zones: list[int], at: int, failed: set[Any]) -> bool:
        """Return whether any course leads to these zones after the step `at`."""
        while at >= 0:
            before = self._unsee(zones, at)
            if before is None:
                return False
            step = self.steps[at]
            if step.unseen:
                key = (
                    at,
                    tuple(sorted(self._kind(card, before, at) for card in range(len(before)))),
                )
                if key in failed or len(failed) > TRIES:
                    return False
                if self._any_leads(before, sorted(step.unseen.elements()), at, set(), failed):
                    return True
                failed.add(key)
                return False
            zones, at = before, at - 1
        return zones == self.first

    def _kind(self, card: int, zones: list[int], at: int) -> tuple[int, ...]:
        """Return a key that is equal for cards between which nothing earlier makes a difference."""
        last = next(seen for seen in reversed(self.sightings[card]) if seen[0] < at)
        return (*last, zones[card], *self.steps[at].backs[card : card + 1])

    def _any_leads(
        self,
        zones: list[int],
        moves: list[tuple[int, int, int]],
        at: int,
        moved: set[int],
        failed: set[Any],
    ) -> bool:
        """Return whether any choice of the cards that moved leads to these zones.

        Of cards alike only one is tried. If some were last seen in the deck they left, the latest
        of them is right if any is: the others have more time to get back there. The last to be
        tried are those seen where they are now, the earliest first.
        """
        if not moves:
            return self._leads(zones, at - 1, failed)
        (source, zone, back), *others = moves
        kinds: dict[tuple[int, ...], int] = {}
        for card, where in enumerate(zones):
            if where == zone and card not in moved and self._can_have_moved(card, back, at):
                kinds[self._kind(card, zones, at)] = card

        def promise(kind: tuple[int, ...]) -> tuple[bool, bool, int]:
            stays = kind[1] == zone
            return not stays, kind[1] == source, -kind[0] if stays else kind[0]

        best = sorted(kinds, key=promise, reverse=True)
        for kind in (
            best[:1] if best and best[0][1] == source and self.sees[source] == NOBODY else best
        ):
            card = kinds[kind]
            before = zones.copy()
            before[card] = source
            if self._any_leads(before, others, at, {*moved, card}, failed):
                return True
        return False
