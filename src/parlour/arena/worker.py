"""The worker process: reads games to play from standard input, writes their records to standard output."""

from __future__ import annotations

import json
import os
import signal
import sys

from parlour.agent import Terms
from parlour.arena.engines import DECIDING, READY
from parlour.arena.player import Player
from parlour.arena.schedule import Slot
from parlour.bots.child import die_with_parent
from parlour.errors import ParlourError
from parlour.game import game

__all__ = ["main"]


def main() -> None:
    """Play until the input ends."""
    die_with_parent()
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what an agent prints must not get between the records
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who says here that Ctrl-C was pressed is an agent

    def tell(seat: int, decision: int) -> None:
        print(f"{DECIDING}{seat} {decision}", file=out, flush=True)

    line = sys.stdin.readline()
    if not line:  # stopped before it began
        return
    first = json.loads(line)
    try:
        player = Player(game(first["game"]), Terms(**first["terms"]), tell=tell)
        player.prepare(first["agents"])
        print(READY, file=out, flush=True)
        for line in sys.stdin:
            record = player.play(Slot.read(json.loads(line)))
            print(record.text(times=True), file=out, flush=True)
    except ParlourError as error:
        print(f"!{error}", file=out, flush=True)
    except BrokenPipeError:
        pass


if __name__ == "__main__":
    main()
