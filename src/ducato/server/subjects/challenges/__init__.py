"""Challenges: links with which anybody can play against a person."""
