"""Exercises: positions with one best choice, from games of bots and from own mistakes."""
