"""Routes and pages of people's accounts and profiles."""
