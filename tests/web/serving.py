"""`parlour serve` for tests.

Whoever asks for a seed gets it, also where people play with chance; what lapses does so quickly; and nothing
is compiled but what somebody waits for.
"""

from __future__ import annotations

import runpy

from parlour.game import Game
from parlour.seeds import new_seed
from parlour.web import app, hall, lapses
from parlour.web.messages import NewTable


def any_seed(game: Game, request: NewTable) -> int:
    return new_seed() if request.seed is None else request.seed


async def compile_nothing(hall: hall.Hall) -> None:
    """Nobody compiles ahead."""


app._warm = compile_nothing
hall.seed_of = any_seed
lapses.LAPSE = 0.15
runpy.run_module("parlour", run_name="__main__", alter_sys=True)
