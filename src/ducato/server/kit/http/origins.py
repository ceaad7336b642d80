"""The origins of requests, and the host names in them.

A page of another site can make a visitor's browser call this server. It cannot forge the header
Origin, so changes and sockets are accepted only from our own pages, and from programs, which send
no Origin.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection


def is_same_origin(connection: HTTPConnection, public_url: str | None = None) -> bool:
    """Return whether a request comes from one of our pages, or has no header Origin.

    Args:
        connection: the request.
        public_url: the server's public origin, which counts besides the header Host; None if
            there is none.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True  # a program: every browser sends it with a socket and with a POST
    if public_url is not None and origin.lower() == public_url.lower():
        return True
    return origin.partition("://")[2].lower() == connection.headers.get("host", "").lower()


def host_of(header: str) -> str:
    """Return the name, in lower case, or the address in a Host header, without the port.

    Example:
        >>> host_of("localhost:8000"), host_of("[::1]:8000"), host_of("::1")
        ('localhost', '::1', '::1')
    """
    if header.startswith("["):
        return header[1:].partition("]")[0]
    name, _, port = header.lower().rpartition(":")
    return name if port.isdecimal() and ":" not in name else header.lower()


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
