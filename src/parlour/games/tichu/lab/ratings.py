"""The running Elo of the players of logs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from parlour.errors import ParlourError
from parlour.games.tichu.logs import DamagedLog, read_games
from parlour.games.tichu.state import MATCH
from parlour.stats.elo import RunningElo

__all__ = ["rate_players"]


def rate_players(logs: Path) -> tuple[list[tuple[str, float, int]], int, int]:
    """The running Elo of the players of logs with their games, best first; games that count, and others."""
    running, played, games, skipped = RunningElo(), Counter[str](), 0, 0
    for _, log in read_games(logs):
        rounds = [] if isinstance(log, DamagedLog) else log
        ours, theirs = (sum((one.result or (0, 0))[team] for one in rounds) for team in (0, 1))
        if max(ours, theirs) < MATCH or ours == theirs:
            skipped += 1
            continue
        names = rounds[-1].players
        running.play(names[::2], names[1::2], float(ours > theirs))
        played.update(names)
        games += 1
    if not games:
        raise ParlourError(f"{logs} holds no finished game: expected BrettSpielWelt logs (.tch)")
    ranked = sorted(running.ratings.items(), key=lambda item: (-item[1], item[0]))
    return [(name, rating, played[name]) for name, rating in ranked], games, skipped
