"""Data classes for groups, as the store takes and returns them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ducato.core.i18n import say
from ducato.server.kit.errors import ApiError


class Role(StrEnum):
    """What a person is in a group."""

    ORGANISER = "organiser"
    MEMBER = "member"
    ASKING = "asking"


@dataclass(frozen=True)
class Member:
    """A member of a group, or somebody who asks to be one.

    Attributes:
        person: the id of the person, which is never sent.
        name: the person's name.
        role: what they are.
    """

    person: str
    name: str
    role: Role


@dataclass(frozen=True)
class Group:
    """A group.

    Attributes:
        id: its id, which cannot be guessed.
        name: its name.
        description: what it says of itself.
        link: the secret of the link by which people join; None without one.
        members: its members and those who ask, organisers first, each by name.
    """

    id: str
    name: str
    description: str
    link: str | None
    members: list[Member]

    def role_of(self, person: str | None) -> Role | None:
        """Return what a person is in the group; None if nothing."""
        return next((one.role for one in self.members if one.person == person), None)

    @property
    def size(self) -> int:
        """The number of members."""
        return sum(one.role is not Role.ASKING for one in self.members)


@dataclass(frozen=True)
class GroupEntry:
    """A group in a person's list.

    Attributes:
        id: its id.
        name: its name.
        role: what the person is there.
        members: the number of members.
    """

    id: str
    name: str
    role: Role
    members: int


MOST_GROUPS = 10
"""Maximum number of groups of which one person is an organiser."""
STATUSES = {"unknown": 404, "not_allowed": 403, "full": 409, "too_many": 409}
"""The status of the response for each reason of a `GroupProblem`."""


class GroupProblem(ApiError):
    """An error raised if a change of a group is not possible.

    Attributes:
        reason: one of `STATUSES`.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(STATUSES[reason], say(f"bad.group.{reason}", n=MOST_GROUPS))
