"""A script of a user that uses every name of the public face; type checkers read it at their strictest."""

from __future__ import annotations

import parlour
from parlour import (
    Agent,
    Analysis,
    Clock,
    Game,
    Judgement,
    Move,
    Option,
    ParlourError,
    Record,
    Results,
    State,
    View,
    agent,
    analyse,
    game,
    judge,
    match,
    play,
    tournament,
)


class Last(Agent):
    """The last legal move."""

    def choose(self, view: View, clock: Clock) -> int:
        """Decide."""
        return view.legal_moves[-1]


def first(view: View) -> int | str:
    """The first legal move."""
    return view.format(view.legal_moves[0])


reversi: Game = game("reversi")
state: State = reversi.new(seed=1)
state.play("d3")
moves: list[Move] = state.moves
state.undo()
picture: str = state.svg
sample: State = state.view(0).sample(3)
record: Record = play(reversi, [agent(reversi, "random"), Last()], seed=2, start=state)
positions: list[State] = list(record.replay())
analysis: Analysis = analyse(positions[10], "mcts:playouts=20")
judgements: list[Judgement] = judge(state, "best:depth=2")
share: float | None = judgements[0].win[0]
line: tuple[str, ...] = analysis.candidates[0].line
results: Results = match(reversi, [first, Last], games=2)
table: Results = tournament(reversi, [first, Last(), "random"], games=2)
won: int = table.standings().agents[0].line.wins
size: Option = game("isolation").options[0]
try:
    parlour.game("revers")
except ParlourError as error:
    print(error, moves[0].text, size.name, won)
