"""Moderation: blocks between people, reports, bans, forbidden words, and the log."""
