"""BrettSpielWelt logs (``.tch``): the rounds of real games, as they were written down and as records.

A log names cards by suit and rank in German (``SB`` is the black jack, ``Hu`` the Dog). A damaged file
is skipped, counted and named, never an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.errors import ParlourError
from parlour.games.tichu.cards import DOG, DRAGON, MAHJONG, PHOENIX

if TYPE_CHECKING:
    from parlour.record import Record

__all__ = [
    "READERS", "DamagedLog", "Event", "Round", "read_card", "read_games", "read_rounds", "readable",
    "records",
]  # fmt: skip

_SUITS = {"R": 0, "G": 1, "B": 2, "S": 3}
_RANKS = {**{str(rank): rank for rank in range(2, 11)}, "B": 11, "D": 12, "K": 13, "A": 14}
_SPECIALS = {"Ma": MAHJONG, "Hu": DOG, "Ph": PHOENIX, "Dr": DRAGON}
_EIGHT, _DEALT, _PLAYED = "Gr.Tichukarten", "Startkarten", "Rundenverlauf"
_SEAT = re.compile(r"\((\d)\)([^\s:]+)( passt\.|:| gibt:|) *(.*)")


class DamagedLog(ParlourError):
    """A log that cannot be read."""


@dataclass(frozen=True)
class Event:
    """One line of play: ``play``, ``pass``, ``tichu``, ``wish`` or ``dragon``."""

    what: str
    seat: int
    cards: tuple[int, ...] = ()  # in the order of the log
    rank: int = 0


@dataclass
class Round:
    """One round of a log, complete up to its result."""

    where: str
    players: list[str] = field(default_factory=list)
    eight: list[list[int]] = field(default_factory=list)
    dealt: list[list[int]] = field(default_factory=list)
    grand: set[int] = field(default_factory=set)
    early: set[int] = field(default_factory=set)  # who called Tichu before the exchange
    gifts: dict[int, list[int]] = field(default_factory=dict)  # left, partner, right
    events: list[Event] = field(default_factory=list)
    result: tuple[int, int] | None = None


def read_card(word: str) -> int:
    """The card that a log names."""
    if word in _SPECIALS:
        return _SPECIALS[word]
    try:
        return 4 * (_RANKS[word[1:]] - 1) + _SUITS[word[0]]
    except (KeyError, IndexError):
        raise DamagedLog(f"'{word}' is no card") from None


def _read_cards(words: str) -> list[int]:
    return [read_card(word) for word in words.split()]


def _seat_of(line: str) -> int:
    seat = re.search(r"\(([0-3])\)", line)
    if not seat:
        raise DamagedLog(f"no seat in '{line}'")
    return int(seat[1])


def read_rounds(path: Path) -> list[Round]:
    """The complete rounds of one log; `ParlourError` says at which line it is damaged."""
    rounds: list[Round] = []
    section = ""
    try:
        with path.open(encoding="latin-1") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    section = _read_line(line.rstrip(), section, rounds, f"{path.name} line {number}")
                except DamagedLog as error:
                    raise DamagedLog(f"{path.name} line {number}: {readable(str(error))}") from None
    except OSError as error:
        raise DamagedLog(f"cannot read {path}: {error.strerror}") from None
    for game_round in rounds:
        _check_complete(game_round)
    if not rounds:
        raise DamagedLog(f"{path.name}: it holds no round")
    return rounds


def readable(text: str) -> str:
    """A short text that a terminal can show: a damaged line may hold anything."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in text)
    return plain if len(plain) <= 100 else f"{plain[:67]}...{plain[-30:]}"


def _read_line(line: str, section: str, rounds: list[Round], where: str) -> str:
    """Take in one line; the section that the next line belongs to."""
    if line.startswith("---"):
        section = line.strip("-")
        if section == _EIGHT:
            rounds.append(Round(where))
        elif section not in (_DEALT, _PLAYED):
            raise DamagedLog(f"unknown section '{section}'")
        return section
    if not line.strip():
        return section
    if not rounds or rounds[-1].result is not None:
        raise DamagedLog(f"'{line}' belongs to no round")
    _read_fact(line, section, rounds[-1])
    return section


def _read_fact(line: str, section: str, game_round: Round) -> None:
    """Take in one line of a round."""
    word = line.partition(":")[0]
    if word == "Ergebnis":
        result = re.fullmatch(r"Ergebnis: (-?\d{1,4}) - (-?\d{1,4})", line)
        if not result:
            raise DamagedLog(f"'{line}' is no result")
        game_round.result = (int(result[1]), int(result[2]))
    elif word == "Grosses Tichu":
        game_round.grand.add(_seat_of(line))
    elif word == "Tichu":
        if section == _PLAYED:
            game_round.events.append(Event("tichu", _seat_of(line)))
        else:
            game_round.early.add(_seat_of(line))
    elif word == "Wunsch":
        if line[7:].strip() not in _RANKS:
            raise DamagedLog(f"'{line}' is no wish")
        game_round.events.append(Event("wish", -1, rank=_RANKS[line[7:].strip()]))
    elif word == "Drache an":
        game_round.events.append(Event("dragon", _seat_of(line)))
    elif word not in ("Schupfen", "BOMBE"):
        _read_seat(line, section, game_round)


def _read_seat(line: str, section: str, game_round: Round) -> None:
    """Take in a line of one seat: its cards, its gifts, its play or its pass."""
    parts = _SEAT.fullmatch(line)
    if not parts or int(parts[1]) > 3:
        raise DamagedLog(f"cannot read '{line}'")
    seat, what, rest = int(parts[1]), parts[3].strip(), parts[4]
    if what == "gibt:":
        game_round.gifts[seat] = [read_card(word) for word in re.findall(r": (\S+) -", rest)]
    elif section == _PLAYED:
        passed = what == "passt."
        game_round.events.append(Event("pass" if passed else "play", seat, tuple(_read_cards(rest))))
    elif section == _EIGHT:
        game_round.players.append(parts[2])
        game_round.eight.append(_read_cards(rest))
    else:
        game_round.dealt.append(_read_cards(rest))


def _check_complete(game_round: Round) -> None:
    """A round has four hands of eight and of fourteen cards, all gifts and a result."""
    dealt, gifts = [set(hand) for hand in game_round.dealt], game_round.gifts
    whole = (
        [len(hand) for hand in game_round.eight] == [8] * 4
        and [len(hand) for hand in dealt] == [14] * 4
        and len(set.union(*dealt)) == 56
        and all(set(eight) < hand for eight, hand in zip(game_round.eight, dealt, strict=True))
        and len(gifts) == 4
        and all(len(set(gift)) == 3 and set(gift) < dealt[seat] for seat, gift in gifts.items())
        and game_round.result is not None
    )
    if not whole:
        raise DamagedLog(f"{game_round.where}: the round is not complete")


def read_games(folder: Path) -> Iterator[tuple[Path, list[Round] | DamagedLog]]:
    """Every log of a folder (or one file) with its rounds, or with what is wrong with it."""
    if not folder.exists():
        raise ParlourError(f"there is no folder or file {folder}")
    for path in sorted(folder.rglob("*.tch")) if folder.is_dir() else [folder]:
        try:
            yield path, read_rounds(path)
        except DamagedLog as error:
            yield path, error


def records(path: Path) -> list[Record]:
    """The rounds of one log, each a record that starts from its deal."""
    from parlour.games.tichu.replay import record_of

    return [record_of(game_round) for game_round in read_rounds(path)]


READERS = {".tch": records}
