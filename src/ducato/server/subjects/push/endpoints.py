"""The checks of what a browser gives as its push subscription.

The server sends requests to these URLs, so it accepts only those that lead to public addresses.
"""

from __future__ import annotations

import base64
import binascii
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from ducato.server.subjects.push.storage import PushSubscription

LONGEST_ENDPOINT = 1000
POINT, SECRET = 65, 16
"""The lengths in bytes of a public key and of the secret."""
UNCOMPRESSED = 4
"""The first byte of a public key."""


def is_valid(subscription: PushSubscription, *, private: bool = False) -> bool:
    """Return whether messages may be sent to a subscription, judged without any connection.

    Args:
        subscription: the subscription as the browser gives it.
        private: whether to allow http and private addresses, for tests.
    """
    point, secret = decoded(subscription.p256dh), decoded(subscription.auth)
    if len(point) != POINT or point[0] != UNCOMPRESSED or len(secret) != SECRET:
        return False
    if len(subscription.endpoint) > LONGEST_ENDPOINT or not subscription.endpoint.isascii():
        return False
    try:
        url = urlsplit(subscription.endpoint)
        port = url.port
    except ValueError:
        return False
    if private:
        return url.scheme in ("http", "https") and url.hostname is not None
    if url.scheme != "https" or port not in (None, 443) or url.username is not None:
        return False
    # A push service has a public name, so a number or a local name is not one.
    name = url.hostname or ""
    return "." in name.strip(".") and not name.rstrip(".")[-1:].isdigit() and ":" not in name


def leads_outside(endpoint: str) -> bool:
    """Return whether the host of an endpoint has only public addresses; ask the name service."""
    host = urlsplit(endpoint).hostname or ""
    try:
        found = socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    addresses = [ip_address(str(place[0]).partition("%")[0]) for *_, place in found]
    return bool(addresses) and all(one.is_global and not one.is_multicast for one in addresses)


def decoded(text: str) -> bytes:
    """Return the bytes of URL-safe base64 with or without padding; none if it is invalid."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""
