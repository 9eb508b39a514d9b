"""Isolation's commands: ``parlour solve isolation`` and ``parlour isolation tree``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.options import Json, write_json
from parlour.errors import ParlourError
from parlour.games.isolation import COLUMNS, start_squares

__all__ = ["app", "solve"]

app = typer.Typer(help="Isolation: the game tree.", no_args_is_help=True)


@app.callback()
def isolation() -> None:
    """Isolation: the game tree."""


@app.command()
def tree(
    size: Annotated[int, typer.Option(help="squares along a side, 3 to 15")] = 3,
    start: Annotated[str, typer.Option(help="both start squares")] = "a1,c3",
    depth: Annotated[int, typer.Option(help="moves that are looked ahead", min=0, max=12)] = 3,
    heuristic: Annotated[str, typer.Option(help="how leaves are judged")] = "difference",
    svg: Annotated[Path | None, typer.Option(help="draw the tree into this file")] = None,
) -> None:
    """The tree that minimax builds: the heuristic's values at its leaves, minimax values above.

    Values are those of player 1, who moves first. A star marks the line that minimax plays.

    Example: parlour isolation tree --size 3 --start a1,c3 --depth 3 --svg tree.svg
    """
    from parlour.files import write_text
    from parlour.game import game
    from parlour.games.isolation.lab.tree import MOST_LEAVES, grow, tree_lines, tree_svg
    from parlour.search.perft import perft

    state = game("isolation").variant(size=size, start=start.replace(",", "-")).new()
    if sum(perft(state, ply) for ply in range(1, depth + 1)) > MOST_LEAVES:
        raise ParlourError(
            f"--depth {depth}: more than {MOST_LEAVES} positions; take a smaller depth or board"
        )
    root = grow(state, depth, heuristic)
    for line in tree_lines(root):
        print(line)
    if svg is not None:
        title = f"Isolation {size} x {size} from {start}: minimax {depth} deep, {heuristic}"
        write_text(svg, tree_svg(root, title))
        print(f"written to {svg}")


def solve(
    size: Annotated[int, typer.Option(help="squares along a side, 3 to 8")] = 4,
    start: Annotated[str | None, typer.Option(help="both start squares such as a1,d4")] = None,
    all_: Annotated[bool, typer.Option("--all", help="every ordered pair of start squares")] = False,
    seconds: Annotated[float | None, typer.Option(help="give up after so long")] = None,
    json: Json = None,
) -> None:
    """Who wins under exact play, by which first moves, and in how many moves.

    Example: parlour solve isolation --size 5 --start a1,e5
    """
    if not 3 <= size <= 8:
        raise ParlourError(f"--size {size}: expected 3 to 8")
    if all_ == (start is not None):
        raise ParlourError(f"expected --start a1,{COLUMNS[size - 1]}{size} or --all")
    write_json(json, _solve_all(size) if all_ else _solve_one(size, str(start), seconds))


def _name(size: int, square: int) -> str:
    return f"{COLUMNS[square % size]}{square // size + 1}"


def _solve_one(size: int, start: str, seconds: float | None) -> dict[str, object]:
    from parlour.games.isolation.best.solver import Solver

    first, second = start_squares(start.replace(",", "-"), size)
    solver = Solver(size, 22 if size > 5 else 18)
    solution = solver.solve(first, second, float("inf") if seconds is None else seconds)
    if solution is None:
        raise ParlourError(f"not proven within {seconds:g} s: give it more --seconds")
    moves = [_name(size, square) for square in solution.winning_moves]
    print(f"{solution.nodes} positions in {solution.seconds:.3f} s")
    print(f"winning first moves: {' '.join(moves) or 'none'}")
    print(f"player {solution.winner + 1} wins in {solution.plies} moves")
    return {
        "size": size,
        "start": [_name(size, first), _name(size, second)],
        "winner": solution.winner + 1,
        "winning_first_moves": moves,
        "plies": solution.plies,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }


def _solve_all(size: int) -> dict[str, object]:
    from parlour.games.isolation.best.solver import all_starts
    from parlour.terminal import track

    total = size**2 * (size**2 - 1)
    starts = list(track(all_starts(size), "starts", total))
    won = sum(wins for _, _, wins in starts)
    print(f"player 1 wins {won} of {total}")
    results = [[_name(size, a), _name(size, b), wins] for a, b, wins in starts]
    return {"size": size, "player_1_wins": won, "starts": total, "results": results}
