"""Statistics of games: estimates, ratings, pairs, sequential tests, standings."""
