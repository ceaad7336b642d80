"""Finished games to look into: opened from a record, gone on with, compared and commented on."""
