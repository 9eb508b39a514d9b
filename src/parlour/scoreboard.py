"""Results of matches and tournaments in the terminal."""

from __future__ import annotations

from parlour.arena.results import Line, Results
from parlour.terminal import console, print_table

__all__ = ["print_match", "print_tournament"]


def _title(results: Results) -> str:
    rate = len(results.games) / results.seconds if results.seconds else 0.0
    return f"{results.game.spec}: {len(results.games)} games, seed {results.seed}, {rate:.0f} games a second"


def _work(line: Line) -> str:
    return f"{line.speed:,.0f}" if line.work else ""


def _milliseconds(line: Line) -> tuple[str, str]:
    return f"{1000 * line.mean_time:.2f}", f"{1000 * line.slow_time:.2f}"


def _print_forfeits(results: Results) -> None:
    for line in results.lines:
        if line.forfeits:
            told = ", ".join(f"{count} {reason}" for reason, count in sorted(line.forfeits.items()))
            console.print(f"{line.name} forfeited: {told}", markup=False, highlight=False, soft_wrap=True)


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
        told = f"Elo difference {pair.elo:+.0f}, points {results.lines[0].lead:+.1f}, superiority "
        told += f"{pair.superiority:.1%}, {pair.blocks} deals, each played from every seat"
        console.print(told, markup=False, highlight=False, soft_wrap=True)
    elif len(results.lines) > 2:
        _print_ratings(results)
    if results.sprt:
        console.print(f"sequential test: {results.sprt}", markup=False, highlight=False, soft_wrap=True)


def print_tournament(results: Results) -> None:
    """The standings with ratings and their intervals, and the cross table."""
    ratings = results.ratings()
    by_name = {line.name: line for line in results.lines}
    rows = []
    for rank, name in enumerate(ratings.elo, 1):
        line, rated, score = by_name[name], ratings.estimate(name), by_name[name].score
        interval = f"{rated.low:+.0f} – {rated.high:+.0f}"
        numbers = (
            str(line.games),
            f"{score.value:.1%}",
            f"{rated.value:+.0f}",
            interval,
            f"{line.mean_points:.1f}",
        )
        rows.append((str(rank), name, *numbers, *_milliseconds(line)))
    columns = ("", "agent", "games", "score", "Elo", "95 % interval", "points", "ms a move", "95th")
    print_table(_title(results), columns, rows, left=2)
    _print_forfeits(results)
    _print_cross_table(results, list(ratings.elo))
    _print_model(results)


def _print_cross_table(results: Results, names: list[str]) -> None:
    rows = []
    for name in names:
        cells = []
        for other in names:
            pair = results.pair(name, other) if name != other else None
            cells.append(f"+{pair.wins} ={pair.draws} -{pair.losses}" if pair and pair.games else "")
        rows.append((name, *cells))
    columns = ("ahead, level, behind", *(str(rank) for rank in range(1, len(names) + 1)))
    console.print()
    print_table("", columns, rows)


def _print_ratings(results: Results) -> None:
    ratings = results.ratings()
    for name in ratings.elo:
        rated = ratings.estimate(name)
        console.print(f"{name}: Elo {rated:+.0f}", markup=False, highlight=False, soft_wrap=True)
    _print_model(results)


def _print_model(results: Results) -> None:
    ratings = results.ratings()
    told = f"ratings by {ratings.model} over {ratings.blocks} deals"
    if ratings.advantage is not None:
        told += f"; the first seat is worth {ratings.advantage:+.0f} Elo"
    console.print(told, markup=False, highlight=False, soft_wrap=True)
