"""The core: games, positions and matches.

It knows no particular game and no network, and reads no files but the games' own data.
"""
