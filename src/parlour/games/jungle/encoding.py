"""Jungle as numbers, the own den always at the bottom: the second player's board is turned round.

The code of an action is 4 * animal + direction (a jump goes in its direction too), or 32 to pass.
"""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block, starts, steps
from parlour.games.jungle.animals import DISTANCES, KINDS
from parlour.games.jungle.moves import targets
from parlour.games.jungle.rules import QUIET_LIMITS, move
from parlour.games.jungle.state import GONE, PASS, RUNNING, WON_0, ZERO, bit, fields, occupant, standing
from parlour.games.jungle.terrain import BOARD, COLUMNS, DENS, LION, SQUARES, TIGER, WATER
from parlour.kernel import copy, helper, mark, rule, tell

PASS_CODE = 32
ANIMALS = ("rat", "cat", "dog", "wolf", "jaguar", "tiger", "lion", "elephant")
DIRECTIONS = ("up", "left", "right", "down")
STEP = np.array([-COLUMNS, -1, 1, COLUMNS], np.int64)
LAST = SQUARES - 1
PLACES = [f"{column}{row}" for row in range(9, 0, -1) for column in "abcdefg"]
STANDINGS = [f"{animal} {place}" for animal in ANIMALS for place in PLACES]
QUIET_STEPS, FAR = 10, 12

OBSERVATION = (
    Block("own", "an own animal on a square", STANDINGS),
    Block("opponent", "an animal of the opponent's on a square", STANDINGS),
    Block("own alive", "the own animal is on the board", ANIMALS),
    Block("opponent alive", "the opponent's animal is on the board", ANIMALS),
    Block("quiet", "tenths of the moves without a taking that end the game", steps(QUIET_STEPS)),
    Block("turn", "the seat is to move"),
    Block("judge", "the rules of the referee program are played"),
)
ACTIONS = (
    Block("move", "an animal goes or jumps", [f"{animal} {way}" for animal in ANIMALS for way in DIRECTIONS]),
    Block("pass", "no animal can move"),
)
FEATURES = (
    *ACTIONS,
    Block("to", "an animal comes to a square", STANDINGS),
    Block("takes", "it takes this animal", ANIMALS),
    Block("wins", "it enters the den or takes the last animal"),
    Block("flees", "it could be taken where it was"),
    Block("nearer", "it comes nearer to the den"),
    Block("den", "how many moves it is from the den afterwards, on an empty board", steps(FAR)),
    Block("hangs", "this own animal can be taken afterwards", ANIMALS),
    Block("threatens", "this animal of the opponent's could be taken next", ANIMALS),
    Block("loses", "the opponent can enter the den afterwards"),
    Block("enters", "the own side could enter the den next"),
)
OWN, OPPONENT, OWN_ALIVE, OPPONENT_ALIVE, QUIET, TURN, JUDGE = starts(OBSERVATION)
_, _, TO, TAKES, WINS, FLEES, NEARER, DEN, HANGS, THREATENS, LOSES, ENTERS = starts(FEATURES)


@helper
def _seen(square, seat):
    """A square as a seat sees the board."""
    return square if seat == 0 else LAST - square


@helper
def _place(s, side, seat, start, alive, out):
    """The animals of a side as a seat sees them."""
    for rank in range(8):
        square = np.int64(s.places[side, rank])
        if square != GONE:
            out[start + SQUARES * rank + _seen(square, seat)] = 1.0
            out[alive + rank] = 1.0


@rule
def observe(state, seat, out):
    s = fields(state)
    _place(s, seat, seat, OWN, OWN_ALIVE, out)
    _place(s, 1 - seat, seat, OPPONENT, OPPONENT_ALIVE, out)
    tell(out, QUIET, QUIET_STEPS * np.int64(s.quiet) // QUIET_LIMITS[s.judge], QUIET_STEPS)
    out[TURN] = s.turn == seat and s.result == RUNNING
    out[JUDGE] = s.judge


@rule
def code(state, action):
    if action == PASS:
        return PASS_CODE
    s = fields(state)
    seat = np.int64(s.turn)
    source, target = action >> 6, action & 63
    way = _seen(target, seat) - _seen(source, seat)
    if way % COLUMNS == 0:
        direction = 0 if way < 0 else 3
    else:
        direction = 1 if way < 0 else 2
    return 4 * occupant(s, seat, source) + direction


@rule
def decode(state, code):
    if code == PASS_CODE:
        return PASS
    s = fields(state)
    seat, rank = np.int64(s.turn), code // 4
    source = np.int64(s.places[seat, rank])
    step = STEP[code % 4] if seat == 0 else -STEP[code % 4]
    target = source + step
    if rank in (TIGER, LION):
        while bit(target) & WATER != ZERO:
            target += step
    return 64 * source + target


@helper
def _reach(s, seat):
    """All squares that a side's animals may enter."""
    own, foes, weaker, reach = standing(s, seat), standing(s, 1 - seat), ZERO, ZERO
    for rank in range(8):
        weaker |= bit(s.places[1 - seat, rank]) & BOARD
        reach |= targets(s, seat, rank, own, foes, weaker)
    return reach


@helper
def _within(s, side, reach):
    """The animals of a side that stand on some squares, a bit a rank."""
    animals = ZERO
    for rank in range(8):
        if s.places[side, rank] != GONE and bit(s.places[side, rank]) & reach != ZERO:
            animals |= bit(rank)
    return animals


@helper
def _outlook(s, seat, out):
    """What both sides could take or enter after a move."""
    danger, chances = _reach(s, 1 - seat), _reach(s, seat)
    mark(out, HANGS, _within(s, seat, danger))
    mark(out, THREATENS, _within(s, 1 - seat, chances))
    out[LOSES] = danger & bit(DENS[seat]) != ZERO
    out[ENTERS] = chances & bit(DENS[1 - seat]) != ZERO


@rule
def depict(state, action, out):
    s = fields(state)
    seat = np.int64(s.turn)
    out[code(state, action)] = 1.0
    if action == PASS:
        return
    source, target = action >> 6, action & 63
    rank, victim = occupant(s, seat, source), occupant(s, 1 - seat, target)
    far = DISTANCES[seat, KINDS[rank], target]
    out[TO + SQUARES * rank + _seen(target, seat)] = 1.0
    if victim >= 0:
        out[TAKES + victim] = 1.0
    out[FLEES] = _reach(s, 1 - seat) & bit(source) != ZERO
    out[NEARER] = far < DISTANCES[seat, KINDS[rank], source]
    tell(out, DEN, far, FAR)
    after = np.empty(state.size, np.uint8)
    copy(after, state)
    later = fields(after)
    move(later, seat, rank, target)
    out[WINS] = later.result == WON_0 + seat
    _outlook(later, seat, out)
