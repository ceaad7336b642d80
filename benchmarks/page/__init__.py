"""Measurements of games in one page, without a server."""
