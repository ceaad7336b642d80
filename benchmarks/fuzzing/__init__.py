"""What `benchmarks/fuzz.py` is made of: bytes on the wire, mutations, and what is asked of answers."""
