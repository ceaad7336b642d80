"""What the workshops share: games played by compiled players, executors, folders, statistics."""
