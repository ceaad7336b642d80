"""Moderation: blocks between people, reports, bans, forbidden words, and the administrators' log.

`blocked_between` is for everybody who seats or pairs people.
"""

from ducato.store.moderation.blocks import blocked_between

__all__ = ["blocked_between"]
