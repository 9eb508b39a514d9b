"""Monte Carlo tree search as a player; see `tree` for the search itself.

Several threads grow a tree each, by chance of their own, and what they found of the root's actions is added
up in the end (Chaslot, Winands and van den Herik 2008: root parallelisation; often stronger than one tree of
the same size, since the trees do not share their mistakes).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from heapq import nlargest
from typing import Any

import numpy as np

from parlour.agent import Agent, Candidate, Clock, Explanation, Halt
from parlour.game import Game
from parlour.kernel import draw, new_rng, ready, structs
from parlour.search.guided import Guide, grow_guided, guide_of, new_guide
from parlour.search.playing import (
    FOREVER,
    one_record,
    playing_rules,
    seconds_for,
    side_by_side,
    until_settled,
)
from parlour.search.tree import NODE, SEARCH, grow, transplant
from parlour.state import View

__all__ = ["Mcts"]


@dataclass
class Tree:
    """The tree of one thread."""

    guide: Guide | None
    nodes: np.ndarray = field(default_factory=lambda: structs(1024, NODE))
    used: int = 1
    done: int = 0

    def clear(self) -> None:
        """Start anew with the root alone."""
        self.nodes, self.used, self.done = structs(1024, NODE), 1, 0

    def keep(self, root: int) -> None:
        """Keep the part of the tree below a node, which becomes the root."""
        target = structs(self.used, NODE)
        self.used = int(transplant(self.nodes, root, target))
        self.nodes = target
        target[0]["proven"] = 0

    def children(self, node: int) -> list[int]:
        """The children of a node, the oldest first."""
        children, child = [], int(self.nodes[node]["first"])
        while child:
            children.append(child)
            child = int(self.nodes[child]["next"])
        return children

    def add(self, other: Tree) -> None:
        """Add to the root's children what another tree found of the same actions."""
        of = {int(other.nodes[child]["action"]): child for child in other.children(0)}
        for child in self.children(0):
            mine = self.nodes[child]
            theirs = other.nodes[of[int(mine["action"])]] if int(mine["action"]) in of else None
            if theirs is not None:
                mine["visits"] += theirs["visits"]
                expected = 1 if self.guide else 0  # what the network expects counts as a visit
                mine["total"] += theirs["total"] * theirs["visits"] / max(theirs["visits"] + expected, 1)
                if theirs["proven"]:
                    mine["proven"], mine["exact"] = 1, theirs["exact"]
        self.done += other.done


class Mcts(Agent):
    """Monte Carlo tree search as a player."""

    explains = True
    ponders = True

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
        model: str | None = None,
        threads: int = 1,
    ) -> None:
        guide = guide_of(game, model) if model else None
        self.trees = [Tree(guide)]
        self.trees += [Tree(new_guide(game, guide.net) if guide else None) for _ in range(threads - 1)]
        ready(grow_guided if model else grow)
        rules = game.encoding.rules if model else playing_rules(game, playout)
        self.rules: Any = (rules.but(value=game.heuristic(heuristic)) if heuristic else rules).ready()
        self.limit = playouts if seconds is None and nodes is None else FOREVER
        self.seconds = seconds
        self.nodes = FOREVER if nodes is None else nodes
        self.c = c
        self.reuse = reuse and not (game.hidden or game.chance)
        self.cutoff = -1 if cutoff is None else cutoff
        if self.reuse:
            ready(transplant)
        self._forget()

    def _forget(self) -> None:
        for tree in self.trees:
            tree.clear()
        self._view: View | None = None

    @property
    def tree(self) -> np.ndarray:
        """The nodes of the first tree; those of its root's children count for all trees."""
        return self.trees[0].nodes

    @property
    def timed(self) -> bool:
        """Whether the same seed may give another game: by time, or by what another thread proves first."""
        return self.seconds is not None or len(self.trees) > 1

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts: no tree is kept from the last."""
        super().begin(game, seat, seed)
        self._forget()

    def choose(self, view: View, clock: Clock) -> int:
        """The action tried most often; a proven win at once, a proven loss never by choice."""
        self._plant(view)
        until_settled(seconds_for(clock, self.seconds), partial(self._grow_all, view), self._is_settled)
        self.trees.sort(key=lambda tree: (int(tree.nodes[0]["proven"]), tree.done), reverse=True)
        first, *others = self.trees
        for tree in others:
            first.add(tree)
        self.work += first.done
        ranked = self._ranked(0)
        return int(self.tree[ranked[0]]["action"]) if ranked else view.legal_moves[0]

    def ponder(self, view: View, halt: Halt) -> None:
        """Grow a tree from where another seat is to move; from now on the part that is reached is kept."""
        if not (view.game.hidden or view.game.chance):
            self.reuse = True
            ready(transplant)
            self._plant(view)
            self._grow(view, 0, halt.watch(np.zeros(1, np.uint8)))

    def _grow_all(self, view: View, stop: np.ndarray) -> None:
        side_by_side([partial(self._grow, view, number, stop) for number in range(len(self.trees))])

    def _is_settled(self, share: float) -> bool:
        """Whether a root is proven, or its favourite stays ahead whatever the rest of the time brings."""
        if any(tree.nodes[0]["proven"] for tree in self.trees):
            return True
        visits = Counter[int]()
        for tree in self.trees:
            for child in tree.children(0):
                here = tree.nodes[child]
                if not (here["proven"] and here["exact"] == -1):
                    visits[int(here["action"])] += int(here["visits"])
        first, second = nlargest(2, [*visits.values(), 0, 0])
        return first - second > sum(tree.done for tree in self.trees) * (1 - share) / share

    def _grow(self, view: View, number: int, stop: np.ndarray) -> None:
        """Grow one of the trees; what it proves ends the search of all."""
        tree, settings = self.trees[number], self._settings(view, number)
        task = (
            view.buffer,
            tree.nodes,
            settings,
            np.array(view.game.team_of, np.int64),
            self.rngs[number],
            stop,
        )
        if tree.guide:
            tree.nodes = grow_guided(self.rules, tree.guide, *task)
        else:
            tree.nodes = grow(self.rules, *task)
        tree.used, tree.done = int(settings[0]["nodes"]), int(settings[0]["done"])
        if tree.nodes[0]["proven"]:
            stop[0] = 1

    def _settings(self, view: View, number: int) -> np.ndarray:
        """How one of the trees is to be grown from a view."""
        game, threads = view.game, len(self.trees)
        changing = game.hidden or game.chance
        return one_record(
            SEARCH,
            seat=view.seat,
            seats=game.players,
            max_actions=game.max_actions,
            playouts=(self.limit + threads - 1 - number) // threads if len(view.legal_moves) > 1 else 1,
            most_nodes=min(self.nodes, (self.terms.memory or FOREVER) // NODE.itemsize) // threads,
            cutoff=self.cutoff,
            c=self.c,
            scale=game.value_scale,
            changing=changing,
            hidden=game.hidden,
            prove=not changing and len(set(game.team_of)) == 2,
            nodes=self.trees[number].used,
            done=self.trees[number].done,
        )

    def rest(self) -> None:
        """A tree that is not used again is let go of."""
        if not self.reuse:
            self._forget()

    def _plant(self, view: View) -> None:
        """Start a new tree, or go on with the part of the old one that was reached."""
        kept, before = self.reuse and self._view is not None, self._view
        self.rngs = [self.rng, *(new_rng(int(draw(self.rng))) for _ in self.trees[1:])]
        for tree in self.trees:
            tree.done = 0
            root = self._node_of(tree, before, view) if kept and before else 0
            if root:
                tree.keep(root)
            else:
                tree.clear()
        self._view = view

    def _node_of(self, tree: Tree, before: View, view: View) -> int:
        """The node of an old tree that stands for the position at hand, or 0."""
        layer = [(0, before.sample(self.rng.copy()))]
        for _ in range(2 * view.game.players):
            deeper = []
            for node, state in layer:
                for child in tree.children(node):
                    after = state.copy()
                    after.advance(int(tree.nodes[child]["action"]))
                    if (after.buffer == view.buffer).all():
                        return child
                    if after.mover != view.seat:
                        deeper.append((child, after))
            layer = deeper
        return 0

    def _ranked(self, node: int) -> list[int]:
        """A node's children, best first."""

        def rank(child: int) -> tuple[float, int, float]:
            here = self.tree[child]
            certain = float(here["exact"]) if here["proven"] and abs(here["exact"]) == 1 else 0.0
            return certain, int(here["visits"]), self._mean(child)

        return sorted(self.trees[0].children(node), key=rank, reverse=True)

    def _mean(self, node: int) -> float:
        here = self.tree[node]
        if here["proven"]:
            return (float(here["exact"]) + 1) / 2
        first = 1 if self.trees[0].guide else 0  # what the network expects counts as a visit
        return float(here["total"]) / max(int(here["visits"]) + first, 1)

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
        worlds = self.trees[0].done if self._view.game.hidden else 0
        return Explanation(
            candidates, self.trees[0].done, depth, worlds, "positions" if self.trees[0].guide else "playouts"
        )
