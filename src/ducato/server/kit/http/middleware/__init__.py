"""The ASGI middleware that every request passes through before it reaches a route."""
