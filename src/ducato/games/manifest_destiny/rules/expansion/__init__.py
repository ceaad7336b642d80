"""The Expansion phase: where a player may go, placing, and competitions [manifest-destiny 8]."""
