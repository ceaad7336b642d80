"""Background services: recurring work in tasks that run as long as the server does."""
