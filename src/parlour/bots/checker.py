"""The check whether a bot keeps the protocol."""

from __future__ import annotations

from collections.abc import Callable

from parlour.agent import Agent, Terms, agent
from parlour.arena.play import play
from parlour.bots.external import external_agent
from parlour.errors import ParlourError
from parlour.game import Game

__all__ = ["check_bot"]

GAMES = 2  # from every seat


def check_bot(game: Game, command: str, tell: Callable[[str], None]) -> None:
    """Play a bot from every seat; a `ParlourError` explains the first thing that it does wrong."""
    for number in range(GAMES):
        for seat in range(game.players):
            bot = external_agent(game, f"exec:{command}")
            agents: list[Agent] = [agent(game, "random") for _ in range(game.players)]
            agents[seat] = bot
            try:
                record = play(game, agents, number, terms=Terms(move=10.0))
            finally:
                bot.close()
            for forfeit in record.forfeits:
                raise ParlourError(
                    f"game {number + 1} as {game.seat_name(seat)}, move {forfeit.ply + 1}: "
                    f"{forfeit.reason}: {forfeit.detail}"
                )
            tell(f"game {number + 1} as {game.seat_name(seat)}: {len(record.moves)} moves, all in order")
    tell(f"{command} keeps the protocol")
