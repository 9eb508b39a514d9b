"""The web page: one table for every game, to play, watch, replay and understand."""
