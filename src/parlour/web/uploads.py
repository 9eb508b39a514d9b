"""Files that a browser sends, as records that were replayed and say what the rules say."""

from __future__ import annotations

import math
from pathlib import Path
from tempfile import TemporaryDirectory

from parlour.arena.verify import check_result
from parlour.errors import ParlourError
from parlour.game import Game
from parlour.record import Record, find_reader

__all__ = ["check_record", "read_upload"]

MOST_GAMES = 100
MOST_MOVES = 10_000
LONGEST = 5.0
"""Seconds that the replay of one game may take."""
_REASONS = ("timeout", "crash", "illegal", "memory", "resigned")


def read_upload(name: str, body: bytes) -> list[Record]:
    """The first record of a file, or all games of one that another program has written."""
    ending = Path(name).suffix.lower()
    reader = find_reader(ending)
    if reader is None:
        lines = body.decode("utf-8", "replace").splitlines()
        return [Record.parse(next(filter(str.strip, lines), ""), "the file")]
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"file{ending}"
        path.write_bytes(body)
        records = reader(path)
    if not 0 < len(records) <= MOST_GAMES:
        raise ParlourError(f"the file holds {len(records)} games: 1 to {MOST_GAMES} are opened at once")
    return records


def check_record(record: Record, game: Game) -> None:
    """Replay a record of a game; `ParlourError` unless its result is the one that its moves lead to."""
    _check_seats(record, game)
    _check_numbers(record)
    check_result(record, game, LONGEST)


def _check_seats(record: Record, game: Game) -> None:
    if len(record.seats) != game.players:
        raise ParlourError(f"the record has {len(record.seats)} seats, {game.spec} has {game.players}")
    if not len(record.scores) == len(record.rewards) == game.players:
        raise ParlourError("the record needs one score and one reward for each seat")


def _check_numbers(record: Record) -> None:
    """Whatever a replay would stumble over."""
    if len(record.moves) > MOST_MOVES:
        raise ParlourError(f"the record has {len(record.moves)} moves: at most {MOST_MOVES} are replayed")
    if not all(map(math.isfinite, (*record.scores, *record.rewards))):
        raise ParlourError("the record has scores or rewards that are no numbers")
    for forfeit in record.forfeits:
        seated = 0 <= forfeit.seat < len(record.seats) and 0 <= forfeit.ply <= len(record.moves)
        if not seated or forfeit.reason not in _REASONS:
            raise ParlourError("the record has a forfeit of nobody, at no move or for no known reason")
