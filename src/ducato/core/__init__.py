"""What a game is. Core knows no game, no network, and no files but the games' own data."""
