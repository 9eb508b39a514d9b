"""Connect Four as numbers. An action is its own code: the column, 0 = a."""

from __future__ import annotations

from parlour import Game
from parlour.encoding import Block, starts
from parlour.kernel import mark, popcount, rule

from .notation import LETTERS
from .rules import COLUMN, HEIGHT, completing, fields, landing

# A board of 8 columns by 8 squares, whatever the variant: number 8 * column + row, as in the rules.
SQUARES = [f"{column}{row}" for column in LETTERS for row in range(1, HEIGHT + 1)]
OBSERVATION = (
    Block("own", "an own disc on this square", SQUARES),
    Block("opponent", "a disc of the opponent's on this square", SQUARES),
    Block("own four", "an own disc here would make four in a row", SQUARES),
    Block("opponent four", "a disc of the opponent's here would make four in a row", SQUARES),
)
FEATURES = (
    Block("column", "a disc into this column", LETTERS),
    Block("square", "where it comes to rest", SQUARES),
    Block("own after", "an own disc on this square afterwards", SQUARES),
    Block("opponent after", "a disc of the opponent's on this square", SQUARES),
    Block("wins", "it makes four in a row"),
    Block("blocks", "it stops the opponent from making four in a row there"),
    Block("allows", "the opponent can answer with four in a row"),
    Block("threatens", "it leaves a column in which the next disc would make four in a row"),
    Block("threatens twice", "it leaves two such columns"),
)
OWN, OPPONENT, OWN_FOUR, OPPONENT_FOUR = starts(OBSERVATION)
_, SQUARE, OWN_AFTER, OPPONENT_AFTER, WINS, BLOCKS, ALLOWS, THREATENS, TWICE = starts(FEATURES)


def ACTIONS(game: Game) -> tuple[Block, ...]:
    """The columns of the variant."""
    return (Block("column", "a disc into this column", LETTERS[: int(game.setting("columns"))]),)


@rule
def observe(state, seat, out):
    s = fields(state)
    free = s.board & ~(s.discs[0] | s.discs[1])
    mark(out, OWN, s.discs[seat])
    mark(out, OPPONENT, s.discs[1 - seat])
    mark(out, OWN_FOUR, completing(s.discs[seat]) & free)
    mark(out, OPPONENT_FOUR, completing(s.discs[1 - seat]) & free)


@rule
def depict(state, action, out):
    s = fields(state)
    own, other = s.discs[s.turn], s.discs[1 - s.turn]
    square = landing(s) & COLUMN << HEIGHT * action
    after = own | square
    above = (landing(s) & ~square) | square << 1 & s.board
    out[action] = 1.0
    mark(out, SQUARE, square)
    mark(out, OWN_AFTER, after)
    mark(out, OPPONENT_AFTER, other)
    out[WINS] = completing(own) & square != 0
    out[BLOCKS] = completing(other) & square != 0
    out[ALLOWS] = completing(other) & above != 0
    threats = popcount(completing(after) & above)
    out[THREATENS], out[TWICE] = threats > 0, threats > 1
