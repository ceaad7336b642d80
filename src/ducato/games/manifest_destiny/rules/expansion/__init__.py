"""The Expansion phase: reach, placement and competitions [manifest-destiny 8]."""
