"""The games. Each folder is one game, complete; nothing outside of it names it."""
