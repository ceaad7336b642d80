"""What a table answers, and what must be stored before anybody hears of it.

This module must not know how a table decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ducato.bots.thinking import Thinking
from ducato.core.i18n import Message
from ducato.core.match import Snapshot, Step
from ducato.core.table_data import TurnState
from ducato.table.seats import Seat
from ducato.table.time_control import Clock
from ducato.table.votes import Proposal

Messages = list[dict[str, Any]]
"""Messages of the server, in their order."""
Thought = Callable[[], Thinking[Messages]]
"""Takes its time; to be thought in a thread for bots, slice by slice."""
RequestKey = tuple[int, str]
"""The seat that asked, and the id that its client made up."""


@dataclass(frozen=True)
class RollbackState:
    """What a table was before a change, beside its steps."""

    seats: list[Seat]
    clock: Clock
    undo_count: int
    auto_responses: dict[int, frozenset[str]]
    votes: list[Proposal]


@dataclass(frozen=True)
class Change:
    """What must be stored before anybody hears of it.

    Attributes:
        kept: the number of steps that stay.
        rollback: what to be again if it cannot be stored.
        turn_state: how the table stands after it.
        added: the steps that come after those that stay.
        removed: the steps that were taken back.
        begins: whether the game begins with it: the steps added are the deal.
        seats: those where somebody else plays now.
        contributed: those whose player has contributed to the chance.
        ranks: of the seats, if the game is over now.
        asked: the request that caused it, None for a bot's choice and for what time brings.
        snapshot: the state after it, now and then.
        notice: what is said to everybody besides.
    """

    kept: int
    rollback: RollbackState
    turn_state: TurnState
    added: tuple[Step, ...] = ()
    removed: tuple[Step, ...] = ()
    begins: bool = False
    seats: tuple[Seat, ...] = ()
    contributed: tuple[Seat, ...] = ()
    ranks: tuple[int, ...] | None = None
    asked: RequestKey | None = None
    snapshot: Snapshot | None = None
    notice: Message | None = None

    @property
    def seq(self) -> int:
        """The number of steps before it."""
        return self.kept + len(self.removed)


@dataclass(frozen=True)
class Answer:
    """What comes of a message.

    Attributes:
        messages: what to say to its sender.
        change: what changed in the game or among the seats, if anything.
        thoughts: what a bot is still to think for the sender, one after the other, each with what
            is to be said then. They hold copies of all they need: the table may go on meanwhile.
        news: whether all are to be told how the table is now, though there is nothing to store.
    """

    messages: Messages = field(default_factory=list)
    change: Change | None = None
    thoughts: Iterable[Thought] = ()
    news: bool = False


class Rejected(Exception):
    """A request that is not carried out, for this reason.

    Attributes:
        reason: a message of the house, or a sentence in the reader's language.
        clause: of the rules, if they say so.
    """

    def __init__(self, reason: Message | str, clause: str | None = None) -> None:
        self.reason, self.clause = reason, clause
        super().__init__(str(reason))
