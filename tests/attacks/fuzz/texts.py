"""Targets that are one line of text: specs, limits, positions and moves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

import parlour
from parlour.agent import agent_kinds
from parlour.arena.terms import read_terms
from parlour.game import Game, game_names
from parlour.spec import Option

from .target import Target

__all__ = ["AgentSpecs", "GameSpecs", "Limits", "Moves", "Positions"]


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def _settings(options: Sequence[Option]) -> str:
    """All options of a kind as a spec writes them."""
    values = {option.name: option.choices[-1] if option.choices else option.default for option in options}
    return ",".join(f"{name}={value}" for name, value in values.items() if value is not None)


class GameSpecs(Target):
    """Games by their specs, with all options."""

    name = "specs of games"

    def samples(self) -> Sequence[bytes]:
        games = [parlour.game(name) for name in game_names()]
        return [f"{game.name}:{_settings(game.options)}".encode() for game in games] + [b"mine.py", b"mine/"]

    def read(self, content: bytes) -> None:
        game = parlour.game(_text(content))
        assert parlour.game(game.spec).spec == game.spec
        assert game.players > 0


class AgentSpecs(Target):
    """Agents by their specs, with all options."""

    name = "specs of agents"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.games = [parlour.game(name) for name in ("isolation", "jungle")]

    def samples(self) -> Sequence[bytes]:
        kinds = [
            (game, kind) for game in self.games for kind in agent_kinds(game).values() if kind.is_ready(game)
        ]
        specs = [f"{kind.name}:{_settings(kind.options_for(game))}" for game, kind in kinds]
        return [
            spec.encode()
            for spec in (*specs, "exec:./bot -x,protocol=wroclaw,env=A+B,keep=yes", "mine.py:Mine:n=3")
        ]

    def read(self, content: bytes) -> None:
        game = self.games[len(content) % len(self.games)]
        parlour.agent(game, _text(content)).close()


class Limits(Target):
    """Clocks and memory as people write them."""

    name = "limits"

    def samples(self) -> Sequence[bytes]:
        return [b"10+0.1", b"60", b"512M", b"1G", b"0.5+0"]

    def read(self, content: bytes) -> None:
        text = _text(content)
        if text[-1:] in "KMGB":
            read_terms(memory=text)
        else:
            read_terms(clock=text)


def _walk(game: Game, seed: int, moves: int) -> parlour.State:
    """A position of a random game."""
    state, random = game.new(seed), np.random.default_rng(seed)
    for _ in range(moves):
        if not state.over:
            state.advance(int(random.choice(state.legal_moves)))
    return state


class Positions(Target):
    """Positions as one line, read by every game; what is read can be played on from."""

    name = "positions"
    games = ("isolation", "reversi", "jungle", "dicewars", "ticket-to-ride", "tichu")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.known = {name: parlour.game(name) for name in self.games}

    def samples(self) -> Sequence[bytes]:
        walks = [(game, _walk(game, seed, 12 * seed)) for game in self.known.values() for seed in range(4)]
        return [f"{game.name}|{self.line(state)}".encode() for game, state in walks if not state.over]

    def line(self, state: parlour.State) -> str:
        return state.text

    def read(self, content: bytes) -> None:
        name, _, text = _text(content).partition("|")
        for game in [self.known[name]] if name in self.known else self.known.values():
            state = game.position(text)
            if not state.over:
                state.advance(state.legal_moves[-1])
            assert len(state.scores) == game.players


class Moves(Positions):
    """Moves in notation, of every game, as players and bots write them."""

    name = "moves"

    def line(self, state: parlour.State) -> str:
        return state.format(state.legal_moves[-1])

    def read(self, content: bytes) -> None:
        name, _, text = _text(content).partition("|")
        for game in [self.known[name]] if name in self.known else self.known.values():
            state = _walk(game, 1, Random(len(text)).randrange(20))
            assert state.parse(text) in state.legal_moves
