"""The position and the game of the day, the same for everybody."""
