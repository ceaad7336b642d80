"""A table's replies to messages, its rejections, and the changes to store and announce."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ducato.bots.thinking import Thinking
from ducato.core.i18n import Message
from ducato.core.match import Step
from ducato.core.snapshot import Snapshot
from ducato.table.protocol import ShowChart
from ducato.table.seats import TableSeat
from ducato.table.time_control import Clock, TurnState
from ducato.table.votes import Proposal

Messages = list[dict[str, Any]]
"""Messages from the server, in the order in which they are sent."""
Thought = Callable[[], Thinking[Messages]]
"""A function that starts a slow computation, such as a search, to be run slice by slice."""
RequestKey = tuple[int, str]
"""The seat that sent a request, and the id that its client gave it."""


@dataclass(frozen=True)
class RollbackState:
    """A table as it was before a change, apart from its steps."""

    seats: list[TableSeat]
    clock: Clock
    undo_count: int
    auto_responses: dict[int, frozenset[str]]
    votes: list[Proposal]


@dataclass(frozen=True)
class Change:
    """A change to a table, which must be stored before it is announced.

    Attributes:
        kept: the number of earlier steps that are kept.
        rollback: the state to restore if the change cannot be stored.
        turn_state: the table's turn state after the change.
        added: the new steps, which follow the kept ones.
        removed: the steps that were undone.
        begins: whether the change begins the game; then `added` starts with the deal.
        seats: the seats whose player or substitute has changed.
        contributed: the seats whose players contributed to the randomness with this change.
        ranks: the ranks of all seats if the change ends the game; otherwise None.
        request: the key of the screen's request that caused the change; None if it had another
            cause, such as a bot's move, the clock or a person who joined.
        snapshot: a snapshot of the state after the change; None unless one is due (see
            `transitions.SNAPSHOT_EVERY`).
        announcement: an additional message to everyone, or None.
    """

    kept: int
    rollback: RollbackState
    turn_state: TurnState
    added: tuple[Step, ...] = ()
    removed: tuple[Step, ...] = ()
    begins: bool = False
    seats: tuple[TableSeat, ...] = ()
    contributed: tuple[TableSeat, ...] = ()
    ranks: tuple[int, ...] | None = None
    request: RequestKey | None = None
    snapshot: Snapshot | None = None
    announcement: Message | None = None

    @property
    def seq(self) -> int:
        """The number of steps that the match had before the change."""
        return self.kept + len(self.removed)


@dataclass(frozen=True)
class Reply:
    """The result of handling a message.

    Attributes:
        messages: the messages for the sender.
        change: the change to the game or the seats; None if there is none.
        thoughts: computations to run for the sender, one after another; each returns messages.
            They do not read the current position, so the game may go on meanwhile.
        table_changed: whether to send everybody the table even if there is no change to store.
        analysis_for: the message whose sender gets the analysis of the game, as soon as it is
            there; None if it does not ask for it.
    """

    messages: Messages = field(default_factory=list)
    change: Change | None = None
    thoughts: Iterable[Thought] = ()
    table_changed: bool = False
    analysis_for: ShowChart | None = None


class Rejected(Exception):
    """An error raised if a request is not carried out.

    Attributes:
        reason: a message from the table's catalogue, or a sentence in the reader's language.
        clause: the clause of the rules to cite with the reason; None if there is none.
    """

    def __init__(self, reason: Message | str, clause: str | None = None) -> None:
        self.reason, self.clause = reason, clause
        super().__init__(str(reason))


class Final(Exception):
    """An error raised if a careful move could not be undone; nothing is done."""
