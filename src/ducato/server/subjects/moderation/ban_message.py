"""The words in which a banned person learns of the ban."""

from __future__ import annotations

from datetime import UTC, datetime

from ducato.core.i18n import Message, say
from ducato.server.subjects.moderation.bans import Ban


def ban_message(ban: Ban) -> Message:
    """Return what to say to a banned person: until when they are banned, and why."""
    reason = say(f"ban.{ban.reason}")
    if ban.until is None:
        return say("bad.banned", reason=reason)
    day = datetime.fromtimestamp(ban.until / 1000, UTC).date().isoformat()
    return say("bad.banned_until", day=day, reason=reason)
