"""Packages with games, as somebody would install them, most of them broken."""
