"""Services with a task of their own, which run as long as the server."""
