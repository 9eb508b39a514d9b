"""Reid's study: the chance to go out first of hands of some kind, with its uncertainty."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from parlour.games.tichu.lab.calls.odds import Beta, Holding, posterior
from parlour.games.tichu.lab.calls.runs import claims_of, hands_of, limits, sure
from parlour.report import Cell, Claim, Figure, Report, Table, curve
from parlour.report.study import Run
from parlour.stats.estimate import Estimate

__all__ = ["report"]

SPECIAL_HANDS = ("mahjong", "dog", "phoenix", "dragon")
RARE_HANDS = ("mahjong 2 3 4 5 6 7 8 9 10 J Q K A", "2 2 2 3 3 3 4 4 4 5 5 5 7 7")


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
        [table],
        [
            lambda: draw("specials", "Hands with each special card", SPECIAL_HANDS),
            lambda: draw("rare", "A very good and a very bad hand", RARE_HANDS),
        ],
        claims=claims_of(run, [phoenix_claim(posteriors["phoenix"], posteriors["dragon"])]),
    )


def phoenix_claim(phoenix: Beta, dragon: Beta) -> Claim:
    """Reid found the Phoenix better than the Dragon; None when our hands are too few to tell."""
    gap = Estimate(phoenix.mean, *phoenix.interval) - Estimate(dragon.mean, *dragon.interval)
    text = "A hand with the Phoenix goes out first more often than one with the Dragon"
    return Claim(text, None if gap.holds(0.0) else gap.value > 0)
