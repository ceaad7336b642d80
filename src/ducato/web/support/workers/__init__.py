"""Where work is done beside the event loop: rules, disk, slow work and bots."""
