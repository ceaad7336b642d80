"""Functions of numbers whose results are the same on every machine."""
