"""Monte Carlo tree search: one tree for perfect and hidden information, chance, seats and teams.

A node stands for the actions that led to it (open loop), so chance needs no nodes of its own and a
fresh guess at what is hidden can be made for each playout: of a node's children only those count
whose action is legal in the state at hand. Each seat maximises its own reward (max^n). In games of
two sides without chance, results that are certain are backed up and never played out again.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.game import Game
from parlour.kernel import INTS, RNG, RULES, STATE, compiled, copy, helper, pick, structs
from parlour.search.playing import FOREVER, decide, play_out, playing_rules, seconds_for, stop_after
from parlour.state import View

__all__ = ["Mcts"]

# The children of a node are a list: `first` is the first child, `next` the next sibling (0 = none).
NODE = np.dtype(
    [
        ("action", np.int64),  # the action that leads here
        ("total", np.float64),  # rewards as shares from 0 to 1, for the seat that chose the action
        ("visits", np.int32),
        ("chances", np.int32),  # how often it could have been chosen
        ("first", np.int32),
        ("next", np.int32),
        ("exact", np.float32),  # the reward for that seat, when it is proven
        ("seat", np.int8),
        ("proven", np.int8),
    ],
    align=True,
)

# How the search is set, in one array of integers.
SEAT, SEATS, PLAYOUTS, MOST_NODES, CUTOFF, CHANGING, HIDDEN, PROVE, MAX_ACTIONS, USED, DONE = range(11)

_TREE = types.Array(numba.from_dtype(NODE), 1, "C")
_LONGEST = 4096  # the deepest a tree may grow


@helper
def _room_for(tree, used, more):
    """The tree, grown when `more` nodes would not fit."""
    if used + more <= tree.size:
        return tree
    grown = np.zeros(2 * tree.size + more, tree.dtype)
    grown[:used] = tree[:used]
    return grown


@helper
def _expand(tree, used, node, actions, n, mover):
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
def _prove(tree, node, friends, mover):
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
    same = node == 0 or friends[tree[node].seat] == friends[mover]
    tree[node].exact = best if same else -best
    tree[node].proven = 1
    return True


@helper
def _judge(rules, state, work, scale, actions, rewards, rng):
    """Play out for a while, then let the heuristic guess the rewards."""
    for _ in range(work[CUTOFF]):
        if rules.mover(state) < 0:
            break
        rules.apply(state, decide(rules, state, rng, actions), rng)
    if rules.mover(state) < 0:
        rules.rewards(state, rewards)
    else:
        for seat in range(rewards.size):
            rewards[seat] = np.tanh(rules.value(state, seat) / (2.0 * scale))


@compiled(_TREE(RULES, STATE, _TREE, INTS, INTS, types.float64, types.float64, RNG, STATE))
def _grow(rules, root, tree, work, friends, c, scale, rng, stop):
    """Add playouts to a tree until a limit is reached; the tree, which may have moved."""
    state, rewards = np.empty_like(root), np.zeros(work[SEATS])
    actions = np.empty(work[MAX_ACTIONS], np.int64)
    path, movers = np.zeros(_LONGEST, np.int32), np.zeros(_LONGEST, np.int8)
    changing, used, n = work[CHANGING] != 0, work[USED], 0
    while work[DONE] < work[PLAYOUTS] and used < work[MOST_NODES] and not stop[0] and not tree[0].proven:
        copy(state, root)
        if work[HIDDEN]:
            rules.guess(state, work[SEAT], rng)

        # Select: down the tree by upper confidence bounds; expand a node on its second visit.
        node, depth = np.int32(0), 0
        mover = rules.mover(state)
        while (
            mover >= 0
            and not tree[node].proven
            and (tree[node].visits > 0 or node == 0)
            and depth < _LONGEST - 1
        ):
            if changing or tree[node].first == 0:
                n = rules.legal(state, actions)
                tree = _room_for(tree, used, n)
                used = _expand(tree, used, node, actions, n, mover)
            child = _select(tree, node, actions, n, mover, c, changing, rng)
            rules.apply(state, tree[child].action, rng)
            movers[depth] = mover
            depth += 1
            path[depth] = child
            node = child
            mover = rules.mover(state)

        # Play out, or read off what is certain.
        leaf = tree[node]
        if mover < 0:
            rules.rewards(state, rewards)
            if work[PROVE] and node != 0:
                leaf.exact, leaf.proven = rewards[leaf.seat], 1
        elif leaf.proven:
            for seat in range(rewards.size):
                rewards[seat] = leaf.exact if friends[seat] == friends[leaf.seat] else -leaf.exact
        elif work[CUTOFF] >= 0:
            _judge(rules, state, work, scale, actions, rewards, rng)
        else:
            play_out(rules, state, rng, actions)
            rules.rewards(state, rewards)

        # Back up.
        certain = work[PROVE] != 0 and leaf.proven != 0
        for i in range(depth, 0, -1):
            here = tree[path[i]]
            here.visits += 1
            here.total += (rewards[here.seat] + 1.0) / 2.0
            if certain:
                certain = _prove(tree, path[i - 1], friends, movers[i - 1])
        tree[0].visits += 1
        work[DONE] += 1
    work[USED] = used
    return tree


@compiled(types.int64(_TREE, types.int64, _TREE))
def _transplant(tree, root, target):
    """Copy a node and all below it to the start of another tree; the number of nodes."""
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


class Mcts(Agent):
    """Monte Carlo tree search as a player."""

    def __init__(
        self,
        game: Game,
        playouts: int = 1000,
        seconds: float | None = None,
        nodes: int | None = None,
        c: float = 1.4,
        reuse: bool = False,
        cutoff: int | None = None,
        playout: str = "default",
        heuristic: str | None = None,
    ) -> None:
        rules = playing_rules(game, playout)
        self.rules: Any = rules.but(value=game.heuristic(heuristic)) if heuristic else rules
        self.limit = playouts if seconds is None and nodes is None else FOREVER
        self.seconds = seconds
        self.nodes = FOREVER if nodes is None else nodes
        self.c = c
        self.reuse = reuse and not (game.hidden or game.chance)
        self.cutoff = -1 if cutoff is None else cutoff
        self._forget()

    def _forget(self) -> None:
        self.tree = structs(1024, NODE)
        self.used = 1
        self.done = 0
        self._view: View | None = None

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts: no tree is kept from the last."""
        super().begin(game, seat, seed)
        self._forget()

    def choose(self, view: View, clock: Clock) -> int:
        """The action tried most often; a proven win at once, a proven loss never by choice."""
        self._plant(view)
        game = view.game
        changing = game.hidden or game.chance
        prove = not changing and len(set(game.team_of)) == 2
        limit = self.limit if len(view.legal_moves) > 1 else 1
        work = np.array(
            [
                view.seat, game.players, limit, self.nodes, self.cutoff, changing, game.hidden, prove,
                game.max_actions, self.used, 0,
            ],
            np.int64,
        )  # fmt: skip
        with stop_after(seconds_for(clock, self.seconds)) as stop:
            self.tree = _grow(
                self.rules, view.buffer, self.tree, work, np.array(game.team_of, np.int64),
                self.c, game.value_scale, self.rng, stop,
            )  # fmt: skip
        self.used, self.done = int(work[USED]), int(work[DONE])
        self.work += self.done
        ranked = self._ranked(0)
        return int(self.tree[ranked[0]]["action"]) if ranked else view.legal_moves[0]

    def _plant(self, view: View) -> None:
        """Start a new tree, or go on with the part of the old one that was reached."""
        root = self._reached(view) if self.reuse and self._view is not None else 0
        self._view = view
        if root:
            target = structs(self.used, NODE)
            self.used = int(_transplant(self.tree, root, target))
            self.tree = target
            self.tree[0]["proven"] = 0
        else:
            self.tree, self.used = structs(1024, NODE), 1

    def _reached(self, view: View) -> int:
        """The node of the old tree that stands for the position at hand, or 0."""
        assert self._view is not None
        layer = [(0, self._view.sample(self.rng.copy()))]
        for _ in range(2 * view.game.players):
            deeper = []
            for node, state in layer:
                for child in self._children(node):
                    after = state.copy()
                    after.advance(int(self.tree[child]["action"]))
                    if (after.buffer == view.buffer).all():
                        return child
                    if after.mover != view.seat:
                        deeper.append((child, after))
            layer = deeper
        return 0

    def _children(self, node: int) -> list[int]:
        found, child = [], int(self.tree[node]["first"])
        while child:
            found.append(child)
            child = int(self.tree[child]["next"])
        return found

    def _ranked(self, node: int) -> list[int]:
        """A node's children, best first."""

        def rank(child: int) -> tuple[float, int, float]:
            here = self.tree[child]
            certain = float(here["exact"]) if here["proven"] and abs(here["exact"]) == 1 else 0.0
            return certain, int(here["visits"]), self._mean(child)

        return sorted(self._children(node), key=rank, reverse=True)

    def _mean(self, node: int) -> float:
        here = self.tree[node]
        if here["proven"]:
            return (float(here["exact"]) + 1) / 2
        return float(here["total"]) / max(int(here["visits"]), 1)

    def _line(self, node: int) -> tuple[int, ...]:
        line = []
        while node:
            line.append(int(self.tree[node]["action"]))
            ranked = [child for child in self._ranked(node) if self.tree[child]["visits"]]
            node = ranked[0] if ranked else 0
        return tuple(line)

    def explain(self) -> Explanation | None:
        """Every action tried, with its mean reward, visits and the line expected to follow."""
        if self._view is None:
            return None
        candidates = tuple(
            Candidate(
                int(self.tree[child]["action"]), self._mean(child), int(self.tree[child]["visits"]),
                self._line(child), bool(self.tree[child]["proven"]),
            )
            for child in self._ranked(0)
        )  # fmt: skip
        depth = max((len(candidate.line) for candidate in candidates), default=0)
        return Explanation(candidates, self.done, depth, self.done if self._view.game.hidden else 0)
