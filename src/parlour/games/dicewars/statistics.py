"""`statistics`: learns which kinds of attack turn out well, and makes attacks like those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from parlour.agent import Agent, Clock
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.games.dicewars.experience import EXPERIENCE, PROPERTIES, Table, good_move, load_table
from parlour.games.dicewars.likeness import attack_properties, drawn_by_chance, likeliest, standing
from parlour.games.dicewars.policies import stei
from parlour.games.dicewars.state import END, SOURCE
from parlour.model import ENDING, write_model
from parlour.state import View

__all__ = ["HOLDING", "Habits", "Statistics", "statistics"]

HOLDING = 2  # turns after which a target counts as held


class Habits(NamedTuple):
    """How the learner decides and learns."""

    enough: int = 30  # different good moves; it plays as stei until it knows them
    chance: float = 0.6  # the least chance of an attack that is looked at
    patience: int = 3  # turns without an attack, after which it makes one anyway
    as_written: bool = False  # learns and decides as the report says, in place of our own way


@dataclass
class Attack:
    """An attack of this game whose worth is not yet known."""

    source: int
    target: int
    properties: np.ndarray
    standing: np.ndarray  # the dice and the largest region when it was made
    taken: bool = False  # whether it is known to have succeeded
    turns_held: int = 0  # that the target was held
    turns_safe: int = 0  # of those, how many the source was held too


class Statistics(Agent):
    """The learner as a player.

    In our own way it plays as stei for as long as it learns. As the report says, it relies on its table as
    soon as it knows enough, and learns only from games in which it is the last to move.
    """

    def __init__(
        self,
        game: Game,
        table: Table,
        read_only: bool = True,
        habits: Habits | None = None,
        path: Path | None = None,
    ) -> None:
        self.game, self.table, self.path = game, table, path
        self.read_only, self.habits = read_only, habits or Habits()
        self._recent: list[Attack] = []
        self._changed = False

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """A new game starts."""
        super().begin(game, seat, seed)
        self._recent, self._idle, self._turn = [], 0, -1
        self._seat, self._players = seat, game.players
        last = seat == game.players - 1
        self._notes = not self.read_only and (last or not self.habits.as_written)

    def choose(self, view: View, clock: Clock) -> int:
        """An attack like a good move; stei's choice while it knows too few; END when out of time."""
        s = view.data
        self._forget_a_failure(int(s["owned"][view.seat]))
        if int(s["turns"]) != self._turn:
            self._turn = int(s["turns"])
            self._idle += 1
            self._judge(view)
        if clock.left <= 0:
            return END
        action = self._decide(view)
        if action != END:
            self._idle = 0
            if self._notes:
                self._note(view, action)
        return action

    def _decide(self, view: View) -> int:
        moves, habits = self.table.known(view.game.players), self.habits
        taught = not self.read_only and not habits.as_written
        if taught or len(moves) < habits.enough:
            return int(stei(view.buffer, self.rng))
        action = int(likeliest(view.buffer, moves, habits.chance, False))
        if action == END and self._idle > habits.patience:
            return self._any_attack(view, moves)
        return action

    def _any_attack(self, view: View, moves: np.ndarray) -> int:
        """After too many idle turns: the likeliest attack, or as the report says one drawn by its chance."""
        if self.habits.as_written:
            return int(drawn_by_chance(view.buffer, self.rng))
        return int(likeliest(view.buffer, moves, 0.0, True))

    def _forget_a_failure(self, own: int) -> None:
        """Only attacks that succeed are judged: forget the last one when its target is not ours."""
        if self._recent and not self._recent[-1].taken:
            self._recent[-1].taken = bool(own >> self._recent[-1].target & 1)
            if not self._recent[-1].taken:
                self._recent.pop()

    def _note(self, view: View, action: int) -> None:
        """Remember an attack until it can be judged."""
        properties, state = np.zeros(len(PROPERTIES)), np.zeros(2)
        attack_properties(view.buffer, action, properties)
        standing(view.buffer, view.seat, state)
        self._recent.append(Attack(action // SOURCE, action % SOURCE, properties, state))

    def _judge(self, view: View) -> None:
        """At the start of a turn: learn from the attacks of which it can be said that they were good."""
        own, state = int(view.data["owned"][view.seat]), np.zeros(2)
        undecided = []
        standing(view.buffer, view.seat, state)
        for attack in self._recent:
            held = bool(own >> attack.target & 1)
            if held:
                attack.turns_held += 1
                attack.turns_safe += own >> attack.source & 1
            if self._was_good(attack, held, state):
                self._learn(attack, won=False)
            elif held:
                undecided.append(attack)
        self._recent = undecided

    def _was_good(self, attack: Attack, held: bool, state: np.ndarray) -> bool:
        """Whether an attack turned out well, by the state of the game now.

        Our own way: its target is held, the largest region is larger and there are no fewer dice than when
        it was made. As the report says: its target is lost, and dice, region and the turns that target and
        source were held are more than dice and region then.
        """
        if self.habits.as_written:
            worth = state.sum() + attack.turns_held + attack.turns_safe
            return not held and bool(worth > attack.standing.sum())
        better = state[0] >= attack.standing[0] and state[1] > attack.standing[1]
        return held and attack.turns_held >= HOLDING and bool(better)

    def _learn(self, attack: Attack, won: bool) -> None:
        good = good_move(attack.properties, attack.turns_held, attack.turns_safe, won, attack.standing)
        self.table.merge(self._players, good)

    def end(self, scores: Sequence[float], rewards: Sequence[float]) -> None:
        """The game is over: if it was won, the attacks that led there were good."""
        if self.read_only:
            return
        if rewards[self._seat] > 0:
            for attack in self._recent:
                self._learn(attack, won=True)
        self._recent = []
        self.table.games += 1
        self._changed = True

    def close(self) -> None:
        """Write what was learned."""
        if self._changed and self.path:
            made = {"command": f"{self.spec} in {self.table.games} games"}
            write_model(self.path, EXPERIENCE, self.game, self.table.arrays, made)
            self._changed = False


def statistics(game: Game, model: str | None, read_only: bool, habits: Habits) -> Statistics:
    """The learner with the table of a model; one that learns starts a new table where there is no file."""
    if read_only:
        return Statistics(game, load_table(game, model), habits=habits)
    if not model or not model.endswith(ENDING):
        raise ParlourError("statistics learns into a file of yours: statistics:model=mine.npz,read_only=no")
    path = Path(model)
    table = load_table(game, model) if path.exists() else Table()
    return Statistics(game, table, read_only=False, habits=habits, path=path)
