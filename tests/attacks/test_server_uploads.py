"""Records that others send: replayed and compared before anybody sees them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from web_helpers import Served

from parlour.agent import agent
from parlour.arena.play import play
from parlour.errors import ParlourError
from parlour.game import game
from parlour.record import Record, read_records
from parlour.web import uploads
from parlour.web.uploads import check_record, read_upload

ISOLATION = game("isolation:size=3")


@pytest.fixture(scope="module")
def record() -> Record:
    return play(ISOLATION, [agent(ISOLATION, "random"), agent(ISOLATION, "random")], 3)


def altered(record: Record, **fields: Any) -> bytes:
    return json.dumps({**json.loads(record.text()), **fields}).encode()


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"scores": [float("nan"), 1.0]}, "no numbers"),
        ({"rewards": [float("inf"), -1.0]}, "no numbers"),
        ({"scores": [5.0, 6.0]}, "its moves lead to"),
        ({"rewards": [5e300, -5e300]}, "its moves lead to"),
        ({"rewards": [0.5, -0.5]}, "its moves lead to"),
        ({"seed": -1}, "record"),
        ({"seed": 2**300}, "record"),
        ({"forfeits": [{"seat": 7, "ply": 0, "reason": "crash"}]}, "forfeit of nobody"),
        ({"forfeits": [{"seat": 0, "ply": 10**6, "reason": "crash"}]}, "forfeit of nobody"),
        ({"forfeits": [{"seat": 0, "ply": 0, "reason": "bored"}]}, "forfeit of nobody"),
        ({"seats": ["random"]}, "seats"),
        ({"moves": ["z9"]}, "move 1"),
        ({"game": "/tmp/evil.py"}, "no game of this catalogue"),
    ],
)
def test_a_record_that_lies_is_refused_and_hides_nothing(
    besieged: Served, record: Record, fields: dict[str, Any], reason: str
) -> None:
    status, answer = besieged.post("/api/records", altered(record, **fields))
    assert status == 400, answer
    assert reason in answer["reason"]
    assert isinstance(besieged.get("/api/tables"), list)


def test_a_true_record_is_opened(besieged: Served, record: Record) -> None:
    status, answer = besieged.post("/api/records", record.text().encode())
    assert status == 200, answer


def test_who_gave_up_has_lost(record: Record) -> None:
    half = record.moves[:1]
    state = Record.parse(altered(record, moves=half).decode()).last()
    resigned = {
        "moves": half,
        "scores": state.scores,
        "forfeits": [{"seat": 0, "ply": 1, "reason": "resigned"}],
    }
    check_record(Record.parse(altered(record, **resigned, rewards=[-1.0, 1.0]).decode()), ISOLATION)
    with pytest.raises(ParlourError, match="its moves lead to"):
        check_record(Record.parse(altered(record, **resigned, rewards=[1.0, -1.0]).decode()), ISOLATION)


def test_every_round_of_a_log_is_as_the_rules_say(data: Path) -> None:
    for log in sorted((data / "tichu").glob("*.tch")):
        for record in read_records(log):
            check_record(record, record.open_game())


def test_a_replay_is_short(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST_MOVES", 1)
    with pytest.raises(ParlourError, match="at most 1 are replayed"):
        check_record(record, ISOLATION)
    monkeypatch.setattr(uploads, "MOST_MOVES", 1000)
    monkeypatch.setattr(uploads, "LONGEST", -1.0)
    with pytest.raises(ParlourError, match="seconds to replay"):
        check_record(record, ISOLATION)


def test_a_file_of_too_many_games_is_refused(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = next(iter(sorted((data / "tichu").glob("*.tch"))))
    monkeypatch.setattr(uploads, "MOST_GAMES", 1)
    with pytest.raises(ParlourError, match="1 to 1 are opened at once"):
        read_upload("x.tch", log.read_bytes())
