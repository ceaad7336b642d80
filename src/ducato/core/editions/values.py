"""The values of an edition: written as nested data for JSON, and their hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

Value = int | bool | str
"""The value of a parameter or of an adjustable cell."""


def flat(nested: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return nested values with dotted names.

    Example:
        >>> flat({"bonus": 2, "tiles": {"sword": {"cost": 3}}})
        {'bonus': 2, 'tiles.sword.cost': 3}
    """
    found: dict[str, Any] = {}
    for name, value in nested.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found


def nested(values: Mapping[str, Value]) -> dict[str, Any]:
    """Return values with dotted names as nested data, the opposite of `flat`."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        *path, last = name.split(".")
        inner = found
        for part in path:
            inner = inner.setdefault(part, {})
        inner[last] = value
    return found


def values_hash(values: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hexadecimal, of nested values as JSON with sorted keys."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
