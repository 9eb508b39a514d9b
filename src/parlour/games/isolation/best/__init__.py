"""The strongest players of Isolation: a search by room, and the exact solver."""
