"""Jungle's studies, training and commands."""
