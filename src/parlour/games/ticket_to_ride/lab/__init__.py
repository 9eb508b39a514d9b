"""Ticket to Ride's studies, training and commands."""
