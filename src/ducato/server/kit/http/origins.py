"""The origins of requests, and the host names in them.

A page of another site can make a visitor's browser call this server. It cannot forge the header
Origin, so changes and sockets are accepted only from our own pages, and from programs, which send
no Origin.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

import idna
from starlette.requests import HTTPConnection

USUAL_PORTS = {"http": 80, "https": 443}
"""The ports that browsers leave out."""


def origin_of(url: str) -> str:
    """Return the origin of a URL as browsers write it, whose spelling may differ from ours.

    Example:
        >>> origin_of("HTTPS://Bücher.example.:443/"), origin_of("http://[::1]:8000")
        ('https://xn--bcher-kva.example', 'http://[::1]:8000')

    Raises:
        ValueError: the URL is malformed, or lacks its scheme or its host.
    """
    parts = urlsplit(url)
    if not parts.scheme or not parts.hostname:
        raise ValueError("an origin has a scheme and a host")
    port = "" if parts.port in (None, USUAL_PORTS.get(parts.scheme)) else f":{parts.port}"
    return f"{parts.scheme}://{url_host(ascii_host(parts.hostname))}{port}"


def ascii_host(name: str) -> str:
    """Return a host name as it is sent: in lower case and in ASCII, without a dot at its end.

    A name that cannot be in ASCII, as some machines have one, keeps its letters.

    Example:
        >>> ascii_host("Straße.example."), ascii_host("my_machine.local")
        ('xn--strae-oqa.example', 'my_machine.local')
    """
    name = name.lower().removesuffix(".")
    try:
        return name if name.isascii() else idna.encode(name, uts46=True).decode()
    except idna.IDNAError:
        return name


def is_same_origin(connection: HTTPConnection, public_url: str | None = None) -> bool:
    """Return whether a request comes from one of our pages, or has no header Origin.

    Args:
        connection: the request.
        public_url: the server's public origin as `origin_of` returns it, which counts besides the
            header Host; None if there is none.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True  # a program: every browser sends it with a socket and with a POST
    try:
        own = origin_of(origin)
        # Behind a proxy that speaks https with the browser, only the origin tells the scheme.
        asked = origin_of(f"{own.partition(':')[0]}://{connection.headers.get('host', '')}")
    except ValueError:  # "null", or a header Host that may hold anything
        return False
    return own in (public_url, asked)


def host_of(header: str) -> str:
    """Return the name, in lower case, or the address in a Host header, without the port.

    Example:
        >>> host_of("localhost.:8000"), host_of("[::1]:8000"), host_of("::1")
        ('localhost', '::1', '::1')
    """
    if header.startswith("["):
        return header[1:].partition("]")[0]
    name, colon, port = header.lower().rpartition(":")
    has_port = colon and not port.strip("0123456789") and ":" not in name
    return (name if has_port else header.lower()).removesuffix(".")


def url_host(host: str) -> str:
    """Return a name or an address in the form used in a URL.

    Example:
        >>> [url_host(host) for host in ("::1", "fe80::1%eth0", "::ffff:192.0.2.1", "localhost")]
        ['[::1]', '[fe80::1]', '192.0.2.1', 'localhost']
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return f"[{address}]" if mapped is None else str(mapped)
    return str(address)


def cookie_name(connection: HTTPConnection, base: str) -> str:
    """Return the name of a cookie at the port that a browser asked for, such as ``ducato-8470``.

    Browsers send the cookies of a host to all its ports, so without the port in the name two
    servers of one host would replace each other's cookies. The usual port is left out.
    """
    try:
        port = connection.url.port
    except ValueError:  # the header Host may hold anything
        port = None
    return base if port is None else f"{base}-{port}"
