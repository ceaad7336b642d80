"""Compilation of kernels, and of a game's rules within them, to machine code with Numba."""
