"""What it costs to make the message of a turn for a bot, by protocol and by what the bot wants.

    python benchmarks/bot_messages.py

The mean of the same positions of random games, in milliseconds of one core; the best of several rounds.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import parlour
from parlour.bots.protocol import Part, Turn
from parlour.bots.views import view_info
from parlour.game import game_names
from parlour.testing import random_positions

POSITIONS, ROUNDS = 60, 5
KINDS: dict[str, tuple[int, tuple[Part, ...]]] = {
    "protocol 1": (1, ("text", "history", "state")),
    "protocol 2": (2, ()),
    "with state": (2, ("state",)),
    "with state and history": (2, ("state", "history")),
}


def line(view: parlour.View, protocol: int, parts: Sequence[Part]) -> str:
    legal = [view.format(action) for action in view.legal_moves]
    return Turn(id=1, view=view_info(view, protocol, parts), legal=legal).line(parts)


def milliseconds(views: Sequence[parlour.View], protocol: int, parts: Sequence[Part]) -> float:
    rounds = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for view in views:
            line(view, protocol, parts)
        rounds.append(time.process_time() - began)
    return 1000 * min(rounds) / len(views)


def main() -> None:
    print("  ".join(["game".ljust(15), *KINDS, "bytes of each"]))
    for name in game_names():
        views = random_positions(parlour.game(name), POSITIONS)
        costs = [f"{milliseconds(views, *kind):{len(title)}.3f}" for title, kind in KINDS.items()]
        sizes = [
            f"{sum(len(line(view, *kind)) for view in views) / len(views):.0f}" for kind in KINDS.values()
        ]
        print("  ".join([name.ljust(15), *costs, " ".join(sizes)]), flush=True)


if __name__ == "__main__":
    main()
