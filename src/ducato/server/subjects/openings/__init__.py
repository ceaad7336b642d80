"""Openings: what people do in their first decisions."""
