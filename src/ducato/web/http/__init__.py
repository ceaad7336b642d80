"""The HTTP interface: one router per module, and the socket of a table."""
