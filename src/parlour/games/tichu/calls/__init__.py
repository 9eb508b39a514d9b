"""Tichu and Grand Tichu calls in play: hands as features, trained models, and who calls by them."""
