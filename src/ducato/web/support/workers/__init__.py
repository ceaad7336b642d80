"""Where work is done beside the event loop: rules, disk, heavy work and bots."""
