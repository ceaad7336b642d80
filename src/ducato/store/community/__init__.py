"""What people do together: friends, presence, challenges, groups, and the search for opponents."""

from __future__ import annotations

from ducato.store.community.challenges import Challenges
from ducato.store.community.friends import Friends
from ducato.store.community.groups import Groups
from ducato.store.community.presence import Presence
from ducato.store.community.searches import OpponentSearches
from ducato.store.database.engine import Database


class Community:
    """What the people of one database do together.

    Attributes:
        friends: the people whom a person has played with, and their friends.
        presence: when people were last connected.
        challenges: links with which anybody can play against a person.
        searches: people who wait for opponents.
        groups: groups and their members.
    """

    def __init__(self, database: Database) -> None:
        self.friends = Friends(database)
        self.presence = Presence(database)
        self.challenges = Challenges(database)
        self.searches = OpponentSearches(database)
        self.groups = Groups(database)


__all__ = ["Challenges", "Community", "Friends", "Groups", "OpponentSearches", "Presence"]
