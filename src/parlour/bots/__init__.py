"""Bots in other processes: the child process, the protocols, and the checker."""
