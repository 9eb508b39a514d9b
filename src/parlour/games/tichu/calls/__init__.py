"""Tichu and Grand Tichu calls: hands as features, models of calls and of success, and who calls by them."""
