"""Information-set Monte Carlo tree search; `simulation` describes the algorithm."""
