"""The core: games, positions and matches.

It knows no particular game and no network. The only files that it reads are those of packages, such
as a game's tables and catalogues.
"""
