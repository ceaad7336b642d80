"""A push service on loopback that decrypts what a server sends, and a browser's subscription."""

from __future__ import annotations

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

AUTH = bytes(range(16))


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class PushServer:
    """A push service with one browser.

    Attributes:
        status: the status with which it answers.
        retry_after: the header of that name, empty for none.
        messages: the decrypted messages.
        headers: the headers of each request.
    """

    def __init__(self) -> None:
        self.status = 201
        self.retry_after = ""
        self.messages: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def subscription(self, name: str = "one") -> dict[str, Any]:
        """Return a subscription as a browser writes it."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        address = f"http://127.0.0.1:{self._server.server_port}/push/{name}"
        keys = {"p256dh": encoded(point), "auth": encoded(AUTH)}
        return {"endpoint": address, "keys": keys}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                content = self.rfile.read(int(self.headers["content-length"]))
                service.headers.append({k.lower(): v for k, v in self.headers.items()})
                text = http_ece.decrypt(content, private_key=service._key, auth_secret=AUTH)
                service.messages.append(json.loads(text))
                self.send_response(service.status)
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                if service.retry_after:
                    self.send_header("Retry-After", service.retry_after)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Keep the output of the tests clean."""

        return Handler
