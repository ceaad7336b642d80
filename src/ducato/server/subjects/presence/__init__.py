"""The presence of people: whether they are connected, and when they last were."""
