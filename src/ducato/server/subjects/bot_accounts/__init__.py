"""Accounts of bots that play from outside."""
