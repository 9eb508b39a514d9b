"""Studies of several games: questions of our own."""
