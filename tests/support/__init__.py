"""What tests and benchmarks share: servers, browsers, games that are soon over, checks of games.

It imports neither tests nor benchmarks.
"""
