"""Dicewars as numbers; seats count from the own one on, in turn order, as many as the variant has.

Maps are drawn anew for every game, so the number of an area means little beyond its neighbours: what an
attack promises is in its features. Code 0 ends the turn; the others are attacks, by source and target.
"""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block, size_of, starts, steps
from parlour.game import Game
from parlour.games.dicewars.best.attacks import fail, prepare, succeed
from parlour.games.dicewars.best.network import describe
from parlour.games.dicewars.maps import MOST_AREAS
from parlour.games.dicewars.odds import MOST_DICE, ODDS
from parlour.games.dicewars.policies import hold
from parlour.games.dicewars.rules import PASS_ROUNDS
from parlour.games.dicewars.state import (
    END,
    MOST_PLAYERS,
    NONE,
    ONE,
    SOURCE,
    areas_of,
    borders,
    dice_of,
    fields,
    largest_region,
    largest_within,
    owner,
    ready,
)
from parlour.games.dicewars.weights import FEATURE_NAMES
from parlour.kernel import bits, copy, helper, mark, popcount, rule, tell

AREAS = [str(area + 1) for area in range(MOST_AREAS)]
OTHERS = MOST_AREAS - 1  # areas that an area could attack
BORDERS = [f"{a}-{b}" for number, a in enumerate(AREAS) for b in AREAS[:number]]
TENTHS, GAIN, SEATED = 10, 8, 5
SHARES = ("areas", "largest region", "dice", "reserve", "alive")  # of each seat
# How a seat stands, as `best.network` describes it: half of what is counted there.
STANDING = ("areas", "region", "dice", "income", "lost", "region_lost", "won", "fronts", "full", "idle")
COLUMNS = np.array([FEATURE_NAMES.index(name) for name in STANDING], np.int64)
SIDES = [f"{side} {name.replace('_', ' ')}" for side in ("own", "other") for name in STANDING]


def _seats(game: Game) -> list[str]:
    return ["own", *(f"next {n}" for n in range(1, game.players))]


_BOARD = (
    Block("dice", "dice on an area, eighths", AREAS),
    Block("border", "two areas are neighbours", BORDERS),
    Block("turn", "the seat is to move"),
    Block("attacks", "attacks of this turn", steps(GAIN)),
    Block("passes", "turns since the last attack, as a share of those that end the game"),
)


def OBSERVATION(game: Game) -> tuple[Block, ...]:
    """Who has which area, the dice, the map, and how each seat stands."""
    seats = _seats(game)
    return (
        *_BOARD,
        Block(
            "share", "a seat's share of the board", [f"{seat} {share}" for seat in seats for share in SHARES]
        ),
        Block("owner", "a seat has an area", [f"{seat} {area}" for seat in seats for area in AREAS]),
    )


ACTIONS = (
    Block("end", "the end of the turn"),
    Block(
        "attack", "an attack from one area on another", [f"{a}-{b}" for a in AREAS for b in AREAS if a != b]
    ),
)
FEATURES = (
    Block("end", "the end of the turn"),
    Block("attackers", "dice of the attacker", steps(MOST_DICE, 2)),
    Block("defenders", "dice of the defender", steps(MOST_DICE)),
    Block("lead", "dice that the attacker has more", steps(MOST_DICE - 1)),
    Block("odds", "the chance to win the battle"),
    Block("odds in tenths", "the same in steps", steps(TENTHS)),
    Block("hold", "the chance that no single attack takes back the area, once won"),
    Block("hold in tenths", "the same in steps", steps(TENTHS)),
    Block("source held", "the chance that no single attack takes the area left behind with one die"),
    Block("source safe", "the same chance as long as it does not attack"),
    Block("gain", "areas that the own largest region grows by, if won", steps(GAIN)),
    Block("loss", "areas that the defender's largest region shrinks by, if won", steps(GAIN)),
    Block("joins", "it attacks out of the own largest region"),
    Block("eliminates", "it is the defender's last area"),
    Block("defender areas", "the defender's share of all areas"),
    Block("defender region", "the defender's largest region, as a share of all areas"),
    Block("defender leads", "no other seat has a larger region"),
    Block("enemies", "enemy neighbours of the area", steps(GAIN)),
    Block("good attacks", "at the end of the turn: attacks left that win more often than not", steps(GAIN)),
    Block("no dice to place", "at the end of the turn: the own areas are all full"),
    Block("early", "at the end of the turn: nothing was attacked in it"),
    Block("won", "how the own side and the defender stand if it is won, halves", SIDES),
    Block("ended", "how the own side and the leader of the others stand at the end, halves", SIDES),
)
ENCODING_VERSION = 2
DICE, BORDER, TURN, MADE, PASSED = starts(_BOARD)
SHARE = size_of(_BOARD)
(
    ENDS, ATTACKERS, DEFENDERS, LEAD, ODDS_NOW, ODDS_STEPS, HOLD, HOLD_STEPS, SOURCE_HELD, SOURCE_SAFE,
    GAINS, LOSS, JOINS, ELIMINATES, THEIR_AREAS, THEIR_REGION, THEY_LEAD, ENEMIES, GOOD, FULL, EARLY,
    IF_WON, IF_ENDED,
) = starts(FEATURES)  # fmt: skip


@helper
def _map(s, out):
    """The dice on all areas, and which of them are neighbours."""
    at = BORDER
    for area in range(MOST_AREAS):
        out[DICE + area] = s.dice[area] / 8.0
        mark(out, at, borders(s, area) & ((ONE << np.uint64(area)) - ONE))
        at += area


@rule
def observe(state, seat, out):
    s = fields(state)
    players, areas = np.int64(s.players), np.float64(s.areas)
    _map(s, out)
    out[TURN] = s.turn == seat and not s.over
    tell(out, MADE, np.int64(s.attacks), GAIN)
    out[PASSED] = min(1.0, s.passes / (1.0 * PASS_ROUNDS * players))
    for step in range(players):
        other = (seat + step) % players
        share, own = SHARE + SEATED * step, areas_of(s, other)
        out[share] = popcount(own) / areas
        out[share + 1] = popcount(largest_within(s, own)) / areas
        out[share + 2] = dice_of(s, other) / (8.0 * areas)
        out[share + 3] = s.reserve[other] / 64.0
        out[share + 4] = own != NONE
        mark(out, SHARE + SEATED * players + MOST_AREAS * step, own)


@rule
def code(state, action):
    if action == END:
        return 0
    source, target = action // SOURCE, action % SOURCE
    return 1 + OTHERS * source + target - (target > source)


@rule
def decode(state, code):
    if code == 0:
        return END
    source, target = (code - 1) // OTHERS, (code - 1) % OTHERS
    return SOURCE * source + target + (target >= source)


@helper
def _chance(out, number, tenths, chance):
    """A chance as it is and in steps."""
    out[number] = chance
    tell(out, tenths, np.int64(TENTHS * chance + 0.5), TENTHS)


@helper
def _rest(s, own, out):
    """What an end of the turn leaves undone."""
    good, room = 0, False
    for source in bits(ready(s, own)):
        for target in bits(borders(s, source) & ~own):
            good += ODDS[s.dice[source], s.dice[target]] > 0.5
    for area in bits(own):
        room = room or s.dice[area] < MOST_DICE
    out[ENDS] = 1.0
    tell(out, GOOD, good, GAIN)
    out[FULL] = not room
    out[EARLY] = s.attacks == 0


@helper
def _battle(s, own, source, target, out):
    """The dice of an attack, and what they promise."""
    attackers, defenders = np.int64(s.dice[source]), np.int64(s.dice[target])
    won = own | (ONE << np.uint64(target))
    tell(out, ATTACKERS, attackers - 1, MOST_DICE - 1)
    tell(out, DEFENDERS, defenders, MOST_DICE)
    tell(out, LEAD, attackers - defenders, MOST_DICE - 1)
    _chance(out, ODDS_NOW, ODDS_STEPS, ODDS[attackers, defenders])
    _chance(out, HOLD, HOLD_STEPS, hold(s, target, attackers - 1, won))
    out[SOURCE_HELD] = hold(s, source, 1, won)
    out[SOURCE_SAFE] = hold(s, source, attackers, own)
    tell(out, ENEMIES, popcount(borders(s, target) & ~won), GAIN)


@helper
def _conquest(s, seat, own, source, target, out):
    """What a won attack does to the largest regions."""
    area, loser = ONE << np.uint64(target), owner(s, target)
    theirs = areas_of(s, loser)
    region, their_region = largest_region(s, seat), popcount(largest_within(s, theirs))
    tell(out, GAINS, popcount(largest_within(s, own | area)) - popcount(region), GAIN)
    tell(out, LOSS, their_region - popcount(largest_within(s, theirs & ~area)), GAIN)
    out[JOINS] = region >> np.uint64(source) & ONE
    out[ELIMINATES] = theirs == area
    out[THEIR_AREAS] = popcount(theirs) / np.float64(s.areas)
    out[THEIR_REGION] = their_region / np.float64(s.areas)
    leads = True
    for other in range(s.players):
        leads = leads and popcount(largest_within(s, areas_of(s, other))) <= their_region
    out[THEY_LEAD] = leads


@helper
def _leader(s, seat):
    """The seat with the largest region among the others."""
    best, most = seat, -1
    for step in range(1, s.players):
        other = (seat + step) % np.int64(s.players)
        size = popcount(largest_within(s, areas_of(s, other)))
        if size > most:
            best, most = other, size
    return best


@helper
def _stand(s, seat, other, start, out):
    """How two seats stand if the turn ends now."""
    rows = np.zeros((MOST_PLAYERS, len(FEATURE_NAMES)))
    describe(s, seat, rows)
    for i in range(COLUMNS.size):
        out[start + i] = min(1.0, 0.5 * rows[seat, COLUMNS[i]])
        out[start + COLUMNS.size + i] = min(1.0, 0.5 * rows[other, COLUMNS[i]])


@helper
def _aftermath(state, action, out):
    """How the two sides of an attack stand if it is won."""
    after = np.empty(state.size, np.uint8)
    copy(after, state)
    s = fields(after)
    attack = prepare(s, action)
    fail(s, attack)
    succeed(s, attack)
    _stand(s, np.int64(s.turn), np.int64(attack.loser), IF_WON, out)


@rule
def depict(state, action, out):
    s = fields(state)
    seat = np.int64(s.turn)
    own = areas_of(s, seat)
    if action == END:
        _rest(s, own, out)
        _stand(s, seat, _leader(s, seat), IF_ENDED, out)
    else:
        _battle(s, own, action // SOURCE, action % SOURCE, out)
        _conquest(s, seat, own, action // SOURCE, action % SOURCE, out)
        _aftermath(state, action, out)
