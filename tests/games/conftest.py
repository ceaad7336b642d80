"""Tests of games run compiled code only where they say so."""

from tests.support.compiled import compiled_code_is_marked

__all__ = ["compiled_code_is_marked"]
