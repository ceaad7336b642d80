"""Background services: work that recurs as long as the server runs, each in its own task."""
