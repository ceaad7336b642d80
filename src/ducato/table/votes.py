"""Votes at a table.

A proposal passes when everyone entitled to vote agrees; a single "no" ends it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

CORRESPONDENCE, RETURN, UNDO = "correspondence", "return", "undo"
"""The kinds of proposal: to continue by correspondence, to let a player who timed out return, or to
go back to before the proposer's last action."""


@dataclass
class Proposal:
    """A proposal on which votes are still missing.

    Attributes:
        what: the kind, `CORRESPONDENCE`, `RETURN` or `UNDO`.
        seat: the proposer's seat.
        waiting: the ids of the people whose votes are missing.
    """

    what: str
    seat: int
    waiting: set[str] = field(default_factory=set)


class Votes:
    """The open proposals of a table: at most one of each kind for each seat."""

    def __init__(self) -> None:
        self.open: list[Proposal] = []

    def find(self, what: str, seat: int) -> Proposal | None:
        """Return the open proposal of this kind by this seat, or None."""
        found = [p for p in self.open if (p.what, p.seat) == (what, seat)]
        return found[0] if found else None

    def propose(self, proposal: Proposal) -> bool:
        """Open a proposal unless this seat has already made it. Return whether it passes."""
        if self.find(proposal.what, proposal.seat) is None:
            self.open.append(proposal)
        return self.settled(proposal.what, proposal.seat)

    def count(self, proposal: Proposal, person: str, yes: bool) -> bool:
        """Count a vote on an open proposal; a "no" ends it. Return whether it has passed."""
        if not yes:
            self.open.remove(proposal)
            return False
        proposal.waiting.discard(person)
        return self.settled(proposal.what, proposal.seat)

    def settled(self, what: str, seat: int) -> bool:
        """Close a proposal if everybody has agreed to it. Return whether one was closed."""
        found = self.find(what, seat)
        if found is None or found.waiting:
            return False
        self.open.remove(found)
        return True

    def copy(self) -> list[Proposal]:
        """Return a copy of the open proposals, for `restore`."""
        return [replace(proposal, waiting=set(proposal.waiting)) for proposal in self.open]

    def restore(self, proposals: list[Proposal]) -> None:
        """Restore the proposals after a change that could not be stored."""
        self.open = proposals

    def rename(self, old: str, new: str) -> None:
        """Replace a guest with their account among the people whose votes are missing."""
        for proposal in self.open:
            if old in proposal.waiting:
                proposal.waiting = proposal.waiting - {old} | {new}

    def drop(self, what: str) -> None:
        """Drop the proposals of a kind, which no longer fit the position."""
        self.open = [proposal for proposal in self.open if proposal.what != what]

    def clear(self) -> None:
        """Drop all proposals."""
        self.open.clear()
