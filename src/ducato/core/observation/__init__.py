"""Observations: what a seat sees, as the numbers that a learner reads.

A state's declarations (`core.struct`) say how each field is read: `encodings` has the ways, `spec`
lays them out side by side, `write` fills them in, and `recall` names what a seat has seen so far.
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
from ducato.core.observation.spec import ObservationSpec, Segment, spec_of
from ducato.core.observation.write import observe, observe_compact

__all__ = [
    "FLAG",
    "UNOBSERVED",
    "Encoding",
    "ObservationSpec",
    "Segment",
    "binary",
    "bits",
    "category",
    "observe",
    "observe_compact",
    "scaled",
    "seat_bits",
    "seat_number",
    "spec_of",
]
