"""The HTTP interface: routers by topic, a table's WebSocket, dependencies and error handlers."""
