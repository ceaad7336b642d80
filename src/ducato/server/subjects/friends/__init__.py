"""People whom a person has played with, and their friends."""
