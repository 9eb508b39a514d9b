"""Tichu's lab: its commands and studies, and what they gather, train and measure."""
