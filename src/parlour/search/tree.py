"""The tree of Monte Carlo tree search, grown in compiled code.

A node stands for the actions that led to it (open loop), so chance needs no nodes of its own and a
fresh guess at what is hidden can be made for each playout: of a node's children only those count
whose action is legal in the state at hand. Each seat maximises its own reward (max^n). In games of
two sides without chance, results that are certain are backed up and never played out again.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from parlour.kernel import INTS, RNG, RULES, STATE, compiled, copy, helper, pick
from parlour.search.playing import decide, play_out

__all__ = [
    "LONGEST", "NODE", "SEARCH", "SEARCHES", "TREE", "back_up", "expand", "grow", "read_off", "room_for",
    "transplant",
]  # fmt: skip

# The children of a node are a list: `first` is the first child, `next` the next sibling (0 = none).
NODE = np.dtype(
    [
        ("action", np.int64),  # the action that leads here
        ("total", np.float64),  # rewards as shares from 0 to 1, for the seat that chose the action
        ("visits", np.int32),
        ("chances", np.int32),  # how often it could have been chosen
        ("first", np.int32),
        ("next", np.int32),
        ("exact", np.float32),  # the reward for that seat, when it is proven; see also `guided`
        ("seat", np.int8),
        ("proven", np.int8),
    ],
    align=True,
)

# One search: its settings, then how far it has come.
SEARCH = np.dtype(
    [
        ("seat", np.int64),  # whose decision it is
        ("seats", np.int64),
        ("max_actions", np.int64),
        ("playouts", np.int64),  # at most
        ("most_nodes", np.int64),
        ("cutoff", np.int64),  # moves of a playout before the heuristic takes over; -1 = it never does
        ("c", np.float64),  # how much is tried out rather than followed up
        ("scale", np.float64),  # the heuristic value at which a win looks about 73 % likely
        ("changing", np.int8),  # a node's legal actions may change from playout to playout
        ("hidden", np.int8),  # something must be guessed
        ("prove", np.int8),  # results that are certain are backed up
        ("nodes", np.int64),  # in the tree
        ("done", np.int64),  # playouts
    ],
    align=True,
)

TREE = types.Array(numba.from_dtype(NODE), 1, "C")
SEARCHES = types.Array(numba.from_dtype(SEARCH), 1, "C")
LONGEST = 4096  # the deepest a tree may grow


@helper
def room_for(tree, used, more):
    """The tree, or a larger copy of it when `more` nodes would not fit."""
    if used + more <= tree.size:
        return tree
    larger = np.zeros(2 * tree.size + more, tree.dtype)
    larger[:used] = tree[:used]
    return larger


@helper
def expand(tree, used, node, actions, n, mover):
    """Give a node a child for each legal action that has none; the number of nodes then."""
    last, child = np.int32(0), tree[node].first
    for i in range(n):
        while child != 0 and not (tree[child].action == actions[i] and tree[child].seat == mover):
            last, child = child, tree[child].next
        if child == 0:  # not further on: it may stand before the place reached
            child = tree[node].first
            while child != 0 and not (tree[child].action == actions[i] and tree[child].seat == mover):
                last, child = child, tree[child].next
        if child == 0:
            tree[used].action, tree[used].seat, tree[used].chances = actions[i], mover, 1
            if last == 0:
                tree[node].first = used
            else:
                tree[last].next = used
            last = np.int32(used)
            used += 1
        else:
            tree[child].chances += 1
            last, child = child, tree[child].next
    return used


@helper
def _select(tree, node, actions, n, mover, c, changing, rng):
    """The child with the highest upper confidence bound; one not yet tried comes first, at random."""
    child = tree[node].first
    log_all = np.log(np.float64(tree[node].visits + 1))
    best, best_bound, untried, i = np.int32(0), -np.inf, 0, 0
    while child != 0:
        here = tree[child]
        if changing:
            allowed = False
            if here.seat == mover:
                for j in range(n):
                    if actions[(i + j) % n] == here.action:
                        allowed, i = True, i + j + 1
                        break
            if not allowed:
                child = here.next
                continue
        if here.visits == 0 and not here.proven:
            untried += 1
            if pick(rng, untried) == 0:
                best = child
        elif untried == 0:
            if here.proven:
                bound = (here.exact + 1.0) / 2.0
            else:
                chances = np.log(np.float64(here.chances + 1)) if changing else log_all
                bound = here.total / here.visits + c * np.sqrt(chances / here.visits)
            if bound > best_bound:
                best, best_bound = child, bound
        child = here.next
    return best


@helper
def _prove(tree, node, teams, mover):
    """Settle a node whose best child is certain: a win among them, or all of them known."""
    child, best, all_known = tree[node].first, np.float32(-2.0), True
    while child != 0:
        if tree[child].proven:
            best = max(best, tree[child].exact)
        else:
            all_known = False
        child = tree[child].next
    if best < 1.0 and not all_known:
        return False
    same = node == 0 or teams[tree[node].seat] == teams[mover]
    tree[node].exact = best if same else -best
    tree[node].proven = 1
    return True


@helper
def _judge(rules, state, search, actions, rewards, rng):
    """Play out for a while, then let the heuristic guess the rewards."""
    for _ in range(search.cutoff):
        if rules.mover(state) < 0:
            break
        rules.apply(state, decide(rules, state, rng, actions), rng)
    if rules.mover(state) < 0:
        rules.rewards(state, rewards)
    else:
        for seat in range(rewards.size):
            rewards[seat] = np.tanh(rules.value(state, seat) / (2.0 * search.scale))


@helper
def read_off(rules, state, tree, node, search, teams, rewards):
    """The rewards of a game that is over, which proves its node, or those that were proven before."""
    leaf = tree[node]
    if rules.mover(state) < 0:
        rules.rewards(state, rewards)
        if search.prove and node != 0:
            leaf.exact, leaf.proven = rewards[leaf.seat], 1
    else:
        for seat in range(rewards.size):
            rewards[seat] = leaf.exact if teams[seat] == teams[leaf.seat] else -leaf.exact


@helper
def back_up(tree, path, movers, depth, rewards, teams, certain):
    """Count a playout at every node of its path; a certain result settles nodes as far as it reaches."""
    for i in range(depth, 0, -1):
        here = tree[path[i]]
        here.visits += 1
        here.total += (rewards[here.seat] + 1.0) / 2.0
        if certain:
            certain = _prove(tree, path[i - 1], teams, movers[i - 1])
    tree[0].visits += 1


@compiled(TREE(RULES, STATE, TREE, SEARCHES, INTS, RNG, STATE), late=True)
def grow(rules, root, tree, settings, teams, rng, stop):
    """Add playouts to a tree until a limit is reached; the tree, which may have moved.

    `root` is the position as the deciding seat sees it, ``settings[0]`` the `SEARCH`, ``teams[seat]`` the
    team of each seat; raising ``stop[0]`` ends the search.
    """
    search = settings[0]
    state, rewards = np.empty_like(root), np.zeros(search.seats)
    actions = np.empty(search.max_actions, np.int64)
    path, movers = np.zeros(LONGEST, np.int32), np.zeros(LONGEST, np.int8)
    changing, used, n = search.changing != 0, search.nodes, 0
    while search.done < search.playouts and used < search.most_nodes and not stop[0] and not tree[0].proven:
        copy(state, root)
        if search.hidden:
            rules.guess(state, search.seat, rng)

        # Select: down the tree by upper confidence bounds; expand a node on its second visit.
        node, depth = np.int32(0), 0
        mover = rules.mover(state)
        while (
            mover >= 0
            and not tree[node].proven
            and (tree[node].visits > 0 or node == 0)
            and depth < LONGEST - 1
        ):
            if changing or tree[node].first == 0:
                n = rules.legal(state, actions)
                tree = room_for(tree, used, n)
                used = expand(tree, used, node, actions, n, mover)
            child = _select(tree, node, actions, n, mover, search.c, changing, rng)
            rules.apply(state, tree[child].action, rng)
            movers[depth] = mover
            depth += 1
            path[depth] = child
            node = child
            mover = rules.mover(state)

        # Play out, or read off what is certain.
        if mover < 0 or tree[node].proven:
            read_off(rules, state, tree, node, search, teams, rewards)
        elif search.cutoff >= 0:
            _judge(rules, state, search, actions, rewards, rng)
        else:
            play_out(rules, state, rng, actions)
            rules.rewards(state, rewards)

        back_up(tree, path, movers, depth, rewards, teams, search.prove != 0 and tree[node].proven != 0)
        search.done += 1
    search.nodes = used
    return tree


@compiled(types.int64(TREE, types.int64, TREE), late=True)
def transplant(tree, root, target):
    """Copy the node number `root` and all below it to the start of the tree `target`; the number of nodes."""
    origin = np.zeros(target.size, np.int32)
    target[0] = tree[root]
    target[0].next = 0
    origin[0], used, at = root, 1, 0
    while at < used:
        child, last = tree[origin[at]].first, 0
        target[at].first = 0
        while child != 0:
            target[used] = tree[child]
            target[used].next = 0
            origin[used] = child
            if last == 0:
                target[at].first = used
            else:
                target[last].next = used
            last = used
            used += 1
            child = tree[child].next
        at += 1
    return used
