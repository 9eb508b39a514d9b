"""Hands from real games and from our own: logs and records become rows of the dataset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from parlour.agent import agent
from parlour.arena.engines import Engine
from parlour.arena.schedule import Slot, game_seeds
from parlour.errors import ParlourError
from parlour.files import make_folder, write_text
from parlour.game import game
from parlour.games.tichu.lab.calls.hands import Dataset, Hand, read_hands, read_rows, write_hands
from parlour.games.tichu.logs import DamagedLog, Round, read_games
from parlour.games.tichu.state import CALLS, EXCHANGE, GRAND_CALLS, LARGE, OTHER, PLAY, SMALL
from parlour.progress import Track
from parlour.record import Record

__all__ = ["SELF_PLAY", "Import", "find_hands", "game_hands", "import_logs", "record_hands", "selfplay"]

SELF_PLAY = "plan:calls=model"  # the agent whose matches stand in for logs
MATCHES = "tichu:length=match"
PART = 100  # matches that are written at a time


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
    report = Import()
    write_hands(out, logged_hands(folder, report, tell))
    return report


def logged_hands(
    folder: Path, report: Import, tell: Callable[[str], None] = lambda text: None
) -> Iterator[Hand]:
    """The hands of all logs in a folder; the report counts them as they come."""
    for path, log in read_games(folder):
        report.files += 1
        try:
            if isinstance(log, DamagedLog):
                raise log
            hands = list(game_hands(path.stem, log))
        except DamagedLog as error:
            report.damaged.append(str(error))
            tell(f"damaged, skipped: {error}")
            continue
        report.rounds += len(log)
        report.hands += len(hands)
        report.grand += sum(hand.grand for hand in hands)
        report.tichu += sum(hand.tichu for hand in hands)
        yield from hands
    if not report.hands:
        raise ParlourError(f"{folder} holds no game that could be read: expected BrettSpielWelt logs (.tch)")


def game_hands(name: str, rounds: Iterable[Round]) -> Iterator[Hand]:
    """The hands of all rounds of a game, with the score before each."""
    score = [0, 0]
    for number, game_round in enumerate(rounds, 1):
        yield from round_hands(name, number, game_round, score)
        assert game_round.result is not None
        score = [before + points for before, points in zip(score, game_round.result, strict=True)]


def round_hands(name: str, number: int, game_round: Round, score: Sequence[int]) -> Iterator[Hand]:
    """The four hands of a logged round."""
    exchanged = [set(cards) for cards in game_round.dealt]
    for giver, gifts in game_round.gifts.items():
        for step, card in enumerate(gifts, 1):
            exchanged[giver].discard(card)
            exchanged[(giver + step) % 4].add(card)
    callers = game_round.early | {event.seat for event in game_round.events if event.what == "tichu"}
    places, result = _places(game_round, exchanged), game_round.result or (0, 0)
    for seat in range(4):
        team = seat % 2
        yield Hand(
            name, number, seat, game_round.players[seat],
            _mask(game_round.eight[seat]), _mask(game_round.dealt[seat]), _mask(exchanged[seat]),
            int(seat in game_round.grand), int(seat in callers - game_round.grand), places[seat],
            result[team], result[1 - team], score[team], score[1 - team],
        )  # fmt: skip


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def _places(game_round: Round, exchanged: Sequence[set[int]]) -> list[int]:
    """The order of going out, by seat; 0 for who was left with cards."""
    left, places = [set(cards) for cards in exchanged], [0] * 4
    for event in game_round.events:
        if event.what == "play":
            if not left[event.seat].issuperset(event.cards):
                raise DamagedLog(f"{game_round.where}: seat {event.seat} plays cards that it does not hold")
            left[event.seat] -= set(event.cards)
            if not left[event.seat]:
                places[event.seat] = max(places) + 1
    out = [seat for seat in range(4) if places[seat]]
    if len(out) < 3 and out not in ([0, 2], [1, 3]):
        raise DamagedLog(f"{game_round.where}: the play ends before the round does")
    return places


def record_hands(name: str, record: Record) -> Iterator[Hand]:
    """The hands of all rounds of a recorded game."""
    if record.forfeits:
        return
    state = record.open_game().new(record.seed)
    at_start: dict[int, np.ndarray] = {}  # of each phase: the four hands
    number, score = 0, (0, 0)
    for text in record.moves:
        s = state.data
        phase = int(s["phase"])
        if phase not in at_start and phase <= PLAY:
            at_start[phase] = s["hands"].copy()
            if phase == GRAND_CALLS:
                score = (int(s["total"][0]), int(s["total"][1]))
        action = state.game.notation.parse(state, text)
        places, calls = _after(s, state.mover, action), s["calls"].tolist()
        state.game.rules.apply(state.buffer, action, state.rng)
        if int(s["rounds"]) == number:
            continue
        number += 1
        result = tuple(int(after) - before for after, before in zip(s["total"], score, strict=True))
        dealt = at_start.get(CALLS, at_start[EXCHANGE])
        for seat in range(4):
            team = seat % 2
            yield Hand(
                name, number, seat, record.seats[seat],
                int(at_start[GRAND_CALLS][seat]), int(dealt[seat]), int(at_start[PLAY][seat]),
                int(calls[seat] == LARGE), int(calls[seat] == SMALL), places[seat],
                result[team], result[1 - team], score[team], score[1 - team],
            )  # fmt: skip
        at_start = {}


def _after(s: np.void, seat: int, action: int) -> list[int]:
    """Each seat's place once an action is carried out; a new deal would wipe it away."""
    places: list[int] = s["place"].tolist()
    if action < OTHER and (action & (1 << 56) - 1).bit_count() == s["counts"][seat]:
        places[seat] = int(s["out"]) + 1
    return places


def play_matches(slots: Sequence[Slot], engine: Engine) -> Iterator[tuple[int, list[Hand]]]:
    """The number of each match and its hands, as the matches end."""
    for slot, record in engine.run(game(MATCHES), slots):
        yield slot.number, list(record_hands(f"{slot.number}", record))


def _match_slots(spec: str, games: int, seed: int) -> list[Slot]:
    """Matches of an agent against itself."""
    player = agent(game(MATCHES), spec)
    player.close()
    seeds = enumerate(game_seeds(seed, games))
    return [Slot(number, number, start, (player.spec,) * 4, (0, 1, 2, 3)) for number, start in seeds]


def _in_order(hands: Mapping[int, list[Hand]]) -> Iterator[Hand]:
    return (hand for number in sorted(hands) for hand in hands[number])


def selfplay(out: Path, spec: str, games: int, seed: int, engine: Engine, track: Track) -> int:
    """Write the hands of matches that an agent plays against itself; how many hands.

    Matches stay by the hundred beside the dataset until all are played, so that a stopped run goes on.
    """
    slots, folder = _match_slots(spec, games, seed), make_folder(out.with_name(f"{out.name}.parts"))
    _check_settings(folder / "settings.txt", f"{slots[0].seats[0]}, seed {seed}\n")
    parts = [folder / f"{first:08}-{min(first + PART, games):08}.csv.gz" for first in range(0, games, PART)]

    def matches() -> Iterator[int]:
        for place, part in enumerate(parts):
            batch, hands = slots[place * PART : (place + 1) * PART], dict[int, list[Hand]]()
            if part.exists():
                yield from range(len(batch))
                continue
            for number, rows in play_matches(batch, engine):
                hands[number] = rows
                yield number
            write_hands(part, _in_order(hands))

    for _ in track(matches(), "matches", games):
        pass
    count = write_hands(out, (row for part in parts for row in read_rows(part)))
    for path in [*folder.glob("*.csv.gz"), folder / "settings.txt"]:
        path.unlink()
    folder.rmdir()
    return count


def find_hands(
    dataset: Path | None, logs: Path | None, games: int, seed: int, engine: Engine, track: Track
) -> tuple[Dataset, str]:
    """The hands of a dataset or of logs; without either, of self-play. With a word on where they are from."""
    if dataset is not None and logs is not None:
        raise ParlourError("--hands and --logs are two sources: give one of them")
    if dataset is not None:
        return read_hands(dataset), str(dataset)
    if logs is not None:
        return Dataset.of(logged_hands(logs, Import())), f"logs in {logs}"
    matches = play_matches(_match_slots(SELF_PLAY, games, seed), engine)
    hands = _in_order(dict(track(matches, "matches", games)))
    return Dataset.of(hands), f"self-play of {SELF_PLAY}, {games} matches"


def _check_settings(path: Path, text: str) -> None:
    if path.exists() and path.read_text(encoding="utf-8") != text:
        raise ParlourError(
            f"{path.parent} holds matches of {path.read_text(encoding='utf-8').strip()}: delete it, or give "
            "another --out"
        )
    write_text(path, text)
