"""One game between agents, and the one way to let an agent decide: for arena, page and terminal."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from parlour.agent import FREE, Agent, Clock, Terms
from parlour.errors import Broken, CannotStart, ParlourError, broken_by
from parlour.game import Game
from parlour.record import Forfeit, Record
from parlour.seeds import new_seed
from parlour.state import State, View

__all__ = ["Chance", "Conduct", "Table", "begin", "decide", "forfeit_rewards", "play"]


class Chance(NamedTuple):
    """What the seeds of a game's agents follow from: none of them tells of the game's own."""

    seed: int  # of the game
    rotation: int = 0  # of the seats on its deal
    secret: str = ""  # of the run: for bots outside

    def of(self, agent: Agent, seat: int) -> int:
        """The seed of an agent at a seat."""
        from parlour.kernel import agent_seed

        return agent_seed(self.seed, seat, self.rotation, self.secret if agent.outside else "")


@contextmanager
def _verdict() -> Iterator[None]:
    """Whatever an agent raises, and even its wish to end the program, is a crash of its own."""
    try:
        yield
    except (Broken, CannotStart):
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and _ctrl_c_interrupts():
            raise
        raise broken_by(error) from error


def _ctrl_c_interrupts() -> bool:
    """Whether Ctrl-C raises an error here: in the main thread of a program that left it to Python."""
    own = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return own and threading.current_thread() is threading.main_thread()


def begin(agent: Agent, game: Game, seat: int, chance: Chance) -> None:
    """Let an agent get ready for a game; `Broken` when it cannot."""
    with _verdict():
        agent.begin(game, seat, chance.of(agent, seat))


def decide(view: View, agent: Agent, clock: Clock) -> int:
    """The agent's action, checked; `Broken` when it is late, illegal or none."""
    legal = view.legal_moves
    if clock.left <= 0:
        clock.skip()
        raise Broken("timeout", "no time left")
    clock.start()
    try:
        with _verdict():
            action = agent.choose(view, clock)
    finally:
        in_time = clock.stop()
    if not in_time:
        raise Broken("timeout", f"{clock.used[-1]:.3f} s")
    if action not in legal:
        raise Broken("illegal", f"action {action}")
    return action


class Conduct:
    """Who broke the rules of play in a game, and what follows: its forfeit rule plays on, or it is lost."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.forfeits: list[Forfeit] = []
        self.ended = False  # by a forfeit
        self._out: set[int] = set()  # seats that are no longer asked

    def excludes(self, seat: int) -> bool:
        """Whether the game's forfeit rule plays for a seat from now on."""
        return seat in self._out

    def forfeit(self, seat: int, ply: int, broken: Broken) -> None:
        """A seat broke the rules of play; one that was merely late may go on if the game does."""
        words = {"reason": broken.reason, "detail": broken.detail, "trace": broken.trace}
        self.forfeits.append(Forfeit(seat=seat, ply=ply, **words))
        if self.game.notation.forfeit is None:
            self.ended = True
        elif broken.reason != "timeout":
            self._out.add(seat)

    def stand_in(self, state: State) -> int | None:
        """What is played for the seat to move; None when the game has ended instead."""
        rule = self.game.notation.forfeit
        return None if rule is None else int(rule(state))

    def rewards(self, state: State) -> list[float]:
        """What each seat got."""
        losers = [forfeit.seat for forfeit in self.forfeits]
        return forfeit_rewards(self.game, losers) if self.ended else state.rewards


def forfeit_rewards(game: Game, losers: Iterable[int]) -> list[float]:
    """Whoever broke the rules of play or gave up has lost; the others share what that is worth."""
    teams = game.team_of
    out = {teams[seat] for seat in losers}
    seats_out = sum(team in out for team in teams)
    if seats_out == len(teams):
        return [game.rewards_sum / len(teams)] * len(teams)
    share = min(1.0, (game.rewards_sum + seats_out) / (len(teams) - seats_out))
    return [-1.0 if team in out else share for team in teams]


class Table:
    """The agents of one game with their clocks; a seat may have none, where a person sits."""

    def __init__(self, game: Game, agents: Sequence[Agent | None], terms: Terms = FREE) -> None:
        self.game, self.agents, self.terms = game, agents, terms
        self.clocks = [terms.clock() for _ in agents]
        self.conduct = Conduct(game)

    def begin(self, chance: Chance) -> None:
        """Every agent gets ready; its clock does not run yet."""
        for seat, agent in enumerate(self.agents):
            if agent is None:
                continue
            agent.terms = self.terms
            try:
                begin(agent, self.game, seat, chance)
            except Broken as broken:
                self.conduct.forfeit(seat, 0, broken)

    def decide(self, state: State) -> int | None:
        """The action of the seat to move, an agent's; None when a forfeit has ended the game."""
        seat = state.mover
        agent = self.agents[seat]
        if agent is not None and not self.conduct.excludes(seat):
            try:
                return decide(state.view(), agent, self.clocks[seat])
            except Broken as broken:
                self.conduct.forfeit(seat, state.ply, broken)
        return self.conduct.stand_in(state)

    def end(self, state: State) -> list[float]:
        """What each seat got; the agents are told. Who crashes now is noted, but the result stands."""
        rewards = self.conduct.rewards(state)
        for seat, agent in enumerate(self.agents):
            try:
                with _verdict():
                    if agent is not None:
                        agent.end(list(state.scores), list(rewards))
            except Broken as broken:
                self.conduct.forfeit(seat, state.ply, broken)
        return rewards


def play(
    game: Game,
    agents: Sequence[Agent],
    seed: int | None = None,
    *,
    start: State | None = None,
    terms: Terms = FREE,
    opening: Sequence[str] = (),
    rotation: int = 0,
    secret: str = "",
    on_move: Callable[[State, int], None] | None = None,
) -> Record:
    """Play one game, an agent a seat; everything that chance does follows from the seed.

    By default the seed is 0, and drawn where bots of others play.
    With `start` the game begins from that position, with the moves of `opening` after those. Agents get seeds
    of their own, which differ in every `rotation` of the seats on one deal; those of bots outside follow from
    `secret` too.
    """
    if len(agents) != game.players:
        raise ParlourError(f"{game.spec} has {game.players} seats, but {len(agents)} agents were given")
    if seed is None:
        seed = new_seed() if any(agent.outside for agent in agents) else 0
    state = game.position(start.text, seed) if start else game.new(seed)
    for move in opening:
        state.play(move)
    table = Table(game, agents, terms)
    table.begin(Chance(seed, rotation, secret))
    while not table.conduct.ended and not state.over:
        action = table.decide(state)
        if action is not None:
            if on_move:
                on_move(state, action)
            state.advance(action)
    rewards = table.end(state)
    return Record(
        game=game.spec,
        rules=game.rules_version,
        seed=seed,
        start=start.text if start else "",
        seats=tuple(agent.spec or type(agent).__name__ for agent in agents),
        moves=tuple(move.text for move in state.moves),
        scores=tuple(state.scores),
        rewards=tuple(rewards),
        opening=len(opening),
        rotation=rotation,
        forfeits=tuple(table.conduct.forfeits),
        times=tuple(tuple(clock.used) for clock in table.clocks),
        work=tuple(agent.work for agent in agents),
    )
