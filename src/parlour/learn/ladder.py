"""The ladder of training runs: the models of their rounds against fixed opponents, rated on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from parlour.arena.engines import Engine
from parlour.arena.entrants import enter
from parlour.arena.match import carry_out
from parlour.arena.plan import Plan
from parlour.arena.store import Store
from parlour.errors import ParlourError
from parlour.files import make_folder
from parlour.game import Game
from parlour.learn.rungs import rungs_of
from parlour.learn.training import find_method
from parlour.learn.trial import openings_for
from parlour.model import FOLDER, read_header
from parlour.progress import Track, silent
from parlour.stats.results import Results

__all__ = ["agents_of", "climb_runs"]


def agents_of(game: Game, run: str) -> list[str]:
    """The agents that play the models of a run, from the first round on."""
    return [_agent_of(game, rung) for rung in rungs_of(run)]


def _agent_of(game: Game, rung: Path) -> str:
    """The agent of the method that a model says it was made by."""
    method = read_header(rung).made.get("method")
    if not method:
        raise ParlourError(f"{rung} does not say by which method it was made: train it anew")
    name = rung.relative_to(FOLDER).with_suffix("") if rung.is_relative_to(FOLDER) else rung
    return find_method(game, method).spec(name)


def climb_runs(
    game: Game,
    runs: Sequence[str],
    rivals: Sequence[str],
    games: int,
    seed: int,
    store: Path,
    *,
    engine: Engine | None = None,
    track: Track = silent,
) -> Results:
    """Play what is missing of the ladder: each model `games` games against each line-up of the rivals.

    The store keeps every game, and models that have come since add theirs.
    """
    make_folder(store.parent)
    before = _agents_before(store)
    models = [agent for run in runs for agent in agents_of(game, run)]
    agents = [
        *(before or enter(game, rivals).names),
        *enter(game, [m for m in models if m not in before]).names,
    ]
    openings = openings_for(game, -(-games // len(set(game.team_of))), seed)
    plan = Plan.of(game, agents, seed, mode="ladder", games=games, fixed=len(rivals), openings=openings)
    if before and before[: len(rivals)] != enter(game, rivals).names:
        raise ParlourError(f"the store {store} has other opponents: give those, or another --store")
    return carry_out(plan, game=game, engine=engine, store=store, track=track)


def _agents_before(store: Path) -> list[str]:
    """The agents that the store knows already."""
    if not store.is_file():
        return []
    with closing(Store.open(store)) as archive:
        return list(archive.plan.agents) if archive.plan else []
