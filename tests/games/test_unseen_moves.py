"""Who knows a card in a hidden zone does not know it any more once one left that zone unseen.

Looked at across steps, in random games of every game; it knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ducato.checks import walk
from ducato.core import verbs
from ducato.core.game import all_games
from ducato.core.struct import EVERYBODY, Cards, Struct
from ducato.core.visibility import SPECTATOR, redact


def betrayed(before: Struct, after: Struct, seat: int) -> Iterator[str]:
    """Yield what `seat` still knows of a zone from which a card went that it did not see."""
    for name, declared in before.fields.items():
        if declared.cards is not None:
            yield from _betrayed(before, after, seat, name, declared.cards)


def _betrayed(before: Struct, after: Struct, seat: int, name: str, cards: Cards) -> Iterator[str]:
    was, now = before.row(name), after.row(name)
    classes = before.row(cards.classes[0]) if len(cards.classes) == 1 else np.zeros_like(was)
    hidden = {n for n, who in enumerate(cards.sees) if who not in (EVERYBODY, seat)}
    known = (redact(before, seat).row(name) >= 0) & (redact(after, seat).row(name) >= 0)
    # Cards shown to it again do not count, such as a deck that is passed on.
    known &= before.row(cards.shown) == after.row(cards.shown)
    for card in np.flatnonzero(was != now):
        left, went = int(was[card]), int(now[card])
        if left not in hidden or went not in hidden:
            continue
        rest = np.flatnonzero((was == left) & (now == left) & (classes == classes[card]))
        for other in rest:
            if known[other] or known[card]:
                yield f"{name}: card {card} left zone {left}, and seat {seat} knows which it was"


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_who_did_not_see_which_card_left_does_not_know_it(game):
    loaded, before, actor = game.load(), None, verbs.CHANCE
    for position in walk(loaded, 5):
        after = position.state
        for seat in (*range(loaded.players), SPECTATOR) if before is not None else ():
            if seat != actor or seat == SPECTATOR:
                assert list(betrayed(before, after, seat)) == []
        before, actor = after.copy(), position.current_player()


def test_a_betrayal_is_noticed():
    """A known card stays known in a hand from which another one was laid aside face down."""
    game: Any = next(g for g in all_games().values() if "discarded:0" in _zones(g))
    before = game.load().new_initial_state().state
    name = next(n for n, f in before.fields.items() if f.cards is not None)
    zones = _zones(game)
    hand, aside = zones.index("hand:0"), zones.index("discarded:0")
    classes = before.row("batch")
    first, second = np.flatnonzero(classes == classes[0])[:2]
    before.row(name)[[first, second]] = hand
    before.row("shown")[first] = 1 << 1
    after = before.copy()
    after.row(name)[second] = aside
    assert list(betrayed(before, after, 1))
    assert not list(betrayed(before, after, 0))
    assert not list(betrayed(before, after, 2))


def _zones(game: Any) -> list[str]:
    fields = game.load().State.fields.values()
    return [zone for f in fields if f.cards is not None for zone in f.values]
