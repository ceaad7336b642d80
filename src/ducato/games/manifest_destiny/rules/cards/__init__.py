"""Cards: the decks, playing a card, and everything that a card does [manifest-destiny 6, 20]."""
