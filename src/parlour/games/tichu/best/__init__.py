"""The strongest player: candidate plays race each other on common guesses at the hidden cards."""
