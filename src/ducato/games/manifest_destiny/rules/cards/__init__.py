"""Cards: the decks, the play of a card, and all card effects [manifest-destiny 6, 20]."""
