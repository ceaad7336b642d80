"""Tools for designers and researchers: simulation, tournaments, speed measurements."""
