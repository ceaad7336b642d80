"""A table's replies to messages, and the changes to store before they are announced."""

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
"""Messages of the server, in the order in which they are sent."""
Thought = Callable[[], Thinking[Messages]]
"""A search that takes time; a thread for bots runs it slice by slice."""
RequestKey = tuple[int, str]
"""The seat that sent a request, and the id that its client gave it."""


@dataclass(frozen=True)
class RollbackState:
    """A table as it was before a change, apart from its steps."""

    seats: list[Seat]
    clock: Clock
    undo_count: int
    auto_responses: dict[int, frozenset[str]]
    votes: list[Proposal]


@dataclass(frozen=True)
class Change:
    """A change of a table, which must be stored before it is announced.

    Attributes:
        kept: the number of steps that stay.
        rollback: what to restore if the change cannot be stored.
        turn_state: of the table after the change.
        added: the steps that follow the ones that stay.
        removed: the steps that were undone.
        begins: whether the game begins with it; then the steps added are the deal.
        seats: those that another player has now.
        contributed: those whose player contributed to the chance.
        ranks: of all seats, if the game is over now.
        request: the key of the request that caused it; None for a bot's move, and for what time
            causes.
        snapshot: the state after the change, once every few moves.
        announcement: a message to everyone, in addition.
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
    request: RequestKey | None = None
    snapshot: Snapshot | None = None
    announcement: Message | None = None

    @property
    def seq(self) -> int:
        """The number of steps before the change."""
        return self.kept + len(self.removed)


@dataclass(frozen=True)
class Reply:
    """The result of a message.

    Attributes:
        messages: for the sender.
        change: of the game or the seats, if there is one.
        thoughts: searches to run for the sender one after the other; each returns messages. They
            hold copies of all they need, so the table may go on meanwhile.
        table_changed: whether to show everybody the table although there is nothing to store.
    """

    messages: Messages = field(default_factory=list)
    change: Change | None = None
    thoughts: Iterable[Thought] = ()
    table_changed: bool = False


class Rejected(Exception):
    """A request that is not carried out.

    Attributes:
        reason: a message of the table's catalogue, or a sentence in the reader's language.
        clause: of the rules, if they are the reason.
    """

    def __init__(self, reason: Message | str, clause: str | None = None) -> None:
        self.reason, self.clause = reason, clause
        super().__init__(str(reason))
