"""What is wrong with a game: faults with their causes, and what is only associated with winning."""
