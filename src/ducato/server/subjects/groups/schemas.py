"""The bodies of requests and responses about groups."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ducato.server.subjects.groups.model import Role

LONGEST_NAME, LONGEST_DESCRIPTION = 60, 500
"""The maximum numbers of characters of a group's name and description."""


class GroupRequest(msgspec.Struct, frozen=True):
    """A new group."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    description: Annotated[str, msgspec.Meta(max_length=LONGEST_DESCRIPTION)] = ""


class GroupChange(msgspec.Struct, frozen=True):
    """The changes of a group; what is null stays as it is.

    Attributes:
        link: true for a new link, so that the old one ends; false for none.
    """

    name: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    description: Annotated[str, msgspec.Meta(max_length=LONGEST_DESCRIPTION)] | None = None
    link: bool | None = None


class JoinGroupRequest(msgspec.Struct, frozen=True):
    """A request to join a group: with its link, or else to be accepted by an organiser."""

    link: Annotated[str, msgspec.Meta(max_length=64)] | None = None
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class MemberChange(msgspec.Struct, frozen=True):
    """What a person is to be in a group; "none" removes them, or turns them down."""

    role: Literal["organiser", "member", "none"]


class NewGroup(msgspec.Struct, frozen=True):
    """A new group: its id and the path of its page."""

    id: str
    url: str


class Membership(msgspec.Struct, frozen=True):
    """What the reader is in a group now: "organiser", "member" or "asking"."""

    role: Role


class OwnGroup(msgspec.Struct, frozen=True):
    """A group in the reader's list; `members` is their number."""

    id: str
    url: str
    name: str
    role: Role
    members: int


class GroupMember(msgspec.Struct, frozen=True):
    """A member of a group, or to organisers also somebody who asks to be one.

    Attributes:
        person: stands for the person in requests of this reader alone.
        role: "organiser", "member" or "asking".
        own: whether it is the reader.
    """

    person: str
    name: str
    role: Role
    own: bool


class GroupTable(msgspec.Struct, frozen=True):
    """A table on a group's page; `open` is the number of open seats."""

    id: str
    url: str
    title: str
    names: list[str]
    open: int
    public: bool


class GroupPage(msgspec.Struct, frozen=True):
    """A group as the reader sees it.

    Attributes:
        role: what the reader is: "organiser", "member", "asking", or null.
        size: the number of members.
        link: the path by which people join, for organisers; null without one.
        members: the members; empty unless the reader is one of them.
        tables: the tables for members; empty unless the reader is one of them.
    """

    id: str
    name: str
    description: str
    role: Role | None
    size: int
    link: str | None
    members: list[GroupMember]
    tables: list[GroupTable]


class RankedMember(msgspec.Struct, frozen=True):
    """A member on the leaderboard: a rating of `points` plus or minus `spread`."""

    name: str
    points: int
    spread: int
    games: int
    own: bool
