"""The strongest player of Ticket to Ride: a race of plans."""
