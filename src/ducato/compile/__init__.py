"""Turns kernels, and the rules of a game inside them, into machine code with Numba."""
