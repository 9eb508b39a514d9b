"""The decisions of games between agents as rows of numbers: what a seat knew and did, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from parlour.agent import Agent
from parlour.arena.player import Player
from parlour.arena.schedule import Slot
from parlour.arena.work import Job
from parlour.encoding import has_encoding
from parlour.game import Game
from parlour.learn.trial import random_openings
from parlour.model import Arrays
from parlour.record import Record
from parlour.state import State, View

__all__ = ["CHOICES", "COLUMNS", "ENCODED", "NotedGames", "join_games"]

COLUMNS = {
    "game": ("int64", "the number of the game"),
    "ply": ("int32", "how many moves were played before"),
    "seat": ("int8", "the seat that decided"),
    "agent": ("int16", "its agent's place in the command, from 0"),
    "view": ("uint8", "what the seat may know: the game's state with all else erased, as bytes"),
    "action": ("int64", "what it played, in the game's own numbers"),
    "reward": ("float32", "what the game was worth to the seat in the end, from -1 to 1"),
    "score": ("float32", "its points in the end"),
    "observation": ("float32", "what the seat may know, in the numbers of the encoding"),
    "code": ("int32", "what it played, as a code of the encoding"),
    "legal": ("int64", "the actions that it had, in the game's own numbers"),
    "legal_code": ("int32", "the same as codes of the encoding"),
    "visits": ("int32", "how often the agent tried each of them; 0 where it does not tell"),
    "value": ("float32", "what the agent expected of each, from 0 to 1; NaN where it does not tell"),
}
"""What is noted of a decision: the type and the meaning of each number."""

CHOICES = ("legal", "legal_code", "visits", "value")
"""The columns with a number for each legal action."""

ENCODED = ("observation", "code", "legal_code")
"""The columns of games that have an encoding."""


class NotedGames(Job[Slot, Arrays | None]):
    """Plays games and notes every decision; nothing of a game in which somebody forfeited."""

    def __init__(self, player: Player, agents: Sequence[str], opening: int = 0) -> None:
        self.player, self.agents, self.opening = player, list(agents), opening

    def begin(self) -> None:
        """Build the agents."""
        self.player.begin()

    def do(self, item: Slot) -> Arrays | None:
        """The decisions of one game, with the number of legal actions of each; none of its random opening."""
        game = self.player.game
        if self.opening:
            item = item.with_opening(random_openings(game, 1, self.opening, item.seed)[0])
        notes = _Notes(game)
        record = self.player.play(item, notes.add)
        return None if record.forfeits else notes.arrays(item, record, self.agents)

    def end(self) -> None:
        """Let the agents go."""
        self.player.end()


class _Notes:
    """The decisions of one game as they are taken."""

    def __init__(self, game: Game) -> None:
        self.encoding = game.encoding if has_encoding(game) else None
        self.rows: list[dict[str, Any]] = []

    def add(self, state: State, action: int, agent: Agent) -> None:
        """An agent has decided."""
        view, moves = state.view(), np.array(state.legal_moves, np.int64)
        row = {"ply": state.ply, "seat": view.seat, "view": view.buffer, "action": action, "legal": moves}
        self.rows.append(row | self._choices(agent, moves) | self._encoded(view, action, moves))

    @staticmethod
    def _choices(agent: Agent, moves: np.ndarray) -> dict[str, Any]:
        explanation = agent.explain()
        tried = {one.action: one for one in explanation.candidates} if explanation else {}
        seen = [tried.get(move) for move in moves.tolist()]
        return {
            "visits": np.array([one.visits if one else 0 for one in seen], np.int32),
            "value": np.array([one.win if one else np.nan for one in seen], np.float32),
        }

    def _encoded(self, view: View, action: int, moves: np.ndarray) -> dict[str, Any]:
        if self.encoding is None:
            return {}
        codes = np.array([self.encoding.code(view, move) for move in moves.tolist()], np.int32)
        code = self.encoding.code(view, action)
        return {"observation": self.encoding.observe(view), "code": code, "legal_code": codes}

    def arrays(self, slot: Slot, record: Record, agents: Sequence[str]) -> Arrays:
        """All of them, with what the game was worth to whom."""
        for row in self.rows:
            seat = row["seat"]
            row |= {"game": slot.number, "agent": agents.index(slot.seats[seat])}
            row |= {"reward": record.rewards[seat], "score": record.scores[seat]}
        names = [name for name in COLUMNS if self.encoding or name not in ENCODED] if self.rows else []
        columns = {name: _column(name, [row[name] for row in self.rows]) for name in names}
        return {**columns, "count": np.array([len(row["legal"]) for row in self.rows], np.int64)}


def _column(name: str, values: list[Any]) -> np.ndarray:
    join = np.concatenate if name in CHOICES else np.array
    return np.asarray(join(values), COLUMNS[name][0])


def join_games(games: Sequence[Arrays]) -> Arrays:
    """The decisions of several games; the choices of decision i are from offsets[i] to offsets[i + 1]."""
    games = [game for game in games if len(game["count"])]
    joined = {name: np.concatenate([game[name] for game in games]) for name in (games[0] if games else ())}
    counts = joined.pop("count", np.zeros(0, np.int64))
    return {**joined, "offsets": np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)}
