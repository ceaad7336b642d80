"""What a search says to a person besides its choice: the best line, and what speaks for it."""
