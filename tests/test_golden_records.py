"""The same seeds give the same games: every kind of agent plays as it is recorded, byte for byte."""

from __future__ import annotations

from itertools import zip_longest

import pytest

import parlour
from golden_records import OUT, TABLES, play_again
from parlour.agent import agent_kinds
from parlour.game import game_names
from parlour.record import Record
from parlour.spec import split_spec

LINES = {file.stem: file.read_text(encoding="utf-8").splitlines() for file in sorted(OUT.glob("*.jsonl"))}
ADVICE = "if play was meant to change, run tools/golden_records.py, and raise rules_version if rules did"


@pytest.mark.parametrize(
    "line", [pytest.param(line, id=f"{name}-{n}") for name in LINES for n, line in enumerate(LINES[name])]
)
def test_a_recorded_game_is_played_again_byte_for_byte(line: str) -> None:
    record = Record.parse(line)
    again = play_again(record).model_copy(update={"parlour": record.parlour})
    if again.text() != line:
        pytest.fail(f"{ADVICE}\n{difference(record, again)}", pytrace=False)


def difference(record: Record, again: Record) -> str:
    """The first move that differs, and both results."""
    pairs = enumerate(zip_longest(record.moves, again.moves, fillvalue="the end"), 1)
    first = next((f"move {n} was {old}, is {new}\n" for n, (old, new) in pairs if old != new), "")
    results = [f"{game.seats} {game.scores} {game.rewards} {game.forfeits}" for game in (record, again)]
    return f"{record.game}, seed {record.seed}: {first}was {results[0]}\nis  {results[1]}"


def test_every_kind_of_agent_is_recorded() -> None:
    for name in game_names():
        records = [Record.parse(line) for line in LINES[name]]
        played = {split_spec(seat)[0] for record in records for seat in record.seats}
        kinds = agent_kinds(parlour.game(name)).values()
        assert {kind.name for kind in kinds if kind.is_ready(parlour.game(name))} <= played, name


def test_the_files_hold_the_games_of_the_tool() -> None:
    assert {name: len(lines) for name, lines in LINES.items()} == {
        name: len(tables) for name, tables in TABLES.items()
    }
