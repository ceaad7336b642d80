"""Handles: how a person refers to another one without learning their id.

A handle is a hash of the two ids. It means something to one reader only, so two people cannot
compare whom they know, and nothing can be found out by trying: an id has 72 random bits.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable


def handle(reader: str, other: str) -> str:
    """Return the handle by which a reader refers to another person, 22 characters long.

    Args:
        reader: the id of the person who reads the handle.
        other: the id of the person for whom it stands.
    """
    digest = hashlib.sha256(f"{reader}\n{other}".encode()).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def of_handle(reader: str, wanted: str, others: Iterable[str]) -> str | None:
    """Return which of the others a reader's handle stands for; None if it is somebody else."""
    return next((other for other in others if handle(reader, other) == wanted), None)
