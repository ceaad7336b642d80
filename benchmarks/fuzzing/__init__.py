"""The parts of `benchmarks/fuzz.py`: connections, mutations and checks of the answers."""
