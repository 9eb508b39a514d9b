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
from parlour.games.tichu.lab.calls import SELF_PLAY
from parlour.games.tichu.lab.calls.hands import Dataset, Hand, read_hands, read_rows, write_hands
from parlour.games.tichu.lab.ratings import EVERYBODY, Fame, plays_in
from parlour.games.tichu.logs import DamagedLog, read_games
from parlour.games.tichu.replay import record_of
from parlour.games.tichu.state import LARGE, SMALL
from parlour.progress import Track
from parlour.record import Record
from parlour.state import State

__all__ = ["Import", "find_hands", "game_hands", "import_logs", "selfplay"]

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
    others: int = 0  # games of nobody who was asked for
    damaged: list[str] = field(default_factory=list)  # each damaged file and why


def import_logs(
    folder: Path, out: Path, tell: Callable[[str], None] = lambda text: None, fame: Fame = EVERYBODY
) -> Import:
    """Write the hands of logs in a folder to a dataset, a game at a time; damaged ones are counted."""
    report = Import()
    write_hands(out, logged_hands(folder, report, tell, fame))
    return report


def logged_hands(
    folder: Path,
    report: Import,
    tell: Callable[[str], None] = lambda text: None,
    fame: Fame = EVERYBODY,
) -> Iterator[Hand]:
    """The hands of the logs in a folder, or of games of the famous; the report counts them as they come."""
    famous = fame.famous(folder)
    for path, log in read_games(folder):
        report.files += 1
        try:
            if isinstance(log, DamagedLog):
                raise log
            if not plays_in(famous, log[-1].players):
                report.others += 1
                continue
            hands = list(game_hands(path.stem, map(record_of, log)))
        except DamagedLog as error:
            report.damaged.append(str(error))
            tell(f"damaged, skipped: {error}")
            continue
        report.rounds += len(log)
        report.hands += len(hands)
        report.grand += sum(hand.grand for hand in hands)
        report.tichu += sum(hand.tichu for hand in hands)
        yield from hands
    if not report.hands and report.others:
        raise ParlourError(f"{folder} holds no game of such players: ask for a lower Elo, or other names")
    if not report.hands:
        raise ParlourError(f"{folder} holds no game that could be read: expected BrettSpielWelt logs (.tch)")


def game_hands(name: str, records: Iterable[Record]) -> Iterator[Hand]:
    """The hands of all rounds of a game: of the record of a match, or of those of its rounds, in order."""
    number, score = 0, np.zeros(2, int)
    for record in records:
        for deal, end in record_rounds(record):
            number += 1
            for seat, player in enumerate(record.seats):
                yield Hand(name, number, seat, player, *_facts(deal, end, seat, score + deal["total"]))
        score += np.array(record.scores[:2], int)


def _facts(deal: np.void, end: np.void, seat: int, score: np.ndarray) -> Iterator[int]:
    """What a row says of a seat's round: cards, calls, place, result, and the score before."""
    team, eight, call = seat % 2, deal["hands"][seat], end["calls"][seat]
    cards = (eight, eight | deal["rest"][seat], end["hands"][seat] | end["played"][seat])
    result = end["total"] - deal["total"]
    points = (result[team], result[1 - team], score[team], score[1 - team])
    return map(int, (*cards, call == LARGE, call == SMALL, end["place"][seat], *points))


def record_rounds(record: Record) -> Iterator[tuple[np.void, np.void]]:
    """The state of each finished round after its deal and at its end; none of a game with a forfeit."""
    deal = None
    for state, action in () if record.forfeits else record.steps():
        deal = state.data.copy() if deal is None else deal
        if not state.data["out"]:
            continue  # nobody is out yet: two are, at least, when a round ends
        after = _without_deal(state, action)
        if after.over:
            yield deal, after.data
            deal = None


def _without_deal(state: State, action: int) -> State:
    """What an action leads to in a round that is the last: another deal would wipe away how it ended."""
    after = State(state.game, state.buffer.copy(), state.rng.copy())
    after.data["match"] = 0
    after.step(action)
    return after


def play_matches(slots: Sequence[Slot], engine: Engine) -> Iterator[tuple[int, list[Hand]]]:
    """The number of each match and its hands, as the matches end."""
    for slot, record in engine.run(game(MATCHES), slots):
        yield slot.number, list(game_hands(f"{slot.number}", [record]))


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
    dataset: Path | None,
    logs: Path | None,
    games: int,
    seed: int,
    engine: Engine,
    track: Track,
    fame: Fame = EVERYBODY,
) -> tuple[Dataset, str]:
    """The hands of a dataset or of logs; without either, of self-play. With a word on where they are from."""
    if dataset is not None and logs is not None:
        raise ParlourError("--hands and --logs are two sources: give one of them")
    if dataset is not None:
        return read_hands(dataset), str(dataset)
    if logs is not None:
        return Dataset.of(logged_hands(logs, Import(), fame=fame)), f"logs in {logs}"
    if fame != EVERYBODY:
        raise ParlourError("games are chosen by their players in logs only: give --logs")
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
