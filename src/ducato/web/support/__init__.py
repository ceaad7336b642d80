"""The tools of the server: sessions, limits, middleware, mail, logging, metrics and workers."""
