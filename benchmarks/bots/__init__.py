"""Benchmarks of the bots: strength by budget, and events by which they harm themselves."""
