"""A game of each kind goes as it is written down: rules, notation, drawing, views and results."""

from __future__ import annotations

import re
from difflib import unified_diff

import pytest

from parlour.game import game_names
from parlour.games.reversi.rules import PASS
from parlour.state import State
from playthroughs import OUT, PLAYTHROUGHS

LEGAL_MOVES = State.legal_moves
SHOWN = 60  # lines of a difference
ADVICE = "if this was meant to change, run tools/playthroughs.py, and raise rules_version if rules did"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_game_goes_as_it_is_written_down(name: str) -> None:
    file, played = OUT / f"{name}.txt", PLAYTHROUGHS[name].text()
    written = file.read_text(encoding="utf-8")
    if written != played:
        pytest.fail(f"{ADVICE}\n{difference(written, played)}", pytrace=False)


def difference(written: str, played: str) -> str:
    """Where two texts differ, the first lines of it."""
    lines = list(
        unified_diff(written.splitlines(), played.splitlines(), "written", "played", n=2, lineterm="")
    )
    more = [f"... and {len(lines) - SHOWN} lines"] if len(lines) > SHOWN else []
    return "\n".join([*lines[:SHOWN], *more])


def test_every_game_has_its_playthrough_and_every_file_its_game() -> None:
    assert {file.stem for file in OUT.glob("*.txt")} == set(PLAYTHROUGHS)
    played = {playthrough.spec.partition(":")[0] for playthrough in PLAYTHROUGHS.values()}
    assert set(game_names()) <= played


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("scores", property(lambda state: [0.5, 0.5])),
        ("legal_moves", property(lambda state: [*LEGAL_MOVES.fget(state), PASS])),
        ("__str__", lambda state: "nothing to see"),
    ],
)
def test_a_fault_shows_in_every_ply(name: str, fault: object, monkeypatch: pytest.MonkeyPatch) -> None:
    written = digests((OUT / "reversi.txt").read_text(encoding="utf-8"))
    monkeypatch.setattr(State, name, fault)
    played = digests(PLAYTHROUGHS["reversi"].text())
    assert len(written) == 60
    assert not set(written) & set(played)


def digests(text: str) -> list[str]:
    """What each ply is told apart by."""
    return re.findall(r"^\d+  ([0-9a-f]{12})  ", text, re.MULTILINE)
