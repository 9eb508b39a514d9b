"""Searches that ask a network what actions are worth, instead of playing games out.

The network judges all actions of a position at once (see `learned`). What the one that it favours most is
worth stands for the rest of the game; how much it favours each tells where to look first (Silver et al. 2018,
AlphaZero; a model of values favours by them). Every seat is asked by what it may know.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from parlour.game import Game
from parlour.kernel import INTS, RNG, RULES, STATE, compiled, copy, helper
from parlour.search.learned import (
    DESK,
    NETWORK,
    Desk,
    Network,
    expect,
    favourite_value,
    judge,
    load_network,
    new_desk,
)
from parlour.search.tree import (
    LONGEST,
    SEARCHES,
    TREE,
    back_up,
    expand,
    expand_further,
    index_for,
    new_index,
    read_off,
    room_for,
)

__all__ = ["GUIDE", "Guide", "appraise", "grow_guided", "guide_of", "new_guide"]

EAGERNESS = 1 / 3  # how much of `c` applies to what the network favours


class Guide(NamedTuple):
    """A network, and where the numbers of one decision are written."""

    net: Network
    desk: Desk
    sight: np.ndarray  # a position as the seat to move sees it


GUIDE = types.NamedTuple((NETWORK, DESK, STATE), Guide)


def guide_of(game: Game, model: str) -> Guide:
    """The guide that a model makes."""
    return new_guide(game, load_network(game, model))


def new_guide(game: Game, net: Network) -> Guide:
    """A network with room for one decision of a game."""
    return Guide(net, new_desk(game, net), np.zeros(game.size, np.uint8))


@helper
def _look(rules, guide, state, mover, hidden):
    """See a position with the eyes of the seat to move."""
    copy(guide.sight, state)
    if hidden:
        rules.hide(guide.sight, mover)


@helper
def appraise(rules, guide, state, teams, hidden, rewards):
    """Write what a position is worth to every seat, over or judged; how many actions were judged."""
    mover = rules.mover(state)
    if mover < 0:
        rules.rewards(state, rewards)
        return 0
    _look(rules, guide, state, mover, hidden)
    n = judge(rules, guide.net, guide.sight, mover, guide.desk)
    expect(favourite_value(guide.desk, n), mover, teams, rewards)
    return n


@helper
def _favour(tree, first, used, desk, n):
    """Start new nodes with one visit's worth of what the network expects, and how much it favours each."""
    most, whole, i = desk.favours[:n].max(), 0.0, 0
    for j in range(n):
        whole += np.exp(desk.favours[j] - most)
    for child in range(first, used):
        while desk.actions[i] != tree[child].action:
            i += 1
        tree[child].total = (min(max(desk.values[i], -1.0), 1.0) + 1.0) / 2.0
        tree[child].exact = np.exp(desk.favours[i] - most) / whole


@helper
def _promise(here, visits, c):
    """What came of a node so far, and by how much the network favours it."""
    if here.proven:
        return (here.exact + 1.0) / 2.0
    return (here.total + EAGERNESS * c * here.exact * np.sqrt(np.float64(visits))) / (here.visits + 1.0)


@helper
def _select(tree, node, c):
    """The child that promises most."""
    child, best, best_bound = tree[node].first, np.int32(0), -np.inf
    while child != 0:
        bound = _promise(tree[child], tree[node].visits, c)
        if bound > best_bound:
            best, best_bound = child, bound
        child = tree[child].next
    return best


@helper
def _select_among(tree, children, n, c):
    """The same among the children that are legal, each by how often it was; the oldest of equals."""
    best, best_bound = np.int64(0), -np.inf
    for i in range(n):
        child = children[i]
        bound = _promise(tree[child], tree[child].chances, c)
        if bound > best_bound or (bound == best_bound and child < best):
            best, best_bound = child, bound
    return np.int32(best)


@compiled(TREE(RULES, GUIDE, STATE, TREE, SEARCHES, INTS, RNG, STATE), late=True)
def grow_guided(rules, guide, root, tree, settings, teams, rng, stop):
    """Add positions to a tree until a limit is reached, as `tree.grow` adds playouts."""
    search, desk = settings[0], guide.desk
    state, rewards = np.empty_like(root), np.zeros(search.seats)
    path, movers = np.zeros(LONGEST, np.int32), np.zeros(LONGEST, np.int8)
    children, index = np.empty(desk.actions.size, np.int64), new_index(tree, search.nodes, search.changing)
    used = search.nodes
    while search.done < search.playouts and used < search.most_nodes and not stop[0] and not tree[0].proven:
        copy(state, root)
        if search.hidden:
            rules.guess(state, search.seat, rng)

        # Select: down the tree to a position that was not judged yet.
        node, depth = np.int32(0), 0
        mover = rules.mover(state)
        while mover >= 0 and not tree[node].proven and tree[node].first != 0 and depth < LONGEST - 1:
            if search.changing:
                _look(rules, guide, state, mover, search.hidden)
                n = rules.candidates(guide.sight, desk.actions, rules.legal(guide.sight, desk.actions))
                tree, index, before = room_for(tree, used, n), index_for(index, tree, used, n), used
                used = expand_further(tree, index, used, node, desk.actions, n, mover, children)
                if used > before:
                    judge(rules, guide.net, guide.sight, mover, desk)
                    _favour(tree, before, used, desk, n)
                child = _select_among(tree, children, n, search.c)
            else:
                child = _select(tree, node, search.c)
            rules.apply(state, tree[child].action, rng)
            movers[depth] = mover
            depth += 1
            path[depth] = child
            node = child
            mover = rules.mover(state)

        # Judge it, or read off what is certain.
        if mover < 0 or tree[node].proven:
            read_off(rules, state, tree, node, search, teams, rewards)
        else:
            n = appraise(rules, guide, state, teams, search.hidden, rewards)
            tree, index, before = room_for(tree, used, n), index_for(index, tree, used, n), used
            if search.changing:
                used = expand_further(tree, index, used, node, desk.actions, n, mover, children)
            elif tree[node].first == 0:
                used = expand(tree, used, node, desk.actions, n, mover)
            _favour(tree, before, used, desk, n)

        back_up(tree, path, movers, depth, rewards, teams, search.prove != 0 and tree[node].proven != 0)
        search.done += 1
    search.nodes = used
    return tree
