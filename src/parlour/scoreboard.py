"""Results of matches and tournaments in the terminal."""

from __future__ import annotations

from parlour.levels import Ladder, Rung
from parlour.ratings import RatingList
from parlour.stats.results import Line, Results
from parlour.stats.standings import Standings
from parlour.terminal import console, print_table

__all__ = ["print_ladder", "print_match", "print_ratings", "print_tournament", "print_traces"]


def _title(results: Results) -> str:
    rate = len(results.games) / results.seconds if results.seconds else 0.0
    return f"{results.game.spec}: {len(results.games)} games, seed {results.seed}, {rate:.0f} games a second"


def _work(line: Line) -> str:
    return f"{line.speed:,.0f}" if line.work else ""


def _milliseconds(line: Line) -> tuple[str, str]:
    return f"{1000 * line.mean_time:.2f}", f"{1000 * line.slow_time:.2f}"


def _print_forfeits(results: Results) -> None:
    for line in results.lines:
        for reason in line.reasons:
            _say(reason)
    if results.timed:
        _say(f"by time, so that the same seed may give other games, decided: {', '.join(results.timed)}")
    if results.unfit:
        _say(f"{results.unfit} games left out: their records do not tell what every seat got")


def print_traces(results: Results) -> None:
    """The whole traceback of each agent's first crash."""
    for line in results.lines:
        for failure in line.failures.values():
            if failure.first.trace:
                _say(f"\n{line.name}:\n{failure.first.trace.rstrip()}")


def print_match(results: Results) -> None:
    """The table of a match, and what it says of the two sides when there are two."""
    rows = []
    for line in results.lines:
        score = line.score
        interval = f"{score.low:.1%} – {score.high:.1%}"
        counts = map(str, (line.games, line.wins, line.draws, line.losses))
        points = f"{line.mean_points:.1f}"
        rows.append(
            (line.name, *counts, f"{score.value:.1%}", interval, points, *_milliseconds(line), _work(line))
        )
    counted = ("agent", "games", "won", "drawn", "lost", "score", "95 % interval", "points")
    columns = (*counted, "ms a move", "95th", "work/s")
    print_table(_title(results), columns, rows)
    _print_forfeits(results)
    if len(results.lines) == 2:
        pair = results.pair(results.lines[0].name, results.lines[1].name)
        _say(
            f"Elo difference {pair.elo:+.0f}, points {results.lines[0].lead:+.1f}, superiority "
            f"{pair.superiority:.1%}, {pair.blocks} deals, each played from every seat"
        )
    elif len(results.lines) > 2:
        _print_ratings(results)
    if results.sprt:
        _say(f"sequential test: {results.sprt}")


def print_tournament(results: Results) -> None:
    """The standings with ratings and their intervals, and the cross table."""
    standings = results.standings()
    rows = []
    for rank, one in enumerate(standings.agents, 1):
        line, interval = one.line, f"{one.elo.low:+.0f} – {one.elo.high:+.0f}"
        numbers = (f"{line.score.value:.1%}", f"{one.elo.value:+.0f}", interval, f"{line.mean_points:.1f}")
        rows.append((str(rank), one.name, str(line.games), *numbers, *_milliseconds(line)))
    columns = ("", "agent", "games", "score", "Elo", "95 % interval", "points", "ms a move", "95th")
    print_table(_title(results), columns, rows, left=2)
    _print_forfeits(results)
    _print_cross_table(standings)
    _print_model(standings)


def print_ladder(ladder: Ladder) -> None:
    """The levels of a game with their ratings, and how each fared against the one below it."""
    rated = ("", "name", "agent", "Elo", "95 % interval")
    columns = (*rated, "games", "v the level below", "95 % interval", "ms a move")
    print_table(ladder.game, columns, [_rung(rung) for rung in ladder.rungs], left=3)
    _say(ladder.protocol)
    for rung in ladder.rungs:
        if rung.share and rung.share[1] <= 0.5:
            _say(f"{rung.name} is not told apart from the level below: play more games, or make it stronger")


def print_ratings(ratings: RatingList) -> None:
    """The rating list of a game."""
    rows = []
    for rank, one in enumerate(ratings.agents, 1):
        rating, low, high = one.rating
        elo = (f"{rating:+.0f}", f"{low:+.0f} – {high:+.0f}")
        rows.append(
            (str(rank), one.agent, *elo, str(one.games), f"{one.share:.1%}", f"{one.milliseconds:.2f}")
        )
    columns = ("", "agent", "Elo", "95 % interval", "games", "score", "ms a move, median")
    print_table(f"{ratings.game}: {ratings.games} games", columns, rows, left=2)
    _say(f"{ratings.protocol}; {ratings.model}; load of the machine {_range(*ratings.load)}")


def _range(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _rung(rung: Rung) -> tuple[str, ...]:
    rating, low, high = rung.rating
    head = (str(rung.level), rung.name, rung.agent, f"{rating:+.0f}", f"{low:+.0f} – {high:+.0f}")
    if rung.share is None:
        return (*head, "", "", "", f"{rung.milliseconds:.2f}")
    share, least, most = rung.share
    return (
        *head, str(rung.games), f"{share:.1%}", f"{least:.1%} – {most:.1%}", f"{rung.milliseconds:.2f}",
    )  # fmt: skip


def _print_cross_table(standings: Standings) -> None:
    rows = [
        (one.name, *(f"+{pair.wins} ={pair.draws} -{pair.losses}" if pair else "" for pair in pairs))
        for one, pairs in zip(standings.agents, standings.cross(), strict=True)
    ]
    columns = ("ahead, level, behind", *(str(rank) for rank in range(1, len(rows) + 1)))
    console.print()
    print_table("", columns, rows)


def _print_ratings(results: Results) -> None:
    standings = results.standings()
    for one in standings.agents:
        _say(f"{one.name}: Elo {one.elo:+.0f}")
    _print_model(standings)


def _print_model(standings: Standings) -> None:
    ratings = standings.ratings
    seat = f"; the first seat is worth {ratings.advantage:+.0f} Elo" if ratings.advantage is not None else ""
    _say(f"ratings by {ratings.model} over {ratings.blocks} deals{seat}")


def _say(text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
