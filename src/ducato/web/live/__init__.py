"""One live table: its actor, its connections, and what is broadcast to them."""
