"""Ticket to Ride's studies: the thesis's tables of its algorithm and its network."""

from parlour.games.ticket_to_ride.lab import algorithm, learning, networks
from parlour.games.ticket_to_ride.lab.thesis import STUDIES

__all__ = ["STUDIES", "algorithm", "learning", "networks"]
