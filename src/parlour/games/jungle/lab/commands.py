"""Jungle's command: ``parlour solve jungle``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from parlour.cli.options import Json, write_json
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.games.jungle import RULE_SETS

Rules = Annotated[str, typer.Option(help="sheet or judge")]


def _check_rules(rules: str) -> None:
    if rules not in RULE_SETS:
        raise ParlourError(f"--rules {rules}: expected {' or '.join(RULE_SETS)}")


def solve(
    position: Annotated[str, typer.Argument(help="63 characters, the player to move, perhaps quiet moves")],
    rules: Rules = "sheet",
    seconds: Annotated[float, typer.Option(help="for positions beyond the endgame tables", min=0.01)] = 10.0,
    json: Json = None,
) -> None:
    """Who wins a position, by the endgame tables or by search, and the best move.

    Example: parlour solve jungle ".......c...............................................C....... 0"
    """
    _check_rules(rules)
    result = _solve(game(f"jungle:rules={rules}"), position, seconds)
    print(f"{result['result']} best {result['best']}")
    write_json(json, result)


def _solve(variant: Game, position: str, seconds: float) -> dict[str, Any]:
    from parlour.agent import Clock
    from parlour.games.jungle.best.engine import Engine
    from parlour.search.minimax import WIN

    state = variant.position(position)
    if state.over:
        raise ParlourError("this game is over")
    engine = Engine(variant, seconds=seconds, tables=3)
    engine.begin(variant, state.mover, 0)
    action = engine.choose(state.view(), Clock())
    score = engine.score if len(state.legal_moves) > 1 or engine.knows(state.view()) else 0.0
    if abs(score) > WIN / 2:
        result = "win" if score > 0 else "loss"
    else:
        result = "draw" if engine.knows(state.view()) else f"not proven, score {score:+.0f}"
    return {"position": position, "result": result, "best": state.format(action), "depth": engine.reached}
