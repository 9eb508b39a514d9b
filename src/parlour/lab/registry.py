"""Where the studies of several games are declared, and how they count a win."""

from collections.abc import Sequence

from parlour.report.study import Studies

__all__ = ["STUDIES", "listing", "win_share"]

STUDIES = Studies()


def win_share(rewards: Sequence[float], seat: int, teams: Sequence[int]) -> float:
    """What a seat won of a game: 1, 0, or a part where several sides came first."""
    best = max(rewards)
    sides = {team for team, reward in zip(teams, rewards, strict=True) if reward == best}
    return 1 / len(sides) if teams[seat] in sides else 0.0


def listing(names: list[str]) -> str:
    """Names in a sentence; they may hold commas."""
    return "; ".join(names) or "none"
