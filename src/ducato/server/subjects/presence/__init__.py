"""Who is connected, and when people last were."""
