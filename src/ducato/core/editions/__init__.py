"""Sources of a game's editions: the data files in its package, and its parameters."""
