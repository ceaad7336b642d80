"""Observations: what a seat sees, as the numbers that a learner reads.

A state's declarations (`core.struct`) say how each field is read: `encodings` has the ways, `spec`
lays them out side by side, `write` fills them in, and `recall` names what a seat has seen so far.
The declarations need only the encodings; `spec` and `write` work on arrays, and need NumPy.
"""

from ducato.core.observation.encodings import (
    FLAG,
    UNOBSERVED,
    Encoding,
    binary,
    bits,
    category,
    scaled,
    seat_bits,
    seat_number,
)

__all__ = [
    "FLAG",
    "UNOBSERVED",
    "Encoding",
    "binary",
    "bits",
    "category",
    "scaled",
    "seat_bits",
    "seat_number",
]
