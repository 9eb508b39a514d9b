"""Monte Carlo tree search as a player; see `tree` for the search itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.agent import Agent, Candidate, Clock, Explanation
from parlour.game import Game
from parlour.kernel import ready, structs
from parlour.search.guided import grow_guided, guide_of
from parlour.search.playing import FOREVER, one_record, playing_rules, seconds_for, stop_after
from parlour.search.tree import NODE, SEARCH, grow, transplant
from parlour.state import View

__all__ = ["Mcts"]


class Mcts(Agent):
    """Monte Carlo tree search as a player."""

    explains = True

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
    ) -> None:
        self.guide = guide_of(game, model) if model else None
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
        settings, teams = self._settings(view), np.array(view.game.team_of, np.int64)
        with stop_after(seconds_for(clock, self.seconds)) as stop:
            task = (view.buffer, self.tree, settings, teams, self.rng, stop)
            if self.guide:
                self.tree = grow_guided(self.rules, self.guide, *task)
            else:
                self.tree = grow(self.rules, *task)
        self.used, self.done = int(settings[0]["nodes"]), int(settings[0]["done"])
        self.work += self.done
        ranked = self._ranked(0)
        return int(self.tree[ranked[0]]["action"]) if ranked else view.legal_moves[0]

    def _settings(self, view: View) -> np.ndarray:
        """How to search from a view."""
        game = view.game
        changing = game.hidden or game.chance
        return one_record(
            SEARCH,
            seat=view.seat,
            seats=game.players,
            max_actions=game.max_actions,
            playouts=self.limit if len(view.legal_moves) > 1 else 1,
            most_nodes=min(self.nodes, (self.terms.memory or FOREVER) // NODE.itemsize),
            cutoff=self.cutoff,
            c=self.c,
            scale=game.value_scale,
            changing=changing,
            hidden=game.hidden,
            prove=not changing and len(set(game.team_of)) == 2,
            nodes=self.used,
        )

    def rest(self) -> None:
        """A tree that is not used again is let go of."""
        if not self.reuse:
            self._forget()

    def _plant(self, view: View) -> None:
        """Start a new tree, or go on with the part of the old one that was reached."""
        root = self._node_of(view) if self.reuse and self._view is not None else 0
        self._view = view
        if root:
            target = structs(self.used, NODE)
            self.used = int(transplant(self.tree, root, target))
            self.tree = target
            self.tree[0]["proven"] = 0
        else:
            self.tree, self.used = structs(1024, NODE), 1

    def _node_of(self, view: View) -> int:
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
        children, child = [], int(self.tree[node]["first"])
        while child:
            children.append(child)
            child = int(self.tree[child]["next"])
        return children

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
        first = 1 if self.guide else 0  # what the network expects counts as a visit
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
        worlds = self.done if self._view.game.hidden else 0
        return Explanation(candidates, self.done, depth, worlds, "positions" if self.guide else "playouts")
