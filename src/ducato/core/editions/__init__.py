"""What a game's editions are made of: the data files of its package, and its parameters."""
