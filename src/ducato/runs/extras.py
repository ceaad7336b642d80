"""Libraries that only some commands need, from the extras of the package."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ducato.core.errors import DucatoError


class MissingExtra(DucatoError, ImportError):
    """An error raised if a library is not installed."""


def needed(module: str, extra: str) -> Any:
    """Import and return a library.

    Raises:
        MissingExtra: it is not installed; the error says how to install it.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        top = module.partition(".")[0]
        if error.name not in (module, top):
            raise
        raise MissingExtra(
            f"this needs {top}, which is not installed: pip install 'ducato[{extra}]'"
        ) from error
