"""The tricks of a game as its moves tell them: who played what, who took it, and how each round came out.

Only the public history is read, so that the same story can be told to every seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from parlour.games.tichu.cards import DECK, DOG, DRAGON, NATURAL, card_name, parse_rank
from parlour.games.tichu.invariants import worth
from parlour.games.tichu.state import SEATS
from parlour.state import Move

__all__ = ["STAKES", "Play", "Result", "Round", "Trick", "result_of", "rounds_of"]

STAKES = {"tichu": 100, "grand": 200}
BITS = {card_name(card): 1 << card for card in range(56)}


class Play(NamedTuple):
    """Cards that a seat has laid on the table, and the rank that the Phoenix among them stands for."""

    seat: int
    cards: tuple[str, ...]
    role: int = 0

    @property
    def mask(self) -> int:
        """The set of the cards."""
        return sum(BITS[card] for card in self.cards)


@dataclass
class Trick:
    """The plays of a trick, and who took it; nobody while it lasts, and nobody takes the Dog."""

    plays: list[Play] = field(default_factory=list)
    taker: int | None = None

    @property
    def points(self) -> int:
        """What its cards are worth."""
        return worth(sum(play.mask for play in self.plays))


class Round:
    """A round as far as it was played, made of its moves one after the other."""

    def __init__(self, counts: Sequence[int]) -> None:
        self.counts = list(counts)
        self.tricks: list[Trick] = []
        self.trick = Trick()
        self.passed: list[int] = []
        self.calls = [""] * SEATS
        self.out: list[int] = []

    @property
    def played(self) -> int:
        """The set of all cards that were played."""
        return sum(play.mask for trick in (*self.tricks, self.trick) for play in trick.plays)

    @property
    def double(self) -> bool:
        """Whether partners went out first and second."""
        return len(self.out) >= 2 and self.out[0] % 2 == self.out[1] % 2

    @property
    def over(self) -> bool:
        """Whether nobody plays on."""
        return len(self.out) == 3 or self.double

    def add(self, move: Move) -> None:
        """Follow one move."""
        word, _, rest = move.text.partition(" ")
        if word == "play":
            self._play(_read(move.seat, rest))
        elif word == "pass":
            self._pass(move.seat)
        elif word == "dragon":
            self._take((move.seat + (1 if rest == "left" else 3)) % SEATS)
        elif word in STAKES:
            self.calls[move.seat] = word

    def _play(self, play: Play) -> None:
        self.passed = []
        self.trick.plays.append(play)
        self.counts[play.seat] -= len(play.cards)
        if self.counts[play.seat] == 0:
            self.out.append(play.seat)
        if play.mask == 1 << DOG:
            self._take(None)
        elif self.over:
            self._end_trick()

    def _pass(self, seat: int) -> None:
        self.passed.append(seat)
        if len(self.passed) == SEATS - len(self.out):
            self._end_trick()

    def _end_trick(self) -> None:
        """Its owner takes it; the Dragon's is given away by a move of its own, if it still counts."""
        last = self.trick.plays[-1]
        if last.mask != 1 << DRAGON or self.double:
            self._take(last.seat)

    def _take(self, taker: int | None) -> None:
        self.trick.taker = taker
        self.tricks.append(self.trick)
        self.trick, self.passed = Trick(), []


class Result(NamedTuple):
    """How a round came out for both teams: their cards, their calls, and whether one won double."""

    cards: tuple[int, int]
    calls: tuple[int, int]
    double: bool

    @property
    def points(self) -> tuple[int, int]:
        """All that each team scored."""
        return self.cards[0] + self.calls[0], self.cards[1] + self.calls[1]


def _read(seat: int, text: str) -> Play:
    """A play from its text, such as ``9r phoenix=8 7g 6s 5b``."""
    words = [word.partition("=") for word in text.split()]
    roles = [parse_rank(rank) for _, _, rank in words if rank]
    return Play(seat, tuple(name for name, _, _ in words), roles[0] if roles else 0)


def _opens_a_round(move: Move) -> bool:
    return move.text in ("grand", "no call") or move.text.startswith("give ")


def rounds_of(
    moves: Sequence[Move], hand: int, counts: Sequence[int], untouched: bool
) -> tuple[list[Round], bool]:
    """The rounds of a game, the last as far as it goes, and whether the first one is told from its deal on.

    `hand` is the number of cards at a deal, `counts` how many each seat has now, and a round is `untouched`
    while no card of it was played. A game that began in the middle of a round tells only its rest.
    """
    parts: list[list[Move]] = [[]]
    played = False
    for move in moves:
        if played and _opens_a_round(move):
            parts.append([])
            played = False
        parts[-1].append(move)
        played = played or move.text.startswith("play ")
    if played and untouched:
        parts.append([])
    *done, last = parts
    rounds = [_whole_round(hand, tuple(part)) for part in done]
    rounds.append(_round(_counts_at_first(last, counts), last))
    return rounds, not parts[0] or _opens_a_round(parts[0][0])


def _round(counts: Sequence[int], moves: Sequence[Move]) -> Round:
    """A round from the cards that its seats begin with and its moves."""
    story = Round(counts)
    for move in moves:
        story.add(move)
    return story


@lru_cache(maxsize=256)
def _whole_round(hand: int, moves: tuple[Move, ...]) -> Round:
    """A round that is over; the sheet of a match shows it again after every move."""
    return _round([hand] * SEATS, moves)


def _counts_at_first(moves: Sequence[Move], counts: Sequence[int]) -> list[int]:
    """How many cards each seat had before the moves of the last round."""
    plays = [_read(seat, text[5:]) for seat, text in moves if text.startswith("play ")]
    return [counts[seat] + sum(len(p.cards) for p in plays if p.seat == seat) for seat in range(SEATS)]


def result_of(done: Round, mini: bool) -> Result:
    """What a round that is over counts: 200 for a double win, else the cards; the calls on top."""
    first = done.out[0]
    cards = [0, 0]
    if done.double:
        cards[first % 2] = 200
    else:
        last = next(seat for seat in range(SEATS) if seat not in done.out)
        for trick in done.tricks:
            if trick.taker is not None:
                cards[(first if trick.taker == last else trick.taker) % 2] += trick.points
        cards[(last + 1) % 2] += worth(int(NATURAL if mini else DECK) & ~done.played)
    calls = [0, 0]
    for seat, call in enumerate(done.calls):
        if call:
            calls[seat % 2] += STAKES[call] if seat == first else -STAKES[call]
    return Result((cards[0], cards[1]), (calls[0], calls[1]), done.double)
