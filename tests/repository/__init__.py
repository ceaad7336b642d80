"""Rules about the repository itself: the sizes of its parts and the words in its names."""
