"""The registration, discovery and loading of games."""

from ducato.core.game.discovery import (
    all_games,
    available_games,
    blaming,
    find_game,
    game_in,
    isolated,
    load,
    note_fault,
    restore,
    unavailable_games,
)
from ducato.core.game.loaded_game import LoadedGame
from ducato.core.game.registered_game import Game

__all__ = [
    "Game",
    "LoadedGame",
    "all_games",
    "available_games",
    "blaming",
    "find_game",
    "game_in",
    "isolated",
    "load",
    "note_fault",
    "restore",
    "unavailable_games",
]
