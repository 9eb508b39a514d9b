"""Studies of calls: the thesis's models, Yang's, Torres's and Reid's beside the published figures; styles.

Here they are only declared; what computes is imported when a study is run.
"""

from __future__ import annotations

from parlour.report import Report
from parlour.report.source import Source
from parlour.report.study import Run, Studies
from parlour.spec import Option

__all__ = ["STUDIES"]

STUDIES = Studies("tichu")

ASIMAKOPOULOS = Source(
    "asimakopoulos", "mastersthesis", "Charalampos Asimakopoulos",
    "Χρήση ευφυών τεχνικών για τη μελέτη παιχνιδιού στρατηγικής με μερικώς παρατηρήσιμο περιβάλλον", "2019",
    "National Technical University of Athens", "on Grand Tichu calls, in Greek",
)  # fmt: skip
YANG = Source("yang", "misc", "Yang", "Betting strategy for the card game Tichu", "2018")
TORRES = Source("torres", "misc", "Torres", "Tichu Perceptron", "2016")
REID = Source("reid", "misc", "Reid", "Bayesian Tichu hand analysis", "2015")

_HANDS = (
    Option("logs", "", "a folder of BrettSpielWelt logs; without it, self-play"),
    Option("min-elo", None, "only logged games with a player of at least this Elo ...", low=0.0, kind=float),
    Option("player", None, "... or with one of these players, separated by commas", kind=str),
)


@STUDIES.add(
    "tichu-grand",
    games=80,
    source=ASIMAKOPOULOS,
    options=(
        *_HANDS,
        Option(
            "grid", "coarse", "settings tried by the thesis's protocol; full: all of its own",
            choices=("coarse", "full"),
        ),
    ),
)  # fmt: skip
def tichu_grand(run: Run) -> Report:
    """Logistic regression and support vector regression of Grand Tichu calls; who goes out first."""
    from parlour.games.tichu.lab.calls.grand import report

    return report(run)


@STUDIES.add(
    "tichu-yang",
    games=200,
    source=YANG,
    options=_HANDS,
)
def tichu_yang(run: Run) -> Report:
    """Success of Grand Tichu and Tichu calls by four models on five feature sets."""
    from parlour.games.tichu.lab.calls.yang import report

    return report(run)


@STUDIES.add(
    "tichu-perceptron",
    games=200,
    source=TORRES,
    options=_HANDS,
)
def tichu_perceptron(run: Run) -> Report:
    """The Tichu call by perceptron and averaged perceptron on Torres's feature sets."""
    from parlour.games.tichu.lab.calls.torres import report

    return report(run)


@STUDIES.add(
    "tichu-bayes",
    games=200,
    source=REID,
    options=_HANDS,
)
def tichu_bayes(run: Run) -> Report:
    """The chance to go out first of hands with each special card, with its uncertainty."""
    from parlour.games.tichu.lab.calls.reid import report

    return report(run)


@STUDIES.add(
    "tichu-styles",
    games=60,
    source=ASIMAKOPOULOS,
    part="whose three agents never met",
    options=_HANDS,
)
def tichu_styles(run: Run) -> Report:
    """Which style of calling Grand Tichu wins, and at which score."""
    from parlour.games.tichu.lab.calls.styles import report

    return report(run)


@STUDIES.add(
    "tichu-calls",
    games=1000,
    options=(Option("agent", "best:playouts=0", "who calls"), *_HANDS),
)
def tichu_calls(run: Run) -> Report:
    """How often an agent calls and succeeds, beside people, and the points that each kind of call adds."""
    from parlour.games.tichu.lab.calls.worth import report

    return report(run)
