"""The web server: pages, an HTTP interface and WebSockets for the tables of `ducato.table`."""

from ducato.server.app import create_app
from ducato.server.serve import serve

__all__ = ["create_app", "serve"]
