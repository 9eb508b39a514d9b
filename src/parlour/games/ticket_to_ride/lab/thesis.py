"""What the studies of the thesis share: the source, the rules, and games of one player against itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from parlour.arena.schedule import game_seeds
from parlour.game import game
from parlour.report.source import Source
from parlour.report.study import Run, Studies
from parlour.spec import Option

if TYPE_CHECKING:
    from parlour.games.ticket_to_ride.lab.selfplay import Games
    from parlour.games.ticket_to_ride.net.model import Network

__all__ = ["OBSERVATIONS", "PLAYERS", "RULES", "STUDIES", "THESIS", "self_play"]

STUDIES = Studies("ticket-to-ride")

THESIS = Source(
    "labno",
    "mastersthesis",
    "Paweł Łabno",
    "Implementacja Sztucznej Inteligencji dla gry Wsiąść do Pociągu",
    school="Jagiellonian University, Kraków",
)
RULES = Option("rules", "thesis", "under which rules", choices=("official", "thesis"))
PLAYERS = (2, 3, 4, 5)
OBSERVATIONS = (
    "Every player's final score is one observation, as in the thesis; all seats are played by the same "
    "agent, so a mean score is no measure of strength."
)


def self_play(
    run: Run, *, version: int | None = None, networks: dict[int, Network] | None = None
) -> list[Games]:
    """The games of each number of players, all seats alike; what a network may not do ends a game."""
    from parlour.games.ticket_to_ride.lab.selfplay import play_games
    from parlour.games.ticket_to_ride.labno.decisions import PROGRAM

    results = []
    for players in PLAYERS:
        table = game(f"ticket-to-ride:players={players},rules={run.settings['rules']}")
        seeds = np.array(game_seeds(run.seed, run.games), np.uint64)
        games = play_games(
            table,
            seeds,
            version=PROGRAM if version is None else version,
            network=networks[players] if networks else None,
            legal="count",
        )
        results.append(games)
    return results
