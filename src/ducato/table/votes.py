"""What the people of a table decide together.

A proposal needs the yes of all whom it concerns; one no is the end of it. This module must not
know what is proposed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

CORRESPONDENCE, RETURN = "correspondence", "return"
"""What can be proposed: days for each move from now on; that a late player takes the seat back."""


@dataclass
class Proposal:
    """Something proposed.

    Attributes:
        what: `CORRESPONDENCE` or `RETURN`.
        seat: whose proposal it is.
        waiting: the persons who have not said yes yet.
    """

    what: str
    seat: int
    waiting: set[str] = field(default_factory=set)


class Votes:
    """The proposals that are open at a table; at most one of each kind for each seat."""

    def __init__(self) -> None:
        self.open: list[Proposal] = []

    def find(self, what: str, seat: int) -> Proposal | None:
        """The open proposal of this kind by this seat."""
        found = [p for p in self.open if (p.what, p.seat) == (what, seat)]
        return found[0] if found else None

    def propose(self, proposal: Proposal) -> bool:
        """Put it to the vote; whether nobody needs to be asked."""
        if self.find(proposal.what, proposal.seat) is None:
            self.open.append(proposal)
        return self.settled(proposal.what, proposal.seat)

    def count(self, proposal: Proposal, person: str, yes: bool) -> bool:
        """Somebody's answer; whether it is agreed now."""
        if not yes:
            self.open.remove(proposal)
            return False
        proposal.waiting.discard(person)
        return self.settled(proposal.what, proposal.seat)

    def settled(self, what: str, seat: int) -> bool:
        """Whether all have agreed; then the proposal is not open any more."""
        found = self.find(what, seat)
        if found is None or found.waiting:
            return False
        self.open.remove(found)
        return True

    def copy(self) -> list[Proposal]:
        """The open proposals as they are now, to be `restore`d if a change cannot be stored."""
        return [replace(proposal, waiting=set(proposal.waiting)) for proposal in self.open]

    def restore(self, proposals: list[Proposal]) -> None:
        """Be again as when they were copied."""
        self.open = proposals

    def rename(self, old: str, new: str) -> None:
        """Somebody who may have been asked is known as somebody else now."""
        for proposal in self.open:
            if old in proposal.waiting:
                proposal.waiting = proposal.waiting - {old} | {new}

    def clear(self) -> None:
        """Nothing is proposed any more."""
        self.open.clear()
