"""Parlour: six tabletop games at full rules, fast agents and honest statistics."""

__version__ = "0.1.0"
