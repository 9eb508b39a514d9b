"""The dataset of hands: one row a hand, with what its player knew, what was called and what became of it.

It is a compressed CSV file (``.csv.gz``). Cards are 56-bit masks (`cards` has the picture); the score is the
one before the round, the result that of the round, each the own team's first.
"""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from parlour.errors import ParlourError
from parlour.files import new_file
from parlour.games.tichu.calls.patterns import Hands

__all__ = ["STAGES", "Dataset", "Hand", "read_hands", "read_rows", "write_hands"]


class Hand(NamedTuple):
    """One player's part in one round."""

    game: str
    round: int  # from 1
    seat: int
    player: str
    eight: int  # the first eight cards
    fourteen: int  # all cards dealt
    exchanged: int  # the cards after the exchange
    grand: int  # 1 when Grand Tichu was called
    tichu: int  # 1 when Tichu was called
    place: int  # 1, 2, 3 in the order of going out; 0 for who was left
    own_result: int
    opponents_result: int
    own_score: int
    opponents_score: int


STAGES = ("eight", "fourteen", "exchanged")
"""What a player holds at each point of a round."""

_CHUNK = 10_000  # rows that are read at a time


@dataclass(frozen=True)
class Dataset:
    """Many hands, a column a field of `Hand`."""

    game: np.ndarray
    round: np.ndarray
    seat: np.ndarray
    player: np.ndarray
    eight: np.ndarray
    fourteen: np.ndarray
    exchanged: np.ndarray
    grand: np.ndarray
    tichu: np.ndarray
    place: np.ndarray
    own_result: np.ndarray
    opponents_result: np.ndarray
    own_score: np.ndarray
    opponents_score: np.ndarray

    @staticmethod
    def of(rows: Iterable[Sequence[object]]) -> Dataset:
        """The dataset of some hands."""
        parts: list[list[np.ndarray]] = []
        left = iter(rows)
        while chunk := list(islice(left, _CHUNK)):
            columns = zip(*chunk, strict=True)
            parts.append([np.array(c, _dtype(n)) for n, c in zip(Hand._fields, columns, strict=True)])
        if not parts:
            raise ParlourError("there are no hands to learn from")
        return Dataset(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def __len__(self) -> int:
        return len(self.game)

    def where(self, chosen: np.ndarray) -> Dataset:
        """The hands that are chosen, by a mask or by their places."""
        return Dataset(*(getattr(self, field.name)[chosen] for field in fields(self)))

    def hands(self, stage: str) -> Hands:
        """The cards at a stage with the score and the calls: what the features are made of."""
        return Hands(getattr(self, stage), self.own_score, self.opponents_score, self.table_calls)

    @property
    def table_calls(self) -> np.ndarray:
        """Who has called Grand Tichu, seen from each hand: its player, the left, the partner, the right."""
        grand = self.by_round(self.grand)
        return np.stack([np.roll(grand, -step, axis=1).reshape(-1) for step in range(4)], axis=1)

    @property
    def round_called(self) -> np.ndarray:
        """Whether anybody has called Grand Tichu in a hand's round."""
        return np.asarray(self.table_calls.any(axis=1))

    def by_round(self, column: np.ndarray) -> np.ndarray:
        """A column with a row a round and the four seats in order."""
        return np.asarray(column.reshape(-1, 4))

    def with_previous_result(self) -> Dataset:
        """The same with the result of the round before in place of the score, as in the thesis's code."""
        same = np.zeros(len(self), bool)
        same[4:] = self.game[4:] == self.game[:-4]
        own, theirs = (np.roll(column, 4) * same for column in (self.own_result, self.opponents_result))
        return replace(self, own_score=own, opponents_score=theirs)


def _dtype(name: str) -> type:
    return str if name in ("game", "player") else np.uint64 if name in STAGES else np.int64


@contextlib.contextmanager
def _text(stream: IO[bytes]) -> Iterator[IO[str]]:
    """A compressed text on a stream; equal rows give equal bytes."""
    with gzip.GzipFile("", "wb", 6, stream, mtime=0) as packed:
        text = io.TextIOWrapper(packed, encoding="utf-8", newline="")
        yield text
        text.flush()
        text.detach()


def write_hands(path: Path, rows: Iterable[Sequence[object]]) -> int:
    """Write hands as they come, in one step at the end; how many."""
    if not path.name.endswith(".csv.gz"):
        raise ParlourError(f"{path}: expected a name ending in .csv.gz")
    count = 0
    with new_file(path) as stream, _text(stream) as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(Hand._fields)
        for row in rows:
            writer.writerow(row)
            count += 1
    return count


def read_rows(path: Path) -> Iterator[list[str]]:
    """The rows of a dataset as they stand in the file."""
    try:
        with gzip.open(path, "rt", encoding="utf-8", newline="") as text:
            rows = csv.reader(text)
            if tuple(next(rows, ())) != Hand._fields:
                raise ParlourError(f"{path} is no dataset of hands: make one with parlour tichu import")
            yield from rows
    except FileNotFoundError:
        raise ParlourError(f"there is no dataset {path}: make one with parlour tichu import") from None
    except gzip.BadGzipFile:
        raise ParlourError(f"{path} is no dataset of hands: make one with parlour tichu import") from None
    except (OSError, EOFError, UnicodeDecodeError, csv.Error) as error:
        raise ParlourError(f"cannot read {path}: {error}") from None


def read_hands(path: Path) -> Dataset:
    """The hands of a file."""
    try:
        data = Dataset.of(read_rows(path))
    except (ValueError, OverflowError) as error:
        raise ParlourError(f"{path} is damaged: {error}") from None
    if len(data) % 4 or (data.by_round(data.seat) != np.arange(4)).any():
        raise ParlourError(f"{path} is damaged: a round must have its four seats in order")
    return data
