"""What the server costs in time and memory."""
