"""The algorithms of learning that are compiled together with the rules of a game."""
