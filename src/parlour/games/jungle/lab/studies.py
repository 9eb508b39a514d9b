"""Jungle's study: the exercises of the course sheet as matches."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.game import game
from parlour.report import Cell, Report, Table, comparison, power
from parlour.report.source import Source
from parlour.report.study import Run, Studies
from parlour.spec import Option
from parlour.stats.estimate import Estimate
from parlour.stats.results import Results

__all__ = ["STUDIES", "beats", "in_time"]

STUDIES = Studies("jungle")
SHEET = Source(
    "sheet", "misc", "University of Wrocław", "Sztuczna inteligencja, pracownia 4", note="exercise sheet"
)
FEW = 10  # the games of a match of the sheet, each program starting five
THREE_V_TWO = "exercise 3 v exercise 2"
SHEETS_GOAL, GOAL_SHARE = "8 of 10", 0.8
SLOWER = 4  # times as much time as exercise 2 may exercise 3 take


@dataclass(frozen=True)
class Match:
    """One match of the study: the agent in question, its rival, and what the sheet asks of it."""

    title: str
    hero: str
    rival: str
    goal: str = ""
    few: bool = False  # ten games instead of as many as were asked for


def _matches(run: Run) -> list[Match]:
    moves, rival = run.settings["moves"], run.settings["rival"]
    long, short = run.settings["seconds"], run.settings["short"]
    two, three = f"rollouts:moves={moves}", "heuristic"
    return [
        Match("exercise 2 v random", two, "random"),
        Match(f"{THREE_V_TWO}, ten games", three, two, SHEETS_GOAL, few=True),
        Match(THREE_V_TWO, three, two, SHEETS_GOAL),
        Match("exercise 5, ten games", f"mcts:seconds={long}", f"{rival}:seconds={long}", few=True),
        Match("exercise 5", f"mcts:seconds={short}", f"{rival}:seconds={short}"),
    ]


def _play(run: Run, match: Match) -> Results:
    games = min(FEW, run.games) if match.few else None
    return run.match(game("jungle"), [match.hero, match.rival], games)


def _row(match: Match, results: Results) -> tuple[str, list[Cell]]:
    hero, rival = results.lines
    return match.title, [
        Cell(hero.name),
        Cell(rival.name),
        Cell(f"+{hero.wins} ={hero.draws} -{hero.losses}"),
        Cell.percent(hero.score),
        Cell(match.goal or "-"),
        Cell(f"{1000 * hero.mean_time:.2f}"),
        Cell(f"{1000 * rival.mean_time:.2f}"),
    ]


@STUDIES.add(
    "jungle-exercises",
    games=200,
    source=SHEET,
    options=(
        Option("moves", 20_000, "simulated moves of exercise 2", low=100),
        Option("seconds", 0.5, "seconds a move of the match of ten games of exercise 5", low=0.005),
        Option("short", 0.05, "seconds a move of its longer match", low=0.005),
        Option("rival", "best", "the other program of exercise 5"),
    ),
)
def jungle_exercises(run: Run) -> Report:
    """Rollouts v random, the heuristic v rollouts, and MCTS v the other program at the same time a move."""
    matches = _matches(run)
    results = {match.title: _play(run, match) for match in matches}
    columns = ("agent", "rival", "won, drawn, lost", "score", "asked for", "ms a move", "rival's ms a move")
    rows = [_row(match, results[match.title]) for match in matches]
    scores = Table("Scores", ("score",), [(title, [cells[3]]) for title, cells in rows])
    three, two = results[THREE_V_TWO].lines
    return run.report(
        "Jungle: the exercises of the course sheet",
        [
            "Every program starts half of the games. The second player wins when nothing is taken for 30 "
            "moves and both hold the same animals.",
        ],
        [Table("Matches", columns, rows, corner="match")],
        [lambda: comparison("scores", scores, x_label="score, %")],
        [
            beats(three.score),
            in_time(three.mean_time / max(two.mean_time, 1e-9)),
            power([three.score], f"a distance from {SHEETS_GOAL}"),
        ],
    )


def beats(score: Estimate) -> str:
    """Whether exercise 3 beats exercise 2 as clearly as the sheet asks, in a sentence."""
    found = f"Exercise 3 scores {score * 100:.1f} % against exercise 2; the sheet asks for {SHEETS_GOAL}"
    if score.low > GOAL_SHARE:
        return f"{found}, and it is better than that."
    return f"{found}, and it falls short." if score.high < GOAL_SHARE else f"{found}, which it may have."


def in_time(ratio: float) -> str:
    """Whether exercise 3 keeps within the sheet's time, in a sentence."""
    word = "within" if ratio <= SLOWER else "beyond"
    return f"It takes {ratio:.2f} times the time of exercise 2, {word} the {SLOWER} times that are allowed."
