"""The reader of a scene: the state as they see it, and the actions for a click on each piece."""

from __future__ import annotations

from ducato.core.i18n import Message, Seat, say
from ducato.core.presentation.viewer import Viewer

from ..state import ACTIONS, Edition, State
from ..state.choices import Cash
from ..state.tables import Phase
from .caches import printed


class Reader(Viewer):
    """The player or spectator for whom a scene is made.

    Attributes:
        printed: the edition as a key for caches.
        held: the number of cards in each zone, which is public.
        sees_all_cash: whether the cash of all seats is shown [manifest-destiny 11.1].
    """

    def __init__(self, state: State, edition: Edition, seat: int, legal: list[int]) -> None:
        super().__init__(state, edition, seat, legal, ACTIONS)
        self.printed = printed(edition.tobytes())
        self.held: list[int] = [sum(column) for column in zip(*state.held.tolist(), strict=True)]
        self.sees_all_cash = edition.cash != Cash.HIDDEN or state.phase == Phase.OVER

    def sees_cash(self, seat: int) -> bool:
        """Return whether the reader sees the cash of a seat."""
        return self.sees_all_cash or seat == self.seat


def seat_words(seat: int) -> Message:
    """Return the message that names a seat, for use as a title."""
    return say("seat", seat=Seat(seat))
