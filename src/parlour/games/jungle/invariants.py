"""What holds in every position of Jungle."""

from __future__ import annotations

from parlour.games.jungle.rules import QUIET_LIMITS
from parlour.games.jungle.state import DRAWN, RUNNING, WON_0
from parlour.games.jungle.terrain import DENS, GROUND, RAT, SQUARES
from parlour.state import State

__all__ = ["broken"]


def broken(state: State) -> list[str]:
    """What is wrong with a position, in words."""
    s = state.data
    limit, result = int(QUIET_LIMITS[s["judge"]]), int(s["result"])
    alive = [[(rank, int(sq)) for rank, sq in enumerate(side) if sq < SQUARES] for side in s["places"]]
    squares = [square for side in alive for _, square in side]
    wrong = []
    if len(set(squares)) < len(squares):
        wrong.append("two animals share a square")
    for seat, side in enumerate(alive):
        if any(GROUND[square] == "~" and rank != RAT for rank, square in side):
            wrong.append(f"an animal of player {seat} that cannot swim is in the water")
        if any(square == DENS[seat] for _, square in side):
            wrong.append(f"an animal of player {seat} is in its own den")
        won = any(square == DENS[1 - seat] for _, square in side) or not alive[1 - seat]
        if won and result != WON_0 + seat:
            wrong.append(f"player {seat} has won, but the game does not say so")
    if s["quiet"] > limit or (s["quiet"] == limit and result == RUNNING):
        wrong.append(f"the game goes on after {s['quiet']} moves without a taking")
    if result == DRAWN and not (s["judge"] and s["quiet"] == limit):
        wrong.append("a draw without 50 quiet moves")
    return wrong
