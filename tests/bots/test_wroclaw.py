"""The course's referee protocol, with real processes on both sides."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

import parlour as package
from parlour.agent import Agent, Terms, agent
from parlour.arena.schedule import Slot
from parlour.bots.wroclaw import WroclawAgent, run_bot
from parlour.errors import ParlourError
from parlour.game import game
from parlour.record import Record

JUNGLE = game("jungle")
OURS = [sys.executable, "-m", "parlour", "bot", "jungle", "best:nodes=1000,tables=0", "--protocol", "wroclaw"]

# A bot of the kind that students write: it moves its first animal up and down, and knows nothing else.
# `FAULT` spoils the move of that number, `GAME` says in which game; everything it hears goes to a log.
MINIMAL = """
import sys, time
FAULT, GAME, MOVE, LOG = {fault!r}, {game}, {move}, open({log!r}, "a")

def say(line):
    print(line, flush=True)

number, moves = 0, 0
say("RDY")
for line in sys.stdin:
    LOG.write(line)
    LOG.flush()
    words = line.split()
    if words[0] in ("UGO", "HEDID"):
        moves += 1
        if moves == 1:
            bottom = words[0] == "UGO"
            home, out = ((0, 8, 0, 7), (0, 7, 0, 8)) if bottom else ((0, 0, 0, 1), (0, 1, 0, 0))
        step = home if moves % 2 else out
        if FAULT and number == GAME and moves == MOVE:
            if FAULT == "illegal":
                step = (3, 3, 4, 4)
            elif FAULT == "nonsense":
                step = ("what", "is", "this")
            elif FAULT == "late":
                time.sleep(1.5)
            elif FAULT == "dies":
                sys.exit(1)
        say("IDO " + " ".join(map(str, step)))
    elif words[0] == "ONEMORE":
        number, moves = number + 1, 0
        say("RDY")
    elif words[0] == "BYE":
        break
"""


@pytest.fixture
def minimal(tmp_path: Path):
    """The command of a minimal bot with a fault, and the file of what it heard."""

    def make(fault: str = "", in_game: int = 0, at_move: int = 2) -> tuple[list[str], Path]:
        log, path = tmp_path / "heard.txt", tmp_path / "bot.py"
        path.write_text(MINIMAL.format(fault=fault, game=in_game, move=at_move, log=str(log)))
        return [sys.executable, str(path)], log

    return make


COURSE = Terms(bank=60.0, move=5.0)


def spec(command: list[str]) -> str:
    return f"exec:{' '.join(command)},protocol=wroclaw,keep=yes"


def referee(commands: list[list[str]], games: int, terms: Terms = COURSE) -> list[tuple[Slot, Record]]:
    """A match over the course's protocol; who starts alternates."""
    played: list[tuple[Slot, Record]] = []
    agents = [spec(command) for command in commands]
    package.match(JUNGLE, agents, games, terms=terms, on_game=lambda s, r: played.append((s, r)))
    return played


def reasons(played) -> list[tuple[int, str]]:
    """Who lost by a fault, and by which, game by game."""
    return [
        (slot.entrants[forfeit.seat], forfeit.reason)
        for slot, record in played
        for forfeit in record.forfeits
    ]


def test_a_match_between_our_bot_and_a_minimal_one(minimal):
    command, log = minimal()
    played = referee([OURS, command], games=3)
    assert [slot.entrants for slot, _ in played] == [(0, 1), (1, 0), (0, 1)]
    assert reasons(played) == []
    for slot, record in played:
        assert record.rewards[slot.entrants.index(0)] == 1  # shuffling a piece to and fro loses
        states = list(record.replay())
        assert states[-1].over
    heard = log.read_text().split("\n")
    assert heard.count("ONEMORE") == 2
    assert heard[-2:] == ["BYE", ""]
    starts = [line for line in heard if line.startswith("UGO")]
    assert starts == ["UGO 5 60.000"]
    after = next(line for line in heard if line.startswith("HEDID")).split()
    assert after[1] == "5"
    assert float(after[2]) <= 60
    assert len(after) == 7


@pytest.mark.parametrize(
    ("fault", "reason"), [("illegal", "illegal"), ("nonsense", "illegal"), ("dies", "crash")]
)
def test_a_wrong_move_or_a_crash_loses_the_game_and_the_match_goes_on(minimal, fault, reason):
    command, log = minimal(fault, in_game=0)
    played = referee([command, OURS], games=3)
    lost = [slot.number for slot, record in played if record.forfeits]
    # A bot that died is started anew, counts its games from 0 again, and dies again.
    assert lost == ([0, 1, 2] if fault == "dies" else [0])
    assert set(reasons(played)) == {(0, reason)}
    assert played[0][1].rewards == (-1, 1)
    assert len(played[0][1].moves) == 2
    assert log.read_text().count("UGO") == 2


def test_being_late_loses_the_game_and_what_comes_too_late_is_dropped(minimal):
    command, log = minimal("late", in_game=1)
    played = referee([OURS, command], games=3, terms=Terms(bank=60.0, move=1.0))
    assert reasons(played) == [(1, "timeout")]
    slot, record = played[1]
    assert slot.entrants == (1, 0)
    assert record.rewards == (-1, 1)
    assert record.forfeits[0].ply == 2
    assert log.read_text().split("\n")[-2:] == ["BYE", ""]


def test_the_time_of_the_whole_game_counts_too(minimal):
    command, _ = minimal("late", in_game=0, at_move=2)
    played = referee([command, OURS], games=1, terms=Terms(bank=1.0, move=5.0))
    assert reasons(played) == [(0, "timeout")]


def test_a_bot_that_cannot_start_stops_the_match_and_other_games_are_refused():
    with pytest.raises(ParlourError, match="cannot start /no/such/bot: No such file"):
        referee([["/no/such/bot"], OURS], games=1)
    with pytest.raises(ParlourError, match="cannot start .*: it ended with exit code 3"):
        referee([[sys.executable, "-c", "'raise SystemExit(3)'"], OURS], games=1)
    with pytest.raises(ParlourError, match="no notation for the Wroc"):
        WroclawAgent(game("isolation"), "bot")
    with pytest.raises(ParlourError, match="expected json or wroclaw"):
        agent(JUNGLE, "exec:bot,protocol=mine")


def test_a_bot_that_says_nothing_loses(monkeypatch):
    monkeypatch.setattr("parlour.bots.wroclaw.READY_SECONDS", 0.3)
    silent = [sys.executable, "-c", "'import time; time.sleep(30)'"]
    played: list[tuple[Slot, Record]] = []
    package.match(JUNGLE, [spec(silent), "random"], 1, on_game=lambda s, r: played.append((s, r)))
    assert reasons(played) == [(0, "timeout")]
    assert "RDY" in played[0][1].forfeits[0].detail


class First(Agent):
    """Plays the first legal move and remembers its games."""

    def begin(self, game, seat, seed):
        super().begin(game, seat, seed)
        self.seats = [*getattr(self, "seats", []), seat]

    def choose(self, view, clock):
        assert clock.left <= 5
        return view.legal_moves[0]


def test_our_side_of_the_protocol_line_by_line():
    heard = "UGO 5 60\nHEDID 5 58.5 0 2 0 3\nONEMORE\nHEDID 5 60 0 6 0 5\nBYE\nnothing after this is read\n"
    out, first = io.StringIO(), First()
    run_bot(JUNGLE, first, io.StringIO(heard), out)
    assert out.getvalue().splitlines() == [
        "RDY", "IDO 6 6 6 5", "IDO 6 5 6 4", "RDY", "IDO 0 2 0 1",
    ]  # fmt: skip
    assert first.seats == [0, 1]


def test_our_side_plays_reversi_too():
    out = io.StringIO()
    run_bot(game("reversi"), First(), io.StringIO("HEDID 5 60 4 5\nBYE\n"), out)
    assert out.getvalue().splitlines() == ["RDY", "IDO 5 3"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [("HELLO", "no line of the course's protocol"), ("HEDID 5 60 0 0 0", "no move"), ("UGO x 1", "no time")],
)
def test_our_side_says_what_it_does_not_understand(line, reason):
    with pytest.raises(ParlourError, match=reason):
        run_bot(JUNGLE, First(), io.StringIO(line + "\n"), io.StringIO())


def test_reversi_in_the_courses_coordinates():
    from parlour.games.reversi.notation import wroclaw_format, wroclaw_parse

    state = game("reversi").new()
    for action in (*state.legal_moves, 64):
        assert wroclaw_parse(state, wroclaw_format(state, action)) == action
    assert wroclaw_format(state, state.parse("f5")) == "5 4"
    with pytest.raises(ParlourError, match="from 0 to 7"):
        wroclaw_parse(state, "8 0")


def test_the_command_referees_two_bots(parlour, minimal):
    command, _ = minimal("illegal", in_game=0)
    done = parlour(
        "match", "jungle", spec(OURS), spec(command),
        "--games", "2", "--move", "5", "--clock", "60", "--workers", "1",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "made no legal move in 1 of 2 games" in done.stdout
