"""A study of our own: how often an agent calls and succeeds, beside people, and what its calls are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from parlour.game import game
from parlour.games.tichu import state as st
from parlour.games.tichu.lab.calls.gathering import game_hands
from parlour.games.tichu.lab.calls.hands import Dataset
from parlour.games.tichu.lab.calls.runs import hands_of, of_people
from parlour.record import Record
from parlour.report import Cell, Report, Table, power
from parlour.report.study import Run
from parlour.spec import split_spec
from parlour.stats.estimate import Estimate

__all__ = ["gain", "leaves_partner", "report", "worth"]

SEATS = (0, 2), (1, 3)
PEOPLE = {"Grand Tichu": (0.078, 0.618), "Tichu": (0.139, 0.734)}  # of 21 million rounds
STRONG = {"Grand Tichu": (0.136, 0.592)}  # of strong players in them
LEFT = 0.69  # how often people pass on a trick of their partner's
CALLS = {"Grand Tichu": "grand", "Tichu": "tichu"}


def _with(agent: str, setting: str) -> str:
    """An agent with one more setting."""
    return f"{agent}{',' if split_spec(agent)[1] else ':'}{setting}"


def gain(pairs: Sequence[Sequence[Record]]) -> Estimate:
    """Points a round that the first line-up's even seats make more than the others; a deal is one group."""
    return Estimate.mean(
        [
            (first.scores[0] - first.scores[1] - second.scores[0] + second.scores[1]) / 2
            for first, second in pairs
        ]
    )


def _hands(records: Sequence[Record], agent: str) -> Dataset:
    """The hands that an agent held; those of one deal make a game."""
    hands = (hand for record in records for hand in game_hands(str(record.seed), [record]))
    data = Dataset.of(hands)
    return data.where(data.player == agent)


def _share(data: Dataset, which: np.ndarray, among: np.ndarray) -> Estimate:
    """The share of some hands among others, the hands of a game as one group."""
    games = np.unique(data.game, return_inverse=True)[1]
    return Estimate.share_of_groups(np.bincount(games, which), np.bincount(games, among))


def _row(data: Dataset, call: str, points: Estimate | str) -> list[Cell]:
    called = getattr(data, CALLS[call])
    often, success = PEOPLE[call]
    return [
        Cell.percent(_share(data, called, np.ones(len(data)))),
        Cell.percent(often),
        Cell.percent(_share(data, called * (data.place == 1), called)),
        Cell.percent(success),
        Cell(points, decimals=1),
    ]


def leaves_partner(record: Record, agent: str) -> Iterator[bool]:
    """Whether an agent passed, each time that it could have beaten its partner's play."""
    for state, action in record.steps():
        s = state.data
        turn = int(s["turn"])
        partners = s["top"] and (s["owner"] - turn) % 4 == 2
        own = s["phase"] == st.PLAY and s["asked"] < 0 and record.seats[turn] == agent
        if own and partners and _can_play(state.legal_moves):
            yield action == st.PASS


def _can_play(moves: Sequence[int]) -> bool:
    return st.PASS in moves and any(move < st.OTHER for move in moves)


def _share_left(records: Sequence[Record], agent: str) -> Estimate:
    """How often an agent passed of its chances to beat its partner, those of a round as one group."""
    left = [list(leaves_partner(record, agent)) for record in records]
    return Estimate.share_of_groups([sum(each) for each in left], [len(each) for each in left])


def report(run: Run) -> Report:
    """How often an agent calls and succeeds, and the points that each kind of call adds."""
    agent = str(run.settings["agent"])
    games, quiet, silent = run.games, _with(agent, "grand=none"), _with(agent, "calls=none")
    one, two, three = [agent, quiet], [quiet, agent], [quiet, silent]
    played = run.play(game("tichu"), [one * 2, two * 2, three * 2, three[::-1] * 2], "rounds")
    points = {
        "Grand Tichu": gain(list(zip(played[0], played[1], strict=True))),
        "Tichu": gain(list(zip(played[2], played[3], strict=True))),
    }
    own = _hands([*played[0], *played[1]], agent)
    rows = [(call, _row(own, call, points[call])) for call in CALLS]
    if of_people(run):
        logged = hands_of(run)[0]
        rows += [(f"{call}, the logs", _row(logged, call, "")) for call in CALLS]
        run.games = games
    strong = ", ".join(
        f"{call} on {often:.1%}, of which {won:.1%} succeed" for call, (often, won) in STRONG.items()
    )
    calls = Table(
        f"Calls of {agent}",
        ("hands called", "by people", "calls that succeed", "of people's", "points a round that they add"),
        rows,
        "Those of people are of 21 million rounds at BrettSpielWelt, as counted elsewhere; strong players "
        f"call {strong}. What Grand Tichu adds was played against the same agent that never calls it, what "
        "Tichu adds without Grand Tichu against the same that never calls at all, the same deals with the "
        "teams swapped.",
        corner="call",
    )
    left = _share_left([*played[0], *played[1]], agent)
    partner = Table(
        "Passes where the partner's play could be beaten",
        ("passes", "people's"),
        [(agent, [Cell.percent(left), Cell.percent(LEFT)])],
        corner="agent",
    )
    return run.report(
        "Tichu: what calls are worth",
        ["An agent plays rounds against itself, with and without each kind of call."],
        [calls, partner],
        [],
        [*(worth(call, points[call]) for call in CALLS), power(points.values(), "a gain", "points", 1)],
    )


def worth(call: str, points: Estimate) -> str:
    """Whether a kind of call pays."""
    pays = "it pays" if points.low > 0 else ("it costs" if points.high < 0 else "it may be nothing")
    return f"{call} adds {points.value:.1f} points a round [{points.low:.1f}, {points.high:.1f}]: {pays}."
