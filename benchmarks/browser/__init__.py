"""Measurements of the table in a browser."""
