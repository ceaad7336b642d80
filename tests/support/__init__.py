"""Code that tests and benchmarks share: servers, browsers, short games and checks of games.

It imports neither tests nor benchmarks.
"""
