"""Write games of every kind of agent as records: ``python tools/golden_records.py``.

The files in tests/data/records pin down how agents play: a test plays each game again and demands the same
bytes. Limits are in playouts, depth or positions, never in time.
"""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Sequence
from pathlib import Path

import parlour
from parlour.files import make_folder, write_text

__all__ = ["OUT", "ROOT", "TABLES", "play_again"]

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "tests" / "data" / "records"

TABLES = {
    "reversi": (
        ("reversi", "random", "mc:playouts=50"),
        ("reversi", "mcts:playouts=200", "minimax:depth=2"),
        ("reversi", "alphabeta:depth=3", "iago"),
        ("reversi", "cassio", "desdemona"),
        ("reversi", "roderigo", "duke"),
        ("reversi", "best:level=3", "best:level=7"),
        ("reversi", "best:depth=5", "alphabeta:nodes=1000"),
        ("reversi", "mcts:playouts=50,reuse=yes", "best:nodes=2000"),
        ("reversi", "mcts:playouts=50,cutoff=4", "mc:playouts=50,playout=iago"),
        ("reversi", "alphabeta:depth=2,order=value,table=no", "alphabeta:depth=3,order=random"),
        ("reversi", "mcts:nodes=60,c=0.7", "best:level=1"),
        ("reversi", "iago", "minimax:depth=3"),
        ("reversi", "level:n=4", "best:depth=3,slips=0.2"),
        ("reversi", "squares", "squares:depth=3"),
    ),
    "jungle": (
        ("jungle", "random", "mc:playouts=50"),
        ("jungle", "mcts:playouts=50", "minimax:depth=2"),
        ("jungle", "alphabeta:depth=3", "rollouts:moves=500"),
        ("jungle", "walk", "heuristic"),
        ("jungle", "best:depth=4", "heuristic"),
        ("jungle", "walk", "best:nodes=2000"),
        ("jungle:rules=judge", "best:depth=2,tables=0", "random"),
        ("jungle:rules=judge", "heuristic", "best:depth=3"),
        ("jungle:rules=judge", "mcts:playouts=50,reuse=yes", "walk"),
        ("jungle:rules=judge", "alphabeta:nodes=200,heuristic=static", "mc:playouts=50,playout=walk"),
        ("jungle", "mcts:nodes=60,cutoff=2,heuristic=static", "alphabeta:depth=2,table=no"),
        ("jungle:rules=judge", "rollouts:moves=500", "minimax:depth=2,heuristic=static"),
        ("jungle", "level", "level:n=7"),
    ),
    "isolation": (
        ("isolation", "random", "mc:playouts=50"),
        ("isolation", "mcts:playouts=50", "minimax:depth=3"),
        ("isolation", "alphabeta:depth=4", "solver:seconds=100"),
        ("isolation:size=3", "solver:seconds=100", "random"),
        ("isolation:size=5", "solver:seconds=100", "mcts:playouts=50,reuse=yes"),
        ("isolation:size=5", "minimax:depth=2,heuristic=offensive", "minimax:depth=2,heuristic=defensive"),
        ("isolation:size=6", "alphabeta:nodes=300,heuristic=basic", "mcts:playouts=50,cutoff=3"),
        ("isolation:size=7", "alphabeta:depth=3,order=random", "alphabeta:depth=3,table=no"),
        ("isolation:size=8,start=a1-h8", "mcts:playouts=50", "alphabeta:depth=3"),
        ("isolation:size=8,start=d4-e5", "mc:playouts=50", "mcts:nodes=60"),
        ("isolation:size=11", "alphabeta:depth=2", "mcts:playouts=50,cutoff=6,heuristic=offensive"),
        ("isolation:size=15", "minimax:depth=2", "random"),
        ("isolation:size=7", "level:n=2", "level:n=6"),
        ("isolation:size=7", "best:depth=6", "alphabeta:depth=4"),
    ),
    "dicewars": (
        ("dicewars:players=2", "random", "two"),
        ("dicewars:players=2", "difference", "ste"),
        ("dicewars:players=2", "stei", "wpm"),
        ("dicewars:players=2", "statistics", "maxn:depth=2"),
        ("dicewars:players=2", "expectimax:depth=2,width=3", "best:depth=3"),
        ("dicewars:players=2", "mc:playouts=50", "stei"),
        ("dicewars:players=2", "wpm", "mcts:playouts=50"),
        ("dicewars:players=2,rules=2020", "best:depth=1", "expectimax:depth=1,heuristic=regions"),
        ("dicewars:players=3", "mcts:playouts=50,cutoff=5", "stei", "mc:playouts=50,playout=ste"),
        ("dicewars", "best:depth=1", "statistics", "maxn", "wpm"),
        ("dicewars:rules=2020", "stei", "difference", "best:depth=2,width=2", "random"),
        ("dicewars:players=5", "ste", "stei", "two", "wpm", "expectimax:depth=1,heuristic=chance"),
        ("dicewars:players=8", "ste", "stei", "wpm", "difference", "two", "random", "statistics", "stei"),
        ("dicewars", "level:n=2", "level:n=4", "level:n=6", "level:n=8"),
    ),
    "ticket-to-ride": (
        ("ticket-to-ride", "random", "labno"),
        ("ticket-to-ride", "mc:playouts=20", "labno:draw=blind"),
        ("ticket-to-ride", "labno-six", "mcts:playouts=50"),
        ("ticket-to-ride", "labno-blind", "net"),
        ("ticket-to-ride", "planner", "labno"),
        ("ticket-to-ride:deck=92", "planner", "random"),
        ("ticket-to-ride:rules=thesis", "net:variant=universal", "planner"),
        ("ticket-to-ride:rules=thesis", "net:variant=specific", "labno-blind"),
        ("ticket-to-ride:rules=thesis", "labno", "net:legal=count"),
        ("ticket-to-ride:players=3", "planner", "net", "mcts:playouts=20,playout=random,cutoff=10"),
        ("ticket-to-ride:players=4,rules=thesis", "labno", "net", "labno-six", "planner"),
        ("ticket-to-ride:players=5", "planner", "labno", "net:variant=specific", "random", "labno-blind"),
        ("ticket-to-ride", "level:n=2", "level:n=8"),
        ("ticket-to-ride", "best:playouts=30,seconds=1000", "labno"),
        ("ticket-to-ride:players=3", "learned", "planner", "labno"),
    ),
    "tichu": (
        ("tichu", "random", "plan", "random", "fsm"),
        ("tichu", "plan", "tree", "plan", "tree"),
        ("tichu", "fsm", "tree:value=simple", "fsm", "tree:value=none"),
        ("tichu", "mc:playouts=20", "plan", "mcts:playouts=20", "plan"),
        ("tichu", "mcts:playouts=20,determinizer=learned", "fsm", "mc:playouts=20,playout=fsm", "tree"),
        ("tichu", "best:playouts=100,seconds=1000", "plan", "best:playouts=40,seconds=1000", "plan"),
        ("tichu", "plan:calls=model", "plan:grand=aggressive", "plan:grand=yang", "plan:calls=none"),
        ("tichu", "tree:grand=points", "plan:grand=conservative", "fsm:grand=neutral", "random:grand=none"),
        ("tichu:calls=no", "plan", "best:playouts=40,seconds=1000", "tree:tolerance=0.9", "fsm"),
        ("tichu:rules=mini", "plan", "tree:value=by-possibilities", "fsm", "random"),
        ("tichu:rules=mini", "best:playouts=40,seconds=1000", "mc:playouts=20", "plan", "mcts:playouts=20"),
        ("tichu:length=match", "plan", "tree:value=by-combinations", "plan:grand=points", "random"),
        ("tichu", "level:n=2", "level:n=9", "careless", "plan:slips=0.3"),
        ("tichu", "learned", "plan", "learned", "plan"),
    ),
    "examples": (
        ("examples/tictactoe.py", "random", "mc:playouts=50"),
        ("examples/tictactoe.py", "mcts:playouts=50", "minimax:depth=2"),
        ("examples/tictactoe.py", "alphabeta:depth=4", "mcts:playouts=50,reuse=yes"),
        ("examples/kuhn.py", "random", "mc:playouts=50"),
        ("examples/kuhn.py", "mcts:playouts=50", "mc:playouts=50"),
    ),
}
"""Who plays what: the game and an agent a seat; the n-th game of a file has seed n."""


def play_once(game: str, agents: Sequence[str], seed: int) -> parlour.Record:
    """One game; files of games and agents are looked for from the root of the repository."""
    with contextlib.chdir(ROOT):
        opened = parlour.game(game)
        return parlour.play(opened, [parlour.agent(opened, spec) for spec in agents], seed=seed)


def play_again(record: parlour.Record) -> parlour.Record:
    """The game of a record, played anew by the same agents."""
    return play_once(record.game, record.seats, record.seed)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Write games of every kind of agent as records.")
    parser.add_argument("names", nargs="*", help=f"of {', '.join(TABLES)}; all by default")
    parser.add_argument("--out", type=Path, default=OUT, help="folder of the files")
    chosen = parser.parse_args()
    make_folder(chosen.out)
    for name in chosen.names or TABLES:
        records = [play_once(game, agents, seed) for seed, (game, *agents) in enumerate(TABLES[name])]
        text = "".join(f"{record.text()}\n" for record in records)
        print(f"{write_text(chosen.out / f'{name}.jsonl', text)}: {len(records)} games")


if __name__ == "__main__":
    main()
