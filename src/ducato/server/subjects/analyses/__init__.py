"""Analyses of finished games: stored, computed in quiet moments, sent to tables."""
