"""The example games, and the projects that ``ducato new-game`` makes from them."""
