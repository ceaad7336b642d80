"""Compilation of kernels, and of the rules of a game inside them, to machine code with Numba."""
