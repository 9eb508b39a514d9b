"""Isolation's studies and commands."""
