"""Jungle's commands: ``parlour train jungle-weights``, ``jungle-network`` and ``parlour solve jungle``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli.options import Json, Seed, Workers, cores, write_json
from parlour.errors import ParlourError
from parlour.game import Game, game
from parlour.games.jungle import GAME, RULE_SETS
from parlour.stopping import goes_on

Rules = Annotated[str, typer.Option(help="sheet or judge")]


def train_weights(
    games: Annotated[int, typer.Option(help="games against itself, a rule set and run", min=40)] = 90_000,
    runs: Annotated[int, typer.Option(help="how many runs the weights are the mean of", min=1)] = 2,
    seed: Seed = 0,
    out: Annotated[Path, typer.Option(help="where the weights go")] = Path("weights.json"),
) -> None:
    """Learn the weights of the evaluation from games against itself.

    Example: parlour train jungle-weights --games 20000 --out weights.json
    """
    import json

    from parlour.files import write_text
    from parlour.games.jungle.evaluation import SIZE
    from parlour.games.jungle.lab.weights import ROUNDS, STAGES, mean_weights, strength, train
    from parlour.terminal import track

    model: dict[str, Any] = {
        "game": GAME.name,
        "rules_version": GAME.rules_version,
        "features": SIZE,
        "games": games,
        "seed": seed,
    }
    for rules in RULE_SETS:
        ends = []
        for run in range(runs):
            rounds = train(rules, games, seed + run)
            *_, last = track(rounds, f"rounds ({rules}, run {run + 1} of {runs})", len(STAGES) * ROUNDS)
            ends.append(last)
        weights = mean_weights(ends)
        model[rules] = [round(float(weight), 1) for weight in weights]
        share = strength(rules, weights, 200, seed)
        print(f"{rules}: {share:.1%} of 200 games against weights by rule of thumb")
    write_text(out, json.dumps(model) + "\n")
    print(f"written to {out}")


def train_network(
    rules: Rules = "sheet",
    games: Annotated[int, typer.Option(help="games a round", min=50)] = 12_000,
    rounds: Annotated[
        int, typer.Option(help="rounds of its own games, after one of the heuristic", min=0)
    ] = 4,
    nodes: Annotated[int, typer.Option(help="positions searched for a move", min=1)] = 1500,
    seed: Seed = 0,
    workers: Workers = 0,
    out: Annotated[
        Path | None, typer.Option(help="the network to play with; by default jungle-network-RULES.npz")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(help="goes on from this file, and keeps it up to date; by default beside --out"),
    ] = None,
    curve: Annotated[Path, typer.Option(help="how it goes, which the web page draws")] = Path(
        "results/jungle-network.curve.jsonl"
    ),
) -> None:
    """Teach the network of `best` by games against itself, round after round; a run that was stopped goes on.

    Example: parlour train jungle-network --rules judge --games 2000 --rounds 2 --out network.npz
    """
    from dataclasses import asdict

    from parlour.games.jungle.best.network import save_network
    from parlour.games.jungle.lab.network import Lesson, teach
    from parlour.learn.curves import Curve
    from parlour.terminal import track

    _check_rules(rules)
    lesson, out = Lesson(rules, games, nodes, seed), out or Path(f"jungle-network-{rules}.npz")
    checkpoint = checkpoint or out.with_suffix(".checkpoint.npz")
    points: Curve | None = None
    for one in teach(lesson, rounds, checkpoint, cores(workers), track):
        points = points or Curve(curve, "jungle-network", "jungle", asdict(lesson), one.number * games)
        points.add((one.number + 1) * games, {"log loss": one.loss, "score against the last": one.share})
        save_network(out, rules, one.network, {**asdict(lesson), "rounds": one.number})
        print(
            f"round {one.number}: {one.positions} positions, log loss {one.loss:.3f} on new games, "
            f"{one.share:.1%} against the network before"
        )
    print(f"written to {out}")


TRAINERS = {"jungle-weights": train_weights, "jungle-network": goes_on(train_network)}


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
