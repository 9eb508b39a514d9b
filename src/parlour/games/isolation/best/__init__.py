"""The strongest player of Isolation: the exact solver."""
