"""Measurements of servers of several processes."""
