"""Compiled self-play of a tree search: whole games, each decision with what the search found."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from parlour.game import Game
from parlour.kernel import (
    INT_ROWS,
    INTS,
    NUMBER_ROWS,
    NUMBERS,
    RULES,
    STATE_ROWS,
    compiled,
    helper,
    pick,
    row,
    start_game,
    uniform,
)
from parlour.learn.selfplay import HASTE, TRAIL, WAY, Way, look_back, new_trail, note
from parlour.model import Arrays
from parlour.search.guided import GUIDE, grow_guided, new_guide
from parlour.search.learned import Network, list_actions
from parlour.search.playing import FOREVER, one_record
from parlour.search.tree import NODE, SEARCH, SEARCHES

__all__ = ["CHUNK", "NOBODY", "search_chunk"]

CHUNK = 1024  # decisions that one thread notes at a time
NOBODY = -1  # stands where a decision has no more actions
NOISE = 0.25  # how much of what the root favours is drawn at random
SURE, SHARP = 50, 0.1  # how much a search's values change what is favoured (Danihelka et al. 2022)
C = 1.4


class Searched(NamedTuple):
    """Decisions in games: what the seat saw and did, what the game was worth, and what the search found."""

    views: np.ndarray
    actions: np.ndarray
    targets: np.ndarray
    legal: np.ndarray  # the actions of each decision, then `NOBODY`
    shares: np.ndarray  # how likely each should be chosen
    worths: np.ndarray  # what each is worth; NaN where the search did not try it


_SEARCHED = types.NamedTuple((STATE_ROWS, INTS, NUMBERS, INT_ROWS, NUMBER_ROWS, NUMBER_ROWS), Searched)


@helper
def _disturb(tree, n, rng):
    """Mix noise into what the root favours, so that every action is tried now and then."""
    noise = np.empty(n)
    for i in range(n):
        noise[i] = -np.log(1.0 - uniform(rng))
    noise *= NOISE / noise.sum()
    for i in range(n):
        tree[tree[0].first + i].exact = (1.0 - NOISE) * tree[tree[0].first + i].exact + noise[i]


@helper
def _worth(node):
    """What a search expects of an action; at first what the network did, which counts as a visit."""
    return np.float64(node.exact) if node.proven else 2.0 * node.total / (node.visits + 1.0) - 1.0


@helper
def _write_findings(tree, n, legal, shares, worths):
    """Write the actions of the root, how likely each should be chosen, and what it is worth.

    `shares` holds how much the network favours them. The best that can be made of that and the values is a
    softmax of both (Grill et al. 2020; Danihelka et al. 2022), which serves with few visits too.
    """
    first, most = tree[0].first, 0
    for i in range(n):
        most = max(most, tree[first + i].visits)
    for i in range(n):
        node = tree[first + i]
        legal[i] = node.action
        worth = _worth(node)
        shares[i] += SHARP * (SURE + most) * worth
        worths[i] = worth if node.visits > 0 or node.proven else np.nan
    shares[:n] = np.exp(shares[:n] - shares[:n].max())
    shares[:n] /= shares[:n].sum()


@helper
def _draw(shares, n, rng):
    """A place, as likely as its share."""
    left, i = uniform(rng), 0
    while i < n - 1 and left >= shares[i]:
        left -= shares[i]
        i += 1
    return i


@helper
def _look_ahead(rules, guide, state, settings, teams, rng, stop, legal, shares, worths):
    """Search a position and write what was found of its actions; what it is worth to the seat to move."""
    search, tree = settings[0], np.zeros(1024, NODE)
    playouts, search.nodes, search.done, search.playouts = search.playouts, 1, 0, 1
    tree = grow_guided(rules, guide, state, tree, settings, teams, rng, stop)
    n = search.nodes - 1
    shares[:n] = guide.desk.favours[:n]
    _disturb(tree, n, rng)
    search.playouts = playouts
    tree = grow_guided(rules, guide, state, tree, settings, teams, rng, stop)
    _write_findings(tree, n, legal, shares, worths)
    hope = 0.0
    for i in range(n):
        hope += shares[i] * _worth(tree[tree[0].first + i])
    return hope


@compiled(
    types.int64(RULES, GUIDE, WAY, SEARCHES, INTS, INTS, types.uint64, _SEARCHED, TRAIL, INTS), late=True
)
def _play(rules, guide, way, settings, options, teams, seed, notes, trail, games):
    """Play games until there is no room for the decisions of the next; how many decisions were noted.

    ``games[0]`` counts the games.
    """
    room, n, stop = notes.actions.size, 0, np.zeros(1, np.uint8)
    state, worth = np.zeros(notes.views.shape[1], np.uint8), np.zeros(teams.size)
    streams = np.zeros((1 + teams.size, 4), np.uint64)
    while True:
        start_game(rules, state, options, seed + np.uint64(games[0]), streams)
        first, end, seat = n, n, rules.mover(state)
        opening = pick(row(streams, 0), way.opening + 1)
        while seat >= 0:
            if end == room:
                return n
            own, choices = row(streams, 1 + seat), list_actions(rules, state, guide.desk)
            action = guide.desk.actions[0]
            if opening > 0:
                action = guide.desk.actions[pick(own, choices)]
            elif choices > 1:
                legal, shares, worths = row(notes.legal, end), row(notes.shares, end), row(notes.worths, end)
                trail.hopes[end] = _look_ahead(
                    rules, guide, state, settings, teams, own, stop, legal, shares, worths
                )
                strays = uniform(own) < way.stray
                action = legal[pick(own, choices) if strays else _draw(shares, choices, own)]
                end = note(notes, trail, end, state, action, seat, strays, 0)
            opening -= 1
            rules.apply(state, action, row(streams, 0))
            seat = rules.mover(state)
        rules.target(state, worth)
        look_back(way, notes, trail, first, end, teams, worth)
        n = end
        games[0] += 1


def search_chunk(
    game: Game, net: Network, playouts: int, stray: float, opening: int, trace: float, seed: int
) -> tuple[Arrays, int]:
    """The decisions of games from a seed on, each searched, and how many games it took."""
    settings = one_record(
        SEARCH, seats=game.players, max_actions=game.max_actions, playouts=playouts, most_nodes=FOREVER, c=C,
        changing=game.chance, prove=not game.chance,
    )  # fmt: skip
    wide = (CHUNK, game.max_actions)
    notes = Searched(
        np.zeros((CHUNK, game.size), np.uint8), np.zeros(CHUNK, np.int64), np.zeros(CHUNK, np.float32),
        np.full(wide, NOBODY), np.zeros(wide, np.float32), np.zeros(wide, np.float32),
    )  # fmt: skip
    games, teams, rules = np.zeros(1, np.int64), np.array(game.team_of, np.int64), game.encoding.rules
    way, guide = Way(1, stray, stray, opening, 0.0, 0, trace, HASTE, 0.0), new_guide(game, net)
    n = _play(
        rules, guide, way, settings, game.encoded, teams, np.uint64(seed), notes, new_trail(CHUNK), games
    )
    return {name: part[:n].copy() for name, part in notes._asdict().items()}, int(games[0])
