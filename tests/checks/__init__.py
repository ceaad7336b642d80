"""Games that the checks must pass, and games that they must not."""
