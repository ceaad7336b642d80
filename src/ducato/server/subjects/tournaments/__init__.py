"""Tournaments: entrants, rounds, tables and results."""
