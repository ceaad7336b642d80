"""The exponential function: as good as that of the C library, and the same for all compilers."""

from __future__ import annotations

from decimal import Decimal, localcontext
from math import exp, inf, ulp

import numba
import numpy as np
import pytest

from ducato.core.exponential import exponential

DRAWN = np.random.default_rng(1)
ARGUMENTS = [*DRAWN.uniform(-30, 5, 500).tolist(), *DRAWN.uniform(-699, 699, 500).tolist()]


def test_its_error_is_hardly_above_half_a_unit_in_the_last_place():
    with localcontext(prec=40):
        for x in ARGUMENTS:
            found = exponential(x)
            assert abs(Decimal(found) - Decimal(x).exp()) <= Decimal("0.55") * Decimal(ulp(found))


def test_it_is_exact_for_0_and_has_limits():
    assert exponential(0.0) == exponential(-0.0) == 1.0
    assert exponential(-701.0) == exponential(-inf) == 0.0
    assert exponential(inf) == exponential(701.0) == pytest.approx(exp(700), rel=1e-15)


@pytest.mark.compiled
def test_compiled_it_is_the_same_bit_by_bit():
    compiled = numba.njit(error_model="numpy")(exponential)
    assert [compiled(x) for x in ARGUMENTS] == [exponential(x) for x in ARGUMENTS]
