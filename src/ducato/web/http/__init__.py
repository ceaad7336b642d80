"""The HTTP interface: routers by topic, error handlers, and the WebSocket of a table."""
