"""The live tables of a server: their registry, and the actor, connections and bots of each."""
