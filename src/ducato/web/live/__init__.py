"""One live table: its actor, its connections, and the broadcast to them."""
