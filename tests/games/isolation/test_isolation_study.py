"""What the study of Isolation concludes follows from its figures; the game tree is what minimax builds."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.games.isolation.lab.studies import READINGS, conclusion, perfect_play, readings_claim
from parlour.games.isolation.lab.tree import grow, tree_lines, tree_svg
from parlour.stats.agreement import Agreement

FIRST, SECOND = READINGS


def fits(first: float, second: float) -> dict[str, Agreement]:
    """How often chance alone would make the differences of each reading."""
    return {FIRST: Agreement(36, 2, first, 0.03, 0.06), SECOND: Agreement(36, 5, second, 0.03, 0.06)}


def test_the_reading_that_fits_better_is_named() -> None:
    assert f"Depth in {FIRST} fits better" in conclusion(fits(0.4, 0.1))[2]
    assert f"Depth in {SECOND} fits better" in conclusion(fits(0.1, 0.4))[2]
    assert conclusion(fits(0.4, 0.1))[0] == f"Depth in {FIRST}: 34 of 36 cells agree, p = .4."


def test_one_fitting_reading_is_enough_and_both_have_a_chance() -> None:
    assert readings_claim(fits(0.0001, 0.3)).holds
    assert readings_claim(fits(0.026, 0.0001)).holds
    assert readings_claim(fits(0.024, 0.0001)).holds is False
    assert "a shift of all 36 cells by 3.0 points" in readings_claim(fits(0.1, 0.1)).power


def test_readings_that_would_fit_anything_tell_nothing() -> None:
    loose = {FIRST: Agreement(36, 0, 0.9, 0.2, 0.4), SECOND: Agreement(36, 0, 0.8, 0.2, 0.4)}
    assert readings_claim(loose).holds is None


def test_the_first_players_edge_follows_from_the_solved_starts() -> None:
    assert "wins 136 of the 240 start positions of 4 x 4 (56.7%)" in perfect_play(136, 240)
    assert perfect_play(136, 240).endswith("suspected is real.")
    assert perfect_play(104, 240).endswith("suspected is not there under perfect play.")


def test_a_search_of_depth_zero_draws_among_all_moves() -> None:
    game = parlour.game("isolation")
    agents = [parlour.agent(game, "minimax:depth=0") for _ in range(2)]
    first = {parlour.play(game, agents, seed=seed, start=game.new(0)).moves[0] for seed in range(60)}
    assert len(first) == len(game.new(0).legal_moves)


@pytest.mark.parametrize("heuristic", ["basic", "difference", "offensive", "defensive"])
@pytest.mark.parametrize("depth", [1, 2, 3, 6])
def test_the_tree_has_the_values_of_minimax(heuristic: str, depth: int) -> None:
    game = parlour.game("isolation:size=3,start=a1-c3")
    agent = parlour.agent(game, f"minimax:depth={depth},heuristic={heuristic}")
    agent.begin(game, 0, 0)
    state = game.new()
    agent.choose(state.view(), parlour.Clock())
    assert agent.explanation
    values = {state.format(move.action): move.score for move in agent.explanation.candidates}
    root = grow(state, depth, heuristic)
    assert {reply.move: reply.value for reply in root.replies} == values
    line = [node for node in root if node.chosen]
    assert {node.value for node in line} == {max(values.values())}


def test_the_tree_is_written_and_drawn_with_the_line_that_is_played() -> None:
    root = grow(parlour.game("isolation:size=3,start=a1-c3").new(), 2, "difference")
    lines = list(tree_lines(root))
    assert lines[0] == "start +2 *"
    assert [line.strip() for line in lines if line.endswith("*")] == ["start +2 *", "b2 +2 *", "c2 +2 *"]
    drawing = tree_svg(root, "T")
    assert drawing.count("data-value") == len(lines) == 12
    assert drawing.count('stroke-width="5"') == 2


def test_the_command_draws_the_tree_and_refuses_too_large_a_one(parlour, tmp_path: Path) -> None:
    done = parlour("isolation", "tree", "--depth", "1", "--svg", str(tmp_path / "tree.svg"))
    assert done.returncode == 0
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")
    done = parlour("isolation", "tree", "--size", "8", "--start", "a1,h8", "--depth", "12")
    assert done.returncode == 2
    assert "take a smaller depth" in done.stderr
