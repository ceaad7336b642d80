"""What `benchmarks/fuzz.py` is made of: bytes on the wire, mutations, judging the answers."""
