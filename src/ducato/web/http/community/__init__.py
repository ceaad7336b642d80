"""The routes of what people do together: friends, challenges, groups, and searches."""
