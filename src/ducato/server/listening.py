"""The socket at which a server listens, and the addresses that lead there."""

from __future__ import annotations

import errno
import socket
import sys

from ducato.core.errors import DucatoError
from ducato.server.kit.http.origins import url_host

TRIED_PORTS = 20
"""The number of ports that are tried, from the requested one on, if there is no public URL. With
one, only the requested port is tried: a proxy would not find the server at another."""
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""The wildcard addresses, which stand for all addresses of this machine, and for each the loopback
address that replaces it in the server's URL."""


class CannotListen(DucatoError, OSError):
    """An error raised if the server cannot listen at an address.

    Attributes:
        host: the address or host name.
        port: the first port that was tried.
    """

    def __init__(self, host: str, port: int, problem: str) -> None:
        self.host, self.port = host, port
        super().__init__(f"cannot listen at {host}, port {port}: {problem}")


def listen(host: str, port: int, ports: int = TRIED_PORTS) -> socket.socket:
    """Return a socket that listens at the port or, if that is busy, at the next one that is free.

    Args:
        host: the address to listen at.
        port: the port, 0 for any free one.
        ports: the number of ports to try, from `port` on.

    Raises:
        CannotListen: none of these ports is free, or the server cannot listen at the address.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    tried = [port + more for more in range(ports) if port + more < 2**16] if port else [0]
    for candidate in tried:
        # The protocol is explicit because asyncio, unlike uvloop, sends small packets at once only
        # if it knows that it is TCP. Otherwise an answer in two parts would wait 40 ms for the
        # other side.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # on Windows this would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
            listening.listen()
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE:
                raise CannotListen(host, port, error.strerror or str(error)) from error
        else:
            return listening
    more = f"neither it nor the {ports - 1} ports after it are free"
    raise CannotListen(host, port, "it is busy" if ports == 1 else more)


def local_url(host: str, port: int, listening: socket.socket) -> str:
    """Return the server's URL on this machine; tell if its port is not the requested one."""
    chosen = listening.getsockname()[1]
    if port not in (0, chosen):
        sys.stderr.write(f"ducato: port {port} is busy, so it is {chosen}\n")
    return f"http://{url_host(ANY_ADDRESS.get(host, host))}:{chosen}"


def address_at(host: str, listening: socket.socket) -> str:
    """Return "host:port" at which other processes reach this one."""
    name = socket.gethostname() if host in ANY_ADDRESS else host
    return f"{url_host(name)}:{listening.getsockname()[1]}"
