"""Measurements of environments: what observations tell, and games on a graphics processor."""
