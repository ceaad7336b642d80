"""The threads for work outside the event loop: rules, disk, slow work, bots and their compiler."""
