"""The plan of a match or tournament: everything that its games follow from."""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from parlour.agent import FREE, OUTSIDE, Terms, file_hash, from_file
from parlour.arena.entrants import enter
from parlour.arena.schedule import Deals, Slot, gauntlet, ladder, match_slots, meetings, round_robin
from parlour.arena.terms import read_terms
from parlour.errors import ParlourError, first_mistake
from parlour.files import read_text
from parlour.game import Game, game
from parlour.seeds import WIDEST, new_seed

__all__ = ["Plan", "plan_of", "read_openings", "read_plan"]

_SCHEDULES = {
    "match": match_slots,
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "ladder": ladder,
    "ratings": meetings,
}


class Plan(BaseModel):
    """Who plays what, how often, from which seed and under which limits."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    game: str
    agents: list[str] = Field(min_length=1)
    mode: Literal["match", "round-robin", "gauntlet", "ladder", "ratings"] = "match"
    fixed: int = Field(0, ge=0)  # of a ladder: how many agents, the first ones, all others play against
    pairs: list[list[int]] = []  # of ratings: who meets whom, by their numbers
    games: int = Field(100, ge=1, le=10_000_000)  # of each line-up
    seed: int = Field(0, ge=0, lt=WIDEST)
    drawn: bool = False  # whether the seed was drawn, and not chosen
    secret: str = ""  # what the seeds of bots outside follow from, beside the game's
    fresh_deals: bool = False  # whether a deal is played once, and not with each rotation of the seats
    terms: Terms = FREE
    openings: list[str] = []  # moves in notation, played before the agents begin
    trust: bool = False  # whether agents of files play in our processes, and not in their own
    timed: list[str] = []  # agents that decide by time
    files: dict[str, str] = {}  # what the agents of files rest on, as a hash by their names
    rules: int = 1

    @model_validator(mode="before")
    @classmethod
    def _older(cls, fields: Any) -> Any:
        """Stores of Parlour 0.1 have the limits as a person writes them."""
        if not isinstance(fields, dict) or not isinstance(fields.get("clock"), str):
            return fields
        others = {name: value for name, value in fields.items() if name not in ("clock", "move", "memory")}
        return {**others, "terms": read_terms(fields["clock"], fields.get("move"), fields.get("memory"))}

    @staticmethod
    def make(game: Game, agents: Sequence[str], **fields: Any) -> Plan:
        """A plan with canonical specs; what is wrong with an agent is said before any game is played."""
        field = enter(game, agents, trust=fields.get("trust", False))
        return Plan.of(game, field.names, timed=field.timed, **fields)

    @staticmethod
    def of(game: Game, names: Sequence[str], seed: int | None = None, **fields: Any) -> Plan:
        """A plan for agents whose names are known to be right.

        Where bots of others play, the seed is drawn unless it is given: whoever holds a hand could search
        the small ones. Elsewhere it is 0.
        """
        outside = any(name.startswith(OUTSIDE) for name in names)
        if outside:
            fields["secret"] = secrets.token_hex(16)
        if outside and seed is None:
            fields["seed"], fields["drawn"] = new_seed(), True
        else:
            fields["seed"] = seed or 0
        fields["files"] = {name: file_hash(name) for name in names if from_file(name)}
        try:
            plan = Plan(game=game.spec, agents=list(names), rules=game.rules_version, **fields)
        except ValidationError as error:
            raise ParlourError(first_mistake(error)) from None
        for number, opening in enumerate(plan.openings, 1):
            _check_opening(game, opening, number)
        return plan

    def open_game(self) -> Game:
        """The game that is played."""
        return game(self.game)

    def slots(self, game: Game) -> list[Slot]:
        """All games, fixed before any agent moves; a longer plan begins with the games of a shorter one."""
        more = {"ladder": (self.fixed,), "ratings": (self.pairs,)}.get(self.mode, ())
        deals = Deals(self.seed, self.fresh_deals)
        slots = _SCHEDULES[self.mode](game, self.agents, self.games, deals, *more)
        if self.secret:
            slots = [replace(slot, secret=self.secret) for slot in slots]
        if not self.openings:
            return slots
        return [slot.with_opening(self.openings[slot.block % len(self.openings)]) for slot in slots]

    def resuming(self, before: Plan) -> Plan:
        """The same plan with what was drawn for it when it was first carried out."""
        seed = before.seed if self.drawn else self.seed
        return self.model_copy(update={"seed": seed, "drawn": before.drawn, "secret": before.secret})

    def _flat(self) -> dict[str, Any]:
        """All fields, the limits one by one."""
        return {**self.model_dump(exclude={"terms", "timed", "files"}), **vars(self.terms)}

    def differences(self, other: Plan) -> list[str]:
        """In which fields another plan differs, other than by more games, or agents where they may join."""
        old, new = self._flat(), other._flat()
        if self.mode == other.mode and self.mode in ("ladder", "ratings"):
            for name in ("agents", "pairs"):
                new[name] = new[name][: len(old[name])]
        elif new["games"] > old["games"]:
            new["games"] = old["games"]
        edited = [name for name, one in other.files.items() if self.files.get(name, one) != one]
        return [
            *(
                f"{name} was {_short(old[name])}, is {_short(new[name])}"
                for name in old
                if old[name] != new[name]
            ),
            *(f"{name} was edited since, which makes it another player" for name in edited),
        ]


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _check_opening(game: Game, opening: str, number: int) -> None:
    state = game.new()
    try:
        for move in opening.split():
            state.play(move)
    except ParlourError as error:
        raise ParlourError(f"opening {number}: {error}") from None
    if state.over:
        raise ParlourError(f"opening {number}: the game is over after it")


def plan_of(spec: str, agents: Sequence[str], openings: Path | None, **fields: Any) -> Plan:
    """The plan of a game and agents by their specs, from the openings of a file when one is given."""
    return Plan.make(game(spec), agents, openings=read_openings(openings) if openings else [], **fields)


def read_openings(path: Path) -> list[str]:
    """The openings of a file: one a line, moves in notation with spaces between them."""
    lines = read_text(path).splitlines()
    openings = [" ".join(line.split()) for line in lines if line.strip() and not line.startswith("#")]
    if not openings:
        raise ParlourError(f"{path} holds no opening")
    return openings


class _File(BaseModel):
    """A tournament file."""

    model_config = ConfigDict(extra="forbid", strict=True)
    game: str
    agents: list[str] = Field(min_length=1)
    mode: Literal["match", "round-robin", "gauntlet"] = "round-robin"
    games: int = Field(100, ge=1, le=10_000_000)
    seed: int | None = Field(None, ge=0, lt=WIDEST)
    fresh_deals: bool = False
    clock: str | None = None
    move: float | None = Field(None, gt=0, allow_inf_nan=False)
    memory: str | None = None
    openings: str | None = None
    store: str | None = None
    workers: int = Field(0, ge=0)


def read_plan(path: Path) -> tuple[Plan, Path, int]:
    """The plan of a TOML file, where its games are kept, and how many workers play them."""
    try:
        fields = _File.model_validate(tomllib.loads(read_text(path)))
    except ValidationError as error:
        raise ParlourError(f"{path}: {first_mistake(error)}") from None
    except (ValueError, RecursionError) as error:
        raise ParlourError(f"{path} is not TOML: {error}") from None
    openings = path.parent / fields.openings if fields.openings else None
    terms = read_terms(fields.clock, fields.move, fields.memory)
    shared = fields.model_dump(include={"mode", "games", "seed", "fresh_deals"})
    plan = plan_of(fields.game, fields.agents, openings, terms=terms, **shared)
    store = path.parent / fields.store if fields.store else path.with_suffix(".sqlite")
    return plan, store, fields.workers
