"""The neural network of Łabno's thesis."""
