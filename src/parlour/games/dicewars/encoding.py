"""Dicewars as numbers; seats count from the own one on, in turn order, as many as the variant has.

Maps are drawn anew for every game, so the number of an area means little beyond its neighbours, and values
are learned without it: what an attack promises is in its features. Code 0 ends the turn; the others are
attacks, by source and target.
"""

from __future__ import annotations

import numpy as np

from parlour.encoding import Block, size_of, starts, steps
from parlour.game import Game
from parlour.games.dicewars.best.attacks import fail, prepare, succeed
from parlour.games.dicewars.best.standing import describe
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
TENTHS, RUN, GAIN, SEATED = 10, 12, 8, 5
SHARES = ("areas", "largest region", "dice", "reserve", "alive")  # of each seat
# How a seat stands, as `best.network` describes it, and the share of each number there that keeps it below 1.
STANDING = {
    "areas": 1.0, "log_areas": 0.25, "region": 1.0, "log_region": 0.25, "dice": 1.0, "log_dice": 0.15,
    "income": 0.5, "reserve": 0.25, "lost": 0.5, "region_lost": 0.5, "won": 0.5, "fronts": 1.0,
    "full": 0.5, "idle": 1.0, "strong": 0.5,
}  # fmt: skip
COLUMNS = np.array([FEATURE_NAMES.index(name) for name in STANDING], np.int64)
SCALES = np.array([*STANDING.values()])


def _seats(game: Game) -> list[str]:
    return ["own", *(f"next {n}" for n in range(1, game.players))]


_BOARD = (
    Block("dice", "dice on an area, eighths", AREAS, memorable=True),
    Block("border", "two areas are neighbours", BORDERS, memorable=True),
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
        Block("owner", "a seat has an area", [f"{seat} {area}" for seat in seats for area in AREAS], True),
    )


ACTIONS = (
    Block("end", "the end of the turn"),
    Block(
        "attack", "an attack from one area on another", [f"{a}-{b}" for a in AREAS for b in AREAS if a != b]
    ),
)
_ATTACK = (
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
    Block("run", "areas that the attackers may expect to conquer one after the other, eighths"),
    Block("run in halves", "the same in steps of half an area", steps(RUN)),
    Block("gain", "areas that the own largest region grows by, if won", steps(GAIN)),
    Block("loss", "areas that the defender's largest region shrinks by, if won", steps(GAIN)),
    Block("joins", "it attacks out of the own largest region"),
    Block("eliminates", "it is the defender's last area"),
    Block("defender areas", "the defender's share of all areas"),
    Block("defender region", "the defender's largest region, as a share of all areas"),
    Block("defender leads", "no other seat has a larger region"),
    Block("enemies", "enemy neighbours of the area", steps(GAIN)),
    Block("sweep", "likely attacks that follow if it is won, eighths"),
    Block("sweep chance", "the chance that all of them and this one are won"),
    Block("good attacks", "at the end of the turn: attacks left that win more often than not", steps(GAIN)),
    Block("no dice to place", "at the end of the turn: the own areas are all full"),
    Block("early", "at the end of the turn: nothing was attacked in it"),
)


def FEATURES(game: Game) -> tuple[Block, ...]:
    """What an attack promises, and how all seats will stand."""
    standing = [f"{seat} {name.replace('_', ' ')}" for seat in _seats(game) for name in STANDING]
    what = "how a seat stands if the turn ends after the action: the mean over winning and losing the battle"
    swept = "the same after all likely attacks of the turn, the likeliest first, as if each were won"
    return (*_ATTACK, Block("after", what, standing), Block("swept", swept, standing))


ENCODING_VERSION = 3
DICE, BORDER, TURN, MADE, PASSED = starts(_BOARD)
SHARE = size_of(_BOARD)
(
    ENDS, ATTACKERS, DEFENDERS, LEAD, ODDS_NOW, ODDS_STEPS, HOLD, HOLD_STEPS, SOURCE_HELD, SOURCE_SAFE,
    RUNS, RUN_STEPS, GAINS, LOSS, JOINS, ELIMINATES, THEIR_AREAS, THEIR_REGION, THEY_LEAD, ENEMIES,
    SWEEP, SWEEP_CHANCE, GOOD, FULL, EARLY,
) = starts(_ATTACK)  # fmt: skip
AFTER = size_of(_ATTACK)
LIKELY = 0.6  # the chance of an attack that one counts on


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
def _run(s, own, area, dice):
    """How many areas some dice may expect to conquer from an area on, always the weakest neighbour next."""
    expected, chance = 0.0, 1.0
    while dice > 1:
        best, weakest = -1, MOST_DICE + 1
        for enemy in bits(borders(s, area) & ~own):
            if s.dice[enemy] < weakest:
                best, weakest = enemy, np.int64(s.dice[enemy])
        if best < 0:
            return expected
        chance *= ODDS[dice, weakest]
        expected += chance
        own |= ONE << np.uint64(best)
        area = best
        dice -= 1
    return expected


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
    run = ODDS[attackers, defenders] * (1.0 + _run(s, won, target, attackers - 1))
    out[RUNS] = run / MOST_DICE
    tell(out, RUN_STEPS, np.int64(2.0 * run), RUN)
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
def _stand(s, start, weight, rows, out):
    """Add how all seats stand if the turn ends now, so much of it."""
    seat, players = np.int64(s.turn), np.int64(s.players)
    describe(s, seat, rows, np.zeros(MOST_PLAYERS, np.uint64))
    for step in range(players):
        other = (seat + step) % players
        for i in range(COLUMNS.size):
            out[start + i] += weight * min(1.0, SCALES[i] * rows[other, COLUMNS[i]])
        start += COLUMNS.size


@helper
def _likeliest(s):
    """The attack that is most likely to be won, if one can count on it, and its chance."""
    own, best, most = areas_of(s, s.turn), END, LIKELY
    for source in bits(ready(s, own)):
        for target in bits(borders(s, source) & ~own):
            odds = ODDS[s.dice[source], s.dice[target]]
            if odds > most:
                best, most = SOURCE * source + target, odds
    return best, most


@helper
def _sweep(s, chance, out):
    """Win all the attacks that one can count on; `chance` is that of what came before."""
    count, (action, odds) = 0, _likeliest(s)
    while action != END:
        attack = prepare(s, action)
        fail(s, attack)
        succeed(s, attack)
        chance *= odds
        count += 1
        action, odds = _likeliest(s)
    out[SWEEP] = min(1.0, count / 8.0)
    out[SWEEP_CHANCE] = chance


@helper
def _aftermath(state, action, swept, rows, out):
    """How all seats may expect to stand after an attack, and after those that may follow."""
    after = np.empty(state.size, np.uint8)
    copy(after, state)
    s = fields(after)
    attack = prepare(s, action)
    fail(s, attack)
    _stand(s, AFTER, 1.0 - attack.chance, rows, out)
    succeed(s, attack)
    _stand(s, AFTER, attack.chance, rows, out)
    _sweep(s, attack.chance, out)
    _stand(s, swept, 1.0, rows, out)


@rule
def depict(state, action, out):
    s = fields(state)
    seat = np.int64(s.turn)
    own, rows = areas_of(s, seat), np.zeros((MOST_PLAYERS, len(FEATURE_NAMES)))
    swept = AFTER + COLUMNS.size * np.int64(s.players)
    if action == END:
        _rest(s, own, out)
        _stand(s, AFTER, 1.0, rows, out)
        _stand(s, swept, 1.0, rows, out)
    else:
        _battle(s, own, action // SOURCE, action % SOURCE, out)
        _conquest(s, seat, own, action // SOURCE, action % SOURCE, out)
        _aftermath(state, action, swept, rows, out)
