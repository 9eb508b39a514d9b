"""Heuristics: how good a position looks to a seat."""

from __future__ import annotations

from parlour.kernel import heuristic, popcount

from .rules import COLUMN, HEIGHT, column_count, completing, fields


@heuristic
def centre(state, seat):
    """Discs near the middle, where most lines run: each counts how far it is from the edge."""
    s = fields(state)
    columns, value = column_count(s), 0.0
    for column in range(columns):
        squares = COLUMN << HEIGHT * column
        lead = popcount(s.discs[seat] & squares) - popcount(s.discs[1 - seat] & squares)
        value += min(column, columns - 1 - column) * lead
    return value


@heuristic
def threats(state, seat):
    """Free squares that would complete four in a row, three points each, and discs near the middle."""
    s = fields(state)
    free = s.board & ~(s.discs[0] | s.discs[1])
    own, other = completing(s.discs[seat]) & free, completing(s.discs[1 - seat]) & free
    return 3.0 * (popcount(own) - popcount(other)) + centre(state, seat)
