"""Games on paper: `ducato print`, and its sheets for tables on a screen.

The parts of a game come from its module `print_parts` or its list of components, their drawings
from the client itself (`drawings`), made plain (`styles`, `flat`) and painted (`painter`) where
they lie on a sheet (`layout`, `book`).
"""
