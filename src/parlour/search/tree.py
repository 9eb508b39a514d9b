"""The tree of Monte Carlo tree search, grown in compiled code.

A node stands for the actions that led to it (open loop), so chance needs no nodes of its own and a
fresh guess at what is hidden can be made for each playout: of a node's children only those count
whose action is legal in the state at hand. Each seat maximises its own reward (max^n). In games of
two sides without chance, results that are certain are backed up and never played out again.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numba import types

from parlour.kernel import INTS, RNG, RULES, STATE, borrowed, compiled, copy, helper, mix, pick, prefetch
from parlour.search.playing import decide, play_out

__all__ = [
    "LONGEST", "NODE", "SEARCH", "SEARCHES", "TREE", "back_up", "expand", "expand_further", "grow",
    "index_for", "new_index", "read_off", "room_for", "transplant",
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
AHEAD = 0, 2, 4, 6  # the children that are fetched while their parent's action is played, with those between
_FREE, _CHILD, _PARENT = np.uint64(0), np.uint64(0xFFFFFFFF), np.uint64(32)
_BY_NODE, _BY_SEAT = np.uint64(0x9E3779B97F4A7C15), np.uint64(56)


@helper
def room_for(tree, used, more):
    """The tree, or a larger copy of it when `more` nodes would not fit."""
    if used + more <= tree.size:
        return tree
    larger = np.zeros(2 * tree.size + more, tree.dtype)
    larger[:used] = tree[:used]
    return larger


@helper
def _find(index, tree, node, action, mover):
    """The place in the index of a node's child: that of the child itself, or a free one.

    An entry is the node's number and the child's, 32 bits each; 0 is free.
    """
    word = mix(np.uint64(node) * _BY_NODE ^ np.uint64(mover) << _BY_SEAT ^ np.uint64(action))
    mask = np.uint64(index.size - 1)
    place = word & mask
    while index[place] != _FREE:
        child = tree[np.int64(index[place] & _CHILD)]
        same_parent = np.int64(index[place] >> _PARENT) == node
        if same_parent and child.action == action and child.seat == mover:
            break
        place = (place + np.uint64(1)) & mask
    return place


@helper
def new_index(tree, used, changing):
    """The children of a tree by node and action; see `_find`. Only nodes whose actions change need it."""
    index = np.zeros(1, np.uint64)
    if changing:
        size = 4096
        while size < 4 * used:
            size *= 4
        index = np.zeros(size, np.uint64)
        for node in range(used):
            child = np.int64(tree[node].first)
            while child:
                place = _find(index, tree, node, tree[child].action, tree[child].seat)
                index[place] = np.uint64(node) << _PARENT | np.uint64(child)
                child = np.int64(tree[child].next)
    return index


@helper
def index_for(index, tree, used, more):
    """The index, or a larger one when `more` nodes would crowd it."""
    if 2 * (used + more) <= index.size:
        return index
    larger = np.zeros(4 * index.size, np.uint64)
    for entry in index:
        if entry != _FREE:
            child = tree[np.int64(entry & _CHILD)]
            larger[_find(larger, tree, np.int64(entry >> _PARENT), child.action, child.seat)] = entry
    return larger


@helper
def expand(tree, used, node, actions, n, mover):
    """Give a node that has none a child for each legal action; the number of nodes then."""
    tree[node].first = used
    for i in range(n):
        child = tree[used]
        child.action, child.seat, child.chances = actions[i], mover, 1
        used += 1
        child.next = used
    tree[used - 1].next = 0
    return used


@helper
def expand_further(tree, index, used, node, actions, n, mover, children):
    """Give a node a child for each legal action that has none, write all; the number of nodes then."""
    newest, first_new = np.int64(0), used
    for i in range(n):
        place = _find(index, tree, node, actions[i], mover)
        if index[place] == _FREE:
            index[place] = np.uint64(node) << _PARENT | np.uint64(used)
            tree[used].action, tree[used].seat = actions[i], mover
            used += 1
        child = np.int64(index[place] & _CHILD)
        if child < first_new:
            newest = max(newest, child)
        tree[child].chances += 1
        children[i] = child
    if used > first_new:
        _append(tree, node, newest, first_new, used)
    return used


@helper
def _append(tree, node, known, first, end):
    """Put the nodes from `first` to `end` behind a node's children, one of which may be `known`."""
    last = known if known else np.int64(tree[node].first)
    while last and tree[last].next:
        last = np.int64(tree[last].next)
    if last:
        tree[last].next = first
    else:
        tree[node].first = first
    for child in range(first, end - 1):
        tree[child].next = child + 1


@helper
def _select(tree, node, c, rng):
    """The child with the highest upper confidence bound; one not yet tried comes first, at random."""
    child, log_all = tree[node].first, np.log(np.float64(tree[node].visits + 1))
    best, best_bound, untried, left = child, -np.inf, 0, True
    while left:  # the children stand one after the other: the next is fetched before this one is read
        here = tree[child]
        if here.visits == 0 and not here.proven:
            untried += 1
            if pick(rng, untried) == 0:
                best = child
        elif untried == 0:
            if here.proven:
                bound = (here.exact + 1.0) / 2.0
            else:
                bound = here.total / here.visits + c * np.sqrt(log_all / here.visits)
            if bound > best_bound:
                best, best_bound = child, bound
        left = here.next != 0
        child += 1
    return best


@helper
def _draw_by_age(children, n, rng):
    """One of the children, drawn as if they stood in the order of their list: the oldest first."""
    for i in range(1, n):
        child, j = children[i], i - 1
        while j >= 0 and children[j] > child:
            children[j + 1] = children[j]
            j -= 1
        children[j + 1] = child
    best = children[0]
    for i in range(n):
        if pick(rng, i + 1) == 0:
            best = children[i]
    return best


@helper
def _select_among(tree, children, n, c, rng):
    """The same where not all children count, but those that are legal; each by how often it was."""
    best, best_bound, untried = np.int64(0), -np.inf, 0
    for i in range(n):
        here = tree[children[i]]
        if here.visits == 0:
            children[untried] = children[i]
            untried += 1
        elif untried == 0:
            bound = here.total / here.visits + c * np.sqrt(np.log(np.float64(here.chances + 1)) / here.visits)
            if bound > best_bound or (bound == best_bound and children[i] < best):
                best, best_bound = children[i], bound
    return np.int32(_draw_by_age(children, untried, rng) if untried else best)


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


class Task(NamedTuple):
    """What a search goes by; see `grow`."""

    root: np.ndarray
    teams: np.ndarray
    rng: np.ndarray
    stop: np.ndarray


class Sheet(NamedTuple):
    """What a search writes on its way."""

    state: np.ndarray
    rewards: np.ndarray
    actions: np.ndarray
    children: np.ndarray
    path: np.ndarray  # the nodes of a playout, from the root on
    movers: np.ndarray  # who chose at each of them


@compiled(TREE(RULES, STATE, TREE, SEARCHES, INTS, RNG, STATE), late=True)
def grow(rules, root, tree, settings, teams, rng, stop):
    """Add playouts to a tree until a limit is reached; the tree, which may have moved.

    `root` is the position as the deciding seat sees it, ``settings[0]`` the `SEARCH`, ``teams[seat]`` the
    team of each seat; raising ``stop[0]`` ends the search.
    """
    search = settings[0]
    actions, children = np.empty(search.max_actions, np.int64), np.empty(search.max_actions, np.int64)
    path, movers = np.zeros(LONGEST, np.int32), np.zeros(LONGEST, np.int8)
    sheet = Sheet(np.empty_like(root), np.zeros(search.seats), actions, children, path, movers)
    return _grow(rules, tree, search, Task(root, teams, rng, stop), sheet)


@helper
def _grow(rules, tree, search, task, sheet):
    """Add the playouts; a tree whose nodes cannot change is only looked at without counting references."""
    root, teams, rng = borrowed(task.root), borrowed(task.teams), borrowed(task.rng)
    sheet, index = _borrowed(sheet), new_index(tree, search.nodes, search.changing)
    state, rewards = sheet.state, sheet.rewards
    while search.done < search.playouts and search.nodes < search.most_nodes:
        if task.stop[0] or tree[0].proven:
            break
        copy(state, root)
        if search.hidden:
            rules.guess(state, search.seat, rng)
        if search.changing:
            tree, index, depth = _descend_anew(rules, tree, index, search, sheet, rng)
        else:
            tree = room_for(tree, search.nodes, search.max_actions)
            depth = _descend(rules, borrowed(tree), search, sheet, rng)
        nodes, node = borrowed(tree), sheet.path[depth]

        # Play out, or read off what is certain.
        if rules.mover(state) < 0 or nodes[node].proven:
            read_off(rules, state, nodes, node, search, teams, rewards)
        elif search.cutoff >= 0:
            _judge(rules, state, search, sheet.actions, rewards, rng)
        else:
            play_out(rules, state, rng, sheet.actions)
            rules.rewards(state, rewards)

        certain = search.prove != 0 and nodes[node].proven != 0
        back_up(nodes, sheet.path, sheet.movers, depth, rewards, teams, certain)
        search.done += 1
    return tree


@helper
def _borrowed(sheet):
    """The same sheet without counting references to its arrays."""
    state, rewards, actions = borrowed(sheet.state), borrowed(sheet.rewards), borrowed(sheet.actions)
    return Sheet(
        state, rewards, actions, borrowed(sheet.children), borrowed(sheet.path), borrowed(sheet.movers)
    )


@helper
def _goes_on(nodes, node, mover, depth):
    """Whether the way down the tree goes on below a node: it ends where one is new, or certain."""
    if mover < 0 or depth == LONGEST - 1 or nodes[node].proven:
        return False
    return nodes[node].visits > 0 or node == 0


@helper
def _descend(rules, nodes, search, sheet, rng):
    """Go down by upper confidence bounds, where legal actions never change; how deep.

    A node is expanded on its second visit.
    """
    state, node, depth = sheet.state, np.int32(0), 0
    mover = rules.mover(state)
    while _goes_on(nodes, node, mover, depth):
        if nodes[node].first == 0:
            n = rules.legal(state, sheet.actions)
            search.nodes = expand(nodes, search.nodes, node, sheet.actions, n, mover)
        node = _select(nodes, node, search.c, rng)
        for child in AHEAD:
            prefetch(nodes, nodes[node].first + child)
        rules.apply(state, nodes[node].action, rng)
        sheet.movers[depth] = mover
        depth += 1
        sheet.path[depth] = node
        mover = rules.mover(state)
    return depth


@helper
def _descend_anew(rules, tree, index, search, sheet, rng):
    """The same where legal actions may differ from playout to playout; the tree, its index and how deep."""
    state, actions, children = sheet.state, sheet.actions, sheet.children
    node, depth = np.int32(0), 0
    mover = rules.mover(state)
    while _goes_on(tree, node, mover, depth):
        n = rules.legal(state, actions)
        tree, index = room_for(tree, search.nodes, n), index_for(index, tree, search.nodes, n)
        search.nodes = expand_further(tree, index, search.nodes, node, actions, n, mover, children)
        node = _select_among(tree, children, n, search.c, rng)
        rules.apply(state, tree[node].action, rng)
        sheet.movers[depth] = mover
        depth += 1
        sheet.path[depth] = node
        mover = rules.mover(state)
    return tree, index, depth


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
