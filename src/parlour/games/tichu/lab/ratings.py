"""The running Elo of the players of logs, and games chosen by who plays in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.errors import ParlourError
from parlour.games.tichu.logs import DamagedLog, read_games
from parlour.games.tichu.state import MATCH
from parlour.stats.elo import RunningElo

__all__ = ["EVERYBODY", "Fame", "plays_in", "rate_players"]


@dataclass(frozen=True)
class Fame:
    """Whose games are wanted: as in the thesis, those of anybody with a high Elo, and of some by name.

    A player's Elo is the one after all games of the logs.
    """

    min_elo: float = 0.0
    players: tuple[str, ...] = ()

    @staticmethod
    def of(min_elo: float | None, players: str) -> Fame:
        """What options ask for; names are separated by commas."""
        return Fame(min_elo or 0.0, tuple(name.strip() for name in players.split(",") if name.strip()))

    def famous(self, logs: Path) -> frozenset[str] | None:
        """The names of those who make a game of some logs worth taking; None when all games are."""
        if self == EVERYBODY:
            return None
        ratings = rate_players(logs)[0] if self.min_elo else []
        high = {name for name, rating, _ in ratings if rating >= self.min_elo}
        return frozenset(high | set(self.players))


EVERYBODY = Fame()


def plays_in(famous: frozenset[str] | None, players: Sequence[str]) -> bool:
    """Whether a game is worth taking for its players."""
    return famous is None or not famous.isdisjoint(players)


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
