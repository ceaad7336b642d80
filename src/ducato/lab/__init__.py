"""For designers and researchers: simulate many games, let bots meet, measure speed."""
