"""Objects filled from others that have fields of the same names."""

from __future__ import annotations

from typing import TypeVar

Filled = TypeVar("Filled")


def filled(kind: type[Filled], source: object, **given: object) -> Filled:
    """Return an object whose fields are those given, and otherwise those of a source.

    Args:
        kind: a `msgspec.Struct`, a data class or a named tuple, without a base that has fields.
        source: an object with fields of the same names, such as a row of the database.
        given: the fields that the source does not have, or that are to differ from its own.

    Raises:
        TypeError: a field without a default is neither given nor one of the source's.
    """
    names = [name for name in kind.__annotations__ if name not in given and hasattr(source, name)]
    return kind(**given, **{name: getattr(source, name) for name in names})
