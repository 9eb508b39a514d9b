"""What the study of Isolation concludes follows from its figures, and turns with them."""

from __future__ import annotations

import parlour
from parlour.games.isolation.lab.studies import READINGS, conclusion, readings_claim
from parlour.stats.agreement import Agreement

FIRST, SECOND = READINGS


def fits(first: float, second: float) -> dict[str, Agreement]:
    """How often chance alone would make the differences of each reading."""
    return {FIRST: Agreement(36, 2, first, 0.03), SECOND: Agreement(36, 5, second, 0.03)}


def test_the_reading_that_fits_better_is_named() -> None:
    assert f"Depth in {FIRST} fits better" in conclusion(fits(0.4, 0.1))[2]
    assert f"Depth in {SECOND} fits better" in conclusion(fits(0.1, 0.4))[2]
    assert conclusion(fits(0.4, 0.1))[0] == f"Depth in {FIRST}: 34 of 36 cells agree, p = .4."


def test_one_fitting_reading_is_enough_and_both_have_a_chance() -> None:
    assert readings_claim(fits(0.0001, 0.3)).holds
    assert readings_claim(fits(0.026, 0.0001)).holds
    assert not readings_claim(fits(0.024, 0.0001)).holds


def test_a_search_of_depth_zero_draws_among_all_moves() -> None:
    game = parlour.game("isolation")
    agents = [parlour.agent(game, "minimax:depth=0") for _ in range(2)]
    first = {parlour.play(game, agents, seed=seed, start=game.new(0)).moves[0] for seed in range(60)}
    assert len(first) == len(game.new(0).legal_moves)
