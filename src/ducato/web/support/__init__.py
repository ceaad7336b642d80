"""The server's own tools, which know no tables: sessions, limits, mail, metrics, workers."""
