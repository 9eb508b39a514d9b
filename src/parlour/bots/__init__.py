"""Bots in other processes: the child process, the protocols, our agents as bots, and the checker."""
