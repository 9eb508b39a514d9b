"""Reversi's studies, training and commands."""
