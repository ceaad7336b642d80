"""A deployment tried on machines of its own."""
