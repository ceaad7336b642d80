"""A tournament of programs; run it with `python -m benchmarks.tournament`."""
