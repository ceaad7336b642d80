"""What a game is. Core knows no game, no network and no disk but the games' own data files."""
