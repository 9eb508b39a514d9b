"""The moves of recorded games that gave most away, and how each agent fared by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from parlour.agent import line_text
from parlour.judging.judgement import Judgement, judge
from parlour.judging.marks import CUTS
from parlour.record import Record
from parlour.state import State

__all__ = ["MARKED", "Analysed", "Conduct", "Mistake", "analyse_games", "conduct_of", "find_mistakes"]

MARKED = tuple(quality for _, quality in CUTS)
"""The qualities of moves that give something away, the worst first."""


@dataclass(frozen=True)
class Mistake:
    """A move that gave something away: whose it was, what it cost, and what was better."""

    game: int  # its number among those analysed, from 1
    ply: int  # the moves before it
    agent: str
    move: str
    quality: str
    loss: float  # of the chance to win
    doubt: float  # half of its 95 % interval
    better: str
    line: tuple[str, ...]  # what was expected to follow the better move, that move first


@dataclass
class Conduct:
    """How one agent decided, over all games."""

    agent: str
    decisions: int = 0
    loss: float = 0.0  # in all
    marks: Counter[str] = field(default_factory=Counter)

    @property
    def mean_loss(self) -> float:
        """What a decision gave away, on average."""
        return self.loss / self.decisions if self.decisions else 0.0


@dataclass(frozen=True)
class Analysed:
    """One game with what the judge says of every position."""

    number: int
    record: Record
    last: State
    judgements: Sequence[Judgement]


def analyse_games(records: Iterable[Record], adviser: str | None, seed: int) -> Iterator[Analysed]:
    """The games with their judgements, one after the other."""
    for number, record in enumerate(records, 1):
        last = record.last()
        yield Analysed(number, record, last, judge(last, adviser, seed=seed))


def find_mistakes(game: Analysed) -> Iterator[Mistake]:
    """The marked moves of one game, in order."""
    for judgement in game.judgements:
        verdict = judgement.verdict
        if verdict is None or verdict.better is None or verdict.quality not in MARKED:
            continue
        view = game.last.at(judgement.ply - 1).view()
        line = line_text(view, verdict.better.line) or [view.format(verdict.better.action)]
        yield Mistake(
            game.number, judgement.ply - 1, game.record.seats[verdict.seat] or f"seat {verdict.seat + 1}",
            verdict.move, verdict.quality, verdict.loss or 0.0, verdict.loss_error, line[0], tuple(line),
        )  # fmt: skip


def conduct_of(games: Iterable[Analysed]) -> list[Conduct]:
    """How each agent decided, the one that gave least away first."""
    agents: dict[str, Conduct] = {}
    for game in games:
        for judgement in game.judgements:
            verdict = judgement.verdict
            if verdict is None or verdict.loss is None:
                continue
            name = game.record.seats[verdict.seat] or f"seat {verdict.seat + 1}"
            conduct = agents.setdefault(name, Conduct(name))
            conduct.decisions += 1
            conduct.loss += verdict.loss
            if verdict.quality in MARKED:
                conduct.marks[verdict.quality] += 1
    return sorted(agents.values(), key=lambda one: one.mean_loss)
