"""Yang's rules to remember: the index of a hand, its chance of success, and when to wait (figure 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parlour.games.tichu.calls.features import features
from parlour.games.tichu.calls.patterns import Hands
from parlour.games.tichu.lab.calls.cases import Cases
from parlour.games.tichu.lab.calls.fitting import fit, predict
from parlour.games.tichu.lab.calls.hands import Dataset
from parlour.games.tichu.lab.calls.runs import sure
from parlour.learn.measures import auc, bootstrap
from parlour.report import Cell, Figure, Table, curve
from parlour.stats.estimate import Estimate

__all__ = [
    "MINIMAL", "TITLES", "Waiting", "cases_of", "figure_five", "rule_of", "rule_table", "waiting_sentence",
]  # fmt: skip

RULES = {"grand": (1, 3, 3, 3), "tichu": (2, -2, 6, 6, 5, 1, -1)}
"""The weights of the minimal patterns, rounded as Yang rounds them."""

MINIMAL = {"grand": "minimal", "tichu": "minimal-tichu"}
TITLES = {"grand": "Grand Tichu", "tichu": "Tichu"}
EDGES = {"grand": (0, 1, 2, 3, 4, 5, 6, 7, 8), "tichu": (-3, 0, 3, 6, 9, 12, 15)}
DEALS, DRAWS = 2000, 50  # hands of eight cards, and draws of the six further ones for each
FEW = 15  # hands of an index: fewer say too little to be shown
EVEN = 0.5


def cases_of(data: Dataset, call: str, columns: str) -> Cases:
    """Yang's cases: Grand Tichu callers on eight cards; for Tichu all hands after the exchange of rounds with
    a call, because whoever goes out first would have called with success.
    """
    if call == "grand":
        chosen, stage = data.grand > 0, "eight"
    else:
        chosen, stage = np.repeat(data.by_round(data.tichu).any(axis=1), 4), "exchanged"
    first = (data.place == 1).astype(np.int64)
    return Cases(features(columns, data.hands(stage)), first, data.game).where(chosen)


def index_of(x: np.ndarray, call: str) -> np.ndarray:
    """The index of hands: the minimal features, weighed with small whole numbers."""
    return np.asarray(x @ np.array(RULES[call], float))


def _bins(index: np.ndarray, edges: Sequence[int]) -> np.ndarray:
    """The place of each index among the edges: below the first counts as the first."""
    return np.maximum(np.searchsorted(edges, index, "right") - 1, 0)


def rule_table(cases: Cases, call: str) -> Table:
    """The share of hands that went out first, by index; the last row is the area of the index alone."""
    index, edges = index_of(cases.x, call), EDGES[call]
    places, rows = _bins(index, edges), []
    for place in range(len(edges)):
        chosen = places == place
        games = np.unique(cases.game[chosen], return_inverse=True)[1]
        counts = np.bincount(games)
        share = Estimate.share_of_groups(np.bincount(games, cases.y[chosen], counts.size), counts)
        if counts.sum() >= FEW:
            rows.append((_named(place, edges), [Cell.percent(share), Cell(int(counts.sum()))]))
    area = bootstrap(cases.game, lambda rows: auc(cases.y[rows], index[rows]), times=200)
    return Table(
        f"{TITLES[call]}: success by Yang's index",
        ("out first", "hands"),
        rows,
        f"The index counts {_words(call)}. As the only feature it has an area under the curve of {area:.3f}. "
        "Intervals count the hands of a game as one group.",
        corner="index",
    )


def _named(place: int, edges: Sequence[int]) -> str:
    low = edges[place]
    if place == len(edges) - 1:
        return f"{low} and more"
    high = edges[place + 1] - 1
    name = f"{low}" if low == high else f"{low} to {high}"
    return f"up to {high}" if place == 0 and low < 0 else name


def _words(call: str) -> str:
    if call == "grand":
        return "an ace 1, and the Dragon, the Phoenix and each bomb 3"
    return (
        "an ace 2, the Dragon and the Phoenix 6 each, a bomb 5, a straight 1, the Dog -2, and each single "
        "card below the queen -1"
    )


def rule_of(table: Table, call: str) -> str:
    """The rule to remember: from which index on all hands succeed more often than not."""
    known = [(label, cells[0].value) for label, cells in table.rows if cells[0].value is not None]
    first = len(known)
    while first and (known[first - 1][1] or 0) > EVEN:
        first -= 1
    if first == len(known):
        return f"{TITLES[call]}: at no index does a call succeed more often than not."
    return f"{TITLES[call]}: a call succeeds more often than not from index {known[first][0]} on."


@dataclass(frozen=True)
class Waiting:
    """Figure 5: by index, the chance of a Grand Tichu, of a Tichu later, and what the first must exceed."""

    index: list[int]
    grand: list[float]
    later: list[float]

    @property
    def needed(self) -> list[float]:
        """Yang's bar: half the chance of a Tichu later, and .25."""
        return [0.5 * chance + 0.25 for chance in self.later]

    @property
    def table(self) -> Table:
        """The figure as a table."""
        rows = [
            (f"{index}", [Cell.percent(value) for value in values])
            for index, *values in zip(self.index, self.grand, self.later, self.needed, strict=True)
        ]
        return Table(
            "Call Grand Tichu or wait? (figure 4-24)",
            ("P(grand)", "P(Tichu), mean of the draws", "0.5 P(Tichu) + 0.25"),
            rows,
            f"{DEALS} random hands of eight cards, {DRAWS} draws of the six further cards for each; both "
            "chances by logistic regression on the minimal features. The chance of a Grand Tichu is learned "
            "from hands that were called, so that it says too much of weak ones, which only the sure call.",
            corner="index",
        )

    def figure(self) -> Figure:
        """Yang's figure 5."""
        series = {"P(grand)": self.grand, "P(Tichu)": self.later, "0.5 P(Tichu) + 0.25": self.needed}
        return curve(
            "index",
            "Chances by the Grand Tichu index (figure 4-24)",
            [float(index) for index in self.index],
            {name: sure(np.array(values)) for name, values in series.items()},
            x_label="index",
            y_label="chance to go out first",
        )


def waiting_sentence(waiting: Waiting) -> str:
    """From which index on a Grand Tichu is to be called rather than to wait."""
    pays = [grand > bar for grand, bar in zip(waiting.grand, waiting.needed, strict=True)]
    first = next((place for place in range(len(pays)) if all(pays[place:])), None)
    rule = "Yang's rule, P(grand) > 0.5 P(Tichu) + 0.25 (grand=yang on any agent),"
    if first is None:
        return f"{rule} asks for no call at any index."
    return f"{rule} asks for a call from index {waiting.index[first]} on."


def figure_five(data: Dataset, seed: int) -> Waiting:
    """The chances of random hands by their index, from models of the hands of a dataset."""
    models = {}
    for call, columns in MINIMAL.items():
        cases = cases_of(data, call, columns)
        models[call] = fit("lr", cases.x, cases.y, {"C": 1.0}, 0)
    eight, fourteen = _deals(np.random.default_rng(seed))
    x = features("minimal", Hands(eight))
    grand = predict(models["grand"], x)
    later = predict(models["tichu"], features("minimal-tichu", Hands(fourteen.reshape(-1))))
    later, index = later.reshape(DEALS, DRAWS).mean(axis=1), index_of(x, "grand").astype(int)
    shown = [value for value in np.unique(index).tolist() if (index == value).sum() >= FEW]
    means = [[float(chance[index == value].mean()) for value in shown] for chance in (grand, later)]
    return Waiting(shown, *means)


def _deals(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Masks of hands of eight cards, and of fourteen with each draw of the further six."""
    deck = random.permuted(np.tile(np.arange(56, dtype=np.uint64), (DEALS, 1)), axis=1)
    eight = (np.uint64(1) << deck[:, :8]).sum(axis=1, dtype=np.uint64)
    rest = np.repeat(deck[:, 8:], DRAWS, axis=0)
    six = (np.uint64(1) << random.permuted(rest, axis=1)[:, :6]).sum(axis=1, dtype=np.uint64)
    return eight, np.repeat(eight, DRAWS).reshape(DEALS, DRAWS) | six.reshape(DEALS, DRAWS)
