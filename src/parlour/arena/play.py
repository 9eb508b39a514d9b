"""One game between agents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from parlour.agent import FREE, Agent, Clock, Terms
from parlour.errors import Broken, IllegalMove, ParlourError
from parlour.game import Game, State
from parlour.record import Forfeit, Record

__all__ = ["forfeit_rewards", "play"]


def play(
    game: Game,
    agents: Sequence[Agent],
    seed: int = 0,
    *,
    terms: Terms = FREE,
    opening: Sequence[str] = (),
    on_move: Callable[[State, int], None] | None = None,
) -> Record:
    """Play one game, an agent a seat; everything that chance does follows from the seed."""
    if len(agents) != game.players:
        raise ParlourError(f"{game.spec} has {game.players} seats, but {len(agents)} agents were given")
    state = game.new(seed)
    for move in opening:
        state.play(state.parse(move))
    table = _Table(game, agents, terms)
    table.begin(seed)
    while not table.ended and not state.over:
        action = table.decide(state)
        if action is not None:
            if on_move:
                on_move(state, action)
            state.advance(action)
    return table.record(state, seed, len(opening))


class _Table:
    """The agents of one game with their clocks, and who broke the rules of play."""

    def __init__(self, game: Game, agents: Sequence[Agent], terms: Terms) -> None:
        self.game, self.agents, self.terms = game, agents, terms
        self.clocks = [terms.clock() for _ in agents]
        self.forfeits: list[Forfeit] = []
        self.ended = False  # by a forfeit
        self._out: set[int] = set()  # seats for which the game's forfeit rule plays on
        self._stand_in = getattr(game.notation, "forfeit", None)

    def begin(self, seed: int) -> None:
        """Every agent gets ready; its clock does not run yet."""
        for seat, agent in enumerate(self.agents):
            agent.terms = self.terms
            try:
                agent.begin(self.game, seat, seed)
            except Broken as broken:
                self._forfeit(seat, 0, broken)

    def decide(self, state: State) -> int | None:
        """The action of the seat to move; None when a forfeit has ended the game."""
        seat = state.mover
        if seat not in self._out:
            try:
                return _decide(state, self.agents[seat], self.clocks[seat])
            except Broken as broken:
                self._forfeit(seat, len(state.moves), broken)
        if self._stand_in is None:
            return None
        return int(self._stand_in(state))

    def _forfeit(self, seat: int, ply: int, broken: Broken) -> None:
        self.forfeits.append(Forfeit(seat=seat, ply=ply, reason=broken.reason, detail=broken.detail))
        if self._stand_in is None:
            self.ended = True
        elif broken.reason != "timeout":
            self._out.add(seat)

    def record(self, state: State, seed: int, opening: int) -> Record:
        """The game as it ended; the agents are told."""
        losers = [forfeit.seat for forfeit in self.forfeits]
        rewards = forfeit_rewards(self.game, losers) if self.ended else state.rewards
        for agent in self.agents:
            agent.end(state.scores, rewards)
        return Record(
            self.game.spec,
            seed,
            tuple(agent.spec for agent in self.agents),
            tuple(move.text for move in state.moves),
            tuple(state.scores),
            tuple(rewards),
            tuple(self.forfeits),
            tuple(tuple(clock.used) for clock in self.clocks),
            tuple(agent.work for agent in self.agents),
            opening,
            self.game.rules_version,
        )


def forfeit_rewards(game: Game, losers: Iterable[int]) -> list[float]:
    """Who broke the rules of play or gave up has lost; the others share what that is worth."""
    teams = game.team_of
    out = {teams[seat] for seat in losers}
    lost = sum(team in out for team in teams)
    if lost == len(teams):
        return [game.rewards_sum / len(teams)] * len(teams)
    share = min(1.0, (game.rewards_sum + lost) / (len(teams) - lost))
    return [-1.0 if team in out else share for team in teams]


def _decide(state: State, agent: Agent, clock: Clock) -> int:
    """The agent's action, checked; `Broken` when it is late, illegal or none."""
    view = state.view()
    if clock.left <= 0:
        clock.skip()
        raise Broken("timeout", "no time left")
    clock.start()
    try:
        action = agent.choose(view, clock)
    except Broken:
        raise
    except IllegalMove as error:
        raise Broken("illegal", str(error)) from error
    except Exception as error:
        raise Broken("crash", f"{type(error).__name__}: {error}") from error
    finally:
        in_time = clock.stop()
    if not in_time:
        raise Broken("timeout", f"{clock.used[-1]:.3f} s")
    if action not in state.legal_moves:
        raise Broken("illegal", f"action {action}")
    return action
