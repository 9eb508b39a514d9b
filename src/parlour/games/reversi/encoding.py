"""Reversi as numbers. An action is its own code: the number of a square, or 64 to pass."""

from __future__ import annotations

from parlour.encoding import Block, starts, steps
from parlour.games.reversi.lanes import moves_by_lanes
from parlour.games.reversi.rules import after, fields
from parlour.kernel import mark, popcount, rule, tell

SQUARES = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
MOST_MOVES = 20  # a count of moves is told up to this

OBSERVATION = (
    Block("own", "an own disc on this square", SQUARES),
    Block("opponent", "a disc of the opponent's on this square", SQUARES),
    Block("move", "the seat to move may play here", SQUARES),
    Block("turn", "the seat is to move"),
)
ACTIONS = (Block("play", "a disc on this square", SQUARES), Block("pass", "no square is left to play"))
FEATURES = (
    *ACTIONS,
    Block("own after", "an own disc on this square afterwards", SQUARES),
    Block("opponent after", "a disc of the opponent's on this square afterwards", SQUARES),
    Block("reply", "the opponent may answer here", SQUARES),
    Block("replies", "how many answers the opponent has", steps(MOST_MOVES)),
    Block("mobility", "how many moves the seat would have if it could move again", steps(MOST_MOVES)),
)
OWN, OPPONENT, MOVE, TURN = starts(OBSERVATION)
_, _, OWN_AFTER, OPPONENT_AFTER, REPLY, REPLIES, MOBILITY = starts(FEATURES)


@rule
def observe(state, seat, out):
    s = fields(state)
    mine = s.turn == seat
    mark(out, OWN, s.own if mine else s.opp)
    mark(out, OPPONENT, s.opp if mine else s.own)
    mark(out, MOVE, s.moves)
    out[TURN] = mine and not s.over


@rule
def depict(state, action, out):
    s = fields(state)
    own, opp = after(s.own, s.opp, action)
    replies, mobility = moves_by_lanes(opp, own), moves_by_lanes(own, opp)
    out[action] = 1.0
    mark(out, OWN_AFTER, own)
    mark(out, OPPONENT_AFTER, opp)
    mark(out, REPLY, replies)
    tell(out, REPLIES, popcount(replies), MOST_MOVES)
    tell(out, MOBILITY, popcount(mobility), MOST_MOVES)
