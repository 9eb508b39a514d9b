"""One game between agents."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.agent import Agent, Clock
from parlour.arena.terms import Terms
from parlour.errors import IllegalMove, ParlourError
from parlour.game import Game, State
from parlour.record import Forfeit, Record

__all__ = ["play"]


FREE = Terms()
"""No limits."""


class _Broken(Exception):
    """A seat broke the rules of play."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason, self.detail = reason, detail


def play(
    game: Game,
    agents: Sequence[Agent],
    seed: int = 0,
    *,
    terms: Terms = FREE,
    start: State | None = None,
    on_move: Callable[[State, int], None] | None = None,
) -> Record:
    """Play one game, an agent a seat; everything that chance does follows from the seed."""
    if len(agents) != game.players:
        raise ParlourError(f"{game.spec} has {game.players} seats, but {len(agents)} agents were given")
    state = start or game.new(seed)
    clocks = [terms.clock() for _ in agents]
    forfeits: list[Forfeit] = []
    for seat, agent in enumerate(agents):
        agent.begin(game, seat, seed)
    while (seat := state.mover) >= 0:
        try:
            action = _decide(state, agents[seat], clocks[seat])
        except _Broken as broken:
            forfeits.append(
                Forfeit(seat=seat, ply=len(state.moves), reason=broken.reason, detail=broken.detail)
            )
            break
        if on_move:
            on_move(state, action)
        state.advance(action)
    return _record(game, agents, seed, state, forfeits, clocks)


def _decide(state: State, agent: Agent, clock: Clock) -> int:
    """The agent's action, checked; `_Broken` when it is late, illegal or none."""
    view = state.view()
    clock.start()
    try:
        action = agent.choose(view, clock)
    except IllegalMove as error:
        raise _Broken("illegal", str(error)) from error
    except Exception as error:
        raise _Broken("crash", f"{type(error).__name__}: {error}") from error
    finally:
        in_time = clock.stop()
    if not in_time:
        raise _Broken("timeout", f"{clock.used[-1]:.3f} s")
    if action not in state.legal_moves:
        raise _Broken("illegal", f"action {action}")
    return action


def _record(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    state: State,
    forfeits: list[Forfeit],
    clocks: list[Clock],
) -> Record:
    rewards = state.rewards
    if forfeits:
        losers = {game.team_of[forfeit.seat] for forfeit in forfeits}
        rewards = [-1.0 if team in losers else 1.0 for team in game.team_of]
    return Record(
        game.spec,
        seed,
        tuple(agent.spec for agent in agents),
        tuple(move.text for move in state.moves),
        tuple(state.scores),
        tuple(rewards),
        tuple(forfeits),
        tuple(tuple(clock.used) for clock in clocks),
        tuple(agent.work for agent in agents),
        game.rules_version,
    )
