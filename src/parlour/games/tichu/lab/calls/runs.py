"""What the studies of calls share: the hands that a run is about, and what these can say of people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from parlour.games.tichu.lab.calls.gathering import find_hands
from parlour.games.tichu.lab.calls.hands import Dataset
from parlour.games.tichu.lab.ratings import Fame
from parlour.report import Claim
from parlour.report.study import Run
from parlour.stats.estimate import Estimate

__all__ = ["claims_of", "hands_of", "limits", "of_people", "said", "self_play_limits", "sure"]


def of_people(run: Run) -> bool:
    """Whether a run is about hands of people, as the published ones are."""
    return bool(run.settings.get("logs"))


def hands_of(run: Run) -> tuple[Dataset, str]:
    """The hands of the logs that were given, or of self-play, with a word on where they are from."""
    logs = str(run.settings.get("logs") or "")
    fame = Fame.of(float(run.settings.get("min-elo") or 0), str(run.settings.get("player") or ""))
    where = Path(logs) if logs else None
    data, words = find_hands(None, where, run.games, run.seed, run.engine(), run.track, fame)
    run.games = np.unique(data.game).size
    return data, words


def limits(run: Run, data: Dataset) -> list[str]:
    """What hands of self-play can and cannot say; nothing about hands of people."""
    return [] if of_people(run) else [self_play_limits(float(data.grand.mean()), float(data.tichu.mean()))]


def self_play_limits(grand: float, tichu: float) -> str:
    """What self-play can say, with how often it calls."""
    return (
        "These are hands of self-play: four planners who call by feel. Each imagines 40 ways in which the "
        "round could go on and calls when enough of them end with the own hand out first; how many are "
        f"enough is drawn for each player and game. So Grand Tichu is called on {grand:.0%} of hands and "
        f"Tichu on {tichu:.0%}. These calls look at no feature that the models learn from, so no model is "
        "its own teacher here. What they can show is how models and features compare, and that the method "
        "works. They cannot show how people call: their errors are chance, not habit, and a hand is worth "
        "what a planner makes of it. Published figures about people stand beside ours for orientation and "
        "do not count in the verdict; --logs takes games of people."
    )


def claims_of(run: Run, claims: Sequence[Claim]) -> list[Claim]:
    """What a source says of people, which only hands of people can bear out."""
    unknown = Claim("Whether people do as published, since these are hands of self-play", None)
    return list(claims) if of_people(run) else [unknown]


def said(run: Run, claims: Sequence[Claim]) -> list[str]:
    """The same claims as sentences about hands of self-play; about people, the verdict has them."""
    return [] if of_people(run) else [f"On these hands: {claim}." for claim in claims]


def sure(values: np.ndarray) -> list[Estimate]:
    """Points without an interval."""
    return [Estimate(float(value), float(value), float(value)) for value in values]
