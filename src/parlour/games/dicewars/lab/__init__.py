"""Dicewars' studies, training and commands."""
