"""Tests of games run compiled code only where they say so, and fail if options are ignored."""

from tests.support.compiled import compiled_code_is_marked
from tests.support.options import pytest_pyfunc_call

__all__ = ["compiled_code_is_marked", "pytest_pyfunc_call"]
