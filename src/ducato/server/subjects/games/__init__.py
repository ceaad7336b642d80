"""The games on offer: the catalogue, rulebooks, and files of each game."""
