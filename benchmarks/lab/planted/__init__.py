"""Faults planted in copies of the games, to see whether the lab names them."""
