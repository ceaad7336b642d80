"""What compiles, says so."""

from tests.support.compiled import compiled_code_is_marked

__all__ = ["compiled_code_is_marked"]
