"""The administrators' page and its interface, which exist only if the server has an admin token."""
