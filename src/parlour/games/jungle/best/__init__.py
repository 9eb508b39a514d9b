"""The strongest player of Jungle: search, learned network, endgame tables."""
