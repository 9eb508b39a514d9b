"""The algorithm of Łabno's thesis."""
