"""The exponential function, with the same result on every machine and in every compiler.

The functions of C libraries and of browsers differ in the last bit. This one uses only sums and
products, whose results IEEE 754 prescribes, so that a search makes the same choices everywhere. Its
error is hardly above half a unit in the last place.
"""

from __future__ import annotations

from decimal import Decimal, localcontext

from ducato.core.verbs import rule

PARTS = 32
"""The number of parts into which an octave is divided."""
PER_UNIT = 46.16624130844683
"""The number of parts of a unit of the argument, 32 / ln 2."""
PART, PART_REST = 0.021660849390173098, 2.325192846878874e-12
"""A part as the sum of two numbers; a whole number times the first is exact."""
TO_WHOLE = 6755399441055744.0
"""1.5 * 2**52: a number to which it is added loses its fraction."""
LOWEST, HIGHEST = -700.0, 700.0
"""The arguments below and above which nothing changes any more, but that the result is then 0."""
with localcontext(prec=50):
    _exact = [(Decimal(2).ln() * part / PARTS).exp() for part in range(PARTS)]
    STEPS = tuple(map(float, _exact))
    STEP_RESTS = tuple(
        float(exact - Decimal(step)) for exact, step in zip(_exact, STEPS, strict=True)
    )
OCTAVES = tuple(2.0**octave for octave in range(32))
FAR = tuple(2.0 ** (32 * far) for far in range(-32, 32))


@rule
def exponential(x: float) -> float:
    """Return e to the power of `x`, which is not NaN."""
    if x < LOWEST:
        return 0.0
    x = min(x, HIGHEST)
    whole = (x * PER_UNIT + TO_WHOLE) - TO_WHOLE
    n = int(whole)
    r = (x - whole * PART) - whole * PART_REST
    power = r + r * r * (0.5 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720)))))
    step = STEPS[n & 31]
    octave = n >> 5
    scale = FAR[(octave >> 5) + 32] * OCTAVES[octave & 31]
    return (step + (STEP_RESTS[n & 31] + step * power)) * scale
