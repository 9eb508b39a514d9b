"""Compiled self-play of a network that values actions: whole games, each decision with what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numba import types

from parlour.agent import policy_of
from parlour.game import Game
from parlour.kernel import (
    ANY,
    INTS,
    NUMBER_ROWS,
    NUMBERS,
    RULES,
    STATE_ROWS,
    compiled,
    copy,
    helper,
    pick,
    row,
    start_game,
    uniform,
)
from parlour.learn.training import Lesson
from parlour.model import Arrays
from parlour.search.learned import (
    DESK,
    NETWORK,
    Network,
    best_value,
    expect,
    list_actions,
    new_desk,
    picture,
    weigh,
)
from parlour.spec import Value

__all__ = [
    "CHUNK", "HASTE", "NETWORK_PLAYS", "POLICY_PLAYS", "RANDOM", "SPURNED", "TRAIL", "WAY", "Trail", "Way",
    "encode", "join", "look_back", "new_trail", "note", "play", "play_chunk",
]  # fmt: skip

CHUNK = 8192  # decisions that one thread notes at a time
SPURNED = 1.0  # how much less an action is worth that a teacher did not take
EARLY = 2  # first choices of a seat
HASTE = 0.998  # what a success is worth that takes a decision more


class Decisions(NamedTuple):
    """Decisions in games: what the seat saw, what it did, and what the game was worth to it in the end."""

    views: np.ndarray
    actions: np.ndarray
    targets: np.ndarray


class Way(NamedTuple):
    """How games are played."""

    guided: int  # 0: at random, 1: by the network, 2: by the policy of the rules
    stray: float  # how often an action is drawn at random
    early: float  # and how often one of a seat's first choices
    opening: int  # a game begins with up to so many random actions
    heat: float  # one drawn at random is so much worse e times less often; 0: all are drawn alike
    hidden: int
    trace: float  # how much a decision learns from all that follows, not what is expected next
    haste: float  # what a success is worth that takes a decision more
    mixed: float  # in how many games the policy of the rules plays for all teams but one


class Trail(NamedTuple):
    """What else is noted of decisions while a game goes on."""

    movers: np.ndarray
    hopes: np.ndarray  # what the network expected for the seat
    strayed: np.ndarray  # 1: the action was drawn at random
    spurned: np.ndarray  # 1: the action was not taken
    lost: np.ndarray  # 1: what came of it was another seat's random action


_DECISIONS = types.NamedTuple((STATE_ROWS, INTS, NUMBERS), Decisions)
WAY = types.NamedTuple(
    (types.int64, *[types.float64] * 2, types.int64, types.float64, types.int64, *[types.float64] * 3), Way
)
TRAIL = types.NamedTuple((INTS, NUMBERS, *[INTS] * 3), Trail)
RANDOM, NETWORK_PLAYS, POLICY_PLAYS = 0, 1, 2


def new_trail(room: int) -> Trail:
    """Room for so many decisions."""
    movers, strayed, spurned, lost = (np.zeros(room, np.int64) for _ in range(4))
    return Trail(movers, np.zeros(room, np.float32), strayed, spurned, lost)


@helper
def _best(desk, n, rng):
    """The action of most value, drawn among equals."""
    best, ties = 0, 1
    for i in range(1, n):
        if desk.values[i] > desk.values[best]:
            best, ties = i, 1
        elif desk.values[i] == desk.values[best]:
            ties += 1
            if pick(rng, ties) == 0:
                best = i
    return desk.actions[best]


@helper
def _choose(rules, way, view, desk, n, rng):
    """The action of a seat, as the way has it, out of `n`."""
    if way.guided == NETWORK_PLAYS:
        return _best(desk, n, rng)
    if way.guided == POLICY_PLAYS:
        return _play_rival(rules, view, desk, n, rng)
    return desk.actions[pick(rng, n)]


@helper
def _pick_team(way, teams, rng):
    """The one team that the network plays in a game, the policy of the rules the others; -1: it plays all."""
    if way.mixed > 0.0 and uniform(rng) < way.mixed:
        return teams[pick(rng, teams.size)]
    return -1


@helper
def _play_rival(rules, view, desk, n, rng):
    """What the policy of the rules does, out of `n` actions."""
    action = rules.policy(view, rng)
    return action if action != ANY else desk.actions[pick(rng, n)]


@helper
def _draw(way, desk, n, judged, rng):
    """An action at random: any, or rather one that is worth much."""
    if not judged or way.heat == 0.0:
        return desk.actions[pick(rng, n)]
    best, best_luck = 0, -np.inf
    for i in range(n):
        luck = desk.values[i] / way.heat - np.log(-np.log(1.0 - uniform(rng)))
        if luck > best_luck:
            best, best_luck = i, luck
    return desk.actions[best]


@helper
def look_back(way, notes, trail, first, end, teams, worth):
    """Write what came of the decisions of a game, the last first; see Watkins 1989."""
    hope, known = np.zeros(teams.size), np.ones(teams.size, np.bool_)
    for i in range(end - 1, first - 1, -1):
        seat = trail.movers[i]
        if trail.spurned[i]:
            notes.targets[i] = worth[seat] - SPURNED
            continue
        notes.targets[i] = worth[seat]
        trail.lost[i] = not known[seat]
        trace = 0.0 if trail.strayed[i] or not known[seat] else way.trace
        known[seat] = True
        expect(trail.hopes[i], seat, teams, hope)
        for other in range(teams.size):
            if not way.hidden or other == seat:
                worth[other] = way.haste * (trace * worth[other] + (1.0 - trace) * hope[other])
            elif trail.strayed[i]:
                known[other] = False


@helper
def _keep(notes, trail, first, end):
    """Move the decisions of a game together of which is known what came of them; where they end."""
    n = first
    for i in range(first, end):
        if not trail.lost[i]:
            copy(row(notes.views, n), row(notes.views, i))
            notes.actions[n], notes.targets[n] = notes.actions[i], notes.targets[i]
            n += 1
    return n


@helper
def note(notes, trail, at, view, action, seat, strayed, spurned):
    """Write a decision down; the place of the next."""
    copy(row(notes.views, at), view)
    notes.actions[at], trail.movers[at], trail.strayed[at], trail.spurned[at] = action, seat, strayed, spurned
    trail.lost[at] = 0
    return at + 1


@compiled(types.int64(RULES, NETWORK, WAY, INTS, INTS, types.uint64, DESK, _DECISIONS, TRAIL, INTS))
def _play(rules, net, way, options, teams, seed, desk, notes, trail, games):
    """Play games until there is no room for the decisions of the next; how many decisions were noted.

    ``games[0]`` counts the games.
    """
    size, room, n = notes.views.shape[1], notes.actions.size, 0
    state, view, worth = np.zeros(size, np.uint8), np.zeros(size, np.uint8), np.zeros(teams.size)
    streams = np.zeros((1 + teams.size, 4), np.uint64)
    while True:
        start_game(rules, state, options, seed + np.uint64(games[0]), streams)
        first, end, seat = n, n, rules.mover(state)
        opening, only = pick(row(streams, 0), way.opening + 1), _pick_team(way, teams, row(streams, 0))
        made = np.zeros(teams.size, np.int64)
        while seat >= 0:
            if end + 2 > room:
                return n
            copy(view, state)
            if way.hidden:
                rules.hide(view, seat)
            own, choices = row(streams, 1 + seat), list_actions(rules, view, desk)
            action, judged = desk.actions[0], way.guided == NETWORK_PLAYS and opening <= 0
            if choices > 1 and only >= 0 and teams[seat] != only:
                action = _play_rival(rules, view, desk, choices, own)
            elif choices > 1:
                if judged:
                    weigh(rules, net, view, seat, desk, choices)
                    trail.hopes[end] = best_value(desk, choices)
                strays = opening > 0 or uniform(own) < (way.early if made[seat] < EARLY else way.stray)
                made[seat] += 1
                if strays:
                    action = _draw(way, desk, choices, judged, own)
                else:
                    action = _choose(rules, way, view, desk, choices, own)
                if strays and not judged:
                    end = first
                end = note(notes, trail, end, view, action, seat, strays, 0)
                if way.guided == POLICY_PLAYS and not strays:
                    other = desk.actions[pick(own, choices)]
                    if rules.code(view, other) != rules.code(view, action):
                        end = note(notes, trail, end, view, other, seat, 0, 1)
            opening -= 1
            rules.apply(state, action, row(streams, 0))
            seat = rules.mover(state)
        rules.target(state, worth)
        look_back(way, notes, trail, first, end, teams, worth)
        n = _keep(notes, trail, first, end)
        games[0] += 1


def play_chunk(
    game: Game, net: Network, way: Way, like: str, part: tuple[int, Mapping[str, Value]]
) -> tuple[Arrays, int]:
    """The decisions of games of a variant from a seed on, and how many games it took."""
    seed, settings = part
    game = game.variant(**settings)
    rules = game.encoding.rules.but(policy=policy_of(game, like or "random"))
    notes = Decisions(
        np.zeros((CHUNK, game.size), np.uint8), np.zeros(CHUNK, np.int64), np.zeros(CHUNK, np.float32)
    )
    games, teams = np.zeros(1, np.int64), np.array(game.team_of, np.int64)
    desk, trail = new_desk(game, net), new_trail(CHUNK)
    n = _play(rules, net, way, game.encoded, teams, np.uint64(seed), desk, notes, trail, games)
    return {name: part[:n].copy() for name, part in notes._asdict().items()}, int(games[0])


def play(
    lesson: Lesson,
    net: Network,
    seeds: np.ndarray,
    *,
    guided: int = NETWORK_PLAYS,
    stray: float = 0.0,
    early: float | None = None,
    opening: int = 0,
    heat: float = 0.0,
    trace: float = 1.0,
    like: str = "",
    mixed: float = 0.0,
    variants: Sequence[Mapping[str, Value]] = ({},),
) -> tuple[Arrays, int]:
    """A chunk of decisions for each seed, the same for any number of workers; and how many games it took.

    Variants of the game take turns.
    """
    hidden, trace = lesson.game.hidden, trace if guided == NETWORK_PLAYS else 1.0
    early = stray if early is None else early
    way = Way(guided, stray, early, opening, heat, int(hidden), trace, 1.0 if hidden else HASTE, mixed)
    parts = [(int(seed), variants[i % len(variants)]) for i, seed in enumerate(seeds)]
    chunks = lesson.gather(play_chunk, (net, way, like), parts, "chunks of games")
    return join([part for part, _ in chunks]), sum(games for _, games in chunks)


def join(parts: list[Arrays]) -> Arrays:
    """Decisions of several rounds as one."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


@compiled(types.void(RULES, STATE_ROWS, INTS, NUMBER_ROWS, NUMBER_ROWS))
def _encode(rules, views, actions, seen, like):
    """Write what the seat to move of each view knows, and what its action is like."""
    for i in range(actions.size):
        view = row(views, i)
        picture(rules, view, rules.mover(view), actions[i : i + 1], 1, row(seen, i), like[i : i + 1])


def encode(game: Game, views: np.ndarray, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Decisions as the numbers that a network reads."""
    encoding = game.encoding
    seen = np.zeros((len(actions), encoding.observation_size), np.float32)
    like = np.zeros((len(actions), encoding.feature_size), np.float32)
    _encode(encoding.rules, np.ascontiguousarray(views), np.ascontiguousarray(actions), seen, like)
    return seen, like
