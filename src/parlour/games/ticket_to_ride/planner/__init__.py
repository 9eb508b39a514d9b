"""The hand-tuned player of Ticket to Ride: one plan for all its tickets."""
