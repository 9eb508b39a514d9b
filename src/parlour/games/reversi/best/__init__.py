"""The strongest player of Reversi: search, exact endgame, learned patterns."""
