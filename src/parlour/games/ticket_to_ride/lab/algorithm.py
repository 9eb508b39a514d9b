"""The study of the thesis's algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.ticket_to_ride.lab import published
from parlour.games.ticket_to_ride.lab.tables import (
    closeness,
    drawings,
    figure_of,
    mean_scores,
    scores_of,
    share_above,
    table_of,
    usual_scores,
)
from parlour.games.ticket_to_ride.lab.thesis import OBSERVATIONS, RULES, STUDIES, THESIS, self_play
from parlour.report import Claim, Report, findable
from parlour.report.study import Run
from parlour.stats.estimate import Estimate

if TYPE_CHECKING:
    from parlour.games.ticket_to_ride.lab.selfplay import Games

__all__ = ["most_above", "threshold_sentence", "tickets_sentence", "ttr_algorithm"]

USUAL = 87  # points that most players score, says the thesis
DONE, FAILED = 3.08, 0.57  # tickets of a player in Table 3.1


@STUDIES.add("ttr-algorithm", games=250, source=THESIS, part="Table 3.1", options=(RULES,))
def ttr_algorithm(run: Run) -> Report:
    """The thesis's algorithm against itself with 2 to 5 players, as it ran and as it was written."""
    from parlour.games.ticket_to_ride.labno.decisions import PROGRAM, SIX, TEXT

    program, text, six = (
        self_play(run, version=version) for version in run.track((PROGRAM, TEXT, SIX), "versions", 3)
    )
    versions = {
        "as its program ran (labno:draw=blind)": program,
        "as written (labno)": text,
        "as written, long routes from 6 (labno-six)": six,
    }
    rows, sample = published.ALGORITHM, published.GAMES
    return run.report(
        "Ticket to Ride: the algorithm",
        [OBSERVATIONS],
        [
            table_of("The algorithm as its program ran (Table 3.1)", program, rows, sample),
            table_of("The algorithm as it was written (Table 3.1)", text, rows, sample, counts=False),
            usual_scores(program, USUAL),
            mean_scores("Mean score by version", versions),
        ],
        drawings("algorithm", program),
        [
            *(closeness(name, games) for name, games in versions.items()),
            threshold_sentence(_distance(text), _distance(six)),
            _tickets(program),
        ],
        [most_above(share_above(program, USUAL))],
    )


def _distance(games: list[Games]) -> float:
    """How far the mean scores are from the published ones on average."""
    means = zip(games, published.ALGORITHM["mean"], strict=False)
    return sum(abs(float(scores_of(g).mean()) - (figure or 0)) for g, figure in means) / len(games)


def threshold_sentence(without: float, with_six: float) -> str:
    """What one rule of the text does to how far the means are from the published ones."""
    return (
        "What was tried: the text claims routes of length 5 and more outside the plan, the program only "
        "those of length 6. With that threshold alone the means of the written algorithm come "
        f"{'nearer' if with_six < without else 'no nearer'} to the published ones: {with_six:.1f} points "
        f"away on average, {without:.1f} without it."
    )


def _tickets(games: list[Games]) -> str:
    done, failed = (figure_of(f"tickets {word}", games) for word in ("done", "failed"))
    assert isinstance(done, Estimate)
    assert isinstance(failed, Estimate)
    return tickets_sentence(done.value, failed.value)


def tickets_sentence(done: float, failed: float) -> str:
    """How many tickets are drawn and completed beside the published numbers."""
    ours, theirs = done + failed, DONE + FAILED
    drawn, completed = abs(ours / theirs - 1) > 0.05, abs(done / ours - DONE / theirs) > 0.05
    places = [
        word
        for word, there in (("how many are drawn", drawn), ("how many are completed", completed))
        if there
    ]
    where = f"the difference lies in {' and '.join(places)}" if places else "both are about the same"
    return (
        f"A player ends with {ours:.2f} tickets, in the thesis with {theirs:.2f}; {done / ours:.0%} of "
        f"them are completed, there {DONE / theirs:.0%}. So {where}; what in the program makes it, its text "
        "does not say."
    )


def most_above(above: Estimate) -> Claim:
    """The thesis: most players score more than 87."""
    holds = True if above.low > 0.5 else False if above.high < 0.5 else None
    return Claim(f"most players score more than {USUAL}", holds, findable([above], "a distance from half"))
