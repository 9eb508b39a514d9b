"""The arena: games by the thousand, with honest statistics."""
