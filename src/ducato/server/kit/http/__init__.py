"""HTTP: requests, responses, sessions, limits, files and pages of errors."""
