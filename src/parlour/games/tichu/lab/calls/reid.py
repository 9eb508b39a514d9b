"""Reid's study: the chance to go out first of hands of some kind, with its uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from parlour.game import game
from parlour.games.tichu.lab.calls.gathering import game_hands
from parlour.games.tichu.lab.calls.hands import Dataset
from parlour.games.tichu.lab.calls.odds import Beta, Holding, posterior
from parlour.games.tichu.lab.calls.runs import claims_of, hands_of, limits, said, sure
from parlour.report import Cell, Claim, Figure, Report, Table, curve, findable
from parlour.report.study import Run
from parlour.stats.estimate import Estimate

__all__ = ["gap_by_player", "gap_of", "phoenix_claim", "report"]

SPECIAL_HANDS = ("mahjong", "dog", "phoenix", "dragon")
PLAYERS = ("plan", "fsm", "tree", "best:playouts=50")
ROUNDS = 2  # of each player, times the games of the run
RARE_HANDS = ("mahjong 2 3 4 5 6 7 8 9 10 J Q K A", "2 2 2 3 3 3 4 4 4 5 5 5 7 7")


def gap_of(data: Dataset) -> Estimate:
    """How much more often the Phoenix's holder goes out first than the Dragon's; a game is one group."""
    first = (data.place == 1).astype(int)
    held = [Holding.parse(name).among(data.fourteen).astype(int) for name in ("phoenix", "dragon")]
    gaps = data.by_round(first * (held[0] - held[1])).sum(axis=1)
    which = np.unique(data.by_round(data.game)[:, 0], return_inverse=True)[1]
    counts = np.bincount(which)
    return Estimate.ratio(np.bincount(which, gaps, counts.size), counts)


def _rounds_of(run: Run, player: str) -> Dataset:
    """Hands of single rounds that a player plays against itself."""
    records = replace(run, games=ROUNDS * run.games).play(game("tichu"), [[player] * 4], "rounds")[0]
    return Dataset.of(
        hand for number, record in enumerate(records) for hand in game_hands(f"{number}", [record])
    )


def _gap_row(data: Dataset) -> list[Cell]:
    chances = [posterior(data, Holding.parse(name)) for name in ("phoenix", "dragon")]
    cells = [Cell.percent(Estimate(beta.mean, *beta.interval)) for beta in chances]
    return [*cells, Cell.percent(gap_of(data))]


def _players_table(run: Run, data: Dataset) -> Table:
    """The two chances by who plays: what was tried to find why self-play need not be as published."""
    rows = [("the hands above", _gap_row(data))]
    rows += [(player, _gap_row(_rounds_of(run, player))) for player in PLAYERS]
    return Table(
        "Phoenix and Dragon by who plays",
        ("Phoenix", "Dragon", "Phoenix less Dragon"),
        rows,
        "What was tried: rounds of others, on the same deals. A card is worth what its player makes of it.",
        corner="players",
    )


def gap_by_player(table: Table) -> str:
    """For whom which of the two cards is better, as far as can be told."""
    better: dict[str, list[str]] = {"the Phoenix": [], "the Dragon": [], "neither for sure": []}
    for player, cells in table.rows:
        gap = cells[-1].ours
        assert isinstance(gap, Estimate)
        word = "the Phoenix" if gap.low > 0 else "the Dragon" if gap.high < 0 else "neither for sure"
        better[word].append(player)
    parts = [f"{word} in {', '.join(names)}" for word, names in better.items() if names]
    return f"Which card goes out first more often, by who plays: {'; '.join(parts)}."


def report(run: Run) -> Report:
    """The chance to go out first of hands with each special card, with its uncertainty."""
    data, where = hands_of(run)
    posteriors = {name: posterior(data, Holding.parse(name)) for name in (*SPECIAL_HANDS, *RARE_HANDS)}

    def row(beta: Beta) -> Sequence[Cell]:
        chance = Estimate(beta.mean, *beta.interval)
        return Cell.percent(chance), Cell.percent(beta.spread), Cell(beta.hands), Cell(beta.first)

    columns = ("chance", "deviation", "hands", "out first")
    rows = [(name, row(beta)) for name, beta in posteriors.items()]
    table = Table("Going out first", columns, rows, corner="hand")
    players, claim = _players_table(run, data), phoenix_claim(gap_of(data))
    chances = np.linspace(0.002, 0.998, 499)

    def draw(name: str, title: str, hands: Sequence[str]) -> Figure:
        series = {hand: sure(posteriors[hand].density(chances)) for hand in hands}
        return curve(
            name, title, chances.tolist(), series, x_label="chance to go out first", y_label="density"
        )

    return run.report(
        "Tichu: chances to go out first",
        [
            f"Hands of {where}, fourteen cards as dealt. The chance is uniform before any hand is seen; then "
            "it is a Beta distribution, exactly (Reid sampled it, from 175,000 hands). A hand that was "
            "never seen keeps the uniform chance: that is the uncertainty, not a forecast.",
            *limits(run),
        ],
        [table, players],
        [
            lambda: draw("specials", "Hands with each special card", SPECIAL_HANDS),
            lambda: draw("rare", "A very good and a very bad hand", RARE_HANDS),
        ],
        [gap_by_player(players), *said(run, [claim])],
        claims_of(run, [claim]),
    )


def phoenix_claim(gap: Estimate) -> Claim:
    """Reid found the Phoenix better than the Dragon; None when our hands are too few to tell."""
    text = f"A hand with the Phoenix goes out first more often than one with the Dragon (by {gap:.1%})"
    return Claim(text, None if gap.holds(0.0) else gap.value > 0, findable([gap], "a gap"))
