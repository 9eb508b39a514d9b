"""Hands from real games and from our own: logs and records become rows of the dataset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from parlour.errors import ParlourError
from parlour.files import make_folder, write_text
from parlour.game import game
from parlour.games.tichu.lab.calls.hands import Hand, read_rows, write_hands
from parlour.games.tichu.logs import Damaged, Round, read_games
from parlour.games.tichu.state import CALLS, EXCHANGE, GRAND_CALLS, LARGE, OTHER, PLAY, SMALL

if TYPE_CHECKING:
    from parlour.arena.engines import Engine
    from parlour.record import Record

__all__ = ["Import", "import_logs", "record_hands", "round_hands", "selfplay"]

MATCHES = "tichu:length=match"
PART = 100  # matches that are kept at a time


@dataclass
class Import:
    """What an import of logs came to."""

    files: int = 0
    rounds: int = 0
    hands: int = 0
    grand: int = 0
    tichu: int = 0
    damaged: list[str] = field(default_factory=list)  # each damaged file and why


def import_logs(folder: Path, out: Path, tell: Callable[[str], None] = lambda text: None) -> Import:
    """Write the hands of all logs in a folder to a dataset, a game at a time; damaged ones are counted."""
    done = Import()
    write_hands(out, _logged_hands(folder, done, tell))
    return done


def _logged_hands(folder: Path, done: Import, tell: Callable[[str], None]) -> Iterator[Hand]:
    for path, found in read_games(folder):
        done.files += 1
        try:
            if isinstance(found, Damaged):
                raise found
            rows = list(game_hands(path.stem, found))
        except Damaged as error:
            done.damaged.append(str(error))
            tell(f"damaged, skipped: {error}")
            continue
        done.rounds += len(found)
        done.hands += len(rows)
        done.grand += sum(hand.grand for hand in rows)
        done.tichu += sum(hand.tichu for hand in rows)
        yield from rows
    if not done.hands:
        raise ParlourError(f"{folder} holds no game that could be read: expected BrettSpielWelt logs (.tch)")


def game_hands(name: str, rounds: Iterable[Round]) -> Iterator[Hand]:
    """The hands of all rounds of a game, with the score before each."""
    score = [0, 0]
    for number, found in enumerate(rounds, 1):
        yield from round_hands(name, number, found, score)
        assert found.result is not None
        score = [before + points for before, points in zip(score, found.result, strict=True)]


def round_hands(name: str, number: int, found: Round, score: Sequence[int]) -> Iterator[Hand]:
    """The four hands of a logged round."""
    exchanged = [set(cards) for cards in found.dealt]
    for giver, gifts in found.gifts.items():
        for step, card in enumerate(gifts, 1):
            exchanged[giver].discard(card)
            exchanged[(giver + step) % 4].add(card)
    callers = found.early | {event.seat for event in found.events if event.what == "tichu"}
    places, result = _places(found, exchanged), found.result or (0, 0)
    for seat in range(4):
        team = seat % 2
        yield Hand(
            name, number, seat, found.players[seat],
            _mask(found.eight[seat]), _mask(found.dealt[seat]), _mask(exchanged[seat]),
            int(seat in found.grand), int(seat in callers - found.grand), places[seat],
            result[team], result[1 - team], score[team], score[1 - team],
        )  # fmt: skip


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def _places(found: Round, exchanged: Sequence[set[int]]) -> list[int]:
    """The order of going out, by seat; 0 for who was left with cards."""
    left, places = [set(cards) for cards in exchanged], [0] * 4
    for event in found.events:
        if event.what == "play":
            if not left[event.seat].issuperset(event.cards):
                raise Damaged(f"{found.where}: seat {event.seat} plays cards that it does not hold")
            left[event.seat] -= set(event.cards)
            if not left[event.seat]:
                places[event.seat] = max(places) + 1
    out = [seat for seat in range(4) if places[seat]]
    if len(out) < 3 and out not in ([0, 2], [1, 3]):
        raise Damaged(f"{found.where}: the play ends before the round does")
    return places


def record_hands(name: str, record: Record) -> Iterator[Hand]:
    """The hands of all rounds of a recorded game."""
    if record.forfeits:
        return
    state = record.open_game().new(record.seed)
    seen: dict[int, np.ndarray] = {}  # the four hands at the start of a phase
    number, score = 0, (0, 0)
    for text in record.moves:
        s = state.data
        phase = int(s["phase"])
        if phase not in seen and phase <= PLAY:
            seen[phase] = s["hands"].copy()
            if phase == GRAND_CALLS:
                score = (int(s["total"][0]), int(s["total"][1]))
        action = state.game.notation.parse(state, text)
        places, calls = _after(s, state.mover, action), s["calls"].tolist()
        state.game.rules.apply(state.buffer, action, state.rng)
        if int(s["rounds"]) == number:
            continue
        number += 1
        result = tuple(int(after) - before for after, before in zip(s["total"], score, strict=True))
        dealt = seen.get(CALLS, seen[EXCHANGE])
        for seat in range(4):
            team = seat % 2
            yield Hand(
                name, number, seat, record.seats[seat],
                int(seen[GRAND_CALLS][seat]), int(dealt[seat]), int(seen[PLAY][seat]),
                int(calls[seat] == LARGE), int(calls[seat] == SMALL), places[seat],
                result[team], result[1 - team], score[team], score[1 - team],
            )  # fmt: skip
        seen = {}


def _after(s: np.void, seat: int, action: int) -> list[int]:
    """Each seat's place once an action is carried out; a new deal would wipe it away."""
    places: list[int] = s["place"].tolist()
    if action < OTHER and (action & (1 << 56) - 1).bit_count() == s["counts"][seat]:
        places[seat] = int(s["out"]) + 1
    return places


def selfplay(
    out: Path, spec: str, games: int, seed: int, engine: Engine, progress: Callable[..., Iterable[int]]
) -> int:
    """Write the hands of matches that an agent plays against itself; how many hands.

    Matches are kept by the hundred beside the dataset until all are played, so that a run that was stopped
    goes on where it was.
    """
    from parlour.agent import agent
    from parlour.arena.schedule import Slot, game_seeds

    its = game(MATCHES)
    made = agent(its, spec)
    name, folder = made.spec, make_folder(out.with_name(f"{out.name}.parts"))
    made.close()
    _check_settings(folder / "settings.txt", f"{name}, seed {seed}\n")
    slots = [
        Slot(number, number, start, (name,) * 4, (0, 1, 2, 3))
        for number, start in enumerate(game_seeds(seed, games))
    ]
    parts = [folder / f"{first:08}-{min(first + PART, games):08}.csv.gz" for first in range(0, games, PART)]

    def matches() -> Iterator[int]:
        for number, part in enumerate(parts):
            batch = slots[number * PART : (number + 1) * PART]
            played: dict[int, Record] = {}
            if part.exists():
                yield from range(len(batch))
                continue
            for slot, record in engine.run(its, batch):
                played[slot.number] = record
                yield slot.number
            write_hands(part, (hand for s in batch for hand in record_hands(f"{s.number}", played[s.number])))

    for _ in progress(matches(), "matches", games):
        pass
    count = write_hands(out, (row for part in parts for row in read_rows(part)))
    for path in [*folder.glob("*.csv.gz"), folder / "settings.txt"]:
        path.unlink()
    folder.rmdir()
    return count


def _check_settings(path: Path, text: str) -> None:
    if path.exists() and path.read_text(encoding="utf-8") != text:
        raise ParlourError(
            f"{path.parent} holds matches of {path.read_text(encoding='utf-8').strip()}: delete it, or give "
            "another --out"
        )
    write_text(path, text)
