"""Queries that do not change the table: explanations, hints, replay, chart and record."""
