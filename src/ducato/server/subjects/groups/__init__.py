"""Groups of people, with their members and tables."""
