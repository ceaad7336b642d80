"""The Investment phase: purchases and Progressions [manifest-destiny 7.1 to 7.4]."""
