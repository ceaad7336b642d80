"""Breakthroughs: research, claims, and partners [manifest-destiny 7.5 to 7.7]."""
