"""The reader of a scene: the state as they see it, and the actions for a click on each piece.

Each piece of the scene is made from the few numbers that it shows, by a cached function: a move
changes only a handful of pieces, and tables have most of them in common. All readers and tables
share the pieces, which must not be changed. The functions take no state; their callers must pass
nothing that the reader may not know. Areas are cached, too.
"""

from __future__ import annotations

from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.viewer import Viewer
from ducato.games.manifest_destiny.state import ACTIONS, Edition, State
from ducato.games.manifest_destiny.state.choices import Cash
from ducato.games.manifest_destiny.state.tables import Phase

TONES = ("blue", "red", "violet", "green", "orange")
"""The colour of each seat; on the map it comes with strokes and an emblem of its own."""
KEPT_EDITIONS = 64
"""The number of editions whose printed components are cached, about 20 kB each."""
KEPT = 1_000
"""The number of cached pieces of each kind, about 1 kB each.

Even the territories, by far the most, are thus cached as twenty tables show them: their maps differ
in some 40 territories each."""


class Reader(Viewer):
    """The player or spectator for whom a scene is made.

    Attributes:
        printed: the edition as bytes, for functions that are cached by edition.
        lying: the cards that the reader knows to be in each zone.
        held: the number of cards in each zone, which is public.
        sees_all_cash: whether the cash of all seats is shown [manifest-destiny 11.1].
    """

    def __init__(self, state: State, edition: Edition, seat: int, legal: list[int]) -> None:
        super().__init__(state, edition, seat, legal, ACTIONS)
        self.printed = edition.tobytes()
        self.lying: dict[int, list[int]] = {}
        for card, where in enumerate(state.row("zone").tolist()):
            self.lying.setdefault(where, []).append(card)
        self.held: list[int] = state.row("held").sum(axis=0).tolist()
        self.sees_all_cash = edition.cash != Cash.HIDDEN or state.phase == Phase.OVER

    def cards_in(self, zone: int) -> list[int]:
        """Return the cards that the reader knows to be in a zone."""
        return self.lying.get(zone, [])

    def sees_cash(self, seat: int) -> bool:
        """Return whether the reader sees the cash of a seat."""
        return self.sees_all_cash or seat == self.seat


def seat_words(seat: int) -> Message:
    """Return the message that names a seat, for use as a title."""
    return say("seat", seat=Seat(seat))
