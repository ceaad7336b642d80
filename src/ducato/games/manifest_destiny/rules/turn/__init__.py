"""The course of the game: set-up, turns and their phases, Turn Priority, Adjustment."""
